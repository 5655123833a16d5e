import assert from 'node:assert/strict';
import { join } from 'node:path';
import { ADDRESS, PLACE, startAddressProvider } from '../address-provider.mjs';
import { copyFor, startFloor, startHello, startService } from '../contenders.mjs';
import { ADMIN, importOrganisation, PLAIN_USER, removalAt, removalsOf, tokenOf } from '../organisation.mjs';
import { measureInRounds } from '../rounds.mjs';
import { removalIn, removalsIn, sameAnswer, sameRefusals } from '../same-answers.mjs';

const REMOVAL = '/user/remove-permissions';
const ADDRESSES = '/geo-locations/address/';

/** What is asked over HTTP of the service and the floors, by name. */
export const HTTP_SCENARIOS = {
  list: {
    title: 'list, 10 of 10,000 departments',
    data: 'reads',
    connections: 32,
    path: '/department/list/0/10',
    // Elsewhere in the list, and its end.
    alsoSame: ['/department/list/0/1', '/department/list/4990/5000', '/department/list/9995/0'],
    refuses: 'plain users',
  },
  users: {
    title: 'list, 50 of 1,000 users',
    data: 'reads',
    connections: 32,
    floors: ['floor-koa'],
    path: '/user/list/0/50',
    alsoSame: ['/user/list/0/1', '/user/list/400/450', '/user/list/995/0'],
    refuses: 'plain users',
  },
  session: {
    title: 'session',
    data: 'reads',
    connections: 32,
    floors: ['floor-koa'],
    path: '/auth/session',
    alsoSame: [],
  },
  'removal-32': { title: 'removal, 32 connections', data: 'removals', connections: 32 },
  'removal-1': { title: 'removal, one connection', data: 'removals', connections: 1 },
  airport: {
    title: 'airport look-up',
    data: 'reads',
    connections: 32,
    path: `${ADDRESSES}CDG`,
    alsoSame: [`${ADDRESSES}KJFK`, `${ADDRESSES}lax`],
  },
  address: {
    title: 'cached address',
    data: 'reads',
    connections: 32,
    path: ADDRESSES + encodeURIComponent(ADDRESS),
    alsoSame: [ADDRESSES + encodeURIComponent(ADDRESS.toUpperCase())],
  },
};

/** The databases that all servers get copies of, made when they are first wanted. */
export class Databases {
  #made = {};
  #folder;
  #users;

  constructor(folder, { users }) {
    this.#folder = folder;
    this.#users = users;
  }

  get(name) {
    this.#made[name] ??= this.#make(name);
    return this.#made[name];
  }

