import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { ownServer } from '../../packages/adapter-postgres/test/own-server.ts';
import { POSTGRESQL, runInSqlite, SQLITE } from './in-sql.mjs';

/**
 * Where an organisation may be kept: what `--db` takes for a new one and for a copy that one server writes to, its words of SQL,
 * the floors that are written for it, how rows are read from it, and how SQL is run in it while no service has it open.
 */
export const STORES = {
  SQLite: async (folder) => {
    const name = () => join(folder, `${randomUUID()}.db`);
    return {
      words: SQLITE,
      floors: ['limit-koa', 'floor-http'],
      name,
      copy(db) {
        const copy = name();
        cpSync(db, copy);
        return copy;
      },
      async run(file, sql) {
        runInSqlite(file, sql);
      },
      async rows(file, sql) {
        const database = new Database(file, { readonly: true });
        const rows = database.prepare(sql).all();
        database.close();
        return rows;
      },
      async close() {},
    };
  },
  PostgreSQL: async () => {
    const server = await ownServer();
    const run = async (url, ...statements) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      let rows;
      try {
        for (const sql of statements) ({ rows } = await client.query(sql));
        return rows;
      } finally {
        await client.end();
      }
    };
    const urlOf = (database) => {
      const url = new URL(server.url);
      url.pathname = database;
      return url.href;
    };
    const make = async (template) => {
      const database = `bench_${randomUUID().replaceAll('-', '')}`;
      await run(urlOf('postgres'), `create database ${database} template ${template}`);
      return urlOf(database);
    };
    return {
      words: POSTGRESQL,
      floors: ['limit-koa'],
      name: () => make("template0 encoding 'UTF8'"),
      copy: (url) => make(new URL(url).pathname.slice(1)),
      rows: run,
      // The second is what the server does by itself, a minute later.
      run: (url, sql) => run(url, sql, 'vacuum analyze'),
      close: () => server.close(),
    };
  },
};
