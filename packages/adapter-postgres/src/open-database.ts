import { err, ok, type Result, ResultAsync } from '@ops-admin/core';
import { SCHEMA_REFUSED, type SchemaStep, schemaOf } from '@ops-admin/store-sql';
import { DatabaseError } from 'pg';
import { TimedOut } from './connection-failure.js';
import { WrongUrl } from './connection-url.js';
import { PostgresDatabase, type PostgresOptions } from './postgres-database.js';
import { POSTGRES_DIALECT } from './postgres-dialect.js';
import { migrateDatabase, schemaOfDatabase } from './schema-of-database.js';
import { shownPostgresUrl } from './shown-postgres-url.js';

/** Why a database cannot be used; `message` names it, without a password, and says what to do. */
export interface DatabaseUnusable {
  readonly type: 'database-unusable';
  readonly problem:
    | 'missing'
    | 'foreign'
    | 'newer'
    | 'older'
    | 'unknown'
    | 'no-schema'
    | 'no-unicode'
    | 'not-writable'
    | 'refused'
    | 'unreachable'
    | 'unreadable'
    | 'wrong-url';
  readonly message: string;
}

/** How to open a database; the defaults are what the service needs. */
export interface OpenDatabaseOptions extends Omit<PostgresOptions, 'url'> {
  /** Whether to create the tables if there are none; `true` by default. */
  readonly create?: boolean;
  /** Whether nothing is written: no missing tables are created, and no older schema upgraded. */
  readonly readOnly?: boolean;
  /** The schema, for tests. */
  readonly steps?: readonly SchemaStep[];
}

/** How long a statement of a migration can take, and how long it waits for another instance, in milliseconds. */
const MIGRATION_TIMEOUT_MS = 600_000;

type Problem = [problem: DatabaseUnusable['problem'], detail: string];

export const SCHEMA: readonly SchemaStep[] = schemaOf(POSTGRES_DIALECT);

const UNUSABLE: Readonly<Record<Exclude<Awaited<ReturnType<typeof schemaOfDatabase>>, 'current'>, Problem>> =
  {
    empty: ['missing', 'it has no tables of ops-admin; name another database, or import into it'],
    foreign: ['foreign', 'its schema holds tables of another program; name another database or schema'],
    older: ['older', SCHEMA_REFUSED.older],
    newer: ['newer', SCHEMA_REFUSED.newer],
    unknown: ['unknown', SCHEMA_REFUSED.unknown],
    'no-schema': ['no-schema', 'the role has no schema there; create one, or set its search_path'],
    'no-unicode': ['no-unicode', "its encoding is not UTF8; create one with ENCODING 'UTF8'"],
  };

/** Connects to a database and upgrades its schema. Errors: {@link DatabaseUnusable}. */
export function openDatabase(
  url: string,
  { create = true, readOnly = false, steps = SCHEMA, ...options }: OpenDatabaseOptions = {},
): ResultAsync<PostgresDatabase, DatabaseUnusable> {
  return new ResultAsync(open(url, { create: create && !readOnly, update: !readOnly }, steps, options));
}

async function open(
  url: string,
  may: { readonly create: boolean; readonly update: boolean },
  steps: readonly SchemaStep[],
  options: Omit<PostgresOptions, 'url'>,
): Promise<Result<PostgresDatabase, DatabaseUnusable>> {
  let database: PostgresDatabase | undefined;
  try {
    const opened = new PostgresDatabase({ ...options, url });
    database = opened;
    const state = await opened.onConnection((ask) => schemaOfDatabase(ask, steps));
    if ((state === 'older' && may.update) || (state === 'empty' && may.create))
      await opened.onConnection((ask) => migrateDatabase(ask, steps), MIGRATION_TIMEOUT_MS);
    else if (state !== 'current') {
      await opened.close();
      return err(unusable(url, UNUSABLE[state]));
    }
    return ok(opened);
  } catch (error) {
    await database?.close();
    return err(unusable(url, explain(error)));
  }
}

function unusable(url: string, [problem, detail]: Problem): DatabaseUnusable {
  return {
    type: 'database-unusable',
    problem,
    message: `cannot use the database ${shownPostgresUrl(url)}: ${detail}`,
  };
}

const NOT_THERE =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ECONNRESET|ENOENT)$/;

/** The message of `pg` if the server has no TLS. */
const NO_TLS = 'The server does not support SSL connections';
const NO_TRUST = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

function explain(error: unknown): Problem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof DatabaseError) {
    if (code === '3D000') return ['missing', `${message}; create it first`];
    if (/^28/.test(code)) return ['refused', `${message}; check the role and its password`];
    if (/^(?:42501|25006)/.test(code)) return ['not-writable', `${message}; grant it to the role`];
    if (/^(?:57P|53300)/.test(code)) return ['unreachable', `${message}; try again later`];
    return ['unreadable', message];
  }
  if (error instanceof WrongUrl) return ['wrong-url', message];
  if (message === NO_TLS) {
    return [
      'unreachable',
      'the server offers no TLS, and nothing was sent to it; use sslmode=disable in the URL only in a private network',
    ];
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return ['unreachable', `${message}; use the server name of its certificate`];
  }
  if (NO_TRUST.test(code)) {
    return [
      'unreachable',
      `${message}; set sslrootcert in the URL to the certificate of the authority that signed that of the server`,
    ];
  }
  // A file that the URL names, such as sslrootcert.
  if (error instanceof Error && 'syscall' in error && error.syscall === 'open')
    return ['unreadable', message];
  if (error instanceof TimedOut || NOT_THERE.test(code)) {
    return ['unreachable', `no server answers (${code || message}); is it running, and is the name right?`];
  }
  return ['unreachable', message];
}