  #make(name) {
    const users = name === 'removals' ? this.#users : 1000;
    const departments = name === 'removals' ? 0 : 10_000;
    const file = importOrganisation(this.#folder, join(this.#folder, `${name}.db`), { users, departments });
    const [admin, plain] = [ADMIN, PLAIN_USER].map((user) => tokenOf(this.#folder, file, user));
    return { file, tokens: { admin, plain }, users };
  }
}

/** Measures one scenario; gives what each server did in each round. */
export async function runHttpScenario(name, { folder, databases, load, plan }) {
  const { title, data, connections, floors = FLOORS } = HTTP_SCENARIOS[name];
  const provider = await startAddressProvider();
  const servers = {};
  try {
    const { file } = databases.get(data);
    const copies = Object.fromEntries(
      ['service', ...floors].map((server) => [server, copyFor(server, file)]),
    );
    const places = { [ADDRESS]: PLACE };
    servers.service = await startService(folder, copies.service, { providerUrl: provider.url });
    for (const floor of floors) servers[floor] = await startFloor(floor, folder, copies[floor], places);

    const body = await check(name, servers, copies, databases.get(data));
    if (floors === FLOORS) servers['hello-koa'] = await startHello(folder, body);
    const measured = await measureInRounds(load, servers, jobsOf(name, databases.get(data), body), plan);

    for (const server of Object.values(servers)) await server.stop();
    if (data === 'removals') checkRemovals(copies, measured);
    if (name === 'address') assert.equal(provider.asked(), 1, 'the service asks for what it has');
    return { title, connections, bytes: Buffer.byteLength(body), servers: measured };
  } finally {
    for (const server of Object.values(servers)) await server.stop();
    provider.stop();
  }
}

/** Measures the service alone in one round, and has it write a profile of its processor time to a folder. */
export async function profileHttpScenario(name, { folder, databases, load, plan }, out) {
  const { title, data } = HTTP_SCENARIOS[name];
  const provider = await startAddressProvider();
  const servers = {};
  try {
    const { file } = databases.get(data);
    const copies = { service: copyFor('service', file) };
    const nodeArgs = ['--cpu-prof', '--cpu-prof-interval', '200', '--cpu-prof-dir', out];
    servers.service = await startService(folder, copies.service, { nodeArgs, providerUrl: provider.url });
    const body = await check(name, servers, copies, databases.get(data));
    const jobOf = jobsOf(name, databases.get(data), body);
    return { title, servers: await measureInRounds(load, servers, jobOf, { ...plan, rounds: 1 }) };
  } finally {
    // The profile is written when the process ends.
    for (const server of Object.values(servers)) await server.stop();
    provider.stop();
  }
}

const FLOORS = ['floor-http', 'floor-fastify'];

/** Whether all do the same; gives the text of the answer that is then asked for again and again. */
function check(name, servers, copies, { tokens, users }) {
  const scenario = HTTP_SCENARIOS[name];
  return scenario.data === 'removals'
    ? checkRemoval(servers, copies, removalRequest(tokens.admin), tokens, users)
    : checkRead(servers, readRequest(scenario.path, tokens.admin), scenario, tokens);
}

/** What a server is sent in a round, from the nth removal on. */
function jobsOf(name, { tokens, users }, expectBody) {
  const { connections, data, path } = HTTP_SCENARIOS[name];
  if (data !== 'removals') {
    return () => ({ connections, requests: [readRequest(path, tokens.admin)], expectBody });
  }
  const requests = [removalRequest(tokens.admin)];
  const end = removalsOf(users);
  // The first removal was that of the check. The constant removes nothing, and may always begin anew.
  return (server, next = 1) => ({
    connections,
    requests,
    removals: { users, first: server === 'hello-koa' ? 1 : next, end },
    expectBody,
  });
}

export function readRequest(path, token) {
  return { method: 'GET', path, headers: { Authorization: `Bearer ${token}` } };
}

export function removalRequest(token) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return { method: 'PUT', path: REMOVAL, headers };
}

async function checkRead(servers, request, { alsoSame, refuses }, tokens) {
  const body = await sameAnswer(servers, request);
  for (const path of alsoSame) await sameAnswer(servers, { ...request, path });
  await sameRefusals(servers, request, refuses ? [tokens.plain] : []);
  return body;
}

async function checkRemoval(servers, copies, request, tokens, users) {
  const removing = (payload) => ({ ...request, body: JSON.stringify({ payload }) });
  const { userId, permissions } = removalAt(0, users);
  const first = removing({ userId, permissions });
  const body = await sameAnswer(servers, first);
  const [expected, ...others] = Object.values(copies).map((db) => removalIn(db, userId));
  for (const other of others)
    assert.deepEqual(other, expected, 'a removal leaves another set or entry behind');
  await sameAnswer(servers, removing({ userId: ADMIN, permissions: ['service.none.*'] }));
  await sameAnswer(servers, removing({ userId: 'f'.repeat(24), permissions: ['service.none.*'] }));
  await sameAnswer(servers, removing({ userId, permissions: [1] }));
  await sameRefusals(servers, first, [tokens.plain]);
  return body;
}

/** Every answer stands for an entry on disk, and every one has taken something away. */
function checkRemovals(copies, measured) {
  for (const [name, db] of Object.entries(copies)) {
    const { made, idle } = removalsIn(db);
    const answers = measured[name].reduce((sum, round) => sum + round.answers, 0);
    assert.ok(made > answers, `${name}: ${made} removals on disk for ${answers} answers`);
    assert.equal(idle, 1, `${name}: removals that took nothing away`);
  }
}
