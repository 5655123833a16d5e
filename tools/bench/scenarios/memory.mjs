import { setTimeout as sleep } from 'node:timers/promises';
import { ADDRESS, startAddressProvider } from '../address-provider.mjs';
import { startService } from '../contenders.mjs';
import { ADMIN, HELD, PLAIN_USER, removalsOf } from '../organisation.mjs';
import { readRequest, removalRequest } from './http.mjs';

const [FEW, MANY] = [10_000, 1_000_000];
const CODES = ['CDG', 'JFK', 'LHR', 'FRA', 'NRT', 'GRU', 'SYD', 'JNB', 'DEL', 'YYZ'];

/** Resident memory after start, after 10,000 requests and after a million of all kinds. */
export async function runMemory({ folder, databases, load, quick }) {
  const { db, tokens, users } = await databases.get('everything');
  const provider = await startAddressProvider();
  const copy = await databases.store.copy(db);
  const server = await startService(folder, copy, { providerUrl: provider.url });
  try {
    await sleep(1000);
    const afterStart = server.memory();
    if (quick) return { title: 'resident memory', afterStart };
    const requests = requestsOf(tokens);
    const removals = { users, first: 0, end: removalsOf(users) };
    const send = (amount) =>
      load.run({
        url: server.url,
        connections: 32,
        amount,
        requests,
        removals,
        expectStatus: [200, 401, 403, 404],
      });
    const { next } = await send(FEW);
    const afterFew = server.memory();
    removals.first = next;
    await send(MANY - FEW);
    await sleep(1000);
    const afterMany = server.memory();
    return { title: 'resident memory', afterStart, afterFew, afterMany };
  } finally {
    await server.stop();
    provider.stop();
  }
}

/** What is sent again and again: look-ups, departments, users, the session, the trail, refusals, and changes. */
function requestsOf({ admin, plain }) {
  const read = (path) => readRequest(path, admin);
  const change = removalRequest(admin);
  return [
    ...CODES.map((code) => read(`/geo-locations/address/${code}`)),
    ...CODES.slice(0, 5).map((_, n) =>
      read(`/geo-locations/address/${encodeURIComponent(`${ADDRESS} ${n}`)}`),
    ),
    ...CODES.slice(0, 8).map((_, n) => read(`/department/list/${n}/${n + 10}`)),
    ...[0, 1, 2].map((n) => read(`/user/list/${n}/${n + 20}`)),
    read(`/user/list/0/10?holds=${HELD.at(-1)}`),
    ...[ADMIN, PLAIN_USER].map((user) => read(`/user/${user}`)),
    read('/auth/session'),
    readRequest('/auth/session', plain),
    read('/audit/list?limit=10'),
    readRequest('/auth/session', 'no-token'),
    readRequest('/user/list/0/10', plain),
    read(`/user/${'f'.repeat(24)}`),
    change,
    change,
    { ...change, path: '/user/add-permissions' },
  ];
}
