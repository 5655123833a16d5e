import { type AuditEntry, createClient, orThrow, type Problem, ProblemError } from '@ops-admin/client';
import { AS_IT_COMES, aRequest } from '@ops-admin/testing';
import { expect } from 'chai';
import type { Result } from 'neverthrow';
import { ADMIN, type OpenService, openService } from '../../adapter-http-koa/test/open-service.ts';

describe('followTrail', () => {
  let service: OpenService;
  beforeEach(async () => {
    service = await openService();
  });
  afterEach(() => service.close());

  const write = async (n: number) =>
    (
      await service.ports.permissions.change([aRequest(2, 'add', [`service.m${n}.read`])], AS_IT_COMES)
    )._unsafeUnwrap();
  /** Follows until entry `last`, writes the next one after each, and gives what came. */
  const followTo = async (last: number, fetch?: (url: string, init: RequestInit) => Promise<Response>) => {
    const token = await service.tokenOf(ADMIN.id);
    const client = createClient({ baseUrl: service.url, token: () => token, ...(fetch && { fetch }) });
    const came: (number | string)[] = [];
    for await (const one of client.followTrail({ after: 0 })) {
      came.push(one.isOk() ? one.value.id : one.error.message);
      if (one.isErr() || one.value.id === last) break;
      if (one.value.id > 1) await write(one.value.id + 1);
    }
    return came;
  };

  it('returns existing entries, and new ones', async () => {
    expect(await followTo(5)).to.deep.equal([1, 2, 3, 4, 5]);
  });

  it('continues where requests fail, without a duplicate or a gap', async () => {
    let asked = 0;
    const came = await followTo(5, async (url, init) => {
      asked += 1;
      const answer = await fetch(url, init);
      if (asked === 2) throw new TypeError('cut');
      if (asked === 3) return new Response('a proxy', { status: 502 });
      return answer;
    });
    expect(came).to.deep.equal([1, 2, 3, 4, 5]);
  });

  it('continues within seconds where a request does not wait and the clock is set back by two hours', async () => {
    const { now } = Date;
    let asked = 0;
    const began = performance.now();
    try {
      const came = await followTo(3, async (url, init) => {
        asked += 1;
        const answer = await fetch(url.replace(/wait=\d+/, 'wait=0'), init);
        if (asked === 2) {
          Date.now = () => now() - 7_200_000;
          await write(3);
        }
        return answer;
      });
      expect(came).to.deep.equal([1, 2, 3]);
    } finally {
      Date.now = now;
    }
    expect(performance.now() - began).to.be.below(20_000);
  });

  it('retries once where a token is refused, because it may have expired meanwhile', async () => {
    const tokens = ['', 'x', await service.tokenOf(ADMIN.id)];
    const client = createClient({ baseUrl: service.url, token: () => tokens.at(-1) ?? '' });
    tokens.push('expired');
    let isRefused = false;
    const renewing = createClient({
      baseUrl: service.url,
      token: () => (isRefused ? (tokens[2] ?? '') : 'expired'),
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        isRefused ||= answer.status === 401;
        return answer;
      },
    });
    const first = (await renewing.followTrail({ after: 1 }).next()).value as Result<AuditEntry, Problem>;
    expect(first._unsafeUnwrap().id).to.equal(2);
    const all: unknown[] = [];
    for await (const one of client.followTrail({ after: 0 })) all.push(one.isErr() && one.error.code);
    expect(all).to.deep.equal(['UNAUTHORIZED']);
  });

  it('ends with a permanent problem', async () => {
    expect(
      await followTo(9, (url, init) => fetch(url.replace('after=0', 'after=99'), init)),
    ).to.have.lengthOf(1);
    const token = await service.tokenOf(ADMIN.id);
    const client = createClient({ baseUrl: service.url, token });
    const all: unknown[] = [];
    for await (const one of client.followTrail({ after: 99 })) all.push(one.isErr() && one.error.code);
    expect(all).to.deep.equal(['GONE']);
  });

  it('ends at the signal of the call or of the client, while it waits', async () => {
    const token = await service.tokenOf(ADMIN.id);
    for (const ofClient of [true, false]) {
      const aborter = new AbortController();
      const { signal } = aborter;
      const client = createClient({ baseUrl: service.url, token, ...(ofClient && { signal }) });
      const feed = client.followTrail({ after: 2, ...(!ofClient && { signal }) });
      const next = feed.next();
      await client.showSession();
      aborter.abort();
      expect(await next).to.deep.equal({ done: true, value: undefined });
    }
  });
});

describe('orThrow', () => {
  it('returns the data, or throws the problem', async () => {
    const answering = (answer: object, status: number) =>
      createClient({
        baseUrl: 'https://ops.example.org',
        token: 'a-token',
        fetch: async () => Response.json(answer, { status }),
      });
    const data = { address: { city: 'Lima' } };
    expect(await orThrow(answering({ data }, 200).locate({ address: 'Lima' }))).to.deep.equal(data);
    const error = { code: 'NOT_FOUND', message: 'There is nothing' };
    const thrown = await orThrow(answering({ error }, 404).locate({ address: 'Lima' })).catch(
      (cause) => cause,
    );
    expect(thrown).to.be.instanceOf(ProblemError);
    expect([thrown.message, thrown.problem.code]).to.deep.equal(['There is nothing', 'NOT_FOUND']);
  });
});
