import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCHEMA, SqliteDatabase } from '@ops-admin/adapter-sqlite';
import { sqlStores } from '@ops-admin/store-sql';
import Database from 'better-sqlite3';
import { portsOf, type TestedDatabase } from '../../store-sql/test/tested-database.ts';

export { SCHEMA as SQLITE_STEPS };

/** A file for the tests of all SQL databases. */
export async function makeSqlite(): Promise<TestedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'ops-admin-store-'));
  const file = join(folder, 'organisation.db');
  return {
    open: async (options = {}) => {
      const opened = SqliteDatabase.open(file, options);
      if (opened.isErr()) return opened.error.problem;
      const other = new Database(file);
      return {
        ports: portsOf(sqlStores(opened.value)),
        sql: async (...statements) => {
          for (const statement of statements.slice(0, -1)) other.exec(statement);
          const last = other.prepare(statements.at(-1) ?? '');
          if (last.reader) return last.all() as object[];
          last.run();
          return [];
        },
        close: async () => {
          other.close();
          await opened.value.close();
        },
      };
    },
    drop: () => rm(folder, { recursive: true }),
  };
}
