import { createHash } from 'node:crypto';
import type { SchemaStep } from './schema.js';

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

/** The version of a schema, as {@link SCHEMA_ROW} reads it. */
export interface SchemaRow {
  readonly version: number;
  readonly compatible_from: number;
  /** Missing in a database that no release made. */
  readonly fingerprint?: string;
}

/** SQL for the {@link SchemaRow}, where the table `ops_admin_schema` exists. */
export const SCHEMA_ROW = 'select * from ops_admin_schema';

/** Distinguishes a schema from others of the same version. */
export function fingerprintOf(steps: readonly SchemaStep[]): string {
  const hash = createHash('sha256');
  for (const { sql } of steps) hash.update(sql).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/** Compares the row of a schema with these steps; without a row, the database is empty. */
export function schemaState(row: SchemaRow | undefined, steps: readonly SchemaStep[]): SchemaState {
  if (!row) return 'empty';
  const { compatible_from: compatibleFrom, fingerprint, version } = row;
  if (fingerprint === undefined) return 'unknown';
  // A newer program has changed it, but may have kept what this one knows.
  if (version > steps.length) return steps.length >= compatibleFrom ? 'current' : 'newer';
  if (fingerprint !== fingerprintOf(steps.slice(0, version))) return 'unknown';
  return version < steps.length ? 'older' : 'current';
}

/** The SQL that brings a schema up to date, for one transaction; empty if another process was faster. */
export function migrationOf(row: SchemaRow | undefined, steps: readonly SchemaStep[]): string {
  const state = schemaState(row, steps);
  if (state !== 'empty' && state !== 'older') return '';
  const compatibleFrom = Math.max(...steps.map((step) => step.compatibleFrom));
  return [
    ...(row ? [] : [MAKE_TABLE]),
    ...steps.slice(row?.version ?? 0).map(({ sql }) => sql.replace(/;?\s*$/, ';')),
    'delete from ops_admin_schema;',
    `insert into ops_admin_schema (only_row, version, compatible_from, fingerprint)
      values (1, ${steps.length}, ${compatibleFrom}, '${fingerprintOf(steps)}');`,
  ].join('\n');
}

const MAKE_TABLE = `create table ops_admin_schema (
  only_row integer primary key check (only_row = 1),
  version integer not null,
  compatible_from integer not null,
  fingerprint text not null
);`;
