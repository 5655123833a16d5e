import { type Answer, type Client, createClient } from '@ops-admin/client';
import {
  FixedWindowRateLimiter,
  type FoundLocation,
  type GeoLookup,
  okAsync,
  ResultAsync,
} from '@ops-admin/core';
import { expect } from 'chai';
import { localServers } from '../../../test/local-servers.ts';
import {
  ADMIN,
  openService,
  PLAIN_USER,
  type ServiceParts,
} from '../../adapter-http-koa/test/open-service.ts';

const MEMBERS = { userId: PLAIN_USER.id, permissions: ['service.x.read'] };

describe('A retry', () => {
  const servers = localServers();

  /** A client of a server that gives these answers, the last of them for ever, and how often it was asked. */
  async function clientOf(
    ...answers: readonly (readonly [status: number, retryAfter?: string])[]
  ): Promise<{ client: Client; asked: () => number }> {
    let asked = 0;
    const url = await servers.http((_request, response) => {
      const [status, retryAfter] = answers[Math.min(asked, answers.length - 1)] ?? [200];
      asked += 1;
      response.writeHead(status, retryAfter === undefined ? {} : { 'Retry-After': retryAfter });
      const error = { code: 'SERVICE_UNAVAILABLE', message: `answer ${asked}` };
      response.end(JSON.stringify(status === 200 ? { data: { total: 0, departments: [] } } : { error }));
    });
    return { client: createClient({ baseUrl: url.href, token: 'a-token' }), asked: () => asked };
  }
  const list = (client: Client) => client.listDepartments({ start: 0, end: 0 });

  for (const status of [429, 503]) {
    it(`follows a read and a PUT at ${status}`, async () => {
      for (const call of [list, (client: Client) => client.addPermissions(MEMBERS)]) {
        const { asked, client } = await clientOf([status, '0'], [status, '0'], [status, '0'], [200]);
        (await call(client))._unsafeUnwrap();
        expect(asked()).to.equal(4);
      }
    });
  }

  it('does not follow a POST: its batch may be complete', async () => {
    const calls: readonly ((client: Client) => Answer<unknown>)[] = [
      (client) => client.changePermissions({ action: 'add', changes: [] }),
      (client) => client.revertChanges({ entry: 1 }),
    ];
    for (const call of calls) {
      const { asked, client } = await clientOf([503, '0']);
      await call(client);
      expect(asked()).to.equal(1);
    }
  });

  it('ends after three attempts, with the last answer', async () => {
    const { asked, client } = await clientOf([503, '0']);
    expect((await list(client))._unsafeUnwrapErr()).to.deep.equal({
      type: 'error-answer',
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      message: 'answer 4',
      retryAfter: 0,
    });
    expect(asked()).to.equal(4);
  });

  it('waits for the time in the answer, and a second where it has none', async () => {
    const started = performance.now();
    const waits = [['1'], [], ['soon']] as const;
    const took = await Promise.all(
      waits.map(async (retryAfter) => {
        const { client } = await clientOf([503, ...retryAfter], [200]);
        (await list(client))._unsafeUnwrap();
        return performance.now() - started;
      }),
    );
    for (const ms of took) expect(ms).to.be.within(900, 10_000);
  });

  it('does not wait longer than 30 seconds: the caller receives the time immediately', async () => {
    for (const retryAfter of ['31', new Date(Date.now() + 90_000).toUTCString()]) {
      const { asked, client } = await clientOf([429, retryAfter]);
      const problem = (await list(client))._unsafeUnwrapErr();
      expect(problem).to.have.property('retryAfter').that.is.within(31, 90);
      expect(asked()).to.equal(1);
    }
  });

  for (const status of [400, 401, 408, 500, 502, 504]) {
    it(`does not follow ${status}`, async () => {
      const { asked, client } = await clientOf([status, '0']);
      (await list(client))._unsafeUnwrapErr();
      expect(asked()).to.equal(1);
    });
  }

  it('does not follow a cut connection', async () => {
    let asked = 0;
    const url = await servers.raw((socket) => {
      asked += 1;
      socket.destroy();
    });
    (await list(createClient({ baseUrl: url.href, token: 'x' })))._unsafeUnwrapErr();
    expect(asked).to.equal(1);
  });

  it('reads the token again', async () => {
    const seen: (string | undefined)[] = [];
    const url = await servers.http(({ headers }, response) => {
      seen.push(headers.authorization);
      response.writeHead(503, { 'Retry-After': '0' }).end();
    });
    await list(createClient({ baseUrl: url.href, token: async () => `token-${seen.length}` }));
    expect(seen).to.deep.equal([0, 1, 2, 3].map((n) => `Bearer token-${n}`));
  });

  describe('at the real service', () => {
    const place = { city: 'Vaduz', state: '', country: 'LI', lat: 47.14, long: 9.52 };
    const vaduz: FoundLocation = { ...place, source: 'memory', precision: 'town' };

    /** The first lookup lasts until the second one is refused. */
    async function locateTwice(parts: ServiceParts): Promise<number> {
      let isAnswered = () => {};
      const answered = new Promise<void>((resolve) => {
        isAnswered = resolve;
      });
      const geoLookup: GeoLookup = {
        lookup: () => ResultAsync.fromSafePromise(answered).andThen(() => okAsync(vaduz)),
      };
      const service = await openService({ geoLookup, ...parts });
      const statuses: number[] = [];
      const client = createClient({
        baseUrl: service.url,
        token: await service.tokenOf(ADMIN.id),
        fetch: async (url, init) => {
          const response = await fetch(url, init);
          statuses.push(response.status);
          isAnswered();
          return response;
        },
      });
      const located = await Promise.all([1, 2].map(() => client.locate({ address: 'Vaduz' })));
      for (const result of located)
        expect(result._unsafeUnwrap()).to.deep.include({ address: place, source: 'memory' });
      await service.close();
      return statuses[0] as number;
    }

    it('waits for a rate limit', async () => {
      const rateLimiter = new FixedWindowRateLimiter({ limit: 1, windowSeconds: 2 }, () => performance.now());
      expect(await locateTwice({ rateLimiter })).to.equal(429);
    });

    it('waits for an overload', async () => {
      expect(await locateTwice({ maxRequests: 1 })).to.equal(503);
    });
  });
});
