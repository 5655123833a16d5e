import { makePostgres, POSTGRES_STEPS } from '../../adapter-postgres/test/make-postgres.ts';
import { makeSqlite, SQLITE_STEPS } from '../../adapter-sqlite/test/make-sqlite.ts';
import type { OpenedDatabase, TestedDatabase } from './tested-database.ts';

export type { OpenedDatabase, TestedDatabase };

/** Every database that the tests of this package run over. */
export const DATABASES = [
  { name: 'SQLite', schema: SQLITE_STEPS, make: makeSqlite },
  { name: 'PostgreSQL', schema: POSTGRES_STEPS, make: makePostgres },
] as const;

/** Opens a database that must not be refused. */
export async function openOf(database: TestedDatabase): Promise<OpenedDatabase> {
  const opened = await database.open();
  if (typeof opened === 'string') throw new Error(`refused: ${opened}`);
  return opened;
}
