import type { AuditFollowQuery, AuditListQuery, AuditLog, FeedGone } from '@ops-admin/core';
import { auditOperations, describeFeedGone } from '@ops-admin/core/operations';
import { aDraft, anId, aUser, makeChange } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

describe('auditOperations', () => {
  const ports = openOrganisation();

  before(async () => {
    const users = [1, 4, 2, 3].map((n) => aUser(n));
    await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' });
    let count = 0;
    const change = (n: number, actor: string, batch?: string) =>
      makeChange(ports.permissions, n, 'add', [`service.m${count++}`], { actor, ...(batch && { batch }) });
    await change(1, anId(1));
    await change(2, 'cli:root');
    await change(3, anId(2), 'run');
    await change(1, anId(3), 'run');
    await change(2, 'billing', 'other');
  });

  const audit = auditOperations(ports);
  const page = async (query: AuditListQuery = {}) => (await audit.list(query))._unsafeUnwrap();
  const ids = async (query?: AuditListQuery) => (await page(query)).entries.map(({ id }) => id);

  describe('list', () => {
    it('returns the newest entries first, with their users', async () => {
      expect(await ids()).to.deep.equal([5, 4, 3, 2, 1]);
      const [, entry] = (await page()).entries;
      expect(entry).to.deep.include({
        actorUser: { _id: anId(3), email: 'user3@example.org' },
        user: { _id: anId(1), email: 'user1@example.org' },
      });
    });

    it('says where the next page begins, or that none follows', async () => {
      expect(await page({ limit: 2 })).to.have.property('next', 4);
      expect(await ids({ limit: 2, before: 4 })).to.deep.equal([3, 2]);
      expect((await page({ limit: 2, before: 4 })).next).to.equal(2);
      expect((await page({ limit: 1, before: 2 })).next).to.equal(null);
      expect((await page({ limit: 5 })).next).to.equal(null);
    });

    it('returns the oldest entries first after an entry, or from the beginning', async () => {
      expect(await ids({ after: 0, limit: 2 })).to.deep.equal([1, 2]);
      expect((await page({ after: 0, limit: 2 })).next).to.equal(2);
      expect(await ids({ after: 2 })).to.deep.equal([3, 4, 5]);
      expect((await page({ after: 2, limit: 3 })).next).to.equal(null);
      expect(await ids({ after: 1, user: 'user2@example.org' })).to.deep.equal([2, 5]);
    });

    it('accepts a user by id, and by e-mail', async () => {
      expect(await ids({ user: anId(1).toUpperCase() })).to.deep.equal([4, 1]);
      expect(await ids({ user: 'USER2@example.org' })).to.deep.equal([5, 2]);
      expect(await page({ user: 'user2@example.org', limit: 1 })).to.deep.include({ next: 5 });
    });

    it('accepts an actor by exact name, by e-mail, or by the name on the command line', async () => {
      expect(await ids({ actor: anId(1) })).to.deep.equal([1]);
      expect(await ids({ actor: 'cli:root' })).to.deep.equal([2]);
      expect(await ids({ actor: 'root' })).to.deep.equal([2]);
      expect(await ids({ actor: 'billing' })).to.deep.equal([5]);
      expect(await ids({ actor: 'USER3@example.org' })).to.deep.equal([4]);
    });

    it('combines both filters', async () => {
      expect(await ids({ actor: 'user2@example.org', user: anId(3) })).to.deep.equal([3]);
      expect(await ids({ actor: 'user3@example.org', batch: 'run', limit: 1 })).to.deep.equal([4]);
      expect(await ids({ actor: 'root', user: anId(1) })).to.deep.equal([]);
    });

    it('returns nothing for a known user where nothing else matches', async () => {
      expect(await page({ user: anId(4) })).to.deep.equal({ entries: [], next: null });
      expect(await page({ actor: 'user4@example.org' })).to.deep.equal({ entries: [], next: null });
      expect(await page({ actor: 'billing', action: 'remove' })).to.deep.equal({ entries: [], next: null });
      expect(await page({ actor: 'root', before: 1 })).to.deep.equal({ entries: [], next: null });
    });

    it('accepts an actor who was never a user, also one that looks like an id or an e-mail', async () => {
      const other = openOrganisation();
      await other.organisation.importUsers([aUser(1)], { ...aDraft(), action: 'set' });
      for (const actor of [anId(99), 'gone@example.org']) {
        await makeChange(other.permissions, 1, 'add', [`service.${actor[0]}`], { actor });
        const found = await auditOperations(other).list({ actor });
        expect(found._unsafeUnwrap().entries.map((entry) => entry.actor)).to.deep.equal([actor]);
      }
    });

    it('reports a user who neither exists nor has an entry', async () => {
      for (const name of [anId(9), 'nobody', 'x@y', 'cli:a@b', 'cli:nobody']) {
        for (const query of [{ user: name }, { actor: name }, { user: anId(1), actor: name }]) {
          expect((await audit.list(query))._unsafeUnwrapErr(), JSON.stringify(query)).to.deep.equal({
            type: 'user-not-found',
            user: name,
          });
        }
      }
    });
  });

  describe('follow', () => {
    const follow = async (query: AuditFollowQuery) => (await audit.follow(query))._unsafeUnwrap();

    it('returns entries after one, and the last entry that it read, also where none matches', async () => {
      const { entries, next } = await follow({ after: 0, limit: 2 });
      expect([entries.map(({ id }) => id), next]).to.deep.equal([[1, 2], 2]);
      const rest = await follow({ after: 2, batch: 'run' });
      expect([rest.entries.map(({ id }) => id), rest.next]).to.deep.equal([[3, 4], 5]);
      expect(await follow({ after: 4, batch: 'run' })).to.deep.equal({ entries: [], next: 5 });
      expect(await follow({ after: 5 })).to.deep.equal({ entries: [], next: 5 });
    });

    it('reports a position after the end of the audit log', async () => {
      const gone = (await audit.follow({ after: 6 }))._unsafeUnwrapErr();
      expect(gone).to.deep.equal({ type: 'feed-gone', after: 6, newestId: 5 });
      expect(describeFeedGone(gone as FeedGone)).to.include('entry 6 does not exist yet, the newest is 5');
    });

    it('loses no entry that is written concurrently', async () => {
      const { audit: log } = ports;
      const late: AuditLog = new Proxy(log, {
        get: (_, name: keyof AuditLog) =>
          name === 'newestId' ? () => log.newestId().map((id) => id - 2) : log[name].bind(log),
      });
      const { follow } = auditOperations({ ...ports, audit: late });
      const next = async (batch: string) => (await follow({ after: 1, batch }))._unsafeUnwrap().next;
      expect(await next('other'), 'the entry that was found').to.equal(5);
      expect(await next('none'), 'what was there before the list was read').to.equal(3);
    });
  });

  it('reads every entry, from both ends', async () => {
    const read = async (search?: Parameters<typeof audit.read>[0]) => {
      const all: number[] = [];
      for await (const entry of audit.read(search)) all.push(entry._unsafeUnwrap().id);
      return all;
    };
    expect(await read()).to.deep.equal([5, 4, 3, 2, 1]);
    expect(await read({ after: 1 })).to.deep.equal([2, 3, 4, 5]);
  });

  it('ends after an error', async () => {
    const results = [];
    for await (const one of audit.read({ user: 'x@y' })) results.push(one);
    expect(results.map((one) => one._unsafeUnwrapErr())).to.deep.equal([
      { type: 'user-not-found', user: 'x@y' },
    ]);
  });

  it('finds an entry, or reports it missing', async () => {
    expect((await audit.find(2))._unsafeUnwrap()).to.include({ id: 2, actor: 'cli:root' });
    expect((await audit.find(99))._unsafeUnwrapErr()).to.deep.equal({
      type: 'entry-not-found',
      target: { entryId: 99 },
    });
  });

  it('lists batches with the e-mails of their actors, by pages', async () => {
    const { batches, next } = (await audit.batches({ limit: 1 }))._unsafeUnwrap();
    expect(batches.map(({ actorUser, batch }) => [batch, actorUser])).to.deep.equal([['other', undefined]]);
    expect(next).to.equal(5);
    const rest = (await audit.batches({ limit: 1, before: 5 }))._unsafeUnwrap();
    expect(rest.batches.map(({ actorUser, batch }) => [batch, actorUser])).to.deep.equal([
      ['run', { _id: anId(3), email: 'user3@example.org' }],
    ]);
    expect(rest.next).to.equal(null);
    expect((await audit.batches())._unsafeUnwrap().batches).to.have.length(2);
  });

  it('returns the digest of the newest entry, if one exists', async () => {
    expect((await audit.head())._unsafeUnwrap()).to.include({ id: 5 });
    expect((await auditOperations(openOrganisation()).head())._unsafeUnwrapErr()).to.deep.equal({
      type: 'no-head',
    });
  });
});
