import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeOrganisation, usersOf } from './organisation.mjs';
import { curvesOf } from './report.mjs';
import { startService } from './servers.mjs';

const SIZES = { sqlite: [1000, 10_000, 50_000], postgres: [10_000, 100_000, 1_000_000] };

/** Measures one request at a time against the number of users, and draws it. */
export async function growth({ database, folder, load, results, store }) {
  const rows = {};
  for (const users of SIZES[database]) {
    const { db, tokens } = makeOrganisation(folder, await store.fresh(), { users, departments: 100 });
    // Copied for the statistics of its tables.
    const server = await startService(folder, await store.copy(db));
    const headers = { Authorization: `Bearer ${tokens.admin}`, 'Content-Type': 'application/json' };
    const user = usersOf(1)[1]._id;
    const paths = {
      'a user': `/user/${user}`,
      'first page': '/user/list/0/50',
      'last page': `/user/list/${users - 50}/${users}`,
      'search by name': '/user/list/0/50?search=first99',
      holders: '/user/list/0/50?holds=service.module9.write',
      'audit log': '/audit/list?limit=50',
    };
    rows[users] = {};
    const measure = async (name, request, change) => {
      const job = {
        url: server.url,
        connections: 1,
        requests: [{ ...request, headers }],
        ...(change && { change }),
      };
      await load({ ...job, seconds: 1 });
      const { p50 } = await load({
        ...job,
        seconds: 3,
        ...(change && { change: { ...change, from: users } }),
      });
      rows[users][name] = p50;
      console.log(`${users} users: ${name}: ${p50.toFixed(2)} ms`);
    };
    for (const [name, path] of Object.entries(paths)) await measure(name, { method: 'GET', path });
    const removal = { method: 'PUT', path: '/user/remove-permissions', isChange: true };
    await measure('a removal', removal, { from: 0, users });
    await server.stop();
  }
  mkdirSync(results, { recursive: true });
  writeFileSync(
    join(results, `growth-${database}.svg`),
    curvesOf(`Milliseconds by the number of users (${database})`, rows),
  );
}
