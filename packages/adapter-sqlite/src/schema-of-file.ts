import { migrate, type SchemaState, type SchemaStep, schemaState } from '@ops-admin/store-sql';
import type Database from 'better-sqlite3';
import { SQLITE_DIALECT } from './sqlite-dialect.js';
import { StatementRunner } from './statement-runner.js';

/** Marks a SQLite file as one of ops-admin: "OPSA". */
const APPLICATION_ID = 0x4f505341;

/** Reads what a database file is; a new one is `empty`, and one of another program `foreign`. */
export function schemaOfFile(
  database: Database.Database,
  steps: readonly SchemaStep[],
): SchemaState | 'foreign' {
  const isOurs = database.pragma('application_id', { simple: true }) === APPLICATION_ID;
  const hasTables = database.prepare('select 1 from sqlite_schema').get() !== undefined;
  if (!isOurs) return hasTables ? 'foreign' : 'empty';
  const state = new StatementRunner(database).run(schemaState(SQLITE_DIALECT, steps));
  return state === 'empty' ? 'unknown' : state;
}

/** Brings the schema up to date in one transaction. If two processes start at once, one finds nothing to do. */
export function migrateFile(database: Database.Database, steps: readonly SchemaStep[]): void {
  const apply = database.transaction(() => {
    new StatementRunner(database).run(migrate(SQLITE_DIALECT, steps));
    database.pragma(`application_id = ${APPLICATION_ID}`);
  });
  apply.immediate();
}
