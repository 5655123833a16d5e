import { openDatabase, type PostgresDatabase } from '@ops-admin/adapter-postgres';
import type { ChangeRequest, StoreUnavailable } from '@ops-admin/core';
import { verifyAuditTrail } from '@ops-admin/core/operations';
import { sqlStores } from '@ops-admin/store-sql';
import {
  AS_IT_COMES,
  aDraft,
  anId,
  aRequest,
  aSigner,
  aSignerThat,
  aUser,
  type OrganisationPorts,
} from '@ops-admin/testing';
import { expect } from 'chai';
import { ask } from './a-postgres.ts';
import { type AProxy, aProxy } from './a-proxy.ts';
import { empty, openTemporary, portsOf } from './open-temporary.ts';

describe('Concurrent changes through one instance', () => {
  let opened: Awaited<ReturnType<typeof openTemporary>>;
  let proxy: AProxy;
  let database: PostgresDatabase;
  let ports: OrganisationPorts;
  let imported: number;

  before(async () => {
    opened = await openTemporary();
    proxy = await aProxy(opened.url);
  });
  beforeEach(async () => {
    await empty(opened.url);
    database = (await openDatabase(proxy.url))._unsafeUnwrap();
    ports = portsOf(database);
    const users = Array.from({ length: 10 }, (_, n) => aUser(n + 1));
    await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' });
    imported = (await ports.audit.list({ limit: 100 }))._unsafeUnwrap().length;
  });
  afterEach(() => database.close());
  after(async () => {
    await proxy.stop();
    await opened.drop();
  });

  const add = (user: number, reason = `change ${user}`): ChangeRequest =>
    aRequest(user, 'add', ['service.new.read'], { reason });
  const change = (user: number) => ports.permissions.change([add(user)], AS_IT_COMES);
  /** The entries after those of the import: whether each is signed, and how many transactions wrote them. */
  const written = async () => {
    const rows = await ask<{ transaction: string; isSigned: boolean }>(
      opened.url,
      `select xmin::text as transaction, signature is not null as "isSigned" from audit_entries where id > ${imported} order by id`,
    );
    const transactions = new Set(rows.map(({ transaction }) => transaction)).size;
    return { transactions, signed: rows.map(({ isSigned }) => isSigned) };
  };
  const holders = async () => {
    const users = (await portsOf(opened.database).users.list())._unsafeUnwrap();
    return users.flatMap(({ permissions }, n) => (permissions.has('service.new.read') ? [n + 1] : []));
  };
  const expectWholeTrail = async () => {
    const audit = portsOf(opened.database).audit;
    expect((await verifyAuditTrail({ audit, verifier: aSigner() })).isOk()).to.equal(true);
  };

  it('share a transaction and a signature, also where the last of them writes no entry', async () => {
    await Promise.all([1, 2, 3].map(change));
    expect(await written()).to.deep.equal({ transactions: 1, signed: [false, false, true] });
    const [, , unknown] = await Promise.all([4, 5, 99, 98].map(change));
    expect(unknown?._unsafeUnwrap()[0]).to.have.property('type', 'user-not-found');
    expect(await written()).to.deep.equal({ transactions: 2, signed: [false, false, true, false, true] });
    expect(await holders()).to.deep.equal([1, 2, 3, 4, 5]);
    await expectWholeTrail();
  });

  it('need as few round trips as one of them: for the lock and read, and for the write and commit', async () => {
    // The first entry of a user says who they are, which is read as well.
    await Promise.all([1, 2, 3, 4, 5].map(change));
    for (const users of [[1], [1, 2, 3, 4, 5]]) {
      const before = proxy.trips();
      await Promise.all(users.map(change));
      expect(proxy.trips() - before).to.equal(2);
    }
  });

  it('do not affect each other where one fails', async () => {
    await ask(
      opened.url,
      `create or replace function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
      `create trigger refuses before insert on audit_entries for each row when (new.reason = 'refused') execute function refuse()`,
    );
    try {
      const signer = aSignerThat((text) => {
        if (text.includes('a bug')) throw new Error('a bug');
      });
      const store = sqlStores(database).sealedBy(signer).permissions;
      const outcomes = [add(1), add(2, 'refused'), add(99), add(5, 'a bug'), add(3), add(4)].map((request) =>
        store.change([request], AS_IT_COMES).then(
          (result) => (result.isOk() ? result.value[0]?.type : result.error.type),
          (error: unknown) => (error as Error).message,
        ),
      );
      const expected = ['made', 'store-unavailable', 'user-not-found', 'a bug', 'made', 'made'];
      expect(await Promise.all(outcomes)).to.deep.equal(expected);
      expect(await holders()).to.deep.equal([1, 3, 4]);
      await expectWholeTrail();
    } finally {
      await ask(opened.url, 'drop trigger refuses on audit_entries', 'drop function refuse');
    }
  });

  const outcomesOf = async (users: readonly number[], store = ports.permissions) => {
    const changed = await Promise.all(users.map((user) => store.change([add(user)], AS_IT_COMES)));
    return changed.map((one) => {
      if (one.isOk()) return 'made';
      return (one.error as StoreUnavailable).isOutOfReach ? 'not made' : 'unknown';
    });
  };

  it('are retried once, on another connection, where theirs is lost before the write', async () => {
    // What is read of them goes out with the beginning.
    proxy.cutBehind(anId(2));
    expect(await outcomesOf([1, 2, 3])).to.deep.equal(['made', 'made', 'made']);
    const { signed, transactions } = await written();
    expect([transactions, signed]).to.deep.equal([1, [false, false, true]]);
    expect(await holders()).to.deep.equal([1, 2, 3]);
    await expectWholeTrail();
  });

  // The commit goes out with what is written.
  for (const text of ['"endsBefore"', 'commit\0']) {
    it(`all have an unknown outcome where ${text.slice(0, -1)} is not answered, and none is repeated`, async () => {
      proxy.cutBehind(text);
      expect(await outcomesOf([1, 2, 3])).to.deep.equal(['unknown', 'unknown', 'unknown']);
      const { signed, transactions } = await written();
      expect([transactions, signed]).to.deep.equal([1, [false, false, true]]);
      expect(await holders()).to.deep.equal([1, 2, 3]);
      await expectWholeTrail();
    });
  }
});
