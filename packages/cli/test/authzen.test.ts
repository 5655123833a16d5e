import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { type ADatabase, aDatabase } from '../../adapter-postgres/test/a-postgres.ts';
import { Workplace } from './ops-admin.ts';

/** A request, its path, and the expected answer: for an error only the status. */
type Case = readonly [name: string, path: string, body: unknown, expected: number | object];

const ALICE = { type: 'user', id: anId(1) };
const BOB = { type: 'user', id: anId(2) };

const alice = { type: 'user', id: 'alice@example.org' };
const bob = { type: 'user', id: 'bob@example.org' };
const record = { type: 'record', id: 'record-1' };
const read = { name: 'read' };
const write = { name: 'write' };
const asked = { subject: alice, action: read, resource: record };
const yes = { decision: true };
const no = { decision: false };
const error = (message: string) => ({ decision: false, context: { error: { status: 400, message } } });

const EVALUATION: readonly Case[] = (
  [
    ['alice reads', asked, yes],
    ['alice writes', { ...asked, action: write }, yes],
    ['bob reads', { ...asked, subject: bob }, yes],
    ['bob does not write', { ...asked, subject: bob, action: write }, no],
    ['alice by her id', { ...asked, subject: ALICE }, yes],
    ['an id in capitals', { ...asked, subject: { type: 'user', id: 'ALICE@example.org' } }, yes],
    ['an unknown subject', { ...asked, subject: { type: 'user', id: 'nobody@example.org' } }, no],
    ['a malformed subject', { ...asked, subject: { type: 'user', id: 'alice' } }, no],
    ['a subject of another type', { ...asked, subject: { type: 'group', id: alice.id } }, no],
    ['an inactive user', { ...asked, subject: { type: 'user', id: 'gone@example.org' } }, no],
    ['an unknown action', { ...asked, action: { name: 'fly' } }, no],
    ['an unknown type', { ...asked, resource: { type: 'planet', id: 'record-1' } }, no],
    ['any id of a resource', { ...asked, resource: { type: 'record', id: 'another' } }, yes],
    ['a wildcard', { ...asked, subject: { type: 'user', id: 'carol@example.org' }, action: write }, yes],
    [
      'an identity, which wins over the id',
      {
        ...asked,
        subject: { ...bob, properties: { issuer: 'https://id.example', subject: 'alice' } },
        action: write,
      },
      yes,
    ],
    [
      'an unknown identity, which wins over the id',
      { ...asked, subject: { ...alice, properties: { issuer: 'https://id.example', subject: 'nobody' } } },
      no,
    ],
    ['other properties', { ...asked, subject: { ...alice, properties: { department: 'sales' } } }, yes],
    [
      'unknown members, properties and a context',
      {
        subject: { ...alice, extra: 1, properties: {} },
        action: { ...read, properties: { method: 'GET' } },
        resource: { ...record, properties: { owner: 'bob' } },
        context: { time: '2026-06-01T00:00:00Z' },
        extra: [true],
      },
      yes,
    ],
    ['no subject', { action: read, resource: record }, 400],
    ['no action', { subject: alice, resource: record }, 400],
    ['no resource', { subject: alice, action: read }, 400],
    ['nothing', {}, 400],
    ['a subject without a type', { ...asked, subject: { id: alice.id } }, 400],
    ['a subject without an id', { ...asked, subject: { type: 'user' } }, 400],
    ['an action without a name', { ...asked, action: {} }, 400],
    ['a resource without a type', { ...asked, resource: { id: 'record-1' } }, 400],
    ['a resource without an id', { ...asked, resource: { type: 'record' } }, 400],
    ['an empty type', { ...asked, subject: { type: '', id: alice.id } }, 400],
    ['an empty id', { ...asked, subject: { type: 'user', id: '' } }, 400],
    ['an empty name', { ...asked, action: { name: '' } }, 400],
    ['an empty type of a resource', { ...asked, resource: { type: '', id: 'x' } }, 400],
    ['an empty id of a resource', { ...asked, resource: { type: 'record', id: '' } }, 400],
    ['a number for a type', { ...asked, subject: { type: 7, id: alice.id } }, 400],
    ['a list for a subject', { ...asked, subject: [alice] }, 400],
    ['null for a subject', { ...asked, subject: null }, 400],
    ['a text for an action', { ...asked, action: 'read' }, 400],
    ['null for a resource', { ...asked, resource: null }, 400],
    ['a list for properties', { ...asked, subject: { ...alice, properties: [] } }, 400],
    ['null for properties', { ...asked, action: { ...read, properties: null } }, 400],
    ['a list for a context', { ...asked, context: [] }, 400],
    ['null for a context', { ...asked, context: null }, 400],
    ['a list for all', [asked], 400],
    ['no JSON', '{', 400],
  ] as const
).map(([name, body, expected]) => [name, '/access/v1/evaluation', body, expected]);

