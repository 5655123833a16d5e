import { openDatabase, SCHEMA } from '@ops-admin/adapter-postgres';
import { sqlStores } from '@ops-admin/store-sql';
import { portsOf, type TestedDatabase } from '../../store-sql/test/tested-database.ts';
import { aDatabase, ask } from './a-postgres.ts';

export { SCHEMA as POSTGRES_STEPS };

/** A database for the tests of all SQL databases. */
export async function makePostgres(): Promise<TestedDatabase> {
  const { drop, url } = await aDatabase();
  return {
    open: async (options = {}) => {
      const opened = await openDatabase(url, options);
      if (opened.isErr()) return opened.error.problem;
      const database = opened.value;
      return {
        ports: portsOf(sqlStores(database)),
        sql: (...statements) => ask<object>(url, ...statements),
        close: () => database.close(),
      };
    },
    drop,
  };
}
