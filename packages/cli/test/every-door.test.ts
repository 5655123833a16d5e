import { copyFile } from 'node:fs/promises';
import type { AuditEntry, ResultAsync } from '@ops-admin/core';
import type {
  AuditOperations,
  DepartmentOperations,
  KnownPermissions,
  LocationOperations,
  UserOperations,
} from '@ops-admin/core/operations';
import { compose, readConfig } from '@ops-admin/service';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { type ADatabase, aDatabase } from '../../adapter-postgres/test/a-postgres.ts';
import { findHolders } from '../dist/find-holders.js';
import { searchDepartments } from '../dist/search-departments.js';
import { type AnOrganisation, anOrganisation } from './an-organisation.ts';
import { HELD } from './bulk-workplace.ts';
import { type Outcome, Workplace } from './ops-admin.ts';

/** The operations that a program calls. */
interface Operations {
  readonly audit: AuditOperations;
  readonly departments: DepartmentOperations;
  readonly knownPermissions: KnownPermissions;
  readonly locations: LocationOperations;
  readonly users: UserOperations;
}

/** A question, how each door is asked it, and its one answer. */
interface Row {
  readonly operation: (operations: Operations) => ResultAsync<unknown, { readonly type: string }>;
  /** The path of a `GET`, or a `POST` with its payload; missing if HTTP has no such question. */
  readonly http?: string | { readonly path: string; readonly payload: object };
  /** The command, without `--json`. */
  readonly command: readonly string[];
  /** What the command prints of the answer over HTTP, and of the operation's if it is the same; all of it by default. */
  // biome-ignore lint/suspicious/noExplicitAny: each row knows its own answer
  readonly printed?: (data: any) => unknown;
  /** `done` by default. */
  readonly outcome?: keyof typeof OUTCOMES;
  /** How many records the answer has. */
  readonly count?: number;
  /** Some members of the answer, or of its first record. */
  readonly with?: object;
}

/** The code of an error over HTTP and in the command, with the status and the exit code. */
const OUTCOMES = {
  done: { status: 200, exitCode: 0 },
  NOT_FOUND: { status: 404, exitCode: 3 },
  USER_NOT_FOUND: { status: 404, exitCode: 3 },
  VALIDATION_ERROR: { status: 400, exitCode: 2 },
} as const;

/** The same for the errors of operations. */
const CODES: Readonly<Record<string, keyof typeof OUTCOMES>> = {
  'entry-not-found': 'NOT_FOUND',
  'invalid-address': 'VALIDATION_ERROR',
  'location-not-found': 'NOT_FOUND',
  'user-not-found': 'USER_NOT_FOUND',
};

const list = (
  search: string,
  filter: Parameters<UserOperations['list']>[0],
): Pick<Row, 'http' | 'operation' | 'printed'> => ({
  operation: ({ users }) => users.list(filter),
  http: `/user/list/${filter?.start ?? 0}/${filter?.end ?? 0}${search}`,
  printed: ({ users }) => users,
});
const show = (user: string): Pick<Row, 'command' | 'operation' | 'printed'> => ({
  operation: ({ users }) => users.find(user),
  command: ['users', 'show', user],
  printed: ({ identities, user: shown }) => ({ ...shown, identities }),
});
const trail = (
  search: Parameters<AuditOperations['list']>[0],
  ...command: readonly string[]
): Pick<Row, 'command' | 'http' | 'operation' | 'printed'> => ({
  operation: ({ audit }) => audit.list(search),
  http: `/audit/list?${new URLSearchParams(
    Object.entries(search ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  )}`,
  command: ['audit', 'list', ...command],
  printed: ({ entries }) => entries,
});

const USERS: readonly Row[] = [
  { ...list('', {}), command: ['users', 'list'], count: 620 },
  {
    ...list('?search=STRASSE', { search: 'STRASSE' }),
    command: ['users', 'list', '--search', 'STRASSE'],
    count: 1,
  },
  {
    ...list('?search=straSSE%20user', { search: 'straSSE user' }),
    command: ['users', 'list', '--search', 'straSSE user'],
    count: 1,
  },
  {
    ...list('?sort=-email', { sort: '-email', end: 2 }),
    command: ['users', 'list', '--sort', '-email', '--limit', '2'],
    count: 2,
  },
  {
    ...list(`?department=${anId(901)}&active=true&sort=department`, {
      department: anId(901),
      active: true,
      sort: 'department',
    }),
    command: ['users', 'list', '--department', anId(901), '--active', '--sort', 'department'],
    count: 2,
  },
  {
    ...list('?search=USER61', { search: 'USER61', end: 3 }),
    command: ['users', 'list', '--search', 'USER61', '--limit', '3'],
    count: 3,
  },
  {
    ...list('?search=nobody', { search: 'nobody' }),
    command: ['users', 'list', '--search', 'nobody'],
    count: 0,
  },
  {
    ...list('?holds=service.c.*', { holds: 'service.c.*' }),
    command: ['users', 'list', '--holding', 'service.c.*'],
    count: 2,
  },
  {
    ...list('?grants=service.c.read&search=user6@', { grants: 'service.c.read', search: 'user6@' }),
    command: ['users', 'list', '--granted', 'service.c.read', '--search', 'user6@'],
    count: 1,
  },
  { ...show('USER2@example.org'), with: { _id: anId(2), identities: [] } },
  { ...show(anId(2).toUpperCase()), http: `/user/${anId(2).toUpperCase()}`, with: { _id: anId(2) } },
  {
    ...show(anId(9)),
    http: `/user/${anId(9)}`,
    with: { identities: [{ issuer: 'https://id.example.org', subject: 'nine' }] },
  },
  { ...show(anId(999)), http: `/user/${anId(999)}`, outcome: 'USER_NOT_FOUND' },
  { ...show('nobody@example.org'), outcome: 'USER_NOT_FOUND' },
  { ...show('ada'), outcome: 'USER_NOT_FOUND' },
];

