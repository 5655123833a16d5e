import { openDatabase } from '@ops-admin/adapter-sqlite';
import { AS_IT_COMES, aDraft, anId, aRequest, aSignerThat, aUser } from '@ops-admin/testing';
import type Database from 'better-sqlite3';
import { expect } from 'chai';
import { portsOf, temporaryFolder } from './open-temporary.ts';

describe('The audit table', () => {
  const folder = temporaryFolder();
  let database: Database.Database;

  beforeEach(async () => {
    database = openDatabase(folder.path('organisation.db'))._unsafeUnwrap();
    const ports = portsOf(database);
    await ports.organisation.importUsers([aUser(1, { permissions: ['service.a'] })], {
      ...aDraft(),
      action: 'set',
    });
  });
  afterEach(() => {
    database.close();
  });

  it('refuses every update, replacement and deletion of an entry', () => {
    const attempts = [
      "update audit_entries set actor = 'somebody else'",
      'delete from audit_entries',
      'insert or replace into audit_entries select * from audit_entries where id = 1',
      "update audit_changes set permission = 'x'",
      'delete from audit_changes',
      'insert or replace into audit_changes select * from audit_changes',
    ];
    const rows = () =>
      ['entries', 'changes'].map((name) => database.prepare(`select * from audit_${name}`).all());
    const before = rows();
    for (const sql of attempts) expect(() => database.exec(sql), sql).to.throw(/never altered|never deleted/);
    expect(rows()).to.deep.equal(before);
  });

  it('is not continued after a foreign entry, which the next signature would confirm', async () => {
    const ports = portsOf(database);
    database.exec(`
      insert into audit_entries (id, time, actor, source, action, user_id, requested, "before", profile, previous, digest)
      select 2, time, actor, source, action, user_id, requested, "before", profile, digest, 'made up'
      from audit_entries where id = 1;
      update counters set total = 2 where name = 'audit_entries'`);
    const changed = await ports.permissions.change([aRequest(1, 'remove', ['service.a'])], AS_IT_COMES);
    expect(changed._unsafeUnwrapErr())
      .to.have.property('cause')
      .that.has.property('message')
      .that.includes('entry, 2, is not signed');
    expect((await ports.audit.list({ limit: 10 }))._unsafeUnwrap()).to.have.length(2);
  });

  it('keeps no change whose entry cannot be written', async () => {
    const ports = portsOf(database);
    database.exec(
      "create trigger full before insert on audit_entries begin select raise(abort, 'disk full'); end",
    );
    const result = await ports.permissions.change([aRequest(1, 'remove', ['service.a'])], AS_IT_COMES);
    expect(result._unsafeUnwrapErr()).to.have.property('type', 'store-unavailable');
    expect([...(await ports.permissions.find(anId(1)))._unsafeUnwrap()]).to.deep.equal(['service.a']);
  });

  it('keeps no entry for a change that throws', async () => {
    const ports = portsOf(database);
    let sealed = 0;
    const signer = aSignerThat(() => {
      if (++sealed === 2) throw new Error('a bug');
    });
    const broken = portsOf(database, signer).permissions;
    const requests = [aRequest(1, 'remove', ['service.a']), aRequest(1, 'add', ['service.b'])];
    const thrown = await broken.change(requests, AS_IT_COMES).then(undefined, (error: unknown) => error);
    expect(thrown).to.be.instanceOf(Error).with.property('message', 'a bug');
    expect((await ports.audit.list({ limit: 10 }))._unsafeUnwrap()).to.have.length(1);
    expect([...(await ports.permissions.find(anId(1)))._unsafeUnwrap()]).to.deep.equal(['service.a']);
    expect((await broken.change(requests, AS_IT_COMES)).isOk(), 'the next one').to.equal(true);
  });
});
