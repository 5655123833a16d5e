import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import {
  openDatabase,
  type PostgresDatabase,
  PostgresLookupCache,
  PostgresRateLimiter,
} from '@ops-admin/adapter-postgres';
import {
  type ChangeOptions,
  type ChangeRequest,
  DEFAULT_ADMIN_PERMISSION,
  type Permission,
  type PermissionStore,
  timestampOf,
} from '@ops-admin/core';
import { verifyAuditTrail } from '@ops-admin/core/operations';
import {
  AS_IT_COMES,
  aDraft,
  anId,
  anIdentity,
  aPersonChange,
  aRequest,
  aSigner,
  aUser,
  changeLink,
  changePerson,
  makeChange,
} from '@ops-admin/testing';
import { FOUND_LOCATION } from '@ops-admin/testing/contracts';
import { expect } from 'chai';
import { Client } from 'pg';
import { until } from '../../../test/until.ts';
import { ask } from './a-postgres.ts';
import { empty, openTemporary, portsOf } from './open-temporary.ts';
import { silent } from './silent.ts';

describe('Instances on one PostgreSQL database', () => {
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
  it('judge ended permissions by the time of the database, on machines whose clocks are a minute apart', async () => {
    await importUsers(['service.a']);
    const time = async (seconds: number) => {
      const client = new Client({ connectionString: opened.url });
      await client.connect();
      const { rows } = await client.query('select clock_timestamp() as now');
      await client.end();
      return new Date(rows[0].now.getTime() + seconds * 1000);
    };
    const soon = timestampOf(await time(30))._unsafeUnwrap();
    for (const [n, [database, machine]] of (
      [
        [opened.database, -60_000],
        [other, 60_000],
      ] as const
    ).entries()) {
      await onMachine(machine, async () => {
        const { permissions, users } = portsOf(database);
        const add = {
          action: 'add',
          permissions: ['service.b' as Permission],
          ends: { 'service.b': soon },
        } as const;
        const request = { ...aRequest(n + 1, 'add', ['service.b']), change: add };
        const [outcome] = (await permissions.change([request], AS_IT_COMES))._unsafeUnwrap();
        expect(outcome?.type).to.equal('made');
        expect((await permissions.find(anId(n + 1)))._unsafeUnwrap().has('service.b')).to.equal(true);
        expect((await users.search({ start: 0, holds: 'service.b' }))._unsafeUnwrap().total).to.equal(n + 1);
        expect((await permissions.findExpired(9))._unsafeUnwrap()).to.deep.equal([]);
      });
    }
    const past = await time(-1);
    await ask(opened.url, `update user_permissions set until = ${past.getTime()} where until is not null`);
    for (const [database, machine] of [
      [opened.database, -60_000],
      [other, 60_000],
    ] as const) {
      await onMachine(machine, async () => {
        const { permissions, users } = portsOf(database);
        expect((await permissions.find(anId(1)))._unsafeUnwrap().toArray()).to.deep.equal(['service.a']);
        expect((await users.find(anId(2)))._unsafeUnwrap()?.permissions.toArray()).to.deep.equal([
          'service.a',
        ]);
        expect((await users.search({ start: 0, holds: 'service.b' }))._unsafeUnwrap().total).to.equal(0);
        expect((await permissions.findExpired(9))._unsafeUnwrap()).to.deep.equal([anId(1), anId(2)]);
      });
    }
  });

  /** Does something on a machine whose clock is off by so many milliseconds. */
  async function onMachine(off: number, work: () => Promise<void>): Promise<void> {
    const { Date: ours } = globalThis;
    const theirs = new Proxy(ours, {
      construct: (target, given) => Reflect.construct(target, given.length > 0 ? given : [ours.now() + off]),
      get: (target, name) => (name === 'now' ? () => ours.now() + off : Reflect.get(target, name)),
    });
    globalThis.Date = theirs;
    try {
      await work();
    } finally {
      globalThis.Date = ours;
    }
  }

  /** Holds what every change locks first. */
  async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
    const holder = new Client({ connectionString: opened.url });
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query("select 1 from counters where name = 'audit_entries' for update");
      return await work();
    } finally {
      await holder.end();
    }
  }
  const onBehalfOf = (n: number, validUntil?: Date): ChangeOptions => ({
    ...AS_IT_COMES,
    actor: { userId: anId(n), mustHold: DEFAULT_ADMIN_PERMISSION, validUntil },
  });
  /** How an admin stops being one. */
  const LOSSES = [
    {
      what: 'are removed',
      refusal: 'not-granted',
      loss: (n: number) => aRequest(n, 'remove', [DEFAULT_ADMIN_PERMISSION]),
    },
    {
      what: 'are deactivated',
      refusal: 'unknown',
      loss: (n: number) => aPersonChange(n, { action: 'deactivate' }),
    },
  ];
  /** Each instance takes another of the first two users from the admins. */
  const removeAdmins = (loss: (user: number) => ChangeRequest, optionsFor: (user: number) => ChangeOptions) =>
    Promise.all(
      both().map((database, index) =>
        portsOf(database).permissions.change([loss(index + 1)], optionsFor(index + 1)),
      ),
    );

  it('write one chain in four concurrent processes', async () => {
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
    const verified = (await verifyAuditTrail({ audit, verifier: aSigner() }))._unsafeUnwrap();
    expect(verified).to.include({ entries: 3 + 4 * 188 });
    const trail = (await audit.list({ limit: 1000 }))._unsafeUnwrap();
    const turns = trail.filter(({ actor }, index) => actor !== trail[index - 1]?.actor).length;
    expect(turns, 'changes of the writer').to.be.greaterThan(10);
    for (const user of [1, 2, 3]) {
      const last = trail.findLast(({ userId }) => userId === anId(user));
      expect([...(await permissions.find(anId(user)))._unsafeUnwrap()]).to.deep.equal(last?.after);
    }
  });

  it('see a removal by another instance in the next request, 1,000 times', async () => {
    const held = Array.from({ length: 50 }, (_, n) => `service.m${n}.read`);
    await importUsers(held, 20);
    const [one, two] = [portsOf(opened.database).permissions, portsOf(other).permissions];
    let stale = 0;
    for (let n = 0; n < 1000; n++) {
      const [remover, asked] = n % 2 === 0 ? [one, two] : [two, one];
      const user = (n % 20) + 1;
      const permission = held[Math.floor(n / 20)] as string;
      await makeChange(remover, user, 'remove', [permission]);
      if ((await asked.find(anId(user)))._unsafeUnwrap().has(permission)) stale++;
    }
    expect(stale).to.equal(0);
  });

  it('never both link an identity concurrently', async () => {
    await importUsers([], 2);
    const [one, two] = both().map((database) => portsOf(database).permissions) as [
      PermissionStore,
      PermissionStore,
    ];
    for (let n = 0; n < 50; n++) {
      const identity = anIdentity(`subject${n}`);
      const outcomes = [changeLink(one, 1, 'link', identity), changeLink(two, 2, 'link', identity)];
      expect(await Promise.all(outcomes)).to.have.members(['linked', 'identity-taken']);
    }
  });

  it('never both create a user with the same e-mail concurrently', async () => {
    await importUsers([], 1);
    const [one, two] = both().map((database) => portsOf(database).permissions) as [
      PermissionStore,
      PermissionStore,
    ];
    for (let n = 0; n < 50; n++) {
      const create = (user: number, email: string) => {
        const { personalInformation } = aUser(user);
        const person = { emails: [email], personalInformation, departmentId: null };
        return { action: 'create', person, permissions: [] } as const;
      };
      const outcomes = [
        changePerson(one, 100 + 2 * n, create(1, `new${n}@example.org`)),
        changePerson(two, 101 + 2 * n, create(1, `NEW${n}@example.org`)),
      ];
      expect(await Promise.all(outcomes)).to.have.members(['created', 'email-taken']);
    }
  });

  for (const { loss, refusal, what } of LOSSES) {
    it(`never remove the last two admins concurrently where both ${what}`, async () => {
      for (let round = 0; round < 20; round++) {
        await importUsers([DEFAULT_ADMIN_PERMISSION], 2);
        const results = await removeAdmins(loss, () => ({ ...AS_IT_COMES, keepAdmin: true }));
        const types = results.flatMap((result) => result._unsafeUnwrap().map(({ type }) => type));
        expect(types).to.have.members(['made', 'no-admin-left']);
      }
    });

    it(`let exactly one of two admins succeed who concurrently ${what} by each other`, async () => {
      for (let round = 0; round < 20; round++) {
        await importUsers([DEFAULT_ADMIN_PERMISSION], 2);
        const results = await removeAdmins(loss, (user) => onBehalfOf(3 - user));
        expect(results.filter((result) => result.isOk())).to.have.length(1);
        const refused = results.find((result) => result.isErr());
        expect(refused?._unsafeUnwrapErr()).to.deep.equal({ type: 'actor-refused', reason: refusal });
      }
    });
  }

  it('make a dry run while another makes a change, and keep the connection', async () => {
    await importUsers(['service.a']);
    const single = (await openDatabase(opened.url, { poolSize: 1 }))._unsafeUnwrap();
    const pid = () => single.all('select pg_backend_pid() as pid');
    const before = await pid();
    const outcomes = await whileLocked(async () => {
      const requests = [1, 99].map((n) => aRequest(n, 'remove', ['service.a']));
      return portsOf(single).permissions.change(requests, { ...AS_IT_COMES, dryRun: true });
    });
    expect(outcomes._unsafeUnwrap().map(({ type }) => type)).to.deep.equal(['made', 'user-not-found']);
    const after = await pid();
    await single.close();
    expect(after).to.deep.equal(before);
  });

  it('refuse a change that waited for another until the token of its actor expired', async () => {
    await importUsers([DEFAULT_ADMIN_PERMISSION]);
    const changing = await whileLocked(async () => {
      const now = Date.now();
      const begun = both().map((database, index) =>
        portsOf(database).permissions.change(
          [aRequest(2, 'add', [`service.n${index}`])],
          onBehalfOf(1, new Date(now + (index === 0 ? 100 : 60_000))),
        ),
      );
      await until(() => Date.now() > now + 100, 'the end of the token');
      return begun;
    });
    const [late, inTime] = await Promise.all(changing);
    expect(late?._unsafeUnwrapErr()).to.deep.equal({ type: 'actor-refused', reason: 'expired' });
    expect(inTime?.isOk()).to.equal(true);
    const { audit, permissions } = portsOf(other);
    expect([...(await permissions.find(anId(2)))._unsafeUnwrap()]).to.deep.equal([
      DEFAULT_ADMIN_PERMISSION,
      'service.n1',
    ]);
    const trail = (await audit.list({ limit: 10 }))._unsafeUnwrap();
    expect(trail.map(({ action }) => action)).to.deep.equal(['set', 'set', 'set', 'add']);
  });

  it('together allow exactly the limit', async () => {
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

  it('count by the clock of the database, and refuse no caller for longer than a window after a clock was set back', async () => {
    const limiter = new PostgresRateLimiter(opened.database, { limit: 1, windowSeconds: 60 }, silent);
    const count = async () => (await limiter.consume(anId(1)))._unsafeUnwrap();
    const first = { allowed: true, remaining: 0, resetSeconds: 60 };
    expect(await count()).to.deep.equal(first);
    for (const hoursOff of [-2, 2]) {
      await whileClockIsOff(hoursOff, async () => {
        const { allowed, resetSeconds } = await count();
        expect([allowed, resetSeconds <= 60], `${hoursOff} h, ${resetSeconds} s`).to.deep.equal([
          false,
          true,
        ]);
      });
    }
    // The database's own clock was two hours ahead when it began to count.
    await ask(opened.url, 'update rate_limits set expire = expire + 7200000');
    expect(await count()).to.deep.equal(first);
    expect((await count()).allowed).to.equal(false);
  });

  it('keep no ended window of others', async () => {
    const limiter = new PostgresRateLimiter(opened.database, { limit: 1, windowSeconds: 60 }, silent);
    for (const n of [1, 2, 3]) await limiter.consume(anId(n));
    await ask(opened.url, `update rate_limits set expire = expire - 60000 where key like '%${anId(1)}'`);
    await limiter.consume(anId(2));
    const rows = await ask<{ key: string }>(opened.url, 'select key from rate_limits order by key');
    expect(rows.map(({ key }) => key)).to.deep.equal([2, 3].map((n) => `look-ups:${anId(n)}`));
  });

  it('count alone while the counts are unreachable, and report it once', async () => {
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

  it('judge time by the clock of the database, independent of their machines', async () => {
    await importUsers([DEFAULT_ADMIN_PERMISSION]);
    const now = Date.now();
    for (const hoursOff of [-48, 48]) {
      await whileClockIsOff(hoursOff, async () => {
        const { permissions } = portsOf(opened.database);
        const asked = async (validUntil: number, options: Partial<ChangeOptions> = {}) => {
          const requests = [aRequest(2, 'add', ['service.a'])];
          const given = { ...onBehalfOf(1, new Date(validUntil)), ...options };
          return (await permissions.change(requests, given)).match(() => 'made', JSON.stringify);
        };
        const expired = JSON.stringify({ type: 'actor-refused', reason: 'expired' });
        for (const dryRun of [true, false]) {
          expect(await asked(now + 600_000, { dryRun })).to.equal('made');
          expect(await asked(now - 600_000, { dryRun })).to.equal(expired);
        }
      });
      const [one, two] = both().map((database) => new PostgresLookupCache(database, { capacity: 50 }));
      const answer = { type: 'found', location: FOUND_LOCATION } as const;
      await whileClockIsOff(hoursOff, async () => {
        (await one?.store({ key: 'a', provider: 'photon', answer, seconds: 60 }))?._unsafeUnwrap();
      });
      expect((await two?.find('a'))?._unsafeUnwrap(), `${hoursOff} hours`).to.deep.equal(answer);
    }
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
    // A cache that is slow is passed over.
    const failed = stored.flatMap((result) => (result?.isErr() ? [String(result.error.cause)] : []));
    expect(failed.filter((cause) => !cause.includes('did not answer in time'))).to.deep.equal([]);
    expect((await one?.summarize())?._unsafeUnwrap().answers).to.be.within(30, 60);
    await two?.store({ key: 'z', provider: 'photon', answer, seconds: 60 });
    expect((await one?.summarize())?._unsafeUnwrap().answers).to.be.within(1, 50);
  });
});

/** Runs work on a machine whose clock is wrong. */
async function whileClockIsOff(hours: number, work: () => Promise<void>): Promise<void> {
  const RightDate = Date;
  const time = () => RightDate.now() + hours * 3_600_000;
  globalThis.Date = class extends RightDate {
    constructor(...given: readonly number[]) {
      super(given[0] ?? time());
    }
    static override now(): number {
      return time();
    }
  } as DateConstructor;
  try {
    await work();
  } finally {
    globalThis.Date = RightDate;
  }
}
