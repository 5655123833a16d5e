import type { Endpoint } from '@ops-admin/adapter-http-koa';
import type { ChangeOrigin, Clock, Logger } from '@ops-admin/core';
import type { Config } from './config/config.js';

/** The settings of a service. */
export interface ServiceSettings {
  readonly config: Config;
  /** A file, or the URL of a PostgreSQL database; other files are next to it, unless `config` names them. */
  readonly database: string;
  /**
   * `create`, the default, creates a missing database. `update` upgrades an older one, and so does `view`, which only reads
   * if nothing can be written. `read` never writes.
   */
  readonly access?: 'create' | 'update' | 'view' | 'read';
  /**
   * The time of everything: of entries, tokens and what the store judges. Without one it is the machine's, but a store in PostgreSQL
   * judges by the database's, so that instances agree.
   */
  readonly clock?: Clock;
  /** How long writes wait for other processes, in milliseconds; 5 seconds by default. */
  readonly waitMs?: number;
  /**
   * `create`, the default, makes missing keys. If the audit log was sealed with other keys, it makes none, and refuses those
   * that exist. `verify` reads what verifies, without private halves, and so does `if-there`, which allows missing keys. `none`, for
   * dry runs, does not read them.
   */
  readonly keys?: 'create' | 'require' | 'verify' | 'if-there' | 'none';
  /**
   * In place of `keys`: makes missing keys, and continues a log that others sealed; the next entry follows a rotation by this
   * origin.
   */
  readonly newKeysBy?: ChangeOrigin | undefined;
  /** For `verify`: a JWK Set with the public keys of the audit log, in place of the key file. */
  readonly publicKeys?: string;
  /** The database to copy into `database`; nothing is written to it. */
  readonly source?: string;
  /** Whether answers of address providers are kept; `true` by default. */
  readonly keepsAddresses?: boolean;
  /** The endpoints of the HTTP interface; `ENDPOINTS` of `@ops-admin/adapter-http-koa` by default. */
  readonly endpoints?: readonly Endpoint[];
  /** Where it logs; JSON lines on standard error by default. */
  readonly log?: Logger;
  /** The version in the metrics and in the description of the interface; that of the packages by default. */
  readonly version?: string;
}
