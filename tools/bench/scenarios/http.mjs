import assert from 'node:assert/strict';
import { ADDRESS, PLACE, startAddressProvider } from '../address-provider.mjs';
import { opsAdmin } from '../command.mjs';
import { startFloor, startService } from '../contenders.mjs';
import {
  ADMIN,
  importOrganisation,
  keysIn,
  OTHER_USER,
  PLAIN_USER,
  removalAt,
  removalsOf,
  tokenOf,
} from '../organisation.mjs';
import { measureInRounds } from '../rounds.mjs';
import { removalIn, removalsIn, sameAnswer, sameRefusals } from '../same-answers.mjs';

const REMOVAL = '/user/remove-permissions';
const ADDRESSES = '/geo-locations/address/';

/** What is asked over HTTP of the service and of others, by name; `onSqliteAlone` is not measured on PostgreSQL. */
export const HTTP_SCENARIOS = {
  list: {
    title: 'list, 10 of 10,000 departments',
    data: 'reads',
    connections: 32,
    others: ['limit-koa', 'floor-http'],
    path: '/department/list/0/10',
    // Elsewhere in the list, and its end.
    alsoSame: ['/department/list/0/1', '/department/list/4990/5000', '/department/list/9995/0'],
    refuses: 'plain users',
  },
  users: {
    title: 'list, 50 of 1,000 users',
    data: 'reads',
    connections: 32,
    path: '/user/list/0/50',
    alsoSame: ['/user/list/0/1', '/user/list/400/450', '/user/list/995/0'],
    refuses: 'plain users',
  },
  search: {
    title: 'list, 50 of the users whose names have a text',
    data: 'reads',
    connections: 32,
    path: '/user/list/0/50?search=first1',
    alsoSame: ['/user/list/0/5?search=b9', '/user/list/0/5?search=nobody', '/user/list/100/0?search=LAST1'],
    refuses: 'plain users',
  },
  user: {
    title: 'a user',
    data: 'reads',
    connections: 32,
    path: `/user/${PLAIN_USER}`,
    alsoSame: [`/user/${ADMIN}`, `/user/${'f'.repeat(24)}`],
    refuses: 'plain users',
  },
  session: { title: 'session', data: 'reads', connections: 32, path: '/auth/session' },
  decision: {
    title: 'decision about another user',
    data: 'reads',
    connections: 32,
    path: '/access/v1/evaluation',
    asks: question(OTHER_USER, 'read'),
    alsoAsks: [
      question(OTHER_USER, 'none'),
      question(ADMIN, 'read'),
      question('f'.repeat(24), 'read'),
      { ...question(OTHER_USER, 'read'), action: {} },
    ],
    refuses: 'plain users',
  },
  'removal-32': {
    title: 'removal, 32 connections',
    data: 'removals',
    connections: 32,
    others: ['limit-koa', 'floor-http'],
  },
  'removal-1': {
    title: 'removal, one connection',
    data: 'removals',
    connections: 1,
    others: ['limit-koa', 'floor-http'],
  },
  airport: {
    title: 'airport look-up',
    data: 'reads',
    connections: 32,
    others: ['limit-koa', 'floor-http'],
    path: `${ADDRESSES}CDG`,
    alsoSame: [`${ADDRESSES}KJFK`, `${ADDRESSES}lax`],
  },
  address: {
    title: 'cached address',
    data: 'reads',
    connections: 32,
    others: ['limit-koa', 'floor-http'],
    path: ADDRESSES + encodeURIComponent(ADDRESS),
    alsoSame: [ADDRESSES + encodeURIComponent(ADDRESS.toUpperCase())],
    onSqliteAlone: true,
  },
  'no-token': {
    title: '401: no token',
    data: 'reads',
    connections: 32,
    path: '/auth/session',
    token: null,
    status: 401,
    onSqliteAlone: true,
  },
  'no-user': {
    title: '404: an unknown user',
    data: 'reads',
    connections: 32,
    path: `/user/${'f'.repeat(24)}`,
    status: 404,
  },
  'over-limit': {
    title: '429: a look-up too many',
    data: 'reads',
    connections: 32,
    path: `${ADDRESSES}CDG`,
    lookups: 1,
    status: 429,
    onSqliteAlone: true,
  },
};

/** Whether a user may do something that all but the admin may. */
function question(id, name) {
  return { subject: { type: 'user', id }, action: { name }, resource: { type: 'module0', id: 'any' } };
}

/** The databases that all servers get copies of, made when they are first wanted. */
export class Databases {
  store;
  #made = {};
  #folder;
  #users;

  constructor(folder, store, { users }) {
    this.#folder = folder;
    this.store = store;
    this.#users = users;
  }

  get(name) {
    this.#made[name] ??= this.#make(name);
    return this.#made[name];
  }

