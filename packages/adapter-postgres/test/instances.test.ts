import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import {
  openDatabase,
  type PostgresDatabase,
  PostgresLookupCache,
  PostgresRateLimiter,
} from '@ops-admin/adapter-postgres';
import { VerifyAuditTrail } from '@ops-admin/core';
import { aDraft, anId, anIdentity, aSealer, aUser, FOUND_LOCATION } from '@ops-admin/core/testing';
import { expect } from 'chai';
import { ask } from './a-postgres.ts';
import { empty, openTemporary, portsOf } from './open-temporary.ts';
import { silent } from './silent.ts';

describe('Instances on one PostgreSQL database', function () {
  this.timeout(60_000);
  let opened: Awaited<ReturnType<typeof openTemporary>>;
  let other: PostgresDatabase;
  before(async () => {
    opened = await openTemporary();
    other = (await openDatabase(opened.url))._unsafeUnwrap();
  });
  beforeEach(() => empty(opened.url));
  after(async () => {
    await other.close();
    await opened.drop();
  });
  const both = () => [opened.database, other] as const;
  const importUsers = (permissions: string[], count = 3) =>
    portsOf(opened.database).organisation.importUsers(
      Array.from({ length: count }, (_, n) => aUser(n + 1, { permissions })),
      { ...aDraft(), action: 'set' },
    );

  it('write one chain, four processes at once', async () => {
    await importUsers(['service.a']);
    const workers = ['a', 'b', 'c', 'd'].map((name) =>
      fork(join(import.meta.dirname, 'chain-worker.ts'), [opened.url, name, '150']),
    );
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    const reports = workers.map((worker) => once(worker, 'message') as Promise<[number]>);
    const exits = workers.map((worker) => once(worker, 'exit') as Promise<[number | null]>);
    for (const worker of workers) worker.send('go');
    const written = (await Promise.all(reports)).map(([count]) => count);
    expect((await Promise.all(exits)).map(([code]) => code)).to.deep.equal([0, 0, 0, 0]);
    expect(written).to.deep.equal([188, 188, 188, 188]);

    const { audit, permissions } = portsOf(other);
    const verified = (await new VerifyAuditTrail(audit, aSealer()).execute())._unsafeUnwrap();
    expect(verified).to.include({ entries: 3 + 4 * 188, unsealed: 0 });
    const trail = (await audit.list({ limit: 1000 }))._unsafeUnwrap();
    const turns = trail.filter(({ actor }, index) => actor !== trail[index - 1]?.actor).length;
    expect(turns, 'changes of the writer').to.be.greaterThan(10);
    for (const user of [1, 2, 3]) {
      const last = trail.findLast(({ userId }) => userId === anId(user));
      expect([...(await permissions.find(anId(user)))._unsafeUnwrap()]).to.deep.equal(last?.after);
    }
  });

  it('see what another has removed with the next question, 1,000 times', async () => {
    const held = Array.from({ length: 50 }, (_, n) => `service.m${n}.read`);
    await importUsers(held, 20);
    const [one, two] = both().map((database) => portsOf(database).permissions);
    let stale = 0;
    for (let n = 0; n < 1000; n++) {
      const [remover, asked] = n % 2 === 0 ? [one, two] : [two, one];
      const user = anId((n % 20) + 1);
      const permission = held[Math.floor(n / 20)] as string;
      (await remover?.change(user, (set) => set.remove([permission]), aDraft()))?._unsafeUnwrap();
      if ((await asked?.find(user))?._unsafeUnwrap().has(permission)) stale++;
    }
    expect(stale).to.equal(0);
  });

  it('never both give an identity away that they link at once', async () => {
    await importUsers([], 2);
    const [one, two] = both().map((database) => portsOf(database).identities);
    for (let n = 0; n < 50; n++) {
      const identity = anIdentity(`subject${n}`);
      const results = await Promise.all([one?.link(anId(1), identity), two?.link(anId(2), identity)]);
      expect(results.map((result) => result?.unwrapOr('already-linked'))).to.have.members([
        'linked',
        'already-linked',
      ]);
    }
  });

  it('never take the last two admins away at once', async () => {
    const isAdmin = (set: Iterable<string>) => [...set].includes('service.admin.access');
    for (let round = 0; round < 20; round++) {
      await importUsers(['service.admin.access'], 2);
      const results = await Promise.all(
        both().map((database, index) =>
          portsOf(database).permissions.changeAll(
            [
              {
                userId: anId(index + 1),
                change: (set) => set.remove(['service.admin.access']),
                draft: aDraft(),
              },
            ],
            { keepAdmin: isAdmin },
          ),
        ),
      );
      const types = results.flatMap((result) => result._unsafeUnwrap().map(({ type }) => type));
      expect(types).to.have.members(['changed', 'no-admin-left']);
    }
  });

  it('let exactly the limit through together', async () => {
    for (let round = 0; round < 5; round++) {
      const limiters = both().map(
        (database) => new PostgresRateLimiter(database, { limit: 5, windowSeconds: 60 }, silent),
      );
      const caller = anId(round + 1);
      const states = await Promise.all(
        Array.from({ length: 40 }, (_, n) => limiters[n % 2]?.consume(caller)),
      );
      expect(states.filter((state) => state?._unsafeUnwrap().allowed)).to.have.length(5);
    }
  });

  it('count for themselves while the counts cannot be reached, and say so once', async () => {
    const said: string[] = [];
    const log = {
      ...silent,
      warn: (_: object, message: string) => said.push(message),
      info: (_: object, message: string) => said.push(message),
    };
    const limiter = new PostgresRateLimiter(opened.database, { limit: 2, windowSeconds: 60 }, log);
    const allowed = async () => (await limiter.consume(anId(1)))._unsafeUnwrap().allowed;
    await ask(opened.url, 'alter table rate_limits rename to rate_limits_gone');
    expect([await allowed(), await allowed(), await allowed()]).to.deep.equal([true, true, false]);
    await ask(opened.url, 'alter table rate_limits_gone rename to rate_limits');
    expect([await allowed(), await allowed(), await allowed()]).to.deep.equal([true, true, false]);
    expect(said).to.have.length(2);
    expect(said[0]).to.include('each instance counts for itself');
  });

  it('share the answers of address providers', async () => {
    const answer = { type: 'found', location: FOUND_LOCATION } as const;
    const [one, two] = both().map((database) => new PostgresLookupCache(database, { capacity: 50 }));
    await one?.store({ key: 'a', provider: 'photon', answer, seconds: 60 });
    expect((await two?.find('a'))?._unsafeUnwrap()).to.deep.equal(answer);
    const stored = await Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        (n % 2 ? one : two)?.store({ key: `k${n % 200}`, provider: 'photon', answer, seconds: 60 }),
      ),
    );
    expect(stored.filter((result) => result?.isErr())).to.have.length(0);
    expect((await one?.summarize())?._unsafeUnwrap().answers).to.be.within(30, 60);
    await two?.store({ key: 'z', provider: 'photon', answer, seconds: 60 });
    expect((await one?.summarize())?._unsafeUnwrap().answers).to.be.within(1, 50);
  });
});
