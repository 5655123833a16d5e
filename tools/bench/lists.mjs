/** How long lists of users and of the trail take where there is much, and what the largest answers cost; README.md says how to run it. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from './contenders.mjs';
import { holdOf } from './in-sql.mjs';
import { insertUsers, LISTED, listedId } from './listed-users.mjs';
import { ADMIN, importOrganisation, tokenOf } from './organisation.mjs';
import { quantile } from './statistics.mjs';
import { STORES } from './stores.mjs';

const [WARM_UP, REQUESTS] = [10, 40];
const [MANY, MOST] = [100_000, 1_000_000];
const ENTRIES = 200_000;
const ROWS = 100;
/** As many as a user may hold. */
const LARGEST_SET = 1000;
const BROAD = 'service.module';

const folder = mkdtempSync(join(tmpdir(), 'ops-admin-lists-'));
const measured = {};

/** Milliseconds until the last byte of an answer, one request after the other. */
async function timesOf(get, path) {
  const times = [];
  let answer;
  for (let n = 0; n < WARM_UP + REQUESTS; n++) {
    const start = performance.now();
    const response = await get(path);
    answer = await response.text();
    if (n >= WARM_UP) times.push(performance.now() - start);
    assert.equal(response.status, 200, `${path}: ${answer.slice(0, 500)}`);
  }
  times.sort((a, b) => a - b);
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), json: JSON.parse(answer) };
}

/** Time, size, and memory of one large answer, and how long others waited meanwhile. */
async function costOf(server, ask) {
  const memory = server.memory();
  let [isDone, longestWait] = [false, 0];
  const others = (async () => {
    while (!isDone) {
      const start = performance.now();
      await (await fetch(`${server.url}/health/live`)).arrayBuffer();
      longestWait = Math.max(longestWait, performance.now() - start);
      await sleep(5);
    }
  })();
  const start = performance.now();
  const response = await ask();
  const body = await response.arrayBuffer();
  const time = performance.now() - start;
  isDone = true;
  await others;
  assert.equal(response.status, 200);
  return { time, megabytes: body.byteLength / 1e6, longestWait, memory, peakMemory: server.peakMemory() };
}

/** A service over an organisation, with what asks it as its admin. */
async function served(db, work) {
  const token = tokenOf(folder, db, ADMIN);
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'identity' };
  const server = await startService(folder, db);
  const get = (path) => fetch(server.url + path, { headers });
  const post = (path, payload) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ payload }),
    });
  try {
    return await work({ server, get, post });
  } finally {
    await server.stop();
  }
}

function print(store, what, figures) {
  measured[store] ??= {};
  measured[store][what] = figures;
  const short = (value) => (typeof value === 'number' ? value.toFixed(value < 10 ? 1 : 0) : value);
  const told = Object.entries(figures).map(([name, value]) => `${name} ${short(value)}`);
  console.log([store.padEnd(10), what.padEnd(58), ...told].join('  '));
}

/** Pages from the first to the last of a million users, and the largest page there is. */
async function pages(name, db) {
  await served(db, async ({ server, get }) => {
    // The service answers half as fast until the engine has compiled it.
    for (let n = 0; n < 1000; n++) await (await get('/user/list/50/100')).arrayBuffer();
    for (const start of [0, MOST / 2, MOST - 50]) {
      const { p50, p95, json } = await timesOf(get, `/user/list/${start}/${start + 50}`);
      assert.deepEqual([json.data.total, json.data.users.length], [MOST, 50]);
      print(name, `of ${MOST} users, from ${start}`, { p50, p95 });
    }
    for (const round of [1, 2])
      print(name, `of ${MOST} users, 0/0, ${round}`, await costOf(server, () => get('/user/list/0/0')));
  });
}

const SEARCHES = [
  'search=example.org',
  'search=son+12',
  'search=user4711@',
  'search=nobody-here',
  `search=${listedId(4711)}`,
  `search=${listedId(4711).slice(0, 21)}`,
  `holds=${LISTED.common}`,
  `holds=${LISTED.rare}`,
  'holds=service.none.read',
  `holds=${LISTED.commonModule}`,
  `holds=${LISTED.rareModule}`,
  `grants=${LISTED.common}`,
  `grants=${LISTED.rare}`,
  `grants=${BROAD}7.read`,
  `holds=${LISTED.common}&search=son`,
  `holds=${LISTED.rare}&search=example.org`,
  `holds=${LISTED.commonModule}&grants=${LISTED.common}&search=example.org`,
  `holds=${LISTED.commonModule}&grants=${LISTED.rare}`,
  `grants=${BROAD}7.read&search=son`,
];

/** Pages of 50 with their total, of those of a hundred thousand users who fit. */
async function filters(name, db) {
  await served(db, async ({ get }) => {
    for (const query of SEARCHES) {
      const { p50, p95, json } = await timesOf(get, `/user/list/0/50?${query}`);
      const { total } = json.data;
      print(name, query, { p50, p95, total });
      if (total > 1000) {
        for (const [page, from] of [
          ['middle', Math.floor(total / 2)],
          ['last', total - 50],
        ]) {
          const { p50, p95 } = await timesOf(get, `/user/list/${from}/${from + 50}?${query}`);
          print(name, `${query}, ${page}`, { p50, p95 });
        }
      }
    }
  });
}

