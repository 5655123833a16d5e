import { aDraft, anId, aUser, inMemoryOrganisation, makeChange } from '@ops-admin/core/fakes';
import { type AuditPageQuery, ListAudit, localAudit } from '@ops-admin/core/jobs';
import { expect } from 'chai';

describe('The trail as programs ask for it', () => {
  const ports = inMemoryOrganisation();

  before(async () => {
    const twins = [2, 3].map((n) => aUser(n, { emails: [`user${n}@example.org`, 'twin@example.org'] }));
    await ports.organisation.importUsers([aUser(1), ...twins], { ...aDraft(), action: 'set' });
    let count = 0;
    const change = (n: number, actor: string, batch?: string) =>
      makeChange(ports.permissions, n, 'add', [`service.m${count++}`], { actor, ...(batch && { batch }) });
    await change(1, anId(1));
    await change(2, 'cli:root');
    await change(3, anId(2), 'run');
    await change(1, anId(3), 'run');
    await change(2, 'billing', 'other');
  });

  describe('ListAudit', () => {
    const page = async (query: Partial<AuditPageQuery>) =>
      (
        await new ListAudit({ audit: ports.audit, users: ports.users }).execute({ limit: 10, ...query })
      )._unsafeUnwrap();
    const ids = async (query: Partial<AuditPageQuery>) => (await page(query)).entries.map(({ id }) => id);

    it('gives the newest first, with the users they name', async () => {
      expect(await ids({})).to.deep.equal([5, 4, 3, 2, 1]);
      const [, entry] = (await page({})).entries;
      expect(entry).to.deep.include({
        actorUser: { _id: anId(3), email: 'user3@example.org' },
        user: { _id: anId(1), email: 'user1@example.org' },
      });
    });

    it('says where the next page begins, and that there is none', async () => {
      expect(await page({ limit: 2 })).to.have.property('next', 4);
      expect(await ids({ limit: 2, beforeId: 4 })).to.deep.equal([3, 2]);
      expect((await page({ limit: 2, beforeId: 4 })).next).to.equal(2);
      expect((await page({ limit: 1, beforeId: 2 })).next).to.equal(null);
      expect((await page({ limit: 5 })).next).to.equal(null);
    });

    it('takes a user by id, by e-mail, and by an e-mail of several', async () => {
      expect(await ids({ user: anId(1).toUpperCase() })).to.deep.equal([4, 1]);
      expect(await ids({ user: 'USER2@example.org' })).to.deep.equal([5, 2]);
      expect(await ids({ user: 'twin@example.org' })).to.deep.equal([5, 3, 2]);
      expect(await page({ user: 'twin@example.org', limit: 2 })).to.deep.include({ next: 3 });
    });

    it('takes an actor as it is, or by e-mail', async () => {
      expect(await ids({ actor: anId(1) })).to.deep.equal([1]);
      expect(await ids({ actor: 'cli:root' })).to.deep.equal([2]);
      expect(await ids({ actor: 'billing' })).to.deep.equal([5]);
      expect(await ids({ actor: 'twin@example.org' })).to.deep.equal([4, 3]);
      expect(await ids({ actor: 'cli:a@b' })).to.deep.equal([]);
    });

    it('narrows one by the other', async () => {
      expect(await ids({ actor: 'twin@example.org', user: anId(3) })).to.deep.equal([3]);
      expect(await ids({ actor: 'twin@example.org', batch: 'run', limit: 1 })).to.deep.equal([4]);
    });

    it('gives nothing for a name that nobody has', async () => {
      for (const query of [{ user: anId(9) }, { user: 'nobody' }, { user: 'x@y' }, { actor: 'x@y' }]) {
        expect(await page(query)).to.deep.equal({ entries: [], next: null });
      }
    });
  });

  describe('localAudit', () => {
    const audit = localAudit({ audit: ports.audit, users: ports.users });

    it('lists from either end, and refuses a user whom nobody knows or whose e-mail several have', async () => {
      const list = async (search: Parameters<typeof audit.list>[0]) =>
        (await audit.list(search)).match(
          (entries) => entries.map(({ id }) => id),
          ({ type }) => type,
        );
      expect(await list({ limit: 2 })).to.deep.equal([1, 2]);
      expect(await list({ limit: 2, newestFirst: true, afterId: 5 })).to.deep.equal([4, 3]);
      expect(await list({ limit: 9, user: 'user2@example.org' })).to.deep.equal([2, 5]);
      expect(await list({ limit: 9, user: anId(9) })).to.deep.equal([]);
      expect(await list({ limit: 9, user: 'x@y' })).to.equal('user-not-found');
      expect(await list({ limit: 9, user: 'twin@example.org' })).to.equal('ambiguous-user');
    });

    it('takes an actor by id, by e-mail, and by the name on the command line', async () => {
      const of = async (actor: string) =>
        (await audit.list({ limit: 9, actor }))._unsafeUnwrap().map(({ id }) => id);
      expect(await of('root')).to.deep.equal([2]);
      expect(await of('cli:root')).to.deep.equal([2]);
      expect(await of('user1@example.org')).to.deep.equal([1]);
      expect(await of(anId(3))).to.deep.equal([4]);
    });

    it('reads every entry, however many there are', async () => {
      const entries = (await audit.read({ newestFirst: true }))._unsafeUnwrap();
      const ids: number[] = [];
      for await (const entry of entries) ids.push(entry._unsafeUnwrap().id);
      expect(ids).to.deep.equal([5, 4, 3, 2, 1]);
    });

    it('finds an entry, or says that there is none', async () => {
      expect((await audit.find(2))._unsafeUnwrap()).to.include({ id: 2, actor: 'cli:root' });
      expect((await audit.find(99))._unsafeUnwrapErr()).to.deep.equal({
        type: 'entry-not-found',
        target: { entryId: 99 },
      });
    });

    it('lists runs with the e-mails of their actors, a page at a time', async () => {
      const { actorEmails, batches, next } = (await audit.batches({ limit: 1 }))._unsafeUnwrap();
      expect(batches.map(({ batch }) => batch)).to.deep.equal(['other']);
      expect(next).to.equal(5);
      expect([...actorEmails]).to.deep.equal([]);
      const rest = (await audit.batches({ limit: 1, beforeId: 5 }))._unsafeUnwrap();
      expect(rest.batches).to.have.length(1);
      expect(rest.next).to.equal(null);
      expect([...rest.actorEmails]).to.deep.equal([[anId(3), 'user3@example.org']]);
    });

    it('gives the digest of the newest entry, where there is one', async () => {
      expect((await audit.head())._unsafeUnwrap()).to.include({ id: 5 });
      const empty = inMemoryOrganisation();
      expect(
        (await localAudit({ audit: empty.audit, users: empty.users }).head())._unsafeUnwrapErr(),
      ).to.deep.equal({
        type: 'no-head',
      });
    });
  });
});
