import type { Endpoint } from '@ops-admin/adapter-http-koa';
import type { Logger } from '@ops-admin/core';
import type { Area } from './areas/area.js';
import type { Config } from './config/config.js';

/** What a service is composed of. */
export interface ServiceSettings {
  /** See `readConfig`. */
  readonly config: Config;
  /** A file, or the URL of a database in PostgreSQL; other files are beside it, unless `config` names them. */
  readonly database: string;
  /**
   * Whether a database that is not there is made, which is the default, or whether nothing at all is written. `view` brings an
   * older one up to date as `update` does, and only reads where nothing can be written.
   */
  readonly access?: 'create' | 'update' | 'view' | 'read';
  /** How long what writes waits for other processes, in milliseconds; 5 seconds by default. */
  readonly waitMs?: number;
  /**
   * Whether keys that are not there are made. By default they are, but not over a trail that was sealed with others, for
   * which keys that are there are refused too; `new` makes and takes any. With `if-there` it is no error that they are
   * missing. With `none` they are not looked at, for dry runs.
   */
  readonly keys?: 'create' | 'new' | 'require' | 'if-there' | 'none';
  /** The database that `database` is to be a copy of; nothing is written to it. */
  readonly source?: string;
  /** Whether answers of address providers are kept; `true` by default. */
  readonly keepsAddresses?: boolean;
  /** The endpoints of the HTTP interface; `ENDPOINTS` of `@ops-admin/adapter-http-koa` by default. */
  readonly endpoints?: readonly Endpoint[];
  /** What the program adds: endpoints after those, ports, and tables in `database`. */
  readonly areas?: readonly Area[];
  /** Where it logs; JSON lines on standard error by default. */
  readonly log?: Logger;
  /** What metrics report as the version; that of this package by default. */
  readonly version?: string;
}
