import { openDatabase, SCHEMA } from '@ops-admin/adapter-postgres';
import { openSqlite } from '@ops-admin/adapter-sqlite';
import {
  type AuditEntry,
  type CopyRecord,
  err,
  type OrganisationCopy,
  ok,
  type Result,
  type StoreUnavailable,
} from '@ops-admin/core';
import { sqlStores } from '@ops-admin/store-sql';
import { aDepartment, aDraft, aSigner, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { ask } from './a-postgres.ts';
import { empty, openTemporary } from './open-temporary.ts';

describe('The copy of an organisation in PostgreSQL', () => {
  let opened: Awaited<ReturnType<typeof openTemporary>>;
  before(async () => {
    opened = await openTemporary();
  });
  beforeEach(() => empty(opened.url));
  after(() => opened.drop());

  async function* streamOf(...records: CopyRecord[]) {
    for (const record of records) yield ok(record);
  }
  const readAll = async (from: OrganisationCopy) => {
    const records: CopyRecord[] = [];
    for await (const read of from.read()) records.push(read._unsafeUnwrap());
    return records;
  };
  const copy = () => sqlStores(opened.database).copy;
  const openSource = () => {
    const { copy: source, sealedBy } = openSqlite({ file: ':memory:' })._unsafeUnwrap();
    return { source, organisation: sealedBy(aSigner()).organisation };
  };

  it('names the record that PostgreSQL cannot hold unchanged, and writes none', async () => {
    const end: CopyRecord = { type: 'end', lastEntryId: 0 };
    const user = { ...aUser(2), permissions: [], salt: 'salt' };
    const fit: CopyRecord = { type: 'user', user: { ...user, ...aUser(1), permissions: ['ü'] } };
    const entry: AuditEntry = {
      ...aDraft(),
      id: 7,
      userId: user.id,
      added: [],
      removed: [],
      before: [],
      after: [],
      seal: { previous: '', digest: 'digest', keyId: 'key' },
    };
    const unfit: [kind: string, id: string | number, record: CopyRecord][] = [
      ['user', user.id, { type: 'user', user: { ...user, emails: ['a\0'] } }],
      ['user', user.id, { type: 'user', user: { ...user, permissions: ['a\n'] } }],
      [
        'department',
        aDepartment(1).id,
        { type: 'department', department: aDepartment(1, { name: '\ud800' }) },
      ],
      ['entry', 7, { type: 'entry', entry: { ...entry, reason: '\0' } }],
      ['entry', 7, { type: 'entry', entry: { ...entry, added: ['\0'] } }],
    ];
    for (const [kind, id, record] of unfit) {
      const written = await copy().write(streamOf(fit, record, end));
      expect(written._unsafeUnwrapErr()).to.deep.equal({ type: 'record-unfit', kind, id });
    }
    expect(await ask(opened.url, 'select from users')).to.have.length(0);
    expect((await copy().write(streamOf(fit, end))).isOk()).to.equal(true);
  });

  it('leaves nothing from records that fail while earlier ones are written', async () => {
    const { organisation, source } = openSource();
    // Departments are written first, so that users would follow after the end.
    await organisation.importDepartments(
      Array.from({ length: 500 }, (_, n) => aDepartment(n + 1)),
      aDraft(),
    );
    const users = Array.from({ length: 1000 }, (_, n) => aUser(n + 1));
    await organisation.importUsers(users, { ...aDraft(), action: 'set' });
    async function* broken(): AsyncGenerator<Result<CopyRecord, 'broken' | StoreUnavailable>> {
      let left = 1001;
      for await (const read of source.read()) yield left-- > 0 ? read : err('broken');
    }
    expect((await copy().write(broken()))._unsafeUnwrapErr()).to.equal('broken');
    for (const table of ['departments', 'users'])
      expect(await ask(opened.url, `select from ${table}`), table).to.have.length(0);
    expect((await copy().write(source.read())).isOk()).to.equal(true);
  });

  it('writes and reads more than one statement can hold', async () => {
    const { organisation, source } = openSource();
    const users = Array.from({ length: 2500 }, (_, n) => aUser(n + 1, { permissions: [`service.m${n}`] }));
    await organisation.importUsers(users, { ...aDraft(), action: 'set' });
    (await copy().write(source.read()))._unsafeUnwrap();
    const [expected, found] = await Promise.all([readAll(source), readAll(copy())]);
    expect(found).to.have.length(5001);
    expect(found).to.deep.equal(expected);
  });

  it('does not migrate a database where it may not write', async () => {
    const newer = { sql: 'create table later ();', compatibleFrom: 1 };
    const steps = [...SCHEMA, newer];
    const refused = await openDatabase(opened.url, { readOnly: true, steps });
    expect(refused._unsafeUnwrapErr()).to.include({ problem: 'older' });
    expect(await ask(opened.url, "select to_regclass('later') as later")).to.deep.equal([{ later: null }]);
  });
});
