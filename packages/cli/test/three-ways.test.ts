import { anId } from '@ops-admin/core/fakes';
import { expect } from 'chai';
import { type ADatabase, aDatabase } from '../../adapter-postgres/test/a-postgres.ts';
import { HELD } from './bulk-workplace.ts';
import { type Outcome, Workplace } from './ops-admin.ts';

/** What a command did, without what differs from way to way. */
interface Told {
  readonly code: number | null;
  /** Of the error, if there is one. */
  readonly error: string | undefined;
  readonly rows: readonly unknown[];
}

const MANY = 620;
/** Entries of the import: a user has an identity, too. */
const IMPORTED = MANY + 1;
const DATES = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };

describe('A command over a file, over PostgreSQL and over HTTP', function () {
  this.timeout(120_000);
  const workplace = new Workplace();
  let ways: readonly (readonly [name: string, env: Record<string, string>])[] = [];
  let postgres: ADatabase | undefined;

  beforeEach(async () => {
    const file = { OPS_DB: 'file.db' };
    const served = { OPS_DB: 'served.db' };
    postgres = await aDatabase().catch((error) => {
      process.stderr.write(`PostgreSQL is left out: ${error}\n`);
      return undefined;
    });
    const databases = [file, ...(postgres ? [{ OPS_DB: postgres.url }] : []), served];
    await workplace.write('users.json', users());
    await workplace.write('departments.json', [
      { _id: anId(901), name: 'Ground crew', description: 'Turnarounds', code: 'GC', ...DATES },
      { _id: anId(902), name: 'STRASSE', parentId: anId(901), managerId: anId(2), ...DATES },
      { _id: anId(903), name: 'Night shift', parentId: anId(901), ...DATES },
    ]);
    for (const env of databases) {
      const keys = { OPS_AUTH_KEYS: `${databases.indexOf(env)}.json`, OPS_ACTOR: 'importer', ...env };
      Object.assign(env, { OPS_AUTH_KEYS: keys.OPS_AUTH_KEYS, OPS_ACTOR: 'operator' });
      for (const what of ['users', 'departments']) {
        const { code, stderr } = await workplace.run(['import', what, `${what}.json`], {
          env: { ...keys, ...(what === 'users' && { OPS_REASON: 'first of all' }) },
        });
        if (code !== 0) throw new Error(stderr);
      }
    }
    const { stdout } = await workplace.run(['token', 'issue', '--user', 'user1@example.org'], {
      env: served,
    });
    const { url } = await workplace.serve([], { ...served, OPS_LOG_LEVEL: 'silent' });
    const http = { OPS_SERVER: url, OPS_TOKEN: stdout.trim(), OPS_ACTOR: 'nobody heard of' };
    ways = [
      ['file', file],
      ...(postgres ? [['PostgreSQL', databases[1] ?? {}] as const] : []),
      ['HTTP', http],
    ];
  });
  afterEach(() => postgres?.drop());

  /** Runs a command each way; it must do the same. Gives what it did. */
  async function same(args: readonly string[], stdin = ''): Promise<Told> {
    const told = new Map<string, Told>();
    for (const [name, env] of ways) {
      told.set(name, toldBy(await workplace.run([...args, '--json'], { env, stdin })));
    }
    const [first, ...others] = told;
    for (const other of others) {
      expect(JSON.stringify(other[1], null, 1), `${args.join(' ')}: ${other[0]}`).to.equal(
        JSON.stringify(first?.[1], null, 1),
      );
    }
    return first?.[1] as Told;
  }
  const results = ({ rows }: Told) => rows.flatMap((row) => (row as { result?: string }).result ?? []);

  it('lists and shows users', async () => {
    expect((await same(['users', 'list'])).rows).to.have.length(MANY);
    expect((await same(['users', 'list', '--search', 'STRASSE'])).rows).to.have.length(1);
    expect((await same(['users', 'list', '--search', 'USER61', '--limit', '3'])).rows).to.have.length(3);
    expect((await same(['users', 'list', '--search', 'nobody'])).rows).to.deep.equal([]);
    expect((await same(['users', 'list', '--holding', 'service.c.*'])).rows).to.have.length(2);
    expect(
      (await same(['users', 'list', '--granted', 'service.c.read', '--search', 'user6@'])).rows,
    ).to.have.length(1);
    expect((await same(['users', 'show', 'USER2@example.org'])).code).to.equal(0);
    expect((await same(['users', 'show', anId(2).toUpperCase()])).code).to.equal(0);
    for (const user of ['nobody@example.org', anId(999), 'ada']) {
      expect(await same(['users', 'show', user])).to.include({ code: 3, error: 'USER_NOT_FOUND' });
    }
    expect(await same(['users', 'show', 'team@example.org'])).to.include({
      code: 2,
      error: 'VALIDATION_ERROR',
    });
  });

  it('lists departments', async () => {
    expect((await same(['departments', 'list'])).rows).to.have.length(3);
    expect((await same(['departments', 'list', '--limit', '2'])).rows).to.have.length(2);
    expect((await same(['departments', 'list', '--search', 'straße'])).rows).to.have.length(1);
    expect((await same(['departments', 'list', '--search', anId(901).slice(0, 22)])).rows).to.have.length(3);
    expect((await same(['departments', 'tree'])).rows).to.have.length(1);
    expect((await same(['departments', 'tree', '--depth', '1'])).rows).to.have.length(1);
  });

  it('shows who may do what', async () => {
    expect((await same(['permissions', 'list', 'user2@example.org'])).rows).to.deep.equal(HELD);
    expect((await same(['permissions', 'list', 'nobody@example.org'])).code).to.equal(3);
    await same(['permissions', 'list', 'user6@example.org', '--effective']);
    const [admin] = (await same(['permissions', 'list', anId(1), '--effective'])).rows;
    expect(admin).to.include({ admin: true });
    expect((await same(['permissions', 'diff', 'user2@example.org', anId(6)])).code).to.equal(0);
    expect((await same(['permissions', 'diff', 'user2@example.org', 'x@y'])).code).to.equal(3);
    expect((await same(['permissions', 'holders', 'service.c.read'])).rows).to.have.length(1);
    expect((await same(['permissions', 'holders', 'service.c.*', '--exact'])).rows).to.have.length(1);
    expect((await same(['permissions', 'holders', 'Legacy Right'])).rows).to.have.length(1);
  });

  it('changes one user', async () => {
    const remove = ['permissions', 'remove'];
    const one = [...remove, 'user2@example.org', 'service.a.read'];
    expect(results(await same([...one, '--dry-run']))).to.deep.equal(['would-remove']);
    expect(results(await same([...one, '--reason', 'left “Zürich”']))).to.deep.equal(['removed']);
    expect(results(await same(one))).to.deep.equal(['nothing-held']);
    expect(results(await same([...one, '--batch', 'nightly']))).to.deep.equal(['nothing-held']);
    expect((await same([...remove, anId(6), 'service.c.read'])).rows[0]).to.have.property('stillGrantedBy');
    expect(results(await same([...remove, anId(5), '--literal', 'Legacy Right']))).to.deep.equal(['removed']);
    expect((await same([...remove, 'nobody@example.org', 'service.a.read'])).code).to.equal(3);
    expect((await same([...remove, 'nobody', 'service.a.read', '--ignore-not-found'])).code).to.equal(0);
    expect((await same([...remove, 'team@example.org', 'service.a.read'])).code).to.equal(2);
    expect((await same([...remove, anId(1), 'service.admin.access'])).code).to.equal(2);
    expect((await same([...remove, anId(1), 'service.admin.access', '--force', '--dry-run'])).code).to.equal(
      0,
    );
    expect((await same([...remove, anId(2), 'service.bb.*'])).code).to.equal(0);
    expect((await same([...remove, anId(2), 'service.bb.*', '--strict'])).code).to.equal(4);
    expect((await same([...remove, anId(2), 'Legacy', '--strict'])).code).to.equal(4);
    expect((await same([...remove, anId(2), 'service.c.read', '--strict'])).code).to.equal(0);
    const add = ['permissions', 'add', 'user2@example.org'];
    expect(results(await same([...add, 'service.a.read', 'service.d', '--dry-run']))).to.deep.equal([
      'would-add',
    ]);
    expect(results(await same([...add, 'service.a.read', 'service.d']))).to.deep.equal(['added']);
    expect(results(await same([...add, 'service.a.read']))).to.deep.equal(['already-held']);
    expect((await same([...add, 'Off the pattern'])).code).to.equal(2);
    expect((await same([...add, `service.${'x'.repeat(300)}`])).code).to.equal(2);
    await same(['permissions', 'list', 'user2@example.org']);
    await same(['audit', 'list']);
  });

  it('changes many users by a file', async () => {
    const rows = [
      'user,permission',
      'user2@example.org,service.a.read',
      'nobody@example.org,service.a.read',
      'team@example.org,service.a.read',
      ',service.a.read',
      `${anId(2)},service.a.*`,
      'user1@example.org,service.admin.access',
      'user6@example.org,service.zz.read',
    ].join('\n');
    const file = ['permissions', 'remove', '--file', '-'];
    const dry = await same([...file, '--dry-run'], rows);
    expect(results(dry)).to.include.members(['would-remove', 'user-not-found', 'ambiguous-user', 'invalid']);
    expect((await same([...file, '--atomic'], rows)).code).to.equal(4);
    expect((await same([...file, '--atomic', '--ignore-not-found'], rows)).code).to.equal(4);
    expect((await same([...file, '--batch', 'b'], rows)).code).to.equal(4);
    expect(results(await same([...file, '--batch', 'b'], rows))).to.include('nothing-held');

    const sound =
      'user,permission\nuser3@example.org,service.a.read\nnobody,service.a.read\nuser7@example.org,service.b.read';
    const atomic = [...file, '--atomic', '--ignore-not-found'];
    expect((await same([...atomic, '--dry-run'], sound)).code).to.equal(0);
    const done = await same(atomic, sound);
    expect([done.code, ...results(done)]).to.deep.equal([0, 'removed', 'user-not-found', 'removed']);
    const refused = await same([...file, '--atomic'], sound);
    expect([refused.code, ...results(refused)]).to.deep.equal([4, 'not-done', 'user-not-found', 'not-done']);

    const many = ['user,permission'];
    for (let n = 8; n <= MANY; n++) many.push(`user${n}@example.org,service.b.read`);
    const run = await same([...file, '--strict'], many.join('\n'));
    expect(results(run).filter((result) => result === 'removed')).to.have.length(MANY - 7);
    const objects = [10, 11].map((n) =>
      JSON.stringify({ user: anId(n), permissions: ['service.new.read', 'service.new.write'] }),
    );
    objects.push(
      '{"user":7,"permissions":["service.a"]}',
      'no JSON',
      JSON.stringify({ user: anId(12), permissions: ['Off'] }),
    );
    const added = await same(['permissions', 'add', '--file', '-'], objects.join('\n'));
    expect(results(added)).to.deep.equal(['added', 'added', 'invalid', 'invalid', 'invalid']);
    expect((await same(file, 'user,permission\nada,"service.a, service.b"')).code).to.equal(2);
    await same(['audit', 'list', '--limit', '700', '--changed']);
  });

  it('changes those who are selected', async () => {
    const selected = ['permissions', 'remove', '--holding', 'service.c.*', 'service.c.*'];
    expect((await same(selected)).code).to.equal(2);
    expect(results(await same([...selected, '--dry-run']))).to.deep.equal(['would-remove', 'would-remove']);
    expect(results(await same([...selected, '--yes']))).to.deep.equal(['removed', 'removed']);
    expect(results(await same([...selected, '--yes']))).to.deep.equal([]);
    const granted = [
      'permissions',
      'add',
      '--granted',
      'service.a.write',
      'service.e',
      '--yes',
      '--batch',
      'e',
    ];
    expect(results(await same(granted))).to.have.length(MANY - 1);
    const all = ['permissions', 'remove', '--all-users', '--literal', 'Legacy Right', '--yes', '--strict'];
    expect((await same(all)).code).to.equal(0);
    expect((await same(all)).code).to.equal(4);
    expect((await same(['permissions', 'remove', '--all-users', anId(2), '--yes'])).code).to.equal(2);
  });

  it('lists the trail, shows and undoes it', async () => {
    const change = (...args: string[]) => same(['permissions', ...args]);
    await change('remove', 'user2@example.org', 'service.a.read', '--reason', 'Left the Straße');
    await change('add', 'user2@example.org', 'service.a.read');
    await change('remove', 'user5@example.org', 'service.a.write', 'service.b.*');
    await change('remove', 'user6@example.org', 'service.nobody.holds');
    await change('remove', '--holding', 'service.c.*', 'service.c.*', '--batch', 'leavers', '--yes');

    const list = async (...args: string[]) => (await same(['audit', 'list', ...args])).rows;
    expect(await list('--user', 'user2@example.org')).to.have.length(3);
    expect(await list('--user', anId(2), '--action', 'remove')).to.have.length(1);
    expect(await list('--user', anId(999))).to.have.length(0);
    expect(await list('--actor', 'importer', '--limit', '2')).to.have.length(2);
    expect(await list('--actor', 'cli:importer', '--limit', '1000')).to.have.length(IMPORTED);
    expect(await list('--source', 'import', '--reason', 'FIRST', '--limit', '3')).to.have.length(3);
    expect(await list('--reason', 'STRASSE')).to.have.length(1);
    expect(await list('--permission', 'service.a.read', '--action', 'add')).to.have.length(1);
    expect(await list('--module', 'b', '--action', 'remove')).to.have.length(1);
    expect(await list('--changed', 'false')).to.have.length(1);
    expect(await list('--batch', 'leavers')).to.have.length(2);
    expect(await list('--batch', 'no such\u00e9')).to.have.length(0);
    expect(await list('--since', '1h', '--limit', '10000')).to.have.length.greaterThan(IMPORTED);
    expect(await list('--until', '1h')).to.have.length(0);
    expect(await list('--after', String(IMPORTED + 2))).to.have.length(50);
    expect(await list('--after', String(IMPORTED + 2), '--oldest-first', '--limit', '2')).to.have.length(2);
    expect(await list('--oldest-first', '--limit', '3')).to.have.length(3);
    for (const [option, name] of [
      ['--user', 'x@y'],
      ['--actor', 'x@y'],
      ['--user', 'ada'],
    ] as const) {
      expect(await same(['audit', 'list', option, name])).to.include({ code: 3, error: 'USER_NOT_FOUND' });
    }
    expect((await same(['audit', 'list', '--user', 'team@example.org'])).code).to.equal(2);
    expect((await same(['audit', 'show', String(IMPORTED + 1)])).code).to.equal(0);
    expect(await same(['audit', 'show', '99999'])).to.include({ code: 3, error: 'NOT_FOUND' });
    expect((await same(['audit', 'batches'])).rows).to.have.length(2);
    expect((await same(['audit', 'batches', '--limit', '1'])).rows).to.have.length(1);

    const revert = async (...args: string[]) => results(await same(['audit', 'revert', ...args]));
    const first = String(IMPORTED + 1);
    expect(await revert(first, '--dry-run')).to.deep.equal(['nothing-left']);
    expect(await revert(first, '--reason', 'by mistake')).to.deep.equal(['nothing-left']);
    // People are told who changed it since.
    const texts = await Promise.all(
      ways.map(
        async ([, env]) => (await workplace.run(['audit', 'revert', first, '--dry-run'], { env })).stdout,
      ),
    );
    expect(texts[0]).to.match(/would leave alone service.a.read: entry \d+ by cli:operator changed it since/);
    expect(texts.at(-1)).to.equal(texts[0]?.replaceAll('cli:operator', 'user1@example.org'));
    expect(await revert(String(IMPORTED + 3), '--dry-run')).to.deep.equal(['would-revert']);
    expect(await revert(String(IMPORTED + 3))).to.deep.equal(['reverted']);
    const [link] = (await list('--action', 'link')) as { readonly id: number }[];
    expect(await revert(String(link?.id), '--dry-run')).to.deep.equal(['would-revert']);
    for (const [name, env] of ways) {
      const { stdout } = await workplace.run(['audit', 'revert', String(link?.id), '--dry-run'], { env });
      expect(stdout, name).to.include('would unlink nine at https://id.example.org');
    }
    expect(await revert(String(link?.id))).to.deep.equal(['reverted']);
    expect((await same(['audit', 'revert', '99999'])).code).to.equal(3);
    expect((await same(['audit', 'revert', '1', '--dry-run'])).code).to.equal(2);
    expect((await same(['audit', 'revert', '--batch', 'none', '--yes'])).code).to.equal(3);
    expect((await same(['audit', 'revert', '--batch', 'é', '--yes'])).code).to.equal(3);
    expect((await same(['audit', 'revert', '--batch', 'leavers'])).code).to.equal(2);
    expect(new Set(await revert('--batch', 'leavers', '--dry-run'))).to.deep.equal(new Set(['would-revert']));
    expect(new Set(await revert('--batch', 'leavers', '--yes'))).to.deep.equal(new Set(['reverted']));
    expect(new Set(await revert('--batch', 'leavers', '--yes'))).to.deep.equal(new Set(['nothing-left']));
    expect((await same(['audit', 'batches'])).rows).to.have.length(3);
    await same(['users', 'list']);
  });

  it('locates addresses', async () => {
    await same(['geocode', 'JFK']);
    expect((await same(['geocode', 'JFK', 'EDDM'])).rows).to.have.length(2);
    expect((await same(['geocode', 'New', 'York'])).rows).to.have.length(1);
    expect(await same(['geocode', 'no such place anywhere'])).to.include({ code: 3, error: 'NOT_FOUND' });
    expect((await same(['geocode', ' '])).code).to.equal(2);
    const many = await same(['geocode', '-'], 'Zürich\nno such place anywhere\nx\u0007y\n.\nLSZH\n');
    expect([many.code, many.rows.length]).to.deep.equal([4, 5]);
  });
});