const RIGHTS: readonly Row[] = [
  {
    ...show(anId(2)),
    command: ['permissions', 'list', 'user2@example.org'],
    printed: ({ user }) => user.permissions,
    count: HELD.length,
  },
  {
    ...show('nobody@example.org'),
    command: ['permissions', 'list', 'nobody@example.org'],
    outcome: 'USER_NOT_FOUND',
  },
  ...[1, 6].map(
    (n): Row => ({
      ...show(anId(n)),
      http: `/user/${anId(n)}`,
      command: ['permissions', 'list', `user${n}@example.org`, '--effective'],
      printed: ({ admin, effective, user }) => ({ user: user._id, admin, permissions: effective }),
      with: { admin: n === 1 },
    }),
  ),
  {
    operation: ({ users }) => findHolders(users, 'service.c.read'),
    command: ['permissions', 'holders', 'service.c.read'],
    with: { userId: anId(6), through: ['service.c.read', 'service.c.*'] },
    count: 1,
  },
  {
    operation: ({ users }) => findHolders(users, 'service.c.*', true),
    command: ['permissions', 'holders', 'service.c.*', '--exact'],
    count: 1,
  },
  {
    operation: ({ users }) => findHolders(users, 'service.a.read'),
    command: ['permissions', 'holders', 'service.a.read'],
    with: { userId: anId(2) },
    count: 619,
  },
  {
    operation: ({ users }) => findHolders(users, 'Legacy Right'),
    command: ['permissions', 'holders', 'Legacy Right'],
    count: 1,
  },
  {
    operation: ({ knownPermissions }) => knownPermissions.list(),
    http: '/permission/list/0/0',
    command: ['permissions', 'known'],
    printed: ({ permissions }) => permissions,
  },
  {
    operation: ({ knownPermissions }) => knownPermissions.list({ search: 'READ', module: 'c' }),
    http: '/permission/list/0/0?search=READ&module=c',
    command: ['permissions', 'known', 'READ', '--module', 'c'],
    printed: ({ permissions }) => permissions,
    count: 1,
  },
  {
    operation: ({ knownPermissions }) => knownPermissions.modules(),
    http: '/permission/modules',
    command: ['permissions', 'modules'],
    printed: (data) => data.modules ?? data,
  },
];

const DEPARTMENTS: readonly Row[] = [
  {
    operation: ({ departments }) => departments.list({ details: true }),
    http: '/department/list/0/0?details=true',
    command: ['departments', 'list'],
    printed: ({ departments }) => departments,
    count: 3,
  },
  {
    operation: ({ departments }) => departments.list({ end: 2, details: true }),
    http: '/department/list/0/2?details=true',
    command: ['departments', 'list', '--limit', '2'],
    printed: ({ departments }) => departments,
    count: 2,
  },
  {
    operation: ({ departments }) => searchDepartments(departments, 'straße'),
    command: ['departments', 'list', '--search', 'straße'],
    with: { name: 'STRASSE', manager: summary(2) },
    count: 1,
  },
  {
    operation: ({ departments }) => searchDepartments(departments, anId(901).slice(0, 22), 2),
    command: ['departments', 'list', '--search', anId(901).slice(0, 22), '--limit', '2'],
    count: 2,
  },
  {
    operation: ({ departments }) => departments.hierarchy({ details: true }),
    http: '/department/hierarchy?details=true',
    command: ['departments', 'tree'],
    printed: ({ departments }) => departments,
    count: 1,
  },
  {
    operation: ({ departments }) => departments.find(anId(901)).map(({ department }) => department),
    http: `/department/${anId(901)}`,
    command: ['departments', 'show', 'ground CREW'],
    printed: (data) => data.department ?? data,
    with: { code: 'GC', users: 1 },
  },
];

const BEGINNING = 620 + 1 + 3;

