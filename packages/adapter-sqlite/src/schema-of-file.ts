import {
  migrationOf,
  SCHEMA_ROW,
  type SchemaRow,
  type SchemaState,
  type SchemaStep,
  schemaState,
} from '@ops-admin/store-sql';
import type Database from 'better-sqlite3';

const APPLICATION_ID = 0x4f505341;

/** Reads what a database file is; a new one is `empty`, and one of another program `foreign`. */
export function schemaOfFile(
  database: Database.Database,
  steps: readonly SchemaStep[],
): SchemaState | 'foreign' {
  const isOurs = database.pragma('application_id', { simple: true }) === APPLICATION_ID;
  const hasTables = database.prepare('select 1 from sqlite_schema').get() !== undefined;
  if (!isOurs) return hasTables ? 'foreign' : 'empty';
  const row = rowOf(database);
  return row ? schemaState(row, steps) : 'unknown';
}

/** Brings the schema up to date in one transaction. If two processes start concurrently, one finds nothing to do. */
export function migrateFile(database: Database.Database, steps: readonly SchemaStep[]): void {
  const apply = database.transaction(() => {
    database.exec(migrationOf(rowOf(database), steps));
    database.pragma(`application_id = ${APPLICATION_ID}`);
  });
  apply.immediate();
}

function rowOf(database: Database.Database): SchemaRow | undefined {
  const hasTable = "select 1 from sqlite_schema where type = 'table' and name = 'ops_admin_schema'";
  return database.prepare(hasTable).get() ? database.prepare<[], SchemaRow>(SCHEMA_ROW).get() : undefined;
}
