import { openSqlite } from '@ops-admin/adapter-sqlite';
import { AccessPolicy, err, ok, orThrow } from '@ops-admin/core';
import { permissionOperations, verifyAuditTrail } from '@ops-admin/core/operations';
import { AS_IT_COMES, aDraft, anId, aRequest, aSigner, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { useFakeTimers } from 'sinon';
import { temporaryFolder } from './open-temporary.ts';

describe('A transaction by the embedding program', () => {
  const folder = temporaryFolder();
  let sqlite: ReturnType<typeof open>;
  let sealed: ReturnType<typeof sqlite.sealedBy>;
  const signer = aSigner();
  let files = 0;
  const open = () => orThrow(openSqlite({ file: folder.path(`host-${files++}.db`) }));

  beforeEach(async () => {
    sqlite = open();
    sealed = sqlite.sealedBy(signer);
    await sealed.organisation.importUsers([aUser(1)], { ...aDraft(), action: 'set' });
    await sqlite.database.transaction((sql) => sql.all('create table tickets (title text) strict'));
  });
  afterEach(() => sqlite.close());

  const addition = [aRequest(1, 'add', ['service.a.read'])];
  const held = async () => [...orThrow(await sealed.permissions.find(anId(1)))];
  const kept = async () => {
    const tickets = await sqlite.database.all<{ title: string }>('select title from tickets');
    orThrow(await verifyAuditTrail({ audit: sqlite.audit, verifier: signer }));
    return [await held(), tickets.map(({ title }) => title)];
  };

  it('changes permissions together with rows of the program', async () => {
    const changed = await sealed.transaction(async ({ change, sql }) => {
      await sql.all('insert into tickets values (?)', 'before');
      const [outcome] = orThrow(await change(addition, AS_IT_COMES));
      await sql.all('insert into tickets values (?)', 'after');
      expect((await change([aRequest(1, 'add', ['service.b.read'])], AS_IT_COMES)).isOk()).to.equal(true);
      return ok(outcome);
    });
    expect(orThrow(changed)).to.include({ type: 'made' });
    expect(await kept()).to.deep.equal([
      ['service.a.read', 'service.b.read'],
      ['before', 'after'],
    ]);
  });

  it('keeps neither of them where the work returns an error, throws, or a change in it fails', async () => {
    const refused = await sealed.transaction(async ({ change, sql }) => {
      await sql.all('insert into tickets values (?)', 'lost');
      orThrow(await change(addition, AS_IT_COMES));
      return err('no' as const);
    });
    expect(refused).to.deep.equal(err('no'));
    const bug = new Error('a bug');
    const thrown = sealed.transaction(async ({ change }) => {
      orThrow(await change(addition, AS_IT_COMES));
      throw bug;
    });
    expect(await thrown.then(String, (error: unknown) => error)).to.equal(bug);
    await sqlite.database.transaction((sql) =>
      sql.all(
        `create trigger stop before insert on user_permissions begin select raise(abort, 'stopped'); end`,
      ),
    );
    const ignored = await sealed.transaction(async ({ change, sql }) => {
      await sql.all('insert into tickets values (?)', 'lost');
      await change(addition, AS_IT_COMES).then(undefined, () => {});
      return ok('as if it were made');
    });
    expect(ignored._unsafeUnwrapErr()).to.have.property('type', 'store-unavailable');
    expect(await kept()).to.deep.equal([[], []]);
  });

  it('is rolled back after 5 seconds, and runs no later statement', async () => {
    const timers = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      let late: (() => Promise<unknown>) | undefined;
      const result = await sealed.transaction(async ({ change, sql }) => {
        orThrow(await change(addition, AS_IT_COMES));
        late = () => sql.all('insert into tickets values (?)', 'late');
        timers.tick(5000);
        await new Promise(() => {});
        return ok('never');
      });
      const { cause, type } = result._unsafeUnwrapErr();
      expect(type).to.equal('store-unavailable');
      expect(String(cause)).to.match(/over 5 seconds/);
      expect(await late?.().then(String, String)).to.match(/the transaction has ended/);
    } finally {
      timers.restore();
    }
    expect(await kept()).to.deep.equal([[], []]);
  });

  it('is rolled back after 5 seconds in which the work blocked all timers', async () => {
    const timers = useFakeTimers({ toFake: ['performance'] });
    try {
      const result = await sealed.transaction(async ({ change }) => {
        orThrow(await change(addition, AS_IT_COMES));
        timers.tick(5000);
        return ok('late');
      });
      expect(String(result._unsafeUnwrapErr().cause)).to.match(/over 5 seconds/);
    } finally {
      timers.restore();
    }
    expect(await kept()).to.deep.equal([[], []]);
  });

  it('refuses other changes inside it, which are not made in either case', async () => {
    const { audit, users } = sqlite;
    const policy = new AccessPolicy();
    const store = sealed.permissions;
    const permissions = permissionOperations({ store, audit, users, policy, clock: () => new Date() });
    const origin = { actor: 'host', source: 'embedded' } as const;
    const changes = [{ user: anId(1), permissions: ['service.a.read'] }];

    for (const outer of [ok('kept'), err('undone')]) {
      const refused: unknown[] = [];
      const inner: Promise<unknown>[] = [];
      const written = await sealed.transaction(async () => {
        const change = permissions.change({ action: 'add', changes, origin });
        inner.push(
          change.then(
            () => {},
            (error: unknown) => refused.push(error),
          ) as Promise<unknown>,
        );
        return outer;
      });
      await Promise.all(inner);
      expect(written).to.deep.equal(outer);
      expect(refused).to.have.length(1);
      expect(String(refused[0])).to.match(/cannot be part of another transaction/);
    }
    expect(await held()).to.deep.equal([]);

    // Neither one after it, nor one of another database, is part of it.
    orThrow(await permissions.change({ action: 'add', changes, origin }));
  });
});
