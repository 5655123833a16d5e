import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { ownServer } from '../../packages/adapter-postgres/test/own-server.ts';

/**
 * The databases of the bench: `fresh()` names a new one as `--db` takes it, `copy(db)` a copy that one server can write to, `rows(db, sql)`
 * reads while no server has it open.
 */
export const STORES = {
  sqlite: async (folder) => {
    const fresh = async () => join(folder, `${randomUUID()}.db`);
    return {
      fresh,
      async copy(db) {
        const copy = await fresh();
        cpSync(db, copy);
        return copy;
      },
      async rows(file, sql) {
        const database = new Database(file);
        const statement = database.prepare(sql);
        const rows = statement.reader ? statement.all() : statement.run();
        database.close();
        return rows;
      },
      async close() {},
    };
  },
  postgres: async () => {
    const server = await ownServer();
    const urlOf = (name) => Object.assign(new URL(server.url), { pathname: name }).href;
    const rows = async (url, ...statements) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        let result;
        for (const sql of statements) result = await client.query(sql);
        return result.rows;
      } finally {
        await client.end();
      }
    };
    const make = async (template) => {
      const name = `bench_${randomUUID().replaceAll('-', '')}`;
      await rows(urlOf('postgres'), `create database ${name} template ${template}`);
      return urlOf(name);
    };
    return {
      fresh: () => make("template0 encoding 'UTF8'"),
      async copy(db) {
        // The server does this by itself, a minute after an import.
        await rows(db, 'vacuum analyze');
        return make(new URL(db).pathname.slice(1));
      },
      rows,
      close: () => server.close(),
    };
  },
};
