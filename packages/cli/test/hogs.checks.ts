import { request } from 'node:http';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { type ADatabase, aDatabase } from '../../adapter-postgres/test/a-postgres.ts';
import { type RealService, Workplace } from './ops-admin.ts';

const USERS = 20_000;
/** Requests that read every user, or every entry. */
const HOGS = ['/audit/list?reason=unknown', '/user/list/15000/15050?holds=service.common.read&search=person'];

describe('Two callers who read everything', function () {
  this.timeout(180_000);
  const workplace = new Workplace();
  let postgres: ADatabase;
  before(async () => {
    postgres = await aDatabase();
  });
  after(() => postgres.drop());

  async function serveMany(env: Record<string, string>): Promise<RealService> {
    const users = Array.from({ length: USERS }, (_, n) => ({
      _id: anId(n + 1),
      emails: [`person${n}@example.org`],
      personalInformation: { name: `Person ${n}` },
      permissions: n < 3 ? ['service.admin.access'] : ['service.common.read'],
    }));
    await workplace.write('users.ndjson', users.map((user) => JSON.stringify(user)).join('\n'));
    const { code, stderr } = await workplace.run(['import', 'users', 'users.ndjson'], { env });
    expect(code, stderr).to.equal(0);
    return await workplace.serveReal([], env);
  }

  it('delay no other caller, and are served themselves, over PostgreSQL', async () => {
    const env = {
      OPS_DB: postgres.url,
      OPS_AUTH_KEYS: 'keys.json',
      OPS_DB_POOL: '3',
    };
    const { url } = await serveMany(env);
    const tokenOf = async (n: number) =>
      (await workplace.run(['token', 'issue', '--user', anId(n)], { env })).stdout.trim();
    const [first, second, other] = [await tokenOf(1), await tokenOf(2), await tokenOf(3)];
    const times: Record<string, number[]> = { export: [], hog: [], live: [], session: [] };
    let goesOn = true;
    const repeat = async (name: string, path: string, token?: string) => {
      while (goesOn) {
        const { milliseconds, status } = await answerOf(url + path, token);
        expect(status, path).to.equal(200);
        times[name]?.push(milliseconds);
        if ((times.hog?.length ?? 0) >= 40 && (times.session?.length ?? 0) >= 40) goesOn = false;
      }
    };
    await Promise.all([
      ...HOGS.flatMap((path) =>
        [first, second, first, second, first, second].map((token) => repeat('hog', path, token)),
      ),
      repeat('export', '/audit/export', first),
      repeat('session', '/auth/session', other),
      repeat('live', '/health/live'),
    ]);
    // Who would wait for the connection or the processor that those have waits as long as they do.
    const long = at(0.5, times.hog) ?? 0;
    expect(at(0.5, times.session)).to.be.below(long / 2);
    expect(at(0.9, times.session)).to.be.below(long);
    expect(at(0.9, times.live)).to.be.below(long);
  });
});

function answerOf(
  url: string,
  token?: string,
): Promise<{ status: number | undefined; milliseconds: number }> {
  const since = performance.now();
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers }, (response) => {
      response.resume().once('end', () => {
        resolve({ status: response.statusCode, milliseconds: performance.now() - since });
      });
    });
    sent.once('error', reject).end();
  });
}

function at(share: number, times: readonly number[] = []): number | undefined {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * share)];
}