/** The import has an entry for each user and one for an identity; then come {@link CHANGES_BEFORE}. */
const TRAIL: readonly Row[] = [
  { ...trail({}), count: 50 },
  { ...trail({ user: 'user2@example.org' }, '--user', 'user2@example.org'), count: 3 },
  { ...trail({ user: anId(2), action: 'remove' }, '--user', anId(2), '--action', 'remove'), count: 1 },
  { ...trail({ user: 'USER3@example.org' }, '--user', 'USER3@example.org'), count: 1 },
  { ...trail({ user: anId(2), action: 'unlink' }, '--user', anId(2), '--action', 'unlink'), count: 0 },
  { ...trail({ actor: 'importer', limit: 2 }, '--actor', 'importer', '--limit', '2'), count: 2 },
  {
    ...trail(
      { actor: 'cli:importer', source: 'import', reason: 'FIRST', limit: 3 },
      '--actor',
      'cli:importer',
      '--source',
      'import',
      '--reason',
      'FIRST',
      '--limit',
      '3',
    ),
    count: 3,
  },
  { ...trail({ actor: 'user2@example.org' }, '--actor', 'user2@example.org'), count: 0 },
  { ...trail({ reason: 'STRASSE' }, '--reason', 'STRASSE'), count: 1 },
  {
    ...trail(
      { permission: 'service.a.read', action: 'add' },
      '--permission',
      'service.a.read',
      '--action',
      'add',
    ),
    count: 1,
  },
  { ...trail({ module: 'b', action: 'remove' }, '--module', 'b', '--action', 'remove'), count: 1 },
  { ...trail({ changed: false }, '--changed', 'false'), count: 1 },
  { ...trail({ batch: 'leavers' }, '--batch', 'leavers'), count: 2 },
  { ...trail({ batch: 'no-such' }, '--batch', 'no-such'), count: 0 },
  {
    ...trail({ before: BEGINNING + 2, limit: 3 }, '--after', String(BEGINNING + 2), '--limit', '3'),
    count: 3,
    with: { id: BEGINNING + 1 },
  },
  {
    ...trail(
      { after: BEGINNING + 2, limit: 2 },
      '--after',
      String(BEGINNING + 2),
      '--oldest-first',
      '--limit',
      '2',
    ),
    count: 2,
    with: { id: BEGINNING + 3 },
  },
  { ...trail({ after: 0, limit: 3 }, '--oldest-first', '--limit', '3'), count: 3, with: { id: 1 } },
  ...['x@y', 'ada', anId(999)].flatMap((name): Row[] => [
    { ...trail({ user: name }, '--user', name), outcome: 'USER_NOT_FOUND' },
    { ...trail({ actor: name }, '--actor', name), outcome: 'USER_NOT_FOUND' },
  ]),
  { ...trail({ actor: 'cli:nobody' }, '--actor', 'cli:nobody'), outcome: 'USER_NOT_FOUND' },
  {
    operation: ({ audit }) => audit.find(BEGINNING + 1),
    http: `/audit/entry/${BEGINNING + 1}`,
    command: ['audit', 'show', String(BEGINNING + 1)],
    printed: (data) => data.entry ?? data,
    with: { reason: 'Left the Straße', user: { _id: anId(2), email: 'user2@example.org' } },
  },
  {
    operation: ({ audit }) => audit.find(99_999),
    http: '/audit/entry/99999',
    command: ['audit', 'show', '99999'],
    outcome: 'NOT_FOUND',
  },
  {
    operation: ({ audit }) => audit.head(),
    http: '/audit/head',
    command: ['audit', 'head'],
    with: { id: BEGINNING + 6 },
  },
  {
    operation: ({ audit }) => audit.batches(),
    http: '/audit/batches',
    command: ['audit', 'batches'],
    printed: ({ batches }) => batches,
    with: { batch: 'leavers', entries: 2, users: 2 },
    count: 3,
  },
  {
    operation: ({ audit }) => audit.batches({ limit: 1 }),
    http: '/audit/batches?limit=1',
    command: ['audit', 'batches', '--limit', '1'],
    printed: ({ batches }) => batches,
    count: 1,
  },
];

const LOCATIONS: readonly Row[] = ['JFK', 'eddm', 'New York', 'no such place anywhere', ' '].map((text) => ({
  operation: ({ locations }) => locations.find(text),
  http: `/geo-locations/address/${encodeURIComponent(text)}`,
  command: ['geocode', text],
  printed: (data) => data.address ?? data,
  ...(text.startsWith('no such') && { outcome: 'NOT_FOUND' as const }),
  ...(text === ' ' && { outcome: 'VALIDATION_ERROR' as const }),
}));

/** The changes that the command makes before any request. */
const CHANGES_BEFORE: readonly (readonly string[])[] = [
  ['remove', 'user2@example.org', 'service.a.read', '--reason', 'Left the Straße'],
  ['add', 'user2@example.org', 'service.a.read'],
  ['remove', 'user5@example.org', 'service.a.write', 'service.b.*'],
  ['remove', 'user6@example.org', 'service.nobody.holds'],
  ['remove', '--holding', 'service.c.*', 'service.c.*', '--batch', 'leavers', '--yes'],
];