const actions = (...names: string[]) => names.map((name) => ({ action: { name } }));
const defaults = { subject: bob, resource: record };
const semantic = (evaluations_semantic: unknown) => ({ options: { evaluations_semantic } });

const EVALUATIONS: readonly Case[] = (
  [
    ['each in its order', { ...defaults, evaluations: actions('read', 'write', 'read') }, [yes, no, yes]],
    [
      'members of its own, as wholes',
      {
        ...defaults,
        action: write,
        evaluations: [
          {},
          { subject: alice },
          { subject: ALICE, action: read },
          { subject: { type: 'user' } },
        ],
      },
      [no, yes, yes, error('subject.id is required')],
    ],
    [
      'an evaluation without defaults',
      { evaluations: [asked, { ...asked, subject: BOB }, { ...asked, subject: bob, action: write }] },
      [yes, yes, no],
    ],
    [
      'an incomplete evaluation is denied, and the others succeed',
      { ...defaults, evaluations: [{}, { action: read }, { action: null }, { action: { name: '' } }] },
      [
        error('action is required'),
        yes,
        error('action must be an object'),
        error('action.name must not be empty'),
      ],
    ],
    ['no evaluations', { ...asked }, yes],
    ['an empty list', { ...asked, evaluations: [] }, yes],
    ['an empty list, and bob', { ...asked, subject: bob, action: write, evaluations: [] }, no],
    [
      'all of them',
      { ...defaults, ...semantic('execute_all'), evaluations: actions('write', 'read') },
      [no, yes],
    ],
    [
      'up to the first denial',
      { ...defaults, ...semantic('deny_on_first_deny'), evaluations: actions('read', 'write', 'read') },
      [yes, no],
    ],
    [
      'up to the first denial, which is an error',
      { ...defaults, ...semantic('deny_on_first_deny'), evaluations: [{}, { action: read }] },
      [error('action is required')],
    ],
    [
      'up to the first permit',
      { ...defaults, ...semantic('permit_on_first_permit'), evaluations: actions('write', 'read', 'read') },
      [no, yes],
    ],
    [
      'no permit at all',
      { ...defaults, ...semantic('permit_on_first_permit'), evaluations: actions('write', 'fly') },
      [no, no],
    ],
    ['options without a semantic', { ...defaults, options: { x: 1 }, evaluations: actions('read') }, [yes]],
    ['another semantic', { ...defaults, ...semantic('all'), evaluations: actions('read') }, 400],
    ['null for a semantic', { ...defaults, ...semantic(null), evaluations: actions('read') }, 400],
    ['a list for options', { ...defaults, options: [], evaluations: actions('read') }, 400],
    ['null for a default', { ...defaults, subject: null, evaluations: actions('read') }, 400],
    ['an object for evaluations', { ...defaults, evaluations: { action: read } }, 400],
    ['null for evaluations', { ...defaults, evaluations: null }, 400],
    ['null for an evaluation', { ...defaults, evaluations: [null] }, 400],
    ['no evaluations, and incomplete', { ...defaults }, 400],
    [
      '500 evaluations',
      { ...defaults, evaluations: Array(500).fill({ action: read }) },
      Array(500).fill(yes),
    ],
    ['501 evaluations', { ...defaults, evaluations: Array(501).fill({ action: read }) }, 400],
  ] as const
).map(([name, body, expected]) => [
  name,
  '/access/v1/evaluations',
  body,
  Array.isArray(expected) ? { evaluations: expected } : (expected as number | object),
]);

