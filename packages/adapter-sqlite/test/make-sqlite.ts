import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionsOf, openDatabase, SCHEMA, sqliteStores } from '@ops-admin/adapter-sqlite';
import { portsOf, type TestedDatabase } from '../../store-sql/test/tested-database.ts';

export { SCHEMA as SQLITE_STEPS };

/** A file for the tests of all SQL databases. */
export async function makeSqlite(): Promise<TestedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'ops-admin-store-'));
  const file = join(folder, 'organisation.db');
  return {
    open: async (options = {}) => {
      const opened = openDatabase(file, options);
      if (opened.isErr()) return opened.error.problem;
      const database = opened.value;
      return {
        ports: portsOf(sqliteStores(connectionsOf(database))),
        sql: async (...statements) => {
          for (const statement of statements.slice(0, -1)) database.exec(statement);
          const last = database.prepare(statements.at(-1) ?? '');
          if (last.reader) return last.all() as object[];
          last.run();
          return [];
        },
        close: async () => {
          database.close();
        },
      };
    },
    drop: () => rm(folder, { recursive: true }),
  };
}
