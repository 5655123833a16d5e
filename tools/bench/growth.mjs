/** How the cost of a request grows with what there is, and what another instance brings; README.md says how to run it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownServer } from '../../packages/adapter-postgres/test/own-server.ts';
import { startService } from './contenders.mjs';
import { curves } from './curves.mjs';
import { COUNT_USERS, holdOf, insertDepartments, runInSqlite, SQLITE } from './in-sql.mjs';
import { LoadProcess } from './load-process.mjs';
import { ADMIN, HELD, importOrganisation, removalsOf, tokenOf } from './organisation.mjs';
import { readRequest, removalRequest } from './scenarios/http.mjs';
import { spread } from './statistics.mjs';

const RESULTS = join(import.meta.dirname, 'results');
const [ROUNDS, SECONDS, WARM_UP] = [3, 1, 2];
/** More pages than the service remembers, and others in each round, so that each is read from the store. */
const PAGES = 200;

const folder = mkdtempSync(join(tmpdir(), 'ops-admin-growth-'));
const loads = [];

/** Milliseconds at which half of the answers are there, one connection, as the median of some rounds. */
async function timeOf(url, jobOf) {
  const load = loadAt(0);
  let next = 0;
  const run = async (seconds, round) => {
    const job = jobOf(round);
    const removals = job.removals && { ...job.removals, first: next };
    const result = await load.run({ url, connections: 1, seconds, ...job, ...(removals && { removals }) });
    next = result.next;
    return result.p50;
  };
  await run(WARM_UP, 0);
  const rounds = [];
  for (let round = 1; round <= ROUNDS; round++) rounds.push(await run(SECONDS, round));
  return spread(rounds).median;
}

function loadAt(n) {
  loads[n] ??= new LoadProcess();
  return loads[n];
}

let made = 0;

/** A database in a file: what is imported, and what is then added in SQL, since a million by file takes minutes. */
function organisation(imported, sql) {
  const file = importOrganisation(folder, join(folder, `${++made}.db`), imported);
  runInSqlite(file, sql);
  return file;
}

async function served(db, measure) {
  const server = await startService(folder, db);
  try {
    return await measure(server, tokenOf(folder, db, ADMIN));
  } finally {
    await server.stop();
    rmSync(db, { force: true });
  }
}

const removalsBy = (token, users) => () => ({
  requests: [removalRequest(token)],
  removals: { users, end: removalsOf(users) },
});

/** Users that hold what the bench takes away, and so many permissions in all. */
function usersIn(users, permissions = HELD.length) {
  const others = Array.from({ length: permissions - HELD.length }, (_, n) => `service.other${n}.read`);
  return organisation(
    { users: 10, departments: 0 },
    `insert into users (id, first_name, last_name, name, active, salt)
     select 'b' || ${SQLITE.hex('n')}, 'First', 'Last', 'First Last', 1, 'salt' from ${SQLITE.numbers(10, users)};
     insert into user_keys (user_id, name_key, email_key, search_text)
     select 'b' || ${SQLITE.hex('n')}, 'first last ' || (n * 7919 % 999983), '', '' from ${SQLITE.numbers(10, users)};
     ${holdOf(SQLITE, `'${JSON.stringify([...HELD, ...others])}'`, `(select id as user_id from users where id <> '${ADMIN}')`)}
     ${COUNT_USERS}`,
  );
}

/** Pages from the first, from the one in the middle, and from the last, in other places each round; `pathOf` takes where one begins. */
async function pagesOf(url, token, last, pathOf) {
  const pagesFrom = (first, next) => (round) => ({
    requests: Array.from({ length: PAGES }, (_, page) =>
      readRequest(pathOf(first + next * (round * PAGES + page)), token),
    ),
  });
  return {
    'first pages': await timeOf(url, pagesFrom(0, 1)),
    'pages in the middle': await timeOf(url, pagesFrom(Math.floor(last / 2), 1)),
    'last pages': await timeOf(url, pagesFrom(last, -1)),
  };
}