describe('AuthZEN', function () {
  this.timeout(120_000);
  const workplace = new Workplace();
  let url: string;
  let tokens: readonly string[];
  let postgres: ADatabase | undefined;

  afterEach(async () => {
    await postgres?.drop();
    postgres = undefined;
  });

  const open = async (env: Record<string, string>) => {
    const user = (n: number, name: string, permissions: readonly string[], more: object = {}) => ({
      _id: anId(n),
      emails: [`${name}@example.org`],
      personalInformation: { name },
      permissions,
      ...more,
    });
    await workplace.write('users.json', [
      user(1, 'alice', ['service.record.read', 'service.record.write'], {
        identities: [{ issuer: 'https://id.example', subject: 'alice' }],
      }),
      user(2, 'bob', ['service.record.read', 'service.records.write']),
      user(3, 'carol', ['service.record']),
      user(4, 'dave', ['service.admin.read']),
      user(5, 'gone', ['service.record'], { active: false }),
    ]);
    const imported = await workplace.run(['import', 'users', 'users.json'], { env });
    if (imported.code !== 0) throw new Error(imported.stderr);
    tokens = await Promise.all(
      ['dave', 'bob'].map(async (name) => {
        const issued = await workplace.run(['token', 'issue', '--user', `${name}@example.org`], { env });
        return issued.stdout.trim();
      }),
    );
    ({ url } = await workplace.serve([], { OPS_LOG_LEVEL: 'silent', ...env }));
  };
  const ask = async (path: string, body: unknown, token: string | undefined = tokens[0], headers = {}) =>
    await fetch(url + path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token !== '' && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  /** The cases of the certification scenario that apply, and those of this service. */
  async function expectAll(): Promise<void> {
    for (const [name, path, body, expected] of [...EVALUATION, ...EVALUATIONS]) {
      for (let time = 0; time < 2; time += 1) {
        const response = await ask(path, body);
        const json = (await response.json()) as { readonly error?: { readonly code: string } };
        const what = `${path}, ${name}`;
        if (typeof expected === 'number')
          expect([response.status, json.error?.code], what).to.deep.equal([expected, 'VALIDATION_ERROR']);
        else expect([response.status, json], what).to.deep.equal([200, expected]);
      }
    }
  }

  for (const kind of ['SQLite', 'PostgreSQL'] as const) {
    it(`decides as the specification says, on ${kind}`, async function () {
      if (kind === 'PostgreSQL') {
        postgres = await aDatabase().catch(() => undefined);
        if (!postgres) return this.skip();
      }
      await open(postgres ? { OPS_DB: postgres.url } : {});
      await expectAll();
    });
  }

  it('announces its endpoints to every caller', async () => {
    const of = (point: string) => ({
      policy_decision_point: point,
      access_evaluation_endpoint: `${point}/access/v1/evaluation`,
      access_evaluations_endpoint: `${point}/access/v1/evaluations`,
    });
    await open({});
    const shown = await fetch(`${url}/.well-known/authzen-configuration`);
    expect(shown.headers.get('content-type')).to.match(/^application\/json/);
    expect(await shown.json()).to.deep.equal(of(url));
    const { url: behind } = await workplace.serve([], {
      OPS_LOG_LEVEL: 'silent',
      OPS_PUBLIC_URL: 'https://ops.example.org/admin',
    });
    const named = await fetch(`${behind}/.well-known/authzen-configuration`);
    expect(await named.json()).to.deep.equal(of('https://ops.example.org/admin'));
  });

  it('lets all callers ask about themselves, and readers about every user', async () => {
    await open({});
    const [, own] = tokens;
    const statusOf = async (path: string, body: object, token = own) => (await ask(path, body, token)).status;
    const about = (subject: object) => statusOf('/access/v1/evaluation', { ...asked, subject });
    expect([await about(bob), await about(BOB)]).to.deep.equal([200, 200]);
    for (const subject of [
      alice,
      { type: 'user', id: 'nobody@example.org' },
      { type: 'group', id: anId(2) },
    ]) {
      expect(await about(subject), JSON.stringify(subject)).to.equal(403);
    }
    const many = (...some: object[]) =>
      statusOf('/access/v1/evaluations', { ...asked, evaluations: some.map((subject) => ({ subject })) });
    expect(await many(bob, BOB)).to.equal(200);
    expect(await many(bob, alice)).to.equal(403);
    const refused = await ask('/access/v1/evaluation', asked, own);
    expect(refused.headers.get('www-authenticate')).to.equal('Bearer error="insufficient_scope"');
    expect(await statusOf('/access/v1/evaluation', asked, '')).to.equal(401);
    expect(await statusOf('/access/v1/evaluation', asked, 'x')).to.equal(401);
  });

  it('returns the request id, refuses other types, and applies a change from the next request on', async () => {
    await open({});
    const answer = await ask('/access/v1/evaluation', asked, tokens[0], {
      'X-Request-ID': 'bfe9eb29-ab87-4ca3',
    });
    expect(answer.headers.get('x-request-id')).to.equal('bfe9eb29-ab87-4ca3');
    const other = await ask('/access/v1/evaluation', asked, tokens[0], { 'Content-Type': 'text/plain' });
    expect(other.status).to.equal(400);
    const utf8 = await ask('/access/v1/evaluation', asked, tokens[0], {
      'Content-Type': 'application/json; charset=utf-8',
    });
    expect(await utf8.json()).to.deep.equal(yes);
    await workplace.run(['permissions', 'remove', 'alice@example.org', 'service.record.read']);
    expect(await (await ask('/access/v1/evaluation', asked)).json()).to.deep.equal(no);
    await workplace.run(['users', 'deactivate', 'alice@example.org']);
    const writing = await ask('/access/v1/evaluation', { ...asked, action: write });
    expect(await writing.json()).to.deep.equal(no);
  });
});
