import { setTimeout as sleep } from 'node:timers/promises';
import { ADDRESS, startAddressProvider } from '../address-provider.mjs';
import { copyFor, startService } from '../contenders.mjs';
import { removalsOf } from '../organisation.mjs';
import { readRequest, removalRequest } from './http.mjs';

const [FEW, MANY] = [10_000, 1_000_000];
const CODES = ['CDG', 'JFK', 'LHR', 'FRA', 'NRT', 'GRU', 'SYD', 'JNB', 'DEL', 'YYZ'];

/** Resident memory after start, after 10,000 requests and after a million of all kinds, one in 40 a removal. */
export async function runMemory({ folder, databases, load, quick }) {
  const { file, tokens, users } = databases.get('removals');
  const provider = await startAddressProvider();
  const server = await startService(folder, copyFor('service', file), { providerUrl: provider.url });
  try {
    await sleep(1000);
    const afterStart = server.memory();
    if (quick) return { title: 'resident memory', afterStart };
    const read = (path) => readRequest(path, tokens.admin);
    const reads = [
      ...CODES.map((code) => read(`/geo-locations/address/${code}`)),
      ...CODES.map((_, n) => read(`/department/list/${n}/${n + 10}`)),
      ...CODES.slice(0, 9).map((_, n) =>
        read(`/geo-locations/address/${encodeURIComponent(`${ADDRESS} ${n}`)}`),
      ),
    ];
    const requests = [...reads, ...reads.slice(0, 10), removalRequest(tokens.admin)];
    const removals = { users, first: 0, end: removalsOf(users) };
    const send = (amount) => load.run({ url: server.url, connections: 32, amount, requests, removals });
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
