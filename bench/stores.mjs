import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { ownServer } from '../packages/adapter-postgres/test/own-server.ts';
import { POSTGRESQL, runInSqlite, SQLITE } from './in-sql.mjs';

/**
 * Where an organisation may be kept: what `--db` takes for a new one, its words of SQL, and how SQL is run in it while no
 * service has it open.
 */
export const STORES = {
  SQLite: async (folder) => ({
    words: SQLITE,
    name: () => join(folder, `${randomUUID()}.db`),
    async run(file, sql) {
      runInSqlite(file, sql);
    },
    async close() {},
  }),
  PostgreSQL: async () => {
    const server = await ownServer();
    const run = async (url, ...statements) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        for (const sql of statements) await client.query(sql);
      } finally {
        await client.end();
      }
    };
    const urlOf = (database) => {
      const url = new URL(server.url);
      url.pathname = database;
      return url.href;
    };
    return {
      words: POSTGRESQL,
      async name() {
        const database = `bench_${randomUUID().replaceAll('-', '')}`;
        await run(urlOf('postgres'), `create database ${database} template template0 encoding 'UTF8'`);
        return urlOf(database);
      },
      // The second is what the server does by itself, a minute later.
      run: (url, sql) => run(url, sql, 'vacuum analyze'),
      close: () => server.close(),
    };
  },
};
