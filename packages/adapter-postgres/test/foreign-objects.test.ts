import { openPostgres } from '@ops-admin/adapter-postgres';
import { AS_IT_COMES, aDraft, anId, anIdentity, aRequest, aSigner, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { type ADatabase, aDatabase, ask } from './a-postgres.ts';

/** Obstacles by a user who may create objects, or change settings of a role. */
describe('Foreign objects and settings in PostgreSQL', () => {
  let made: ADatabase;
  const name = () => new URL(made.url).pathname.slice(1);
  const open = async () => {
    const tried = await openPostgres({ url: made.url, poolSize: 1 });
    if (tried.isErr()) throw new Error(tried.error.message);
    const opened = tried.value;
    return { ...opened, ...opened.sealedBy(aSigner()) };
  };
  beforeEach(async () => {
    made = await aDatabase();
    const { close, organisation } = await open();
    const users = [
      aUser(1, {
        permissions: ['service.admin.access'],
        identities: [anIdentity('admin', 'https://id.example')],
      }),
      aUser(2, { permissions: ['service.a'] }),
    ];
    (await organisation.importUsers(users, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
    await close();
  });
  afterEach(() => made.drop());

  it('admit no other subject by an operator or a collation named like a built-in one, and are reported', async () => {
    await ask(
      made.url,
      `create function yes(text, text) returns boolean language sql immutable as 'select true';
       create operator public.= (leftarg = text, rightarg = text, function = yes);
       create function plus(text, text) returns text language sql immutable as 'select ''evil''::text';
       create operator public.|| (leftarg = text, rightarg = text, function = plus);
       create function public.quote_ident(text) returns text language sql immutable as 'select ''evil''::text';
       create function public.format(text, text) returns text language sql immutable as 'select ''evil''::text';
       create collation public."C" (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
       create cast (text as bytea) without function;
       create schema evil; create table evil.users as table public.users;
       alter database "${name()}" set search_path = public, pg_catalog, evil`,
    );
    const { close, integrity, permissions, users } = await open();
    try {
      const found = async (subject: string) =>
        (await users.rightsOf([{ identity: { issuer: 'https://id.example', subject } }]))._unsafeUnwrap()[0]
          ?.userId;
      expect([await found('admin'), await found('ADMIN'), await found('other')]).to.deep.equal([
        anId(1),
        undefined,
        undefined,
      ]);
      expect((await users.idsByEmail(['nobody@example.org']))._unsafeUnwrap()).to.deep.equal([undefined]);
      const changed = await permissions.change([aRequest(2, 'remove', ['service.a'])], AS_IT_COMES);
      expect(changed.isOk()).to.equal(true);
      const objects = (await integrity.check(aSigner()))
        ._unsafeUnwrap()
        .flatMap((flaw) => (flaw.type === 'foreign' ? [flaw.object] : [flaw.type]));
      expect(objects).to.deep.equal([
        'cast text as bytea',
        'collation C',
        'function format(text, text)',
        'function plus(text, text)',
        'function quote_ident(text)',
        'function yes(text, text)',
        'operator = (text, text)',
        'operator || (text, text)',
      ]);
    } finally {
      await close();
    }
  });

  it('are also reported as triggers, views and rules', async () => {
    await ask(
      made.url,
      `create function act() returns trigger language plpgsql as 'begin return new; end';
       create trigger later before insert on users for each row execute function act();
       create view people as select * from users;
       create materialized view kept as select 1 as one;
       create rule quiet as on delete to user_emails do instead nothing`,
    );
    const { close, integrity } = await open();
    const flaws = (await integrity.check(aSigner()))._unsafeUnwrap();
    await close();
    expect(flaws.map((flaw) => (flaw.type === 'foreign' ? flaw.object : flaw))).to.have.members([
      'function act()',
      'materialized view kept',
      'rule user_emails.quiet',
      'trigger users.later',
      'view people',
    ]);
  });

  it('disable no guard of the audit log by a temporary table, function or schema in a session', async () => {
    const before = await ask(made.url, 'select * from audit_entries order by id');
    const masks = [
      'create temporary table audit_entries as table public.audit_entries',
      'create temporary table audit_changes as table public.audit_changes',
      'create temporary table users as table public.users',
      `create function pg_temp.audit_entries_are_append_only() returns trigger language plpgsql as 'begin return old; end'`,
      'set search_path = pg_temp, public',
    ];
    for (const attempt of [
      "update public.audit_entries set actor = 'x'",
      'delete from public.audit_entries',
      'truncate public.audit_entries',
      'delete from public.audit_changes',
    ]) {
      const refused = await ask(made.url, ...masks, attempt).then(
        () => 'done',
        (error: Error) => error.message,
      );
      expect(refused, attempt).to.include('never altered or removed');
    }
    expect(await ask(made.url, 'select * from public.audit_entries order by id')).to.deep.equal(before);
  });

  it('hide no table behind a temporary one on the same connection', async () => {
    const { close, database, permissions, users } = await open();
    try {
      await database.onConnection((on) =>
        on('create temporary table users as select * from users where false'),
      );
      await database.onConnection((on) =>
        on('create temporary table user_permissions as table user_permissions'),
      );
      expect((await users.find(anId(1)))._unsafeUnwrap()?.id).to.equal(anId(1));
      (await permissions.change([aRequest(2, 'remove', ['service.a'])], AS_IT_COMES))._unsafeUnwrap();
    } finally {
      await close();
    }
    const left = await ask(made.url, `select permission from user_permissions where user_id = '${anId(2)}'`);
    expect(left).to.deep.equal([]);
  });

  /** Settings that a role or a database can have, which change what a server prints, reads or does. */
  const SETTINGS: Readonly<Record<string, readonly string[]>> = {
    quote_all_identifiers: ['on'],
    search_path: ['pg_catalog, public', '"$user", public, pg_temp', 'pg_temp, public'],
    standard_conforming_strings: ['off'],
    backslash_quote: ['off', 'on'],
    escape_string_warning: ['off'],
    bytea_output: ['escape'],
    datestyle: ["'German, DMY'", "'SQL, DMY'", "'Postgres, MDY'"],
    intervalstyle: ['sql_standard', 'postgres_verbose', 'iso_8601'],
    timezone: ["'America/Santiago'", "'Asia/Kathmandu'"],
    extra_float_digits: ['-15', '3'],
    xmlbinary: ['hex'],
    xmloption: ['document'],
    array_nulls: ['off'],
    transform_null_equals: ['on'],
    lc_messages: ["'C'"],
    client_min_messages: ['debug5', 'error'],
    check_function_bodies: ['off'],
    row_security: ['off'],
    jit: ['on'],
    synchronize_seqscans: ['off'],
    plan_cache_mode: ['force_custom_plan', 'force_generic_plan'],
    enable_indexscan: ['off'],
    enable_seqscan: ['off'],
    enable_hashjoin: ['off'],
    default_transaction_isolation: ["'serializable'", "'repeatable read'"],
    default_transaction_deferrable: ['on'],
    default_toast_compression: ['pglz'],
    default_statistics_target: ['1'],
    constraint_exclusion: ['on'],
    from_collapse_limit: ['1'],
    geqo_threshold: ['2'],
    work_mem: ["'64kB'"],
    lock_timeout: ['1'],
    idle_in_transaction_session_timeout: ['1'],
    tcp_keepalives_idle: ['1'],
    exit_on_error: ['on'],
  };
  it('cause no false alarm under any setting of a role or a database, and block no change', async () => {
    for (const [setting, values] of Object.entries(SETTINGS))
      for (const value of values) {
        await ask(made.url, `alter database "${name()}" set ${setting} = ${value}`);
        const { close, integrity, permissions } = await open();
        try {
          for (const action of ['remove', 'add'] as const) {
            const changed = await permissions.change([aRequest(2, action, ['service.a'])], AS_IT_COMES);
            expect(changed.isErr() && changed.error.type, `${setting} = ${value}`).to.equal(false);
          }
          const checked = await integrity.check(aSigner());
          expect(checked.unwrapOr(String(checked)), `${setting} = ${value}`).to.deep.equal([]);
        } finally {
          await close();
          await ask(made.url, `alter database "${name()}" reset ${setting}`);
        }
      }
  });
});
