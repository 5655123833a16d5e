import assert from 'node:assert/strict';
import { startService } from '../contenders.mjs';
import { ADMIN, importOrganisation, removalsOf, tokenOf } from '../organisation.mjs';
import { measureInRounds } from '../rounds.mjs';
import { STORES } from '../stores.mjs';
import { removalRequest } from './http.mjs';

/** As many as a request may have. */
const ROWS = 100;
/** The names of both ways, as results have them. */
export const [SINGLE, MANY] = ['single PUTs', '100 a request'];

const USERS = 30_000;

/** Changes a second of the service: one a request over 32 connections, and 100 a request over one. */
export async function runChanges({ folder, load, plan, quick }) {
  const measured = {};
  for (const [name, open] of Object.entries(STORES)) {
    if (quick && name !== 'SQLite') continue;
    const store = await open(folder);
    try {
      measured[name] = await measure(folder, load, plan, store);
    } finally {
      await store.close();
    }
  }
  return { title: `changes a second: ${SINGLE} over 32 connections, ${MANY} over one`, stores: measured };
}

async function measure(folder, load, plan, store) {
  const servers = {};
  const tokens = {};
  try {
    for (const name of [SINGLE, MANY]) {
      const db = importOrganisation(folder, await store.name(), { users: USERS, departments: 0 });
      // Without more than that to do, the server learns how large its tables are.
      await store.run(db, 'select 1');
      servers[name] = await startService(folder, db);
      tokens[name] = tokenOf(folder, db, ADMIN);
    }
    const single = removalRequest(tokens[SINGLE]);
    const many = { ...removalRequest(tokens[MANY]), method: 'POST', path: '/user/change-permissions' };
    const jobs = {
      [SINGLE]: (first) => ({
        connections: 32,
        requests: [single],
        removals: { users: USERS, first, end: removalsOf(USERS) },
      }),
      [MANY]: (first) => ({ connections: 1, requests: [many], changes: { users: USERS, first, rows: ROWS } }),
    };
    const measured = await measureInRounds(load, servers, (name, next = 0) => jobs[name](next), plan);
    await checkNewest(servers[MANY].url, tokens[MANY]);
    return { ...measured, [MANY]: measured[MANY].map(ofEachChange) };
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
}

/** The last request has changed as many users as it has rows. */
async function checkNewest(url, token) {
  const get = async (path) =>
    (await (await fetch(url + path, { headers: { Authorization: `Bearer ${token}` } })).json()).data;
  const [newest] = (await get('/audit/batches?limit=1')).batches;
  assert.deepEqual([newest.entries, newest.users], [ROWS, ROWS]);
  const { entries } = await get(`/audit/list?batch=${newest.batch}&changed=true&limit=${ROWS}`);
  assert.equal(entries.length, ROWS);
}

function ofEachChange({ cpu, perSecond, ...round }) {
  const each = cpu && { main: cpu.main / ROWS, others: cpu.others / ROWS };
  return { ...round, perSecond: perSecond * ROWS, cpu: each };
}