const DIMENSIONS = {
  departments: {
    // Fewer would run out of pages in the middle.
    sizes: [2000, 20_000, 200_000, 1_000_000],
    measure: (size) =>
      served(
        organisation({ users: 10, departments: 1000 }, insertDepartments(SQLITE, 1000, size, 10)),
        ({ url }, token) =>
          pagesOf(url, token, size - 10, (start) => `/department/list/${start}/${start + 10}`),
      ),
  },
  users: {
    // Fewer would run out of what can be taken from them.
    sizes: [2000, 20_000, 200_000, 1_000_000],
    measure: (size) =>
      served(usersIn(size), async ({ url }, token) => ({
        removal: await timeOf(url, removalsBy(token, size)),
        ...(await pagesOf(url, token, size - 50, (start) => `/user/list/${start}/${start + 50}`)),
      })),
  },
  'permissions a user': {
    sizes: [10, 100, 1000],
    measure: (size) => {
      const users = Math.min(20_000, 2_000_000 / size);
      return served(usersIn(users, size), async ({ url }, token) => ({
        removal: await timeOf(url, removalsBy(token, users)),
      }));
    },
  },
  'audit entries': {
    sizes: [1000, 10_000, 100_000, 1_000_000],
    measure: (size) =>
      served(
        organisation(
          { users: 20_000, departments: 0 },
          // Under a key that is there: the service does not start over entries of another.
          `insert into audit_entries
             (time, actor, source, action, user_id, requested, before, previous, digest, key_id)
           select '2026-01-01T00:00:00.000Z', '${ADMIN}', 'http', 'remove', 'b' || ${SQLITE.hex('n % 20000')},
                  '["service.a.read"]', '[]', '', '', (select max(key_id) from audit_entries)
             from ${SQLITE.numbers(0, size)};
           update counters set total = (select max(id) from audit_entries) where name = 'audit_entries'`,
        ),
        async ({ url }, token) => ({
          removal: await timeOf(url, removalsBy(token, 20_000)),
          // Newest first; the import of the users has an entry for each, and one for the admin.
          ...(await pagesOf(
            url,
            token,
            size - 50,
            (start) => `/audit/list?limit=50&before=${20_002 + size - start}`,
          )),
        }),
      ),
  },
};

/** Answers a second of so many instances on one PostgreSQL, 32 connections over all. */
async function instances(sizes) {
  const server = await ownServer();
  const users = 20_000;
  try {
    const db = importOrganisation(folder, server.url, { users, departments: 1000 });
    const token = tokenOf(folder, db, ADMIN);
    const services = [];
    const rows = {};
    for (const size of sizes) {
      while (services.length < size) services.push(await startService(folder, db));
      const together = async (jobOf) => {
        const rounds = [];
        for (let round = 0; round <= ROUNDS; round++) {
          const results = await Promise.all(
            services.map(({ url }, n) =>
              loadAt(n).run({ url, connections: Math.ceil(32 / size), seconds: SECONDS, ...jobOf(n, round) }),
            ),
          );
          // The first warms them up.
          if (round > 0) rounds.push(results.reduce((sum, { perSecond }) => sum + perSecond, 0));
        }
        return spread(rounds).median;
      };
      rows[size] = {
        lists: await together(() => ({ requests: [readRequest('/department/list/0/10', token)] })),
        // What was taken away before is taken away again, and has its entry all the same.
        removals: await together((n) => ({
          requests: [removalRequest(token)],
          removals: { users, first: n * 1000, end: Number.MAX_SAFE_INTEGER },
        })),
      };
    }
    for (const service of services) await service.stop();
    return rows;
  } finally {
    await server.close();
  }
}

try {
  const growth = {};
  for (const [name, { sizes, measure }] of Object.entries(DIMENSIONS)) {
    growth[name] = { unit: 'ms', rows: {} };
    for (const size of sizes) {
      growth[name].rows[size] = await measure(size);
      console.log(name, size, JSON.stringify(growth[name].rows[size]));
    }
  }
  growth.instances = { unit: '/s', rows: await instances([1, 2, 3]) };
  console.log('instances', JSON.stringify(growth.instances.rows));
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, 'growth.json'), `${JSON.stringify(growth, null, 2)}\n`);
  writeFileSync(join(RESULTS, 'growth.svg'), curves(growth));
} finally {
  for (const load of loads) load?.end();
  rmSync(folder, { recursive: true, force: true });
}
