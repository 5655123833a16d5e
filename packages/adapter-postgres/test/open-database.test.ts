import { type OpenDatabaseOptions, openDatabase, SCHEMA } from '@ops-admin/adapter-postgres';
import { verifyAuditTrail } from '@ops-admin/core/operations';
import { aDraft, aSigner, aUser, makeChange } from '@ops-admin/testing';
import { expect } from 'chai';
import { type ADatabase, aDatabase, ask } from './a-postgres.ts';
import { portsOf } from './open-temporary.ts';

describe('Opening a PostgreSQL database', () => {
  let made: ADatabase;
  beforeEach(async () => {
    made = await aDatabase();
  });
  afterEach(() => made.drop());

  const open = (options: OpenDatabaseOptions = {}, url = made.url) => openDatabase(url, options);
  const problem = async (options: OpenDatabaseOptions = {}, url = made.url) => {
    const opened = await open(options, url);
    if (opened.isOk()) await opened.value.close();
    return opened.match(
      () => 'none',
      (error) => error.problem,
    );
  };
  const tables = () =>
    ask(made.url, "select relname from pg_class where relnamespace = to_regnamespace('public') order by 1");
  const version = () => ask(made.url, 'select version, compatible_from from ops_admin_schema');
  const urlWith = (change: (url: URL) => void) => {
    const url = new URL(made.url);
    change(url);
    return url.href;
  };

  it('creates the tables once, in four instances that start concurrently', async () => {
    const opened = await Promise.all(Array.from({ length: 4 }, () => open()));
    await Promise.all(opened.map((result) => result._unsafeUnwrap().close()));
    expect(await version()).to.deep.equal([{ version: 1, compatible_from: 1 }]);
    expect(await problem({ create: false })).to.equal('none');
  });

  it('creates no tables where it may not', async () => {
    expect(await problem({ create: false })).to.equal('missing');
    expect(await tables()).to.deep.equal([]);
  });

  it('lets an older program continue where a step allows it', async () => {
    const older = (await open())._unsafeUnwrap();
    const more = [...SCHEMA, { sql: 'create table one_more (id text);', compatibleFrom: 1 }];
    const newer = (await open({ steps: more }))._unsafeUnwrap();
    await portsOf(older).organisation.importUsers([aUser(1)], { ...aDraft(), action: 'set' });
    expect((await portsOf(newer).users.list())._unsafeUnwrap()).to.have.length(1);
    expect(await problem(), 'starts again').to.equal('none');
    await Promise.all([older.close(), newer.close()]);
  });

  it('leaves nothing from a failed migration', async () => {
    const failing = [...SCHEMA, { sql: 'create table half (a int); select 1 / 0;', compatibleFrom: 1 }];
    expect(await problem({ steps: failing })).to.equal('unreadable');
    expect(await tables()).to.deep.equal([]);
    expect(await problem()).to.equal('none');
  });

  it('refuses tables from before fingerprints existed, and does not change them', async () => {
    await ask(
      made.url,
      'create table ops_admin_schema (only_row boolean primary key, version integer, compatible_from integer)',
      'insert into ops_admin_schema values (true, 6, 5)',
    );
    const before = await tables();
    const error = (await open())._unsafeUnwrapErr();
    expect(error.problem).to.equal('unknown');
    expect(error.message).to.match(
      /: a version of ops-admin that was never released made its tables; import into a new one$/,
    );
    expect(await tables()).to.deep.equal(before);
  });

  it('refuses a database of another program, and does not change it', async () => {
    await ask(made.url, 'create table users (id int)');
    const before = await tables();
    expect(await problem()).to.equal('foreign');
    expect(await tables()).to.deep.equal(before);
    // A schema of its own is free, and named by what PostgreSQL itself has for that.
    await ask(made.url, 'create schema ops');
    const elsewhere = urlWith((url) => url.searchParams.set('options', '-c search_path=ops'));
    expect(await problem({}, elsewhere)).to.equal('none');
    expect(await tables()).to.deep.equal(before);
  });

  it('refuses a missing schema, and an encoding that cannot hold every text', async () => {
    const nowhere = urlWith((url) => url.searchParams.set('options', '-c search_path=nowhere'));
    expect(await problem({}, nowhere)).to.equal('no-schema');
    await ask(
      made.url,
      'drop database if exists ops_test_latin',
      "create database ops_test_latin template template0 encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'",
    );
    const latin = urlWith((url) => {
      url.pathname = '/ops_test_latin';
    });
    expect(await problem({}, latin)).to.equal('no-unicode');
    await ask(made.url, 'drop database ops_test_latin with (force)');
  });

  it('reports why it cannot connect, and never the password', async () => {
    const secret = 'p%40ss%2Fword';
    const cases: [problem: string, url: string][] = [
      ['unreachable', `postgres://ada:${secret}@127.0.0.1:1/x`],
      ['unreachable', `postgres://ada:${secret}@nowhere.invalid/x`],
      [
        'missing',
        urlWith((url) => {
          url.pathname = '/nowhere';
        }),
      ],
      [
        'refused',
        urlWith((url) => {
          url.username = 'ops_test_nobody';
          url.password = secret;
        }),
      ],
      ['unreadable', `postgres://ada:${secret}@127.0.0.1:1/x?sslmode=verify-full&sslrootcert=/nowhere.pem`],
      ['wrong-url', `postgres://ada:${secret}@127.0.0.1:port/x`],
      ['wrong-url', 'postgres://ada:p@ss/word@h:1/x'],
      // Every mode but two requires TLS with a valid certificate; this server has none.
      ['unreachable', urlWith((url) => url.searchParams.set('sslmode', 'require'))],
      ['none', urlWith((url) => url.searchParams.set('sslmode', 'disable'))],
    ];
    for (const [expected, url] of cases) {
      const opened = await open({}, url);
      if (opened.isOk()) await opened.value.close();
      const found = opened.match(
        () => ({ problem: 'none', message: '' }),
        (error) => error,
      );
      expect(found.problem, url).to.equal(expected);
      expect(found.message).to.not.match(/p(?:%40|@)ss|\/word|Fword/);
    }
  });

  it('accepts a separate password with any characters', async function () {
    // A server that was named for the tests may let everybody in.
    const wrong = urlWith((one) => {
      one.password = 'wrong';
    });
    if ((await problem({ create: false }, wrong)) !== 'refused') this.skip();
    const password = "100%@/?#'ü &=:";
    await ask(
      made.url,
      'drop role if exists ops_test_odd',
      `create role ops_test_odd login password '${password.replace("'", "''")}'`,
    );
    const url = urlWith((one) => {
      one.username = 'ops_test_odd';
      one.password = 'wrong';
    });
    const given = await open({ password, create: false }, url);
    expect(given._unsafeUnwrapErr().problem).to.equal('missing');
    expect(await problem({}, url)).to.equal('refused');
    await ask(made.url, 'drop role ops_test_odd');
  });

  it('reads the password again before each connection, so that a new one is used while it is open', async function () {
    const wrong = urlWith((one) => {
      one.password = 'wrong';
    });
    if ((await problem({ create: false }, wrong)) !== 'refused') this.skip();
    const role = 'ops_test_renewed';
    await (await open())._unsafeUnwrap().close();
    await ask(
      made.url,
      `drop role if exists ${role}`,
      `create role ${role} login password 'first'`,
      `grant select on all tables in schema public to ${role}`,
    );
    let password = 'first';
    const url = urlWith((one) => {
      one.username = role;
    });
    const database = (await open({ readOnly: true, password: () => password }, url))._unsafeUnwrap();
    const read = async () =>
      (await portsOf(database).users.list()).match(
        () => 'read',
        ({ cause }) => String(cause),
      );
    expect(await read()).to.equal('read');
    const cutOff = `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`;
    try {
      await ask(made.url, `alter role ${role} password 'second'`, cutOff);
      expect(await read())
        .to.include('password authentication failed')
        .and.not.include('first');
      password = 'second';
      expect(await read()).to.equal('read');
    } finally {
      await database.close();
      await ask(made.url, `drop owned by ${role}`, `drop role ${role}`);
    }
  });

  it('needs only permission to read and write, once the tables exist', async () => {
    const role = 'ops_test_service';
    await ask(made.url, `drop role if exists ${role}`, `create role ${role} login password 'x'`);
    const url = urlWith((one) => {
      one.username = role;
      one.password = 'x';
    });
    try {
      const none = await open({}, url);
      expect(none._unsafeUnwrapErr()).to.include({ problem: 'not-writable' });
      await (await open())._unsafeUnwrap().close();
      expect(await problem({}, url)).to.equal('not-writable');
      await ask(
        made.url,
        `grant select, insert, update, delete on all tables in schema public to ${role}`,
        `grant usage on all sequences in schema public to ${role}`,
        `revoke update, delete on audit_entries from ${role}`,
      );
      const database = (await open({}, url))._unsafeUnwrap();
      const { audit, organisation, permissions } = portsOf(database);
      await organisation.importUsers([aUser(1, { permissions: ['service.a'] })], {
        ...aDraft(),
        action: 'set',
      });
      await makeChange(permissions, 1, 'remove', ['service.a']);
      const verified = (await verifyAuditTrail({ audit, verifier: aSigner() }))._unsafeUnwrap();
      expect(verified.entries).to.equal(2);
      await database.close();
    } finally {
      await ask(made.url, `drop owned by ${role}`, `drop role ${role}`);
    }
  });
});