/** Makes a trail by the service itself, in runs of 500, the first 100 of one name; the oldest entries are unlike the others. */
async function makeTrail(post) {
  const change = async (action, first, rows, permission, more) => {
    const changes = Array.from({ length: rows }, (_, n) => ({
      user: listedId((first + n) % (MANY - 1)),
      permissions: [permission],
    }));
    const response = await post('/user/change-permissions', { action, changes, ...more });
    const text = await response.text();
    assert.equal(response.status, 200, text);
  };
  await change('add', 11, 2, 'service.seldom.read', { batch: 'oldest', reason: 'the oldest of all' });
  // Of one user, and of nothing.
  await change('remove', 11, 1, 'service.never.held', {});
  for (let request = 0; request < ENTRIES / ROWS; request++) {
    const [round, first] = [Math.floor((request * ROWS) / MANY), (request * ROWS) % MANY];
    await change('add', first, ROWS, `service.often${round}.read`, {
      reason: `Ticket ${request}`,
      ...(request < 100 && { batch: 'long' }),
    });
  }
}

const TRAIL = [
  'limit=50',
  'limit=500',
  `user=${listedId(11)}`,
  'user=user4711@example.org',
  `actor=${ADMIN}`,
  'actor=cli:nobody',
  'action=add',
  'action=remove',
  'action=link',
  'permission=service.often0.read',
  'permission=service.seldom.read',
  'module=often0',
  'module=seldom',
  'since=2020-01-01T00:00:00Z',
  'since=2999-01-01T00:00:00Z',
  'until=2999-01-01T00:00:00Z',
  'until=2020-01-01T00:00:00Z',
  'batch=long',
  'batch=oldest',
  'batch=none',
  'changed=true',
  'changed=false',
  'source=http',
  'source=embedded',
  'reason=ticket',
  'reason=OLDEST',
  'reason=nowhere',
  'action=add&changed=false&reason=oldest',
  'permission=service.often0.read&reason=oldest',
  'module=often0&source=cli',
  `actor=${ADMIN}&action=remove`,
];

/** Pages of a trail of two hundred thousand entries. */
async function trail(name, db, store) {
  await served(db, async ({ post }) => {
    const start = performance.now();
    await makeTrail(post);
    const seconds = (performance.now() - start) / 1000;
    print(name, `changes a second, ${ROWS} a request`, { rate: ENTRIES / seconds });
  });
  await store.run(db, 'select 1');
  await served(db, async ({ get }) => {
    for (const query of TRAIL) {
      const { p50, p95, json } = await timesOf(get, `/audit/list?${query}`);
      print(name, `audit ${query}`, { p50, p95, entries: json.data.entries.length });
    }
    for (const query of ['limit=50', 'limit=500', 'before=1000']) {
      const { p50, p95, json } = await timesOf(get, `/audit/batches?${query}`);
      print(name, `batches ${query}`, { p50, p95, batches: json.data.batches.length });
    }
  });
}

/** Users with the largest sets, and a page of entries of 500 of them. */
async function large(name, db, store) {
  const set = JSON.stringify(Array.from({ length: LARGEST_SET }, (_, n) => `service.large${n}.read`));
  const others = `(select id as user_id from users where id <> '${ADMIN}') u`;
  await store.run(db, holdOf(store.words, `'${set}'`, others));
  await served(db, async ({ server, get, post }) => {
    const user = listedId(1);
    for (const round of [1, 2])
      print(name, `a user with ${LARGEST_SET}, ${round}`, await costOf(server, () => get(`/user/${user}`)));
    const changes = Array.from({ length: ROWS }, (_, n) => ({
      user: listedId(n),
      permissions: ['service.large7.read'],
    }));
    const change = () => post('/user/change-permissions', { action: 'remove', changes });
    print(name, `${ROWS} changes of users with ${LARGEST_SET}`, await costOf(server, change));
  });
  await served(db, async ({ server, get }) => {
    for (const round of [1, 2])
      print(
        name,
        `${ROWS} entries of users with ${LARGEST_SET}, ${round}`,
        await costOf(server, () => get('/audit/list?limit=500')),
      );
    for (const round of [1, 2])
      print(
        name,
        `${ROWS} users with ${LARGEST_SET}, ${round}`,
        await costOf(server, () => get('/user/list/0/500')),
      );
  });
}

const PARTS = {
  pages: { users: MOST, measure: pages },
  filters: { users: MANY, measure: filters },
  trail: { users: MANY, measure: trail },
  large: { users: ROWS + 1, measure: large },
};

const asked = process.argv.slice(2);
const isAsked = (one, all) => asked.includes(one) || !all.some((other) => asked.includes(other));
try {
  for (const [name, open] of Object.entries(STORES)) {
    if (!isAsked(name, Object.keys(STORES))) continue;
    const store = await open(folder);
    try {
      for (const [part, { users, measure }] of Object.entries(PARTS)) {
        if (!isAsked(part, Object.keys(PARTS))) continue;
        const db = importOrganisation(folder, await store.name(), { users: 10, departments: 0 });
        await store.run(db, insertUsers(store.words, 10, users - 1, users));
        await measure(name, db, store);
      }
    } finally {
      await store.close();
    }
  }
  mkdirSync(join(import.meta.dirname, 'results'), { recursive: true });
  writeFileSync(join(import.meta.dirname, 'results/lists.json'), `${JSON.stringify(measured, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
