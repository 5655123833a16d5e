import { createClient } from '@ops-admin/client';
import { expect } from 'chai';

interface Sent {
  readonly batch?: string;
  readonly entries?: readonly number[];
  readonly newBatch?: string;
  readonly users?: readonly string[];
}

describe('revertBatch', () => {
  /** A service whose batch has these entries, the newest first: the id of the user each is about. `failing` is the request that it refuses. */
  function serviceWith(userIds: readonly (string | null)[], failing = Number.POSITIVE_INFINITY) {
    const sent: Sent[] = [];
    const answer = (data: object, status = 200) =>
      new Response(JSON.stringify(status === 200 ? { message: 'Done', data } : data), {
        status,
        headers: { 'content-type': 'application/json' },
      });
    const fetch = async (url: string | URL | Request, init?: RequestInit) => {
      const { pathname, searchParams } = new URL(String(url));
      if (pathname === '/audit/list') {
        const end = Number(searchParams.get('before') ?? userIds.length + 1) - 1;
        const start = Math.max(0, end - Number(searchParams.get('limit')));
        const entries = userIds.slice(start, end).map((userId, n) => ({ id: start + n + 1, userId }));
        return answer({ entries: entries.reverse(), next: start === 0 ? null : start + 1 });
      }
      const { payload } = JSON.parse(String(init?.body)) as { payload: Sent };
      sent.push(payload);
      if (sent.length === failing) return answer({ error: { code: 'CONFLICT', message: 'No' } }, 409);
      const results = (payload.users ?? ['whole']).map((user) => ({ user, result: 'reverted', entry: 1 }));
      return answer({ batch: 'new', dryRun: false, leavesNoAdmin: false, results });
    };
    return { client: createClient({ baseUrl: 'http://ops.example.org', token: 'x', fetch }), sent };
  }
  const usersOf = (count: number, each: number) =>
    Array.from({ length: count * each }, (_, n) => `u${n % count}`);

  it('sends one request for a batch of 1,000 entries', async () => {
    const { client, sent } = serviceWith(usersOf(500, 2));
    const { batch, results } = (await client.revertBatch({ batch: 'old', reason: 'wrong' }))._unsafeUnwrap();
    expect([batch, results.length]).to.deep.equal(['new', 1]);
    expect(sent).to.deep.equal([{ batch: 'old', reason: 'wrong' }]);
  });

  it('splits a longer one by users, all entries of a user in one request, in one new batch', async () => {
    const { client, sent } = serviceWith([...usersOf(700, 3), null, null]);
    const { results } = (await client.revertBatch({ batch: 'old' }))._unsafeUnwrap();
    expect(sent.map(({ users, entries }) => users?.length ?? entries)).to.deep.equal([
      333,
      333,
      34,
      [2102, 2101],
    ]);
    expect(new Set(sent.flatMap(({ users = [] }) => users)).size).to.equal(700);
    expect(sent.map(({ newBatch }) => newBatch)).to.deep.equal([undefined, 'new', 'new', 'new']);
    expect(results).to.have.length(701);
  });

  it('reports the remaining users where a later request is refused', async () => {
    const { client } = serviceWith(usersOf(700, 3), 2);
    const { batch, results } = (await client.revertBatch({ batch: 'old' }))._unsafeUnwrap();
    const left = results.filter(({ result }) => result === 'not-done');
    expect([batch, results.length, left.length]).to.deep.equal(['new', 700, 367]);
    expect(left[0]?.message).to.equal('No');
    const first = serviceWith(usersOf(700, 3), 1).client;
    expect((await first.revertBatch({ batch: 'old' }))._unsafeUnwrapErr().message).to.equal('No');
  });
});
