import { patienceOfRequest } from '@ops-admin/adapter-http-koa';
import {
  type AuditEntry,
  type ObjectId,
  ok,
  okAsync,
  type Result,
  ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
import { aDraft, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { ADMIN, type OpenService, openOrganisation, openService, problemOf } from './open-service.ts';

const READER = aUser(3, { permissions: ['service.admin.read'] });
const HEAVY = '/audit/list?reason=unknown';

describe('Heavy requests', () => {
  const held: (() => void)[] = [];
  let service: OpenService;
  /** How long each of those that look has waited before, in milliseconds. */
  const waited: (number | undefined)[] = [];
  let newest: number;

  /** A trail that is looked through when it is let. */
  beforeEach(async () => {
    newest = 10_001;
    waited.length = 0;
    const { audit } = openOrganisation();
    const list = () => {
      waited.push(patienceOfRequest()?.spent);
      const found = new Promise<Result<readonly AuditEntry[], StoreUnavailable>>((resolve) => {
        held.push(() => resolve(ok([])));
      });
      return new ResultAsync(found);
    };
    const { batches, find, namedPermissions, newestOf, records } = audit;
    const rest = { batches, find, namedPermissions, newestOf, records };
    const bound = Object.fromEntries(Object.entries(rest).map(([name, call]) => [name, call.bind(audit)]));
    service = await openService({
      heavyRequests: 3,
      ports: { audit: { ...(bound as typeof rest), list, newestId: () => okAsync(newest) } },
    });
    const draft = { ...aDraft(), action: 'set' as const };
    (await service.ports.organisation.importUsers([READER], draft))._unsafeUnwrap();
  });
  afterEach(async () => {
    release();
    await service.close();
  });

  function release(): void {
    for (const let_ of held.splice(0)) let_();
  }

  const isHeld = (requests: number) => until(() => held.length === requests, `${requests} that look`);

  const isWaiting = (requests: number) =>
    until(() => service.metrics.read().levels['heavy-waiting'] === requests, `${requests} that wait`);

  const ask = async (userId: ObjectId, path = HEAVY) =>
    await service.request(path, { headers: { authorization: `Bearer ${await service.tokenOf(userId)}` } });

  it('are two at once of one caller, who leaves room to others', async () => {
    const mine = [1, 2, 3, 4].map(() => ask(ADMIN.id));
    await isHeld(2);
    const other = ask(READER.id);
    await isHeld(3);
    await isWaiting(2);
    const { levels } = service.metrics.read();
    expect(levels).to.deep.equal({
      'requests-running': 5,
      'heavy-running': 3,
      'heavy-waiting': 2,
      'heavy-callers': 2,
    });
    release();
    expect((await other).status).to.equal(200);
    await isHeld(2);
    release();
    expect((await Promise.all(mine)).map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
  });

  it('hold up nothing else of the same caller', async () => {
    const mine = [1, 2, 3].map(() => ask(ADMIN.id));
    await isHeld(2);
    expect((await ask(ADMIN.id, '/user/list/0/10')).status).to.equal(200);
    expect((await ask(ADMIN.id, '/auth/session')).status).to.equal(200);
    release();
    await isHeld(1);
    release();
    await Promise.all(mine);
  });

  it('are 503 if they get no turn in five seconds', async () => {
    const mine = [ask(ADMIN.id), ask(ADMIN.id)];
    await isHeld(2);
    const { setTimeout: real } = globalThis;
    // These five seconds are over at once.
    const hastened = (run: () => void, ms?: number) => real(run, ms === 5_000 ? 0 : ms);
    globalThis.setTimeout = hastened as typeof real;
    try {
      const refused = await ask(ADMIN.id);
      expect(refused.headers.get('retry-after')).to.equal('1');
      expect((await problemOf(refused)).slice(0, 2)).to.deep.equal([503, 'SERVICE_UNAVAILABLE']);
      expect(service.metrics.read().refusals).to.deep.equal({ 'no-turn': 1 });
    } finally {
      globalThis.setTimeout = real;
    }
    release();
    expect((await Promise.all(mine)).map(({ status }) => status)).to.deep.equal([200, 200]);
  });

  it('tell the store how long they have waited for their turn, so that both are five seconds together', async () => {
    const mine = [1, 2, 3].map(() => ask(ADMIN.id));
    await isHeld(2);
    await isWaiting(1);
    release();
    await isHeld(1);
    release();
    await Promise.all(mine);
    expect(waited.slice(0, 2)).to.deep.equal([0, 0]);
    expect(waited[2]).to.be.above(0);
    expect(patienceOfRequest()).to.equal(undefined);
  });

  it('are refused to whoever loses the right while they wait', async () => {
    const mine = [ask(READER.id), ask(READER.id)];
    await isHeld(2);
    const third = ask(READER.id);
    const taken = { payload: { userId: READER.id, permissions: ['service.admin.read'] } };
    await service.request('/user/remove-permissions', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(taken),
    });
    release();
    expect((await third).status).to.equal(403);
    expect((await Promise.all(mine)).map(({ status }) => status)).to.deep.equal([200, 200]);
  });

  it('are none where there are few rows', async () => {
    newest = 10_000;
    const mine = [1, 2, 3, 4].map(() => ask(ADMIN.id));
    await isHeld(4);
    release();
    await Promise.all(mine);
  });
});