  async #make(name) {
    const users = { removals: this.#users, everything: 10_000 }[name] ?? 1000;
    const departments = name === 'removals' ? 0 : 10_000;
    const db = importOrganisation(this.#folder, await this.store.name(), { users, departments });
    // Without more than that to do, a server of PostgreSQL learns how large its tables are.
    await this.store.run(db, 'select 1');
    const [admin, plain] = [ADMIN, PLAIN_USER].map((user) => tokenOf(this.#folder, db, user));
    return { db, tokens: { admin, plain }, users };
  }
}

/** Measures one scenario; gives what each server did in each round. */
export async function runHttpScenario(name, { folder, databases, load, plan }) {
  const { title, data, connections, others = ['limit-koa'] } = HTTP_SCENARIOS[name];
  const made = await databases.get(data);
  const { store } = databases;
  const measured = await withServers(
    name,
    { folder, databases },
    others.filter((other) => store.floors.includes(other)),
    async (servers, copies, provider) => {
      const body = await check(name, servers, store, copies, made);
      const rounds = await measureInRounds(load, servers, jobsOf(name, made, body), plan);
      for (const server of Object.values(servers)) await server.stop();
      if (data === 'removals') await checkRemovals(folder, store, copies, rounds);
      if (name === 'address') assert.equal(provider.asked(), 1, 'the service asks for what it has');
      return rounds;
    },
  );
  return { title, connections, servers: measured };
}

/** Measures the service alone in one round, and has it write a profile of its processor time to a folder. */
export async function profileHttpScenario(name, { folder, databases, load, plan }, out) {
  const { title, data } = HTTP_SCENARIOS[name];
  const made = await databases.get(data);
  const nodeArgs = ['--cpu-prof', '--cpu-prof-interval', '200', '--cpu-prof-dir', out];
  // The profile is written when the process ends.
  const servers = await withServers(name, { folder, databases, nodeArgs }, [], async (servers, copies) => {
    const body = await check(name, servers, databases.store, copies, made);
    return measureInRounds(load, servers, jobsOf(name, made, body), { ...plan, rounds: 1 });
  });
  return { title, servers };
}

/** Starts the service and others, each on a copy of the same database, and stops them in the end. */
async function withServers(name, { folder, databases, nodeArgs }, others, use) {
  const { data, lookups } = HTTP_SCENARIOS[name];
  const provider = await startAddressProvider();
  const servers = {};
  try {
    const { db } = await databases.get(data);
    const copies = {};
    for (const server of ['service', ...others]) copies[server] = await databases.store.copy(db);
    const places = { [ADDRESS]: PLACE };
    const limits = { nodeArgs, lookups };
    servers.service = await startService(folder, copies.service, { ...limits, providerUrl: provider.url });
    for (const other of others)
      servers[other] = await startFloor(other, folder, copies[other], { ...limits, places });
    return await use(servers, copies, provider);
  } finally {
    for (const server of Object.values(servers)) await server.stop();
    provider.stop();
  }
}

/** Whether all do the same; gives the text of the answer that is then asked for again and again. */
function check(name, servers, store, copies, { tokens, users }) {
  const scenario = HTTP_SCENARIOS[name];
  return scenario.data === 'removals'
    ? checkRemoval(servers, store, copies, { tokens, users })
    : checkRead(servers, requestOf(scenario, tokens), scenario, tokens);
}

/** What a server is sent in a round, from the nth removal on. */
function jobsOf(name, { tokens, users }, expectBody) {
  const scenario = HTTP_SCENARIOS[name];
  const { connections, data, status } = scenario;
  if (data !== 'removals') {
    const expected = status === undefined ? { expectBody } : { expectStatus: status };
    return () => ({ connections, requests: [requestOf(scenario, tokens)], ...expected });
  }
  const requests = [removalRequest(tokens.admin)];
  const end = removalsOf(users);
  // The first removal was that of the check.
  return (_server, next = 1) => ({
    connections,
    requests,
    removals: { users, first: next, end },
    expectBody,
  });
}

function requestOf({ asks, path, token }, tokens) {
  if (asks) return asking(path, asks, tokens.admin);
  return token === null ? { method: 'GET', path, headers: {} } : readRequest(path, tokens.admin);
}

function asking(path, body, token) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}

export function readRequest(path, token) {
  return { method: 'GET', path, headers: { Authorization: `Bearer ${token}` } };
}

export function removalRequest(token) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return { method: 'PUT', path: REMOVAL, headers };
}

async function checkRead(servers, request, scenario, tokens) {
  const { alsoAsks = [], alsoSame = [], lookups, refuses, status = 200 } = scenario;
  for (let n = 0; n < (lookups ?? 0); n++) await sameAnswer(servers, request);
  const body = await sameAnswer(servers, request, status);
  if (status !== 200) return body;
  for (const path of alsoSame) await sameAnswer(servers, { ...request, path });
  for (const body of alsoAsks) await sameAnswer(servers, asking(request.path, body, tokens.admin));
  await sameRefusals(servers, request, refuses ? [tokens.plain] : []);
  return body;
}

async function checkRemoval(servers, store, copies, { tokens, users }) {
  const request = removalRequest(tokens.admin);
  const removing = (payload) => ({ ...request, body: JSON.stringify({ payload }) });
  const { userId, permissions } = removalAt(0, users);
  const first = removing({ userId, permissions });
  const body = await sameAnswer(servers, first);
  const [expected, ...others] = await Promise.all(
    Object.values(copies).map((db) => removalIn(store, db, userId)),
  );
  for (const other of others)
    assert.deepEqual(other, expected, 'a removal leaves another set or entry behind');
  await sameAnswer(servers, removing({ userId: ADMIN, permissions: ['service.none.*'] }));
  await sameAnswer(servers, removing({ userId: 'f'.repeat(24), permissions: ['service.none.*'] }));
  await sameAnswer(servers, removing({ userId, permissions: [1] }));
  await sameRefusals(servers, first, [tokens.plain]);
  return body;
}

/** Every answer stands for an entry on disk, every one has taken something away, and those that are sealed make a sound trail. */
async function checkRemovals(folder, store, copies, measured) {
  for (const [name, db] of Object.entries(copies)) {
    const { made, idle } = await removalsIn(store, db);
    const answers = measured[name].reduce((sum, round) => sum + round.answers, 0);
    assert.ok(made > answers, `${name}: ${made} removals on disk for ${answers} answers`);
    assert.equal(idle, 1, `${name}: removals that took nothing away`);
    if (name !== 'floor-http')
      opsAdmin(['audit', 'verify', '--db', db], folder, { env: { OPS_AUTH_KEYS: keysIn(folder) } });
  }
}