describe('Each operation through every interface', function () {
  this.timeout(120_000);
  const workplace = new Workplace();
  let postgres: ADatabase | undefined;
  /** The doors of the command: over a file, over PostgreSQL, and over HTTP. */
  let ways: readonly (readonly [name: string, env: Record<string, string>])[] = [];
  let http: { readonly url: string; readonly token: string };

  /** Each door has an organisation of its own, all alike. */
  beforeEach(async () => {
    await workplace.write('users.json', users());
    await workplace.write('departments.json', [
      { _id: anId(901), name: 'Ground crew', description: 'Turnarounds', code: 'GC', ...DATES },
      { _id: anId(902), name: 'STRASSE', parentId: anId(901), managerId: anId(2), ...DATES },
      { _id: anId(903), name: 'Night shift', parentId: anId(901), ...DATES },
    ]);
    postgres = await aDatabase().catch((error) => {
      process.stderr.write(`PostgreSQL is left out: ${error}\n`);
      return undefined;
    });
    const shared = { OPS_AUTH_KEYS: 'keys.json', OPS_ACTOR: 'operator' };
    for (const OPS_DB of ['file.db', ...(postgres ? [postgres.url] : [])]) {
      for (const what of ['departments', 'users']) {
        const { code, stderr } = await workplace.run(['import', what, `${what}.json`], {
          env: {
            ...{
              OPS_DB,
              OPS_ACTOR: 'importer',
              OPS_AUTH_KEYS: OPS_DB === 'file.db' ? 'keys.json' : 'other.json',
            },
            ...(what === 'users' && { OPS_REASON: 'first of all' }),
          },
        });
        if (code !== 0) throw new Error(stderr);
      }
    }
    for (const name of ['operations.db', 'http.db', 'served.db']) {
      await copyFile(workplace.path('file.db'), workplace.path(name));
    }
    const served = { ...shared, OPS_DB: 'served.db' };
    const { stdout } = await workplace.run(['token', 'issue', '--user', 'user1@example.org'], {
      env: served,
    });
    const token = stdout.trim();
    const { url } = await workplace.serve([], { ...served, OPS_LOG_LEVEL: 'silent' });
    const plain = await workplace.serve([], { ...shared, OPS_DB: 'http.db', OPS_LOG_LEVEL: 'silent' });
    http = { url: plain.url, token };
    ways = [
      ['file', { ...shared, OPS_DB: 'file.db' }],
      ...(postgres
        ? [['PostgreSQL', { ...shared, OPS_AUTH_KEYS: 'other.json', OPS_DB: postgres.url }] as const]
        : []),
      ['HTTP', { OPS_SERVER: url, OPS_TOKEN: token, OPS_ACTOR: 'nobody heard of' }],
    ];
  });
  afterEach(() => postgres?.drop());

  /** Asks every door every question of a table. */
  async function expectRows(rows: readonly Row[]): Promise<void> {
    const config = readConfig({ OPS_AUTH_KEYS: 'keys.json' })._unsafeUnwrap();
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const opened = await compose({ config, database: 'operations.db', log }, [
      'audit',
      'departments',
      'knownPermissions',
      'locations',
      'users',
    ]);
    const { close, parts } = opened._unsafeUnwrap();
    try {
      for (const row of rows) await expectRow(row, parts);
    } finally {
      await close();
    }
  }

  async function expectRow(row: Row, operations: Operations): Promise<void> {
    const { command, count, outcome = 'done', printed = (data: unknown) => data } = row;
    const what = command.join(' ');
    const { exitCode, status } = OUTCOMES[outcome];
    const answers = new Map<string, unknown>();
    const answered = await row.operation(operations);
    answers.set('operations', answered.isErr() ? CODES[answered.error.type] : printed(answered.value));
    if (row.http !== undefined) {
      const response = await askOverHttp(row.http);
      expect(response.status, `${what}: status`).to.equal(status);
      const { data, error } = (await response.json()) as { data?: unknown; error?: { code: string } };
      const precision = response.headers.get('x-location-precision');
      answers.set(
        'HTTP',
        error?.code ?? printed(precision === null ? data : { ...addressIn(data), precision }),
      );
    }
    for (const [name, env] of ways) {
      const { code, error, rows } = toldBy(await workplace.run([...command, '--json'], { env }));
      expect(code, `${what}: exit code of the command, ${name}`).to.equal(exitCode);
      answers.set(`the command, ${name}`, error ?? rows);
    }
    const expected = outcome === 'done' ? answers.get('the command, file') : outcome;
    for (const [door, answer] of answers) {
      const shown = typeof answer === 'object' ? withoutDifferent([answer].flat()) : answer;
      expect(shown, `${what}: ${door}`).to.deep.equal(expected);
    }
    if (count !== undefined) expect(expected, what).to.have.length(count);
    if (row.with) expect((expected as readonly object[])[0], what).to.deep.include(row.with);
  }

  function askOverHttp(question: NonNullable<Row['http']>): Promise<Response> {
    const authorization = `Bearer ${http.token}`;
    if (typeof question === 'string') return fetch(http.url + question, { headers: { authorization } });
    const { path, payload } = question;
    const headers = { authorization, 'content-type': 'application/json' };
    return fetch(http.url + path, { method: 'POST', headers, body: JSON.stringify({ payload }) });
  }

  /** Runs a command over each database and over HTTP, expects the same result, and returns it. */
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

  it('lists and shows users', () => expectRows(USERS));

  it('shows which users hold a permission', async () => {
    await expectRows(RIGHTS);
    expect((await same(['permissions', 'diff', 'user2@example.org', anId(6)])).code).to.equal(0);
    expect((await same(['permissions', 'diff', 'user2@example.org', 'x@y'])).code).to.equal(3);
    const check = (...args: string[]) => same(['permissions', 'check', ...args]);
    const user = 'USER2@example.org';
    const held = await check(user, 'service.a.read', 'service.b.read');
    expect([held.code, held.rows.length]).to.deep.equal([0, 2]);
    const some = await check(anId(2), 'service.a.read', 'service.a', 'odd one', 'service.nobody.holds');
    expect(some.code).to.equal(4);
    expect(some.rows.map((row) => (row as { granted: boolean }).granted)).to.deep.equal([
      true,
      false,
      false,
      false,
    ]);
    const nobody = await check('nobody@example.org', 'service.a.read');
    const row = { user: 'nobody@example.org', permission: 'service.a.read', granted: false, coveredBy: [] };
    expect([nobody.code, nobody.rows]).to.deep.equal([4, [row]]);
  });

  it('lists departments', async () => {
    await expectRows(DEPARTMENTS);
    expect((await same(['departments', 'tree', '--depth', '1'])).rows).to.have.length(1);
  });

  it('lists and shows the audit log', async () => {
    // Through the command over each database, so that the audit logs have the same actors and sources.
    const databases = [
      'file.db',
      'operations.db',
      'http.db',
      'served.db',
      ...(postgres ? [postgres.url] : []),
    ];
    for (const change of CHANGES_BEFORE) {
      for (const OPS_DB of databases) {
        const OPS_AUTH_KEYS = OPS_DB === postgres?.url ? 'other.json' : 'keys.json';
        const env = { OPS_DB, OPS_AUTH_KEYS, OPS_ACTOR: 'operator' };
        const { code, stderr } = await workplace.run(['permissions', ...change], { env });
        expect(code, stderr).to.equal(0);
      }
    }
    await expectRows(TRAIL);
    expect((await same(['audit', 'list', '--since', '1h', '--limit', '10000'])).rows).to.have.length(
      BEGINNING + 6,
    );
    expect((await same(['audit', 'list', '--until', '1h'])).rows).to.have.length(0);
    expect(await same(['audit', 'list', '--batch', 'no such\u00e9'])).to.include({ code: 2 });
    for (const option of ['--user', '--actor', '--reason', '--permission', '--module', '--batch']) {
      expect(await same(['audit', 'list', option, '']), option).to.include({ code: 2 });
    }
    expect(await same(['permissions', 'holders', ''])).to.include({ code: 2 });
  });

  it('locates addresses', async () => {
    await expectRows(LOCATIONS);
    expect((await same(['geocode', 'JFK', 'EDDM'])).rows).to.have.length(2);
    expect((await same(['geocode', 'New', 'York'])).rows).to.have.length(1);
    const many = await same(['geocode', '-'], 'Zürich\nno such place anywhere\nx\u0007y\n.\nLSZH\n');
    expect([many.code, many.rows.length]).to.deep.equal([4, 5]);
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

  it('changes many users from a file', async () => {
    const rows = [
      'user,permission',
      'user2@example.org,service.a.read',
      'nobody@example.org,service.a.read',
      ',service.a.read',
      `${anId(2)},service.a.*`,
      'user1@example.org,service.admin.access',
      'user6@example.org,service.zz.read',
    ].join('\n');
    const file = ['permissions', 'remove', '--file', '-'];
    const dry = await same([...file, '--dry-run'], rows);
    expect(results(dry)).to.include.members(['would-remove', 'user-not-found', 'invalid']);
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
    const unreadable = [...objects, '{"user":7,"permissions":["service.a"]}', 'no JSON'];
    const mistaken = await same(['permissions', 'add', '--file', '-'], unreadable.join('\n'));
    expect([mistaken.code, ...results(mistaken)]).to.deep.equal([2]);
    objects.push(JSON.stringify({ user: anId(12), permissions: ['Off'] }));
    const added = await same(['permissions', 'add', '--file', '-'], objects.join('\n'));
    expect(results(added)).to.deep.equal(['added', 'added', 'invalid']);
    expect((await same(file, 'user,permission\nada,"service.a, service.b"')).code).to.equal(2);
    await same(['audit', 'list', '--limit', '700', '--changed']);
  });

  it('changes selected users', async () => {
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
    // A held permission is known: only the first request could say of an unknown one that it is unknown.
    await same(['permissions', 'add', anId(2), 'service.e']);
    expect(results(await same(granted))).to.have.length(MANY - 1);
    const all = ['permissions', 'remove', '--all-users', '--literal', 'Legacy Right', '--yes', '--strict'];
    expect((await same(all)).code).to.equal(0);
    expect((await same(all)).code).to.equal(4);
    expect((await same(['permissions', 'remove', '--all-users', anId(2), '--yes'])).code).to.equal(2);
  });

  it('creates, changes, locks out and erases users', async () => {
    const change = (...args: string[]) => same(['users', ...args]);
    const result = async (...args: string[]) => results(await change(...args));
    const eve = ['eve@example.org', '--first-name', 'Eve', '--last-name', 'Ito', '--department', 'GC'];
    const admin = ['--permission', 'service.a.read', '--permission', 'service.admin.access'];
    expect(await result('create', ...eve, ...admin, '--dry-run')).to.deep.equal(['would-create']);
    const { rows } = await change('create', ...eve, ...admin, '--reason', 'joined “Zürich”');
    expect(rows[0]).to.deep.include({ result: 'created', message: 'is an admin now' });
    const plain = ['plain@example.org', '--first-name', 'Plain', '--last-name', 'Ito'];
    expect(await result('create', ...plain, '--dry-run')).to.deep.equal(['would-create']);
    for (const wrong of [
      ['no e-mail'],
      ['x@example.org', '--permission', 'Off'],
      ['x@example.org', '--department', 'XX'],
    ]) {
      expect(await change('create', ...wrong), wrong.join(' ')).to.include({
        code: 2,
        error: 'VALIDATION_ERROR',
      });
    }

    const update = ['update', 'user2@example.org'];
    const moved = [...update, '--last-name', 'Ray', '--department', anId(902)];
    expect(await result(...moved, '--dry-run')).to.deep.equal(['would-update']);
    expect(await result(...moved)).to.deep.equal(['updated']);
    expect(await result(...moved, '--dry-run')).to.deep.equal(['unchanged']);
    expect(await result(...moved)).to.deep.equal(['unchanged']);
    expect(await result(...update, '--email', 'ray@example.org', '--department', 'none')).to.deep.equal([
      'updated',
    ]);
    expect((await change('update', anId(2), '--department', 'XX')).code).to.equal(2);
    expect((await change('update', anId(2))).code).to.equal(2);
    expect((await change('update', anId(2), '--email', 'no')).code).to.equal(2);

    const pair = ['--issuer', 'https://id.example.org', '--subject'];
    for (const [verb, subject, expected] of [
      ['link', 'new', 'link'],
      ['link', 'nine', 'link'],
      ['unlink', 'new', 'unlink'],
    ] as const) {
      const args = [verb, subject === 'nine' ? anId(9) : anId(2), ...pair, subject];
      const isHeld = subject === 'nine';
      expect(await result(...args, '--dry-run')).to.deep.equal([isHeld ? 'already-so' : `would-${expected}`]);
      expect(await result(...args)).to.deep.equal([isHeld ? 'already-so' : `${expected}ed`]);
    }
    expect(await result('unlink', anId(2), ...pair, 'new')).to.deep.equal(['already-so']);
    expect(await change('link', anId(2), ...pair, 'nine')).to.include({ code: 2, error: 'CONFLICT' });

    const two = 'ray@example.org';
    expect(await change('erase', two, '--yes')).to.include({ code: 2, error: 'CONFLICT' });
    expect(await result('deactivate', two, '--dry-run')).to.deep.equal(['would-deactivate']);
    expect(await result('deactivate', two, '--reason', 'left')).to.deep.equal(['deactivated']);
    expect(await result('deactivate', two)).to.deep.equal(['already-so']);
    expect(await result('activate', two, '--dry-run')).to.deep.equal(['would-activate']);
    expect(await result('activate', two)).to.deep.equal(['activated']);
    await change('show', two);
    expect(await result('deactivate', two)).to.deep.equal(['deactivated']);
    expect((await change('erase', two)).code).to.equal(2);
    expect(await result('erase', two, '--yes', '--dry-run')).to.deep.equal(['would-erase']);
    expect(await result('erase', two, '--yes')).to.deep.equal(['erased']);
    for (const args of [
      ['show'],
      ['activate'],
      ['deactivate'],
      ['erase', '--yes'],
      ['update', '--name', 'X'],
    ]) {
      const [verb = '', ...others] = args;
      for (const gone of [two, anId(2)]) expect((await change(verb, gone, ...others)).code, verb).to.equal(3);
    }
    expect(await result('deactivate', 'eve@example.org')).to.deep.equal(['deactivated']);
    expect(await change('deactivate', anId(1))).to.include({ code: 2, error: 'VALIDATION_ERROR' });
    await same(['audit', 'list', '--user', anId(2), '--action', 'update']);
  });

  it('undoes entries and batches', async () => {
    const change = (...args: string[]) => same(['permissions', ...args]);
    await change('remove', 'user2@example.org', 'service.a.read', '--reason', 'Left the Straße');
    await change('add', 'user2@example.org', 'service.a.read');
    await change('remove', 'user5@example.org', 'service.a.write', 'service.b.*');
    await change('remove', 'user6@example.org', 'service.nobody.holds');
    await change('remove', '--holding', 'service.c.*', 'service.c.*', '--batch', 'leavers', '--yes');

    const revert = async (...args: string[]) => results(await same(['audit', 'revert', ...args]));
    const first = String(IMPORTED + 1);
    expect(await revert(first, '--dry-run')).to.deep.equal(['nothing-left']);
    expect(await revert(first, '--reason', 'by mistake')).to.deep.equal(['nothing-left']);
    // A terminal also shows the actor of the later entry.
    const texts = await Promise.all(
      ways.map(
        async ([, env]) => (await workplace.run(['audit', 'revert', first, '--dry-run'], { env })).stdout,
      ),
    );
    expect(texts[0]).to.match(/would leave alone service.a.read: entry \d+ by cli:operator named it since/);
    expect(texts.at(-1)).to.equal(texts[0]?.replaceAll('cli:operator', 'user1@example.org'));
    expect(await revert(String(IMPORTED + 3), '--dry-run')).to.deep.equal(['would-revert']);
    expect(await revert(String(IMPORTED + 3))).to.deep.equal(['reverted']);
    const [link] = (await same(['audit', 'list', '--action', 'link'])).rows as { readonly id: number }[];
    expect(await revert(String(link?.id), '--dry-run')).to.deep.equal(['would-revert']);
    for (const [name, env] of ways) {
      const { stdout } = await workplace.run(['audit', 'revert', String(link?.id), '--dry-run'], { env });
      expect(stdout, name).to.include('would unlink nine at https://id.example.org');
    }
    expect(await revert(String(link?.id))).to.deep.equal(['reverted']);
    expect((await same(['audit', 'revert', '99999'])).code).to.equal(3);
    // After the three departments comes the first user, the only admin.
    expect((await same(['audit', 'revert', '4', '--dry-run'])).code).to.equal(2);
    expect((await same(['audit', 'revert', '--batch', 'none', '--yes'])).code).to.equal(3);
    expect((await same(['audit', 'revert', '--batch', 'é', '--yes'])).code).to.equal(3);
    expect((await same(['audit', 'revert', '--batch', 'leavers'])).code).to.equal(2);
    expect(new Set(await revert('--batch', 'leavers', '--dry-run'))).to.deep.equal(new Set(['would-revert']));
    const left = (await same(['audit', 'list', '--batch', 'leavers'])).rows as { readonly userId: string }[];
    const users = await workplace.write('them.csv', 'user\nuser1@example.org\nnobody@example.org\n');
    const part = [
      ['--file', users],
      ['--user', left[0]?.userId ?? ''],
    ];
    for (const named of part) {
      for (const how of [['--dry-run'], []])
        await same(['audit', 'revert', '--batch', 'leavers', ...named, ...how]);
    }
    await same(['audit', 'revert', '-'], `${IMPORTED + 2}\n99999\n`);
    await same(['audit', 'revert', '-'], `${IMPORTED + 2}\n`);
    expect(new Set(await revert('--batch', 'leavers', '--yes'))).to.deep.equal(
      new Set(['nothing-left', 'reverted']),
    );
    expect(new Set(await revert('--batch', 'leavers', '--yes'))).to.deep.equal(new Set(['nothing-left']));
    expect((await same(['audit', 'batches'])).rows).to.have.length(6);
    await same(['users', 'list']);
  });
});

/** The result of a command, without values that differ between interfaces. */
interface Told {
  readonly code: number | null;
  /** Of the error, if there is one. */
  readonly error: string | undefined;
  readonly rows: readonly unknown[];
}

const MANY = 620;
/** Entries of the imports: a user has an identity, too, and there are departments. */
const IMPORTED = MANY + 1 + 3;
const DATES = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };

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
      emails: [`user${n}@example.org`],
      personalInformation: {
        firstName: 'User',
        lastName: `${n}`,
        name: n === 8 ? 'Anna Straße' : `User ${n}`,
      },
      permissions: held[n] ?? HELD,
      ...((n === 12 || n === 13) && { departmentId: anId(n === 12 ? 901 : 902) }),
      ...(n === 9 && { identities: [{ issuer: 'https://id.example.org', subject: 'nine' }] }),
    };
  });
}

