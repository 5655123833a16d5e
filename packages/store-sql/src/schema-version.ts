import { createHash } from 'node:crypto';
import type { Dialect } from './dialect.js';
import type { SchemaStep } from './schema.js';
import { all, first, script, type Work, write } from './work.js';

/**
 * How the schema of a database compares to the one of this program. `empty` has no tables of ops-admin, `unknown` has some that no
 * release made.
 */
export type SchemaState = 'current' | 'empty' | 'older' | 'newer' | 'unknown';

/** Why the tables of a state cannot be used, and what to do. */
export const SCHEMA_REFUSED: Readonly<Record<Exclude<SchemaState, 'current' | 'empty'>, string>> = {
  older: 'an older version of ops-admin made its tables; ops-admin users list upgrades them',
  newer: 'a newer version of ops-admin has changed it; install that version',
  unknown: 'a version of ops-admin that was never released made its tables; import into a new one',
};

/** Tells a schema from others of the same version. */
export function fingerprintOf(steps: readonly SchemaStep[]): string {
  const hash = createHash('sha256');
  for (const { sql } of steps) hash.update(sql).update('\0');
  return hash.digest('hex').slice(0, 16);
}

interface SchemaRow {
  readonly version: number;
  readonly compatible_from: number;
  /** Missing in a database from before there were any. */
  readonly fingerprint?: string;
}

/** Reads what the schema of a database is, and changes nothing. */
export function* schemaState(dialect: Dialect, steps: readonly SchemaStep[]): Work<SchemaState> {
  if ((yield* all(dialect.hasTable, 'ops_admin_schema')).length === 0) return 'empty';
  const row = yield* first<SchemaRow>('select * from ops_admin_schema');
  if (!row) return 'unknown';
  const { compatible_from: compatibleFrom, fingerprint, version } = row;
  if (fingerprint === undefined) return 'unknown';
  // A newer program has changed it, but may have kept what this one knows.
  if (version > steps.length) return steps.length >= compatibleFrom ? 'current' : 'newer';
  if (fingerprint !== fingerprintOf(steps.slice(0, version))) return 'unknown';
  return version < steps.length ? 'older' : 'current';
}

/** Brings the schema up to date, inside the caller's transaction. If another process was faster, it finds nothing to do. */
export function* migrate(dialect: Dialect, steps: readonly SchemaStep[]): Work<void> {
  const state = yield* schemaState(dialect, steps);
  if (state !== 'empty' && state !== 'older') return;
  if (state === 'empty') {
    yield* script(`create table ops_admin_schema (
      only_row integer primary key check (only_row = 1),
      version integer not null,
      compatible_from integer not null,
      fingerprint text not null
    )`);
  }
  const version = (yield* first<SchemaRow>('select * from ops_admin_schema'))?.version ?? 0;
  for (const { sql } of steps.slice(version)) yield* script(sql);
  const compatibleFrom = Math.max(...steps.map((step) => step.compatibleFrom));
  yield* write({ text: 'delete from ops_admin_schema', rows: [[]], size: 1 });
  yield* write({
    text: 'insert into ops_admin_schema (only_row, version, compatible_from, fingerprint) values (1, ?, ?, ?)',
    rows: [[steps.length, compatibleFrom, fingerprintOf(steps)]],
    size: 1,
    expected: 1,
  });
}
