import { verifyAuditTrail } from '@ops-admin/core/operations';
import { sqlStores } from '@ops-admin/store-sql';
import {
  AS_IT_COMES,
  aDraft,
  anId,
  anIdentity,
  aRequest,
  aSigner,
  aSignerThat,
  aUser,
  changeLink,
  makeChange,
  type OrganisationPorts,
} from '@ops-admin/testing';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { ask } from './a-postgres.ts';
import { empty, openTemporary, portsOf } from './open-temporary.ts';

describe('The audit table in PostgreSQL', () => {
  let opened: Awaited<ReturnType<typeof openTemporary>>;
  let ports: OrganisationPorts;

  before(async () => {
    opened = await openTemporary();
    ports = portsOf(opened.database);
  });
  beforeEach(async () => {
    await empty(opened.url);
    await ports.organisation.importUsers([aUser(1, { permissions: ['service.a'] })], {
      ...aDraft(),
      action: 'set',
    });
  });
  after(() => opened.drop());

  const sql = (...statements: string[]) => ask(opened.url, ...statements);
  /** As the owner of the database can, past the guards. */
  const tamper = (statement: string) => sql('set session_replication_role = replica', statement);
  const remove = (permission: string) => makeChange(ports.permissions, 1, 'remove', [permission]);
  const refusal = async (draft = {}) =>
    (
      await ports.permissions.change([aRequest(1, 'remove', ['service.a'], draft)], AS_IT_COMES)
    )._unsafeUnwrapErr().type;
  const verify = () => verifyAuditTrail({ audit: ports.audit, verifier: aSigner() });
  const held = async () => [...(await ports.permissions.find(anId(1)))._unsafeUnwrap()];

  it('is not continued after a foreign entry, which the next signature would confirm', async () => {
    await sql(
      `insert into audit_entries (id, time, actor, source, action, user_id, requested, "before", profile, previous, digest)
      select 2, time, actor, source, action, user_id, requested, "before", profile, digest, 'made up'
      from audit_entries where id = 1`,
      "update counters set total = 2 where name = 'audit_entries'",
    );
    expect(await refusal()).to.equal('store-unavailable');
    expect(await sql('select id from audit_entries')).to.have.length(2);
  });

  it('refuses every update, replacement, deletion and truncation', async () => {
    const before = await sql('select * from audit_entries');
    for (const attempt of [
      "update audit_entries set actor = 'somebody else'",
      'delete from audit_entries',
      'truncate audit_entries',
      "update audit_changes set permission = 'x'",
      'delete from audit_changes',
      'truncate audit_changes',
      'truncate users cascade; truncate audit_entries',
      "insert into audit_entries select * from audit_entries on conflict (id) do update set actor = 'x'",
      'insert into audit_entries select * from audit_entries',
    ]) {
      const refused = await sql(attempt).then(
        () => undefined,
        (error: Error) => error.message,
      );
      expect(refused, attempt).to.match(/never altered or removed|duplicate key/);
    }
    expect(await sql('select * from audit_entries')).to.deep.equal(before);
  });

  it('is not scanned for a change, also before the server has statistics', async () => {
    const counts = async () => {
      const [row] = (await sql(
        "select seq_tup_read as read, n_tup_ins as written from pg_stat_user_tables where relname = 'audit_entries'",
      )) as { read: string; written: string }[];
      return { read: Number(row?.read), written: Number(row?.written) };
    };
    // A connection reports what it has done once a second, at the end of a transaction.
    const reported = (written: number) =>
      until(async () => {
        await Promise.all([1, 2, 3, 4].map(() => ports.permissions.find(anId(1))));
        const now = await counts();
        return now.written >= written ? now : undefined;
      }, `${written} rows of the trail that are reported as written`);
    const start = await counts();
    const users = Array.from({ length: 2000 }, (_, n) => aUser(n + 1, { permissions: ['service.a'] }));
    await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' });
    const before = await reported(start.written + 1000);
    for (let n = 0; n < 20; n++) await remove('service.b');
    // Those that are reported would have read 20,000 rows; what the import has read may be reported late.
    const after = await reported(before.written + 10);
    expect(after.read - before.read).to.be.lessThan(8000);
  });

  it('keeps no change whose entry cannot be written', async () => {
    await sql(`create function refuse() returns trigger language plpgsql as 'begin raise ''disk full''; end';
      create trigger refuses before insert on audit_entries for each row execute function refuse()`);
    try {
      expect(await refusal()).to.equal('store-unavailable');
      expect(await held()).to.deep.equal(['service.a']);
    } finally {
      await sql('drop function refuse() cascade');
    }
    expect((await remove('service.a')).id).to.equal(2);
  });

  it('keeps no entry for a change that throws, and stays usable', async () => {
    let sealed = 0;
    const signer = aSignerThat(() => {
      if (++sealed === 2) throw new Error('a bug');
    });
    const broken = sqlStores(opened.database).sealedBy(signer).permissions;
    const requests = [aRequest(1, 'remove', ['service.a']), aRequest(1, 'add', ['service.b'])];
    const thrown = await broken.change(requests, AS_IT_COMES).then(undefined, (error: unknown) => error);
    expect(thrown).to.be.instanceOf(Error).with.property('message', 'a bug');
    expect((await ports.audit.list({ limit: 10 }))._unsafeUnwrap()).to.have.length(1);
    expect(await held()).to.deep.equal(['service.a']);
    expect((await broken.change(requests, AS_IT_COMES)).isOk(), 'the next one').to.equal(true);
  });

  it('shows that entries were cut off its end, once others follow', async () => {
    await remove('a');
    await remove('b');
    await tamper('delete from audit_entries where id = 3');
    expect((await verify()).isOk()).to.equal(true);
    expect((await remove('c')).id).to.equal(4);
    expect((await verify())._unsafeUnwrapErr()).to.include({ flaw: 'missing', entryId: 4 });
  });

  it('can be read, and so checked, with a malformed list', async () => {
    await remove('a');
    await tamper("update audit_entries set requested = '[\"service.a' where id = 1");
    expect((await verify())._unsafeUnwrapErr()).to.include({ flaw: 'altered', entryId: 1 });
    expect((await ports.audit.find(1))._unsafeUnwrap()?.requested).to.deep.equal(['["service.a']);
  });

  it('keeps and finds strings with JSON syntax', async () => {
    const odd = ['","', '\\u0000', ''];
    await makeChange(ports.permissions, 1, 'set', odd);
    expect(await held()).to.deep.equal(odd);
    expect((await verify()).isOk()).to.equal(true);
    for (const permission of odd) {
      const found = (await ports.audit.list({ permission, limit: 10 }))._unsafeUnwrap();
      expect(
        found.map(({ id }) => id),
        JSON.stringify(permission),
      ).to.deep.equal([2]);
    }
  });

  it('refuses a text that it would not return unchanged', async () => {
    for (const reason of ['a\0b', 'a\ud800']) {
      // `parseReason` takes none of them, so that the server is not at fault.
      const thrown = await refusal({ reason }).then(undefined, (error: unknown) => error);
      expect(thrown).to.be.instanceOf(Error).with.property('code').that.matches(/^22/);
    }
    expect(await held()).to.deep.equal(['service.a']);
    // What would come of the second one on the way.
    expect(await changeLink(ports.permissions, 1, 'link', anIdentity('\ufffd', 'i'))).to.equal('linked');
    for (const subject of ['a\0', '\udc00']) {
      const found = await ports.users.rightsOf([{ identity: { issuer: 'i', subject } }]);
      expect(found._unsafeUnwrap()).to.deep.equal([undefined]);
    }
    expect((await ports.users.idsByEmail(['\0']))._unsafeUnwrap()).to.deep.equal([undefined]);
    expect((await ports.audit.list({ actor: '\0', limit: 1 }))._unsafeUnwrap()).to.deep.equal([]);
  });

  it('is store-unavailable where a table was dropped', async () => {
    await sql('alter table users rename to others');
    try {
      expect(await refusal()).to.equal('store-unavailable');
      const error = (await ports.users.find(anId(1)))._unsafeUnwrapErr();
      expect(error).to.have.nested.property('cause.code', '42P01');
    } finally {
      await sql('alter table others rename to users');
    }
    expect(await held()).to.deep.equal(['service.a']);
  });

  it('accepts thousands of changes in one transaction', async () => {
    const requests = Array.from({ length: 2500 }, (_, n) => aRequest(1, 'set', [`service.n${n}`]));
    const outcomes = (await ports.permissions.change(requests, AS_IT_COMES))._unsafeUnwrap();
    expect(outcomes).to.have.length(2500);
    expect(await held()).to.deep.equal(['service.n2499']);
    expect((await verify())._unsafeUnwrap().entries).to.equal(2501);
  });
});
