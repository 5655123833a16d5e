import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { ownServer } from '../../packages/adapter-postgres/test/own-server.ts';
import { startService } from '../contenders.mjs';
import { insertDepartments, runInSqlite, SQLITE } from '../in-sql.mjs';
import { ADMIN, importOrganisation, tokenOf } from '../organisation.mjs';
import { measureInRounds } from '../rounds.mjs';
import { readRequest } from './http.mjs';

const [FEW, MANY] = [1000, 1_000_000];
const USERS = 1000;
/** More than the service remembers, so that each page is read from the store. */
const PAGES = 200;

const POSTGRESQL = {
  numbers: (from, to) => `generate_series(${from}, ${to - 1}) n`,
  hex: (n) => `lpad(to_hex(${n}), 23, '0')`,
  time: `to_char(to_timestamp(1600000000 + n * 60) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
};

/** Where departments may be kept: what `--db` takes for a new organisation, and how it gets departments in SQL. */
const STORES = {
  SQLite: async (folder) => ({
    name: () => join(folder, `${randomUUID()}.db`),
    async fill(file, from, to) {
      runInSqlite(file, insertDepartments(SQLITE, from, to, USERS));
    },
    async close() {},
  }),
  PostgreSQL: async () => {
    const server = await ownServer();
    const run = async (database, sql) => {
      const url = new URL(server.url);
      url.pathname = database;
      const client = new pg.Client({ connectionString: url.href });
      await client.connect();
      await client.query(sql);
      await client.end();
      return url.href;
    };
    return {
      async name() {
        const database = `bench_${randomUUID().replaceAll('-', '')}`;
        await run('postgres', `create database ${database} template template0 encoding 'UTF8'`);
        const url = new URL(server.url);
        url.pathname = database;
        return url.href;
      },
      async fill(url, from, to) {
        const database = new URL(url).pathname;
        await run(database, insertDepartments(POSTGRESQL, from, to, USERS));
        // What the server does by itself, a minute later.
        await run(database, 'vacuum analyze');
      },
      close: () => server.close(),
    };
  },
};

/** Pages of 10 at the end of a million departments, against the first of a thousand; one connection each. */
export async function runPages({ folder, load, plan }) {
  const measured = {};
  for (const [name, open] of Object.entries(STORES)) {
    const store = await open(folder);
    try {
      measured[name] = await measure(folder, load, plan, store);
    } finally {
      await store.close();
    }
  }
  return { title: `page of 10 at the end of ${MANY.toLocaleString('en')} departments`, stores: measured };
}

async function measure(folder, load, plan, store) {
  const requests = {};
  const servers = {};
  try {
    for (const [name, departments, startOf] of [
      ['first page', FEW, (page) => page],
      ['last page', MANY, (page) => MANY - 10 - page],
    ]) {
      const db = importOrganisation(folder, await store.name(), { users: USERS, departments: FEW });
      if (departments > FEW) await store.fill(db, FEW, departments);
      servers[name] = await startService(folder, db);
      const token = tokenOf(folder, db, ADMIN);
      requests[name] = Array.from({ length: PAGES }, (_, page) =>
        readRequest(`/department/list/${startOf(page)}/${startOf(page) + 10}`, token),
      );
      const [{ headers, path }] = requests[name];
      const { data } = await (await fetch(servers[name].url + path, { headers })).json();
      assert.deepEqual([data.total, data.departments.length], [departments, 10]);
    }
    return await measureInRounds(
      load,
      servers,
      (name) => ({ connections: 1, requests: requests[name] }),
      plan,
    );
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
}
