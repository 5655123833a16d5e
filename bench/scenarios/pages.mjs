import assert from 'node:assert/strict';
import { startService } from '../contenders.mjs';
import { ADMIN, importOrganisation, tokenOf } from '../organisation.mjs';
import { measureInRounds } from '../rounds.mjs';
import { readRequest } from './http.mjs';

/**
 * Where departments may be kept: `make` gives what `--db` takes for an organisation of so many departments. The adapter
 * of PostgreSQL adds a row, for a server that a variable names.
 */
const STORES = {
  SQLite: {
    make: (folder, departments) =>
      importOrganisation(folder, `pages-${departments}`, { users: 1000, departments }),
  },
};

const [FEW, MANY] = [1000, 1_000_000];

/** A page of 10 at the end of a million departments, against the first page of a thousand; one connection each. */
export async function runPages({ folder, load, plan }) {
  const measured = {};
  for (const [store, { make }] of Object.entries(STORES))
    measured[store] = await measure(folder, load, plan, make);
  return { title: `page of 10 at the end of ${MANY.toLocaleString('en')} departments`, stores: measured };
}

async function measure(folder, load, plan, make) {
  const requests = {};
  const servers = {};
  try {
    for (const [name, departments, start] of [
      ['first page', FEW, 0],
      ['last page', MANY, MANY - 10],
    ]) {
      const db = make(folder, departments);
      servers[name] = await startService(folder, db);
      requests[name] = readRequest(`/department/list/${start}/${start + 10}`, tokenOf(folder, db, ADMIN));
      const { path, headers } = requests[name];
      const { data } = await (await fetch(servers[name].url + path, { headers })).json();
      assert.deepEqual([data.total, data.departments.length], [departments, 10]);
    }
    return await measureInRounds(
      load,
      servers,
      (name) => ({ connections: 1, requests: [requests[name]] }),
      plan,
    );
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
}