function addressIn(data: unknown): object {
  return (data as { readonly address: object }).address;
}

/** A user as others see one. */
function summary(n: number): object {
  return {
    _id: anId(n),
    emails: [`user${n}@example.org`],
    personalInformation: { firstName: 'User', lastName: `${n}`, name: `User ${n}` },
  };
}

/** Who asks, when, under which key, with which salt and in which generated run: these differ by right. */
const DIFFERENT = new Set([
  'actor',
  'actorEmail',
  'actorUser',
  'digest',
  'keyId',
  'profile',
  'requestId',
  'seal',
  'signature',
  'since',
  'source',
  'subjectDigest',
  'subjectSalt',
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
function rowsOf(stdout: string): readonly unknown[] {
  if (stdout === '') return [];
  const lines = /^\{.*\}$/m.test(stdout) ? stdout.trimEnd().split('\n') : [stdout];
  return withoutDifferent(lines.flatMap((line) => JSON.parse(line)));
}

function withoutDifferent(rows: readonly unknown[]): readonly unknown[] {
  return JSON.parse(JSON.stringify(rows), (name, value) => {
    if (DIFFERENT.has(name)) return undefined;
    if (value?.user === 'eve@example.org') return { ...value, userId: 'generated' };
    return name === 'batch' && GENERATED_BATCH.test(value) ? 'generated' : value;
  });
}

const HELD_FIRST = [
  'service.users',
  'service.users.read',
  'service.user.read',
  'service.tickets.*',
  'odd one',
];
const LONG = `service.${'x'.repeat(248)}`;

interface Case {
  readonly action: 'add' | 'remove';
  readonly permissions: readonly string[];
  /** The status over HTTP and the exit code of the command. */
  readonly outcome: readonly [status: number, exitCode: number];
  /** Instead of a user who holds {@link HELD_FIRST}. */
  readonly user?: string;
}

const DONE = [200, 0] as const;
const REFUSED = [400, 2] as const;

const CASES: readonly Case[] = [
  { action: 'remove', permissions: ['service.users.read'], outcome: DONE },
  { action: 'remove', permissions: ['service.users.*'], outcome: DONE },
  { action: 'remove', permissions: ['service.user.*', 'service.none.read'], outcome: DONE },
  { action: 'remove', permissions: ['service.tickets.read'], outcome: DONE },
  { action: 'remove', permissions: ['Service.Users.Read', 'odd one', 'odd one'], outcome: DONE },
  { action: 'remove', permissions: ['service.*', '*', 'service.*.*'], outcome: DONE },
  { action: 'remove', permissions: [LONG], outcome: DONE },
  { action: 'remove', permissions: ['odd one'], user: anId(999), outcome: [404, 3] },
  { action: 'add', permissions: ['service.new', 'service.users'], outcome: DONE },
  { action: 'add', permissions: ['service.new.read', 'service.new.*'], outcome: DONE },
  { action: 'add', permissions: ['service.users'], outcome: DONE },
  { action: 'add', permissions: ['service.new', 'odd one'], outcome: REFUSED },
  { action: 'add', permissions: [`${LONG}x`], outcome: REFUSED },
  { action: 'add', permissions: ['service.new'], user: anId(999), outcome: [404, 3] },
  { action: 'add', permissions: [], outcome: REFUSED },
  { action: 'remove', permissions: [], outcome: REFUSED },
  { action: 'remove', permissions: Array.from({ length: 1001 }, (_, n) => `x${n}`), outcome: REFUSED },
];

describe('The same request, over HTTP and by the command', () => {
  const workplace = new Workplace();
  const usersOf = (n: number) => [anId(2 * n + 2), anId(2 * n + 3)] as const;
  let organisation: AnOrganisation;
  let trail: readonly AuditEntry[];
  let outcomes: readonly (readonly [status: number, exitCode: number])[];

  beforeEach(async function () {
    this.timeout(30_000);
    if (outcomes) return;
    const sets = CASES.flatMap(() => [HELD_FIRST, HELD_FIRST]);
    organisation = await anOrganisation(workplace, ['service.admin.access'], ...sets);
    const service = await workplace.serve();
    const token = (await workplace.run(['token', 'issue', '--user', anId(1)])).stdout.trim();
    const done: (readonly [number, number])[] = [];
    for (const [n, { action, permissions, user }] of CASES.entries()) {
      const [overHttp, byCommand] = usersOf(n);
      const { status } = await fetch(`${service.url}/user/${action}-permissions`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ payload: { userId: user ?? overHttp, permissions } }),
      });
      const { code } = await workplace.run(['permissions', action, user ?? byCommand, ...permissions]);
      done.push([status, code as number]);
    }
    trail = await organisation.trail();
    outcomes = done;
    await organisation.close();
  });

  for (const [n, { action, outcome, permissions, user }] of CASES.entries()) {
    const [what = 'nothing', ...more] = permissions;
    const others = more.length > 0 ? ` and ${more.length} more` : '';
    it(`${action} ${what.slice(0, 30)}${others}${user ? ' of nobody' : ''}`, () => {
      expect(outcomes[n]).to.deep.equal(outcome);
      const [overHttp, byCommand] = usersOf(n).map((id) =>
        trail.filter(({ userId }) => userId === id).slice(1),
      );
      const said = (entries: readonly AuditEntry[] = []) =>
        entries.map(({ action: done, added, after, before, removed, requested }) => {
          return { done, added, after, before, removed, requested };
        });
      expect(said(overHttp)).to.have.length(outcome === DONE ? 1 : 0);
      expect(said(byCommand)).to.deep.equal(said(overHttp));
    });
  }
});
