import { openDatabase } from '@ops-admin/adapter-sqlite';
import { AS_IT_COMES, aDraft, anId, aRequest, aUser } from '@ops-admin/testing';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { portsOf, temporaryFolder } from './open-temporary.ts';

describe('An error from SQLite', () => {
  const folder = temporaryFolder();
  let database: Database.Database;
  let ports: ReturnType<typeof portsOf>;

  beforeEach(async () => {
    database = openDatabase(folder.path('organisation.db'))._unsafeUnwrap();
    ports = portsOf(database);
    const user = aUser(1, { permissions: ['service.a'] });
    await ports.organisation.importUsers([user], { ...aDraft(), action: 'set' });
  });
  afterEach(() => database.close());

  const elsewhere = (sql: string) => {
    const other = new Database(folder.path('organisation.db'));
    other.exec(sql);
    other.close();
  };
  const remove = (reason?: string) =>
    ports.permissions.change([aRequest(1, 'remove', ['service.a'], reason ? { reason } : {})], AS_IT_COMES);

  it('is store-unavailable where a table or a column was dropped', async () => {
    expect((await ports.permissions.find(anId(1))).isOk()).to.equal(true);
    elsewhere('alter table users rename to others');
    for (const asked of [
      ports.permissions.find(anId(1)),
      remove(),
      ports.users.list(),
      ports.health.check(),
    ]) {
      const error = (await asked)._unsafeUnwrapErr();
      expect(error)
        .to.have.nested.property('cause.message')
        .that.matches(/no such table/);
    }
    elsewhere(
      'alter table others rename to users; alter table user_permissions rename column permission to rights',
    );
    const error = (await ports.permissions.find(anId(1)))._unsafeUnwrapErr();
    expect(error)
      .to.have.nested.property('cause.message')
      .that.matches(/no such column/);
  });

  it('is thrown for a value that no column accepts, and nothing is kept', async () => {
    elsewhere(`create table strict_ones (reason text not null, number integer check (number > 0)) strict;
      create trigger copies after insert on audit_entries begin
        insert into strict_ones values (new.reason, case new.reason when 'check' then -1 when 'type' then 'x' else 1 end);
      end`);
    for (const [reason, said] of [
      [undefined, /NOT NULL/],
      ['check', /CHECK/],
      ['type', /cannot store TEXT/],
    ] as const) {
      const thrown = await remove(reason).then(undefined, (error: unknown) => error);
      expect(thrown).to.be.instanceOf(Error).with.property('message').that.matches(said);
    }
    expect([...(await ports.permissions.find(anId(1)))._unsafeUnwrap()]).to.deep.equal(['service.a']);
    expect((await remove('well')).isOk(), 'the next one').to.equal(true);
  });
});
