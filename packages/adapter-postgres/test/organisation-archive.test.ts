import { MIGRATIONS, openDatabase, PostgresOrganisationArchive } from '@ops-admin/adapter-postgres';
import { type ArchiveRecord, type OrganisationArchive, ok } from '@ops-admin/core';
import { aDepartment, aDraft, aUser, inMemoryOrganisation } from '@ops-admin/core/fakes';
import { expect } from 'chai';
import { ask } from './a-postgres.ts';
import { empty, openTemporary, portsOf } from './open-temporary.ts';

describe('The archive of an organisation in PostgreSQL', function () {
  this.timeout(60_000);
  let opened: Awaited<ReturnType<typeof openTemporary>>;
  before(async () => {
    opened = await openTemporary();
  });
  beforeEach(() => empty(opened.url));
  after(() => opened.drop());

  async function* streamOf(...records: ArchiveRecord[]) {
    for (const record of records) yield ok(record);
  }
  const readAll = async (from: OrganisationArchive) => {
    const records: ArchiveRecord[] = [];
    for await (const read of from.read()) records.push(read._unsafeUnwrap());
    return records;
  };
  const archive = () => new PostgresOrganisationArchive(opened.database);

  it('names the record that PostgreSQL cannot hold as it is, and writes none', async () => {
    const end: ArchiveRecord = { type: 'end', lastEntryId: 0 };
    const user = { ...aUser(2), permissions: [] };
    const fit: ArchiveRecord = { type: 'user', user: { ...user, ...aUser(1), permissions: ['\0'] } };
    const entry = { ...aDraft(), id: 7, userId: user.id, added: [], removed: [], sinceSets: 0 };
    const unfit: [kind: string, id: string | number, record: ArchiveRecord][] = [
      ['user', user.id, { type: 'user', user: { ...user, emails: ['a\0'] } }],
      [
        'department',
        aDepartment(1).id,
        { type: 'department', department: aDepartment(1, { name: '\ud800' }) },
      ],
      ['entry', 7, { type: 'entry', entry: { ...entry, reason: '\0' } }],
    ];
    for (const [kind, id, record] of unfit) {
      const written = await archive().write(streamOf(fit, record, end));
      expect(written._unsafeUnwrapErr()).to.deep.equal({ type: 'record-unfit', kind, id });
    }
    expect(await ask(opened.url, 'select from users')).to.have.length(0);
    expect((await archive().write(streamOf(fit, end))).isOk()).to.equal(true);
  });

  it('writes and reads more than fits into one statement', async () => {
    const { archive: memory, organisation } = inMemoryOrganisation();
    const users = Array.from({ length: 2500 }, (_, n) => aUser(n + 1, { permissions: [`service.m${n}`] }));
    await organisation.importUsers(users, { ...aDraft(), action: 'set' });
    (await archive().write(memory.read()))._unsafeUnwrap();
    const [expected, found] = await Promise.all([readAll(memory), readAll(archive())]);
    expect(found).to.have.length(5001);
    expect(found).to.deep.equal(expected);
  });

  it('looks for numbers of entries that contradict each other', async () => {
    const { integrity, organisation } = portsOf(opened.database);
    await organisation.importUsers([aUser(1, { permissions: ['service.a'] })], {
      ...aDraft(),
      action: 'set',
    });
    expect((await integrity.check())._unsafeUnwrap()).to.deep.equal([]);
    await ask(opened.url, 'update audit_counter set last_id = 0');
    expect((await integrity.check())._unsafeUnwrap()).to.deep.equal([
      { type: 'damaged', detail: 'audit_counter says 0, but the newest audit entry is 1' },
    ]);
  });

  it('looks for a number of departments that is not theirs', async () => {
    const { integrity } = portsOf(opened.database);
    await ask(opened.url, 'update department_counter set total = 7');
    const flaws = await integrity.check();
    await ask(opened.url, 'update department_counter set total = (select count(*) from departments)');
    const count = (await ask<{ n: string }>(opened.url, 'select count(*) as n from departments'))[0]?.n;
    expect(flaws._unsafeUnwrap()).to.deep.equal([
      { type: 'damaged', detail: `department_counter says 7, but there are ${count} departments` },
    ]);
  });

  it('is not brought up to date where nothing may be written', async () => {
    const newer = { sql: 'create table later ()', compatibleFrom: 1 };
    const migrations = [...MIGRATIONS, newer];
    const refused = await openDatabase(opened.url, { readOnly: true, migrations });
    expect(refused._unsafeUnwrapErr()).to.include({ problem: 'older' });
    expect(await ask(opened.url, "select to_regclass('later') as later")).to.deep.equal([{ later: null }]);
  });
});