function users(): object[] {
  return Array.from({ length: MANY }, (_, index) => {
    const n = index + 1;
    const held: Record<number, string[]> = {
      1: ['service.admin.access'],
      5: ['Legacy Right', ...HELD],
      6: ['service.c.read', 'service.c.*', ...HELD],
      7: ['service.c.write', ...HELD],
    };
    return {
      _id: anId(n),
      emails: [`user${n}@example.org`, ...(n === 3 || n === 4 ? ['team@example.org'] : [])],
      personalInformation: {
        firstName: 'User',
        lastName: `${n}`,
        name: n === 8 ? 'Anna Straße' : `User ${n}`,
      },
      permissions: held[n] ?? HELD,
      ...(n === 9 && { identities: [{ issuer: 'https://id.example.org', subject: 'nine' }] }),
    };
  });
}

/** Who asks, when, under which key and in which generated run: these differ by right. */
const DIFFERENT = new Set([
  'actor',
  'actorUser',
  'identities',
  'requestId',
  'seal',
  'since',
  'source',
  'time',
  'until',
]);
const GENERATED_BATCH = /^\d{8}T\d{6}-[0-9a-f]{6}$/;

function toldBy({ code, stderr, stdout }: Outcome): Told {
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  return {
    code,
    error: last.startsWith('{"error"') ? JSON.parse(last).error.code : undefined,
    rows: rowsOf(stdout),
  };
}

/** A value that is a list, or a value a line. */
function rowsOf(stdout: string): unknown[] {
  if (stdout === '') return [];
  const lines = /^\{.*\}$/m.test(stdout) ? stdout.trimEnd().split('\n') : [stdout];
  return lines.flatMap((line) => {
    return JSON.parse(line, (name, value) => {
      if (DIFFERENT.has(name)) return undefined;
      return name === 'batch' && GENERATED_BATCH.test(value) ? 'generated' : value;
    });
  });
}
