import assert from 'node:assert/strict';
import { startService } from '../contenders.mjs';
import { insertDepartments } from '../in-sql.mjs';
import { ADMIN, importOrganisation, tokenOf } from '../organisation.mjs';
import { measureInRounds } from '../rounds.mjs';
import { STORES } from '../stores.mjs';
import { readRequest } from './http.mjs';

const [FEW, MANY] = [1000, 1_000_000];
const USERS = 1000;
/** More than the service remembers, so that each page is read from the store. */
const PAGES = 200;

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
      if (departments > FEW) await store.run(db, insertDepartments(store.words, FEW, departments, USERS));
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
