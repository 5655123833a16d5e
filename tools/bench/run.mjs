/** The bench; README.md says how to run it. */
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareWithCasbin } from './casbin.mjs';
import { growth } from './growth.mjs';
import { BIN, makeOrganisation, NOBODY, opsAdmin, removalAt, usersOf } from './organisation.mjs';
import { barsOf, lineOf, ratioOf, spread, within } from './report.mjs';
import { SCENARIOS } from './scenarios.mjs';
import { startFloor, startService } from './servers.mjs';
import { STORES } from './stores.mjs';

const RESULTS = join(import.meta.dirname, 'results');
const OTHERS = {
  import: measureImport,
  start: measureStart,
  memory: measureMemory,
  casbin: () => compareWithCasbin(6 * rounds),
};
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    database: { type: 'string', default: 'sqlite' },
    growth: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    quick: { type: 'boolean', default: false },
  },
});
const { database } = options;
const [rounds, seconds] = options.quick ? [1, 1] : [Number(options.rounds), Number(options.seconds)];
const known = [...Object.keys(SCENARIOS), ...Object.keys(OTHERS)];
const unknown = positionals.find((name) => !known.includes(name));
if (unknown !== undefined || !(database in STORES) || !(rounds >= 1) || !(seconds >= 1)) {
  console.error(
    `bench: pass names of ${known.join(', ')}, and --database ${Object.keys(STORES).join(' or ')}`,
  );
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'ops-admin-bench-'));
const store = await STORES[database](folder);
const loader = fork(join(import.meta.dirname, 'load.mjs'));
loader.once('exit', () => loader.emit('message', { error: 'the load process ended' }));
/** Databases that are made once; each server gets a copy. */
const made = new Map();
const results = {};
try {
  if (options.growth) await growth({ database, folder, load, results: RESULTS, store });
  else for (const name of positionals.length > 0 ? positionals : known) await measure(name);
  if (positionals.length === 0 && !options.growth && !options.quick) {
    mkdirSync(RESULTS, { recursive: true });
    writeFileSync(join(RESULTS, `${database}.svg`), barsOf(results));
  }
} finally {
  loader.disconnect();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(name) {
  if (name in OTHERS) return OTHERS[name]();
  const scenario = SCENARIOS[name];
  results[name] = { title: scenario.title, servers: await measureServers(scenario) };
  console.log(`${name}: ${scenario.title}`);
  for (const [server, measured] of Object.entries(results[name].servers))
    console.log(lineOf(server, measured));
  const { 'limit-koa': limit, service } = results[name].servers;
  if (!limit) return;
  results[name].ratio = ratioOf(service, limit);
  const wanted = scenario.target?.[database];
  const verdict = wanted === undefined ? '' : results[name].ratio.median >= wanted ? ', met' : ', missed';
  console.log(
    `  ${within(results[name].ratio)} of the limit${wanted === undefined ? '' : ` (${wanted} wanted${verdict})`}`,
  );
}

/** Measures the servers by turns. A warm-up comes first, and another server begins each round. */
async function measureServers(scenario) {
  const { also = [], connections = 32, request, rows, floors = ['limit-koa', 'by-hand'] } = scenario;
  const data = await organisationFor(request.isChange ? 30_000 : 1000);
  const copies = {};
  const servers = {};
  try {
    for (const name of ['service', ...floors]) {
      if (name === 'by-hand' && database !== 'sqlite') continue;
      copies[name] = await store.copy(data.db);
      servers[name] =
        name === 'service'
          ? await startService(folder, copies[name], profileArgs())
          : await startFloor(name, folder, copies[name]);
    }
    const body = rows ? undefined : await sameAnswers(servers, request, also, data);
    const measured = Object.fromEntries(Object.keys(servers).map((name) => [name, []]));
    const next = {};
    const run = async (name, duration) => {
      const change = request.isChange && { from: next[name] ?? 1, rows, users: data.users };
      const requests = [withToken(request, data.tokens.admin)];
      const before = servers[name].processorTime();
      const result = await load({
        url: servers[name].url,
        connections,
        seconds: duration,
        requests,
        body,
        ...(change && { change }),
      });
      next[name] = result.next;
      const cpu = ((servers[name].processorTime() - before) / result.answers) * 1e6;
      return { ...result, cpu, memory: servers[name].memory() };
    };
    const names = Object.keys(servers);
    for (const name of names) await run(name, 2);
    for (let round = 0; round < rounds; round++)
      for (const n of names.keys()) {
        const name = names[(n + round) % names.length];
        measured[name].push(await run(name, seconds));
      }
    for (const server of Object.values(servers)) await server.stop();
    if (request.isChange) await checkEntries(copies, measured, rows);
    return measured;
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
}

function profileArgs() {
  return options.profile ? ['--cpu-prof', '--cpu-prof-dir', join(RESULTS, 'profiles')] : [];
}

async function organisationFor(users) {
  if (!made.has(users))
    made.set(
      users,
      makeOrganisation(folder, await store.fresh(), { users, departments: users === 1000 ? 10_000 : 0 }),
    );
  return made.get(users);
}

function withToken(request, token) {
  const json = request.method === 'GET' ? {} : { 'Content-Type': 'application/json' };
  return { ...request, headers: { ...(token && { Authorization: `Bearer ${token}` }), ...json } };
}

/** Fails where a server answers otherwise than the first one, also without a token or a right; returns the body that is measured. */
async function sameAnswers(servers, request, also, { tokens, users }) {
  const removing = (payload) => ({ ...request, body: JSON.stringify({ payload }) });
  const first = request.isChange ? removing(removalAt(0, users)) : request;
  const others = request.isChange
    ? [
        removing({ userId: NOBODY, permissions: ['service.none.*'] }),
        removing({ userId: NOBODY, permissions: [1] }),
      ]
    : also;
  const isForReaders = !request.path.startsWith('/geo-locations');
  const asked = [
    withToken(first, tokens.admin),
    ...others.map((one) => withToken(one, tokens.admin)),
    withToken(first),
    withToken(first, `${tokens.admin.slice(0, -4)}AAAA`),
    ...(isForReaders ? [withToken(first, tokens.plain)] : []),
  ];
  const answers = await Promise.all(
    Object.entries(servers).map(async ([name, { url }]) => {
      const given = [];
      for (const { body, headers, method, path } of asked) {
        const response = await fetch(url + path, { method, headers, body });
        const text = await response.text();
        // Servers word their refusals differently; programs read the code.
        given.push(`${response.status} ${response.ok ? text : JSON.parse(text).error.code}`);
      }
      return [name, given];
    }),
  );
  const [[, expected]] = answers;
  for (const [name, given] of answers)
    for (const [n, text] of given.entries())
      if (text !== expected[n])
        throw new Error(`${name}: ${asked[n].method} ${asked[n].path}: ${text}, not ${expected[n]}`);
  if (!expected[0].startsWith('200 ')) throw new Error(`${request.path}: ${expected[0]}`);
  return expected[0].slice('200 '.length);
}

/** Fails where an answer to a removal has no entry in the audit log, or where the log is not sound. */
async function checkEntries(copies, measured, rows = 1) {
  for (const [name, db] of Object.entries(copies)) {
    const [{ entries }] = await store.rows(
      db,
      "select count(*) as entries from audit_entries where source = 'http'",
    );
    const answers = measured[name].reduce((sum, round) => sum + round.answers, 0);
    if (Number(entries) < answers * rows)
      throw new Error(`${name}: ${entries} entries for ${answers} answers`);
    if (name !== 'by-hand') opsAdmin(folder, ['audit', 'verify', '--db', db]);
  }
}

async function load(job) {
  loader.send(job);
  const [{ error, result }] = await once(loader, 'message');
  if (error !== undefined) throw new Error(error);
  return result;
}

/** Milliseconds that work takes, several times over. */
async function timesOf(count, work) {
  const times = [];
  for (let n = 0; n < count; n++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return spread(times);
}

async function measureImport() {
  const records = usersOf(20_000)
    .map((user) => JSON.stringify(user))
    .join('\n');
  const times = await timesOf(rounds, async () =>
    opsAdmin(folder, ['import', 'users', '-', '--db', await store.fresh()], records),
  );
  console.log(`import of 20,000 users into a new database: ${within(times, 0)} ms (whole command)`);
}

async function measureStart() {
  const { db } = await organisationFor(1000);
  const script =
    (...args) =>
    async () =>
      spawnSync(process.execPath, args, { cwd: folder });
  const serve = async () => (await startService(folder, db)).stop();
  const runs = {
    'an empty script': script('-e', ''),
    '--help': script(BIN, '--help'),
    'serve until it listens, and its end': serve,
  };
  for (const [name, run] of Object.entries(runs))
    console.log(`start: ${name}: ${within(await timesOf(3 * rounds, run), 0)} ms`);
}

async function measureMemory() {
  const data = await organisationFor(30_000);
  const server = await startService(folder, await store.copy(data.db));
  const afterStart = server.memory();
  const requests = Object.values(SCENARIOS)
    .filter(({ request, rows }) => !rows && request.path !== '/department/list/0/10')
    .map(({ request }) => withToken(request, data.tokens.admin));
  const change = { from: 0, users: data.users };
  await load({
    url: server.url,
    connections: 32,
    amount: options.quick ? 1000 : 100_000,
    requests,
    change,
    status: [200, 404],
  });
  console.log(
    `memory: ${afterStart.toFixed(0)} MB after the start, ${server.memory().toFixed(0)} MB after load (${cpus().length} cores, Node.js ${process.version})`,
  );
  await server.stop();
}
