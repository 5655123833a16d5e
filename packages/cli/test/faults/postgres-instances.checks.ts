import { expect } from 'chai';
import { type ADatabase, aDatabase } from '../../../adapter-postgres/test/a-postgres.ts';
import type { BenchService } from '../command-bench.ts';
import { PostgresBench } from './postgres-bench.ts';
import { expectPromises } from './postgres-faults.ts';

// That instances write one chain, and see what others have changed: packages/adapter-postgres/test/instances.test.ts.
describe('Services on one PostgreSQL database', () => {
  let made: ADatabase;
  let bench: PostgresBench;
  let services: BenchService[];

  before(async () => {
    made = await aDatabase();
    bench = await PostgresBench.onServer(made.url);
    services = await Promise.all([1, 2, 3].map(() => bench.mustServe()));
  });
  after(async () => {
    await bench?.close();
    await made.drop();
  });

  it('refuse a permission that another instance has just removed, 200 times', async () => {
    const tokens = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((user) => bench.tokenOf(user)));
    let stale = 0;
    let unlike200 = 0;
    await Promise.all(
      tokens.map(async (token, index) => {
        const headers = { authorization: `Bearer ${token}` };
        for (let n = 0; n < 25; n++) {
          const changing = services[n % 2] as BenchService;
          const asked = services[(n + 1) % 2] as BenchService;
          const read = async () => {
            const answer = await fetch(`${asked.url}/department/list/0/1`, { headers });
            await answer.text();
            return answer.status;
          };
          const change = (action: 'add' | 'remove') =>
            bench.change(changing, action, index + 1, 'service.admin.access');
          const statuses = [await change('add'), await read(), await change('remove')];
          if (statuses.some((status) => status !== 200)) unlike200++;
          if ((await read()) !== 401) stale++;
        }
      }),
    );
    expect([stale, unlike200]).to.deep.equal([0, 0]);
  });

  it('write one chain, and continue while one of them is killed during changes and restarted', async () => {
    const [first, ...others] = services as [BenchService, ...BenchService[]];
    const load = bench.load(first);
    const seen = await bench.undergo(others, {
      begin: async () => {
        await load.until(200, 0);
        await first.kill('SIGKILL');
      },
      lasts: 500,
      end: async () => {
        await load.stop();
        services[0] = await bench.mustServe();
      },
    });
    expectPromises(seen);
    expect([seen.refused, seen.unknown, Object.keys(seen.reads)]).to.deep.equal([0, 0, ['200']]);
    const { flaws, ...counts } = await bench.reckon(load.asked);
    bench.report(counts);
    expect(flaws).to.deep.equal([]);
    expect(counts.acknowledged).to.be.greaterThan(0);
    expectPromises(await bench.undergo(services, { begin: () => {}, lasts: 100, end: () => {} }));
  });
});
