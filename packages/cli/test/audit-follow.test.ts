import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { type AProxy, aProxy } from './a-proxy.ts';
import { type AnOrganisation, anOrganisation } from './an-organisation.ts';
import { Workplace } from './ops-admin.ts';

describe('ops-admin audit export --follow', () => {
  const workplace = new Workplace();
  let organisation: AnOrganisation;
  let proxy: AProxy;
  let token: string;

  /** Entries 1 and 2 are the import. */
  beforeEach(async () => {
    organisation = await anOrganisation(workplace, ['service.admin.access'], ['service.a.read']);
    token = (await workplace.run(['token', 'issue', '--user', 'user1@example.org'])).stdout.trim();
    proxy = await aProxy((await workplace.serve(['--db', workplace.path('ops-admin.db')])).url);
  });
  afterEach(async () => {
    proxy.close();
    await organisation.close();
  });

  /** Follows in a process of its own, as long as the test lasts. */
  const follow = (...args: string[]) => {
    const child = workplace.start(['audit', 'export', '--follow', ...args], { OPS_TOKEN: token });
    const printed = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream]?.on('data', (chunk) => {
        printed[stream] += chunk;
      });
    }
    const lines = () => printed.stdout.split('\n').filter((line) => line !== '');
    const printedIds = async (...ids: number[]) => {
      await until(
        () => lines().length >= ids.length,
        () => `${ids}, not ${printed.stdout}${printed.stderr}`,
      );
      expect(lines().map((line) => JSON.parse(line).id)).to.deep.equal(ids);
    };
    return { printed, printedIds };
  };

  it('prints each new entry of a database immediately, with every filter', async () => {
    const all = follow();
    const some = follow('--after', '1', '--action', 'remove');
    await all.printedIds(1, 2);
    await organisation.add(2, ['service.b.read']);
    await organisation.remove(2, ['service.b.read']);
    await all.printedIds(1, 2, 3, 4);
    await some.printedIds(4);
  });

  it('prints new entries over HTTP, and retries while the service is unavailable', async () => {
    const feed = follow('--server', proxy.url, '--after', '1');
    await feed.printedIds(2);
    proxy.onTheWay = () => 'cut';
    await organisation.add(2, ['service.b.read']);
    await until(() => feed.printed.stderr.includes('trying again'), 'the failure');
    proxy.onTheWay = () => 'pass';
    await feed.printedIds(2, 3);
    expect(feed.printed.stderr.match(/trying again/g)).to.have.lengthOf(1);
  });

  it('refuses to start where it could not continue later', async () => {
    for (const where of [[], ['--server', proxy.url]]) {
      const { code, stderr } = await workplace.run(
        ['audit', 'export', '--follow', '--after', '99', ...where],
        {
          env: { OPS_TOKEN: token },
        },
      );
      expect([code, stderr]).to.satisfy(([, text]: [number, string]) =>
        text.includes('entry 99 does not exist yet'),
      );
      expect(code).to.equal(3);
    }
  });

  it('exports the same entries over HTTP as from the database', async () => {
    const exported = async (...where: string[]) =>
      (await workplace.run(['audit', 'export', ...where], { env: { OPS_TOKEN: token } })).stdout;
    expect(await exported('--server', proxy.url)).to.equal(await exported());
  });
});
