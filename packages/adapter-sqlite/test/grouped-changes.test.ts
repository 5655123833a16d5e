import { readFileSync, renameSync } from 'node:fs';
import { openDatabase } from '@ops-admin/adapter-sqlite';
import type { AuditEntry, ChangeOutcome, ChangeRequest, StoreUnavailable } from '@ops-admin/core';
import { verifyAuditTrail } from '@ops-admin/core/operations';
import { AS_IT_COMES, aDraft, anId, aRequest, aSigner, aSignerThat, aUser } from '@ops-admin/testing';
import type Database from 'better-sqlite3';
import { expect } from 'chai';
import { portsOf, temporaryFolder } from './open-temporary.ts';

describe('Concurrent changes', () => {
  const folder = temporaryFolder();
  let database: Database.Database;
  let ports: ReturnType<typeof portsOf>;
  let file: string;

  beforeEach(async () => {
    file = folder.path('organisation.db');
    database = openDatabase(file)._unsafeUnwrap();
    ports = portsOf(database);
    const users = Array.from({ length: 10 }, (_, n) => aUser(n + 1));
    await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' });
  });
  afterEach(() => database.close());

  const add = (user: number, reason = `change ${user}`): ChangeRequest =>
    aRequest(user, 'add', ['service.new.read'], { reason });
  const change = (user: number, reason?: string) =>
    ports.permissions.change([add(user, reason)], AS_IT_COMES);
  const entryOf = ([outcome]: readonly ChangeOutcome[]) =>
    outcome?.type === 'made' ? (outcome.entry as AuditEntry) : expect.fail(`the change is ${outcome?.type}`);
  const held = async (user: number) => [...(await ports.permissions.find(anId(user)))._unsafeUnwrap()];
  const trail = async () => (await ports.audit.list({ limit: 1000 }))._unsafeUnwrap();

  /** How many commits there are in the write-ahead log: the last page of each says how large the database is now. */
  function commits(): number {
    const log = readFileSync(`${file}-wal`);
    const frame = 24 + log.readUInt32BE(8);
    const salt = log.subarray(16, 24);
    let found = 0;
    for (let at = 32; at + frame <= log.length; at += frame) {
      // After those of this log may be some of the one before.
      if (!log.subarray(at + 8, at + 16).equals(salt)) break;
      if (log.readUInt32BE(at + 4) > 0) found++;
    }
    return found;
  }

  it('share a signature, also where the last of them writes no entry', async () => {
    const before = (await trail()).length;
    const signatures = async () =>
      (await trail()).slice(before).map(({ seal }) => seal.signature !== undefined);
    await Promise.all([1, 2, 3].map((user) => change(user)));
    expect(await signatures()).to.deep.equal([false, false, true]);
    const commitsBefore = commits();
    const [, , unknown] = await Promise.all([4, 5, 99, 98].map((user) => change(user)));
    expect(unknown?._unsafeUnwrap()[0]).to.have.property('type', 'user-not-found');
    expect(commits() - commitsBefore).to.equal(1);
    expect(await signatures()).to.deep.equal([false, false, true, false, true]);
    const verified = await verifyAuditTrail({ audit: ports.audit, verifier: aSigner() });
    expect(verified._unsafeUnwrap().entries).to.equal(before + 5);
  });

  it('share a commit, and each has its own entry', async () => {
    const before = { commits: commits(), entries: (await trail()).length };
    const changed = await Promise.all([1, 2, 3, 1, 2].map((user) => change(user)));
    expect(commits() - before.commits).to.equal(1);

    const entries = changed.map((result) => entryOf(result._unsafeUnwrap()));
    expect(entries.map(({ userId }) => userId)).to.deep.equal([1, 2, 3, 1, 2].map(anId));
    expect((await trail()).slice(before.entries)).to.deep.equal(entries);
    // The second change of a user is made to what the first left.
    expect((entries[3] as AuditEntry).before).to.deep.equal((entries[0] as AuditEntry).after);
    expect((entries[3] as AuditEntry).added).to.deep.equal([]);
  });

  it('are visible to another connection once they are answered', async () => {
    const other = openDatabase(file)._unsafeUnwrap();
    const count = other.prepare('select count(*) from audit_entries where id = ?').pluck();
    const changes = [1, 2, 3, 4].map((user) => change(user));
    for (const changing of changes)
      expect(count.get(entryOf((await changing)._unsafeUnwrap()).id)).to.equal(1);
    other.close();
  });

  it('do not affect each other where one fails, and leave the audit log complete', async () => {
    database.exec(`create trigger refuses before insert on audit_entries when new.reason = 'refused'
      begin select raise(abort, 'refused'); end`);
    const signer = aSignerThat((text) => {
      if (text.includes('a bug')) throw new Error('a bug');
    });
    const store = portsOf(database, signer).permissions;
    const results = await Promise.all(
      [
        [add(1)],
        [add(2, 'refused')],
        [add(99)],
        [add(6), add(5, 'a bug')],
        [add(3)],
        [add(7), add(2, 'refused')],
        [add(4)],
      ].map((requests) =>
        store.change(requests, AS_IT_COMES).then(
          (result) => (result.isOk() ? result.value[0]?.type : result.error.type),
          (error: unknown) => (error as Error).message,
        ),
      ),
    );
    expect(results).to.deep.equal([
      'made',
      'store-unavailable',
      'user-not-found',
      'a bug',
      'made',
      'store-unavailable',
      'made',
    ]);
    for (const user of [1, 3, 4]) expect(await held(user)).to.include('service.new.read');
    for (const user of [2, 5, 6, 7])
      expect(await held(user), 'a set without its entry').not.to.include('service.new.read');
    const verified = await verifyAuditTrail({ audit: ports.audit, verifier: aSigner() });
    expect(verified._unsafeUnwrap()).to.deep.include({ entries: 3 });
  });

  it('do not affect each other where one fails the commit', async () => {
    // A promise to the database that only the commit can break.
    database.exec(`
      create table broken (id text references users (id) deferrable initially deferred);
      create trigger breaks after insert on audit_entries when new.reason = 'breaks'
      begin insert into broken values ('nobody'); end`);
    const before = (await trail()).length;
    const results = await Promise.all([change(1), change(2, 'breaks'), change(3)]);
    expect(results.map((result) => result.isOk())).to.deep.equal([true, false, true]);
    expect(results[1]?._unsafeUnwrapErr()).to.have.property('type', 'store-unavailable');
    expect(await trail()).to.have.length(before + 2);
    expect(await held(2)).not.to.include('service.new.read');
  });

  it('do not affect each other where one ends the whole transaction', async () => {
    database.exec(`create trigger refuses before insert on audit_entries when new.reason = 'refused'
      begin select raise(rollback, 'refused'); end`);
    const before = (await trail()).length;
    const results = await Promise.all([change(1), change(2, 'refused'), change(3)]);
    expect(results.map((result) => result.isOk())).to.deep.equal([true, false, true]);
    expect(await trail()).to.have.length(before + 2);
  });

  it('all fail where the file is missing by then', async () => {
    const changes = [change(1), change(2)];
    renameSync(file, folder.path('moved.db'));
    for (const result of await Promise.all(changes)) {
      const error = result._unsafeUnwrapErr() as StoreUnavailable;
      expect((error.cause as Error).message).to.match(/was removed or replaced/);
    }
  });

  it('share a transaction up to 200', async () => {
    const before = commits();
    const results = await Promise.all(Array.from({ length: 450 }, (_, n) => change((n % 10) + 1)));
    expect(results.every((result) => result.isOk())).to.equal(true);
    // A busy machine makes more, smaller ones.
    expect(commits() - before).to.be.within(3, 45);
  });
});
