import { ENDPOINTS } from '@ops-admin/adapter-http-koa';
import { type Answer, type Client, createClient } from '@ops-admin/client';
import { errAsync, type Location } from '@ops-admin/core';
import { aDepartment, aDraft, anId, InMemoryGeoLookup } from '@ops-admin/testing';
import { expect } from 'chai';
import {
  ADMIN,
  type OpenService,
  openService,
  PLAIN_USER,
} from '../../adapter-http-koa/test/open-service.ts';

const place = (city: string): Location => ({ city, state: 'S', country: 'LI', lat: 47.1, long: 9.5 });

/** Addresses with characters that have a meaning in a URL. */
const ODD_ADDRESSES = ['12/4 High St', 'a+b & c?#%25', "'*~!(", 'München', '東京 🗼', '\\', '...', '?'];

/** What is exported is given entry by entry: export-trail.test.ts. */
type Operation = Exclude<keyof Client, 'exportAudit' | 'followTrail' | 'revertBatch'>;

const CALLED = ENDPOINTS.filter(({ operationId }) => operationId !== 'exportAudit');

const ASKED = {
  subject: { type: 'user', id: PLAIN_USER.id },
  action: { name: 'read' },
  resource: { type: 'tickets', id: 'any' },
};

/** Each with members that the service takes. */
const CALLS: { readonly [Name in Operation]: (client: Client) => Answer<unknown> } = {
  listDepartments: (client) => client.listDepartments({ start: 0, end: 1 }),
  showDepartmentHierarchy: (client) => client.showDepartmentHierarchy(),
  createDepartment: (client) => client.createDepartment({ name: 'New', dryRun: true }),
  updateDepartment: (client) => client.updateDepartment({ departmentId: anId(2), name: 'Other' }),
  deleteDepartment: (client) => client.deleteDepartment({ departmentId: anId(2), dryRun: true }),
  showDepartment: (client) => client.showDepartment({ departmentId: anId(2) }),
  removePermissions: (client) =>
    client.removePermissions({ userId: PLAIN_USER.id, permissions: ['service.x'] }),
  addPermissions: (client) => client.addPermissions({ userId: PLAIN_USER.id, permissions: ['service.y'] }),
  changePermissions: (client) =>
    client.changePermissions({
      action: 'add',
      changes: [{ user: 'user2@example.org', permissions: ['service.z'] }],
    }),
  listPermissions: (client) => client.listPermissions({ start: 0, end: 50 }),
  listModules: (client) => client.listModules(),
  listGrants: (client) => client.listGrants({ start: 0, end: 50 }),
  listUsers: (client) => client.listUsers({ start: 0, end: 50 }),
  showUser: (client) => client.showUser({ userId: PLAIN_USER.id }),
  createUser: (client) =>
    client.createUser({ _id: anId(0x77), emails: ['new@example.org'], personalInformation: { name: 'New' } }),
  updateUser: (client) => client.updateUser({ userId: anId(0x77), departmentId: null }),
  setActive: (client) => client.setActive({ userId: anId(0x77), active: false }),
  setIdentity: (client) =>
    client.setIdentity({ userId: anId(0x77), issuer: 'https://id.example', subject: 'new', linked: true }),
  eraseUser: (client) => client.eraseUser({ userId: anId(0x77) }),
  showSession: (client) => client.showSession(),
  listAudit: (client) => client.listAudit(),
  listAuditBatches: (client) => client.listAuditBatches(),
  showAuditEntry: (client) => client.showAuditEntry({ id: 1 }),
  showAuditHead: (client) => client.showAuditHead(),
  renamePermission: (client) =>
    client.renamePermission({ from: 'service.tickets.read', to: 'service.tickets.view', dryRun: true }),
  revertChanges: (client) => client.revertChanges({ entry: 1, dryRun: true }),
  evaluate: (client) => client.evaluate(ASKED),
  evaluateAll: (client) => client.evaluateAll({ ...ASKED, evaluations: [{}] }),
  showAuthzenConfiguration: (client) => client.showAuthzenConfiguration(),
  locate: (client) => client.locate({ address: 'Vaduz' }),
  checkLiveness: (client) => client.checkLiveness(),
  checkReadiness: (client) => client.checkReadiness(),
  showProtectedResource: (client) => client.showProtectedResource(),
  showPageConfig: (client) => client.showPageConfig(),
  describe: (client) => client.describe(),
};

/** Repetitions need not wait. */
async function atOnce(url: string, init: RequestInit): Promise<Response> {
  const { body, headers, status } = await fetch(url, init);
  const others = [...headers].filter(([name]) => name !== 'retry-after');
  return new Response(body, { status, headers: [...others, ['Retry-After', '0']] });
}

describe('A client of the real service', () => {
  let service: OpenService;
  let client: Client;
  before(async () => {
    const places = Object.fromEntries(['Vaduz', ...ODD_ADDRESSES].map((text) => [text, place(text)]));
    service = await openService({ geoLookup: new InMemoryGeoLookup(places) });
    await service.ports.organisation.importDepartments(
      [aDepartment(1), aDepartment(2, { parentId: anId(1), managerId: ADMIN.id })],
      aDraft(),
    );
    client = createClient({ baseUrl: service.url, token: () => service.tokenOf(ADMIN.id) });
  });
  after(() => service.close());

  const held = async (): Promise<string[]> => [
    ...(await service.ports.permissions.find(PLAIN_USER.id))._unsafeUnwrap(),
  ];

  it('lists departments', async () => {
    const { departments, total } = (await client.listDepartments({ start: 0, end: 1 }))._unsafeUnwrap();
    expect(total).to.equal(2);
    expect(departments.map(({ manager, name }) => [name, manager?._id])).to.deep.equal([
      ['Department 2', ADMIN.id],
    ]);
  });

  it('shows the hierarchy of departments', async () => {
    const { departments, total } = (await client.showDepartmentHierarchy())._unsafeUnwrap();
    expect(total).to.equal(2);
    expect(departments[0]?.children.map(({ name }) => name)).to.deep.equal(['Department 2']);
  });

  it('creates a department, changes it in its known state, and deletes it', async () => {
    const made = (await client.createDepartment({ name: 'Sales', code: 'S' }))._unsafeUnwrap();
    const departmentId = made.department._id;
    const seen = (await client.showDepartment({ departmentId }))._unsafeUnwrap();
    expect(seen.department).to.deep.include({ code: 'S', users: 0, children: [] });
    const changed = await client.updateDepartment({ departmentId, name: 'Shops', ifMatch: seen.etag });
    expect(changed._unsafeUnwrap()).to.deep.include({ entry: Number(made.entry) + 1 });
    const late = await client.deleteDepartment({ departmentId, ifMatch: seen.etag });
    expect(late._unsafeUnwrapErr()).to.deep.include({ status: 412, code: 'PRECONDITION_FAILED' });
    const { departments } = (
      await client.listDepartments({ start: 0, end: 1, details: true })
    )._unsafeUnwrap();
    expect(departments[0]).to.deep.include({ name: 'Shops', code: 'S', users: 0 });
    const { department, ...deleted } = (await client.deleteDepartment({ departmentId }))._unsafeUnwrap();
    expect(deleted).to.deep.equal({ result: 'deleted', entry: Number(made.entry) + 2 });
    expect(department).to.include({ _id: departmentId, name: 'Shops', code: 'S' });
  });

  it('adds permissions to a user and removes them, and returns the ids of both entries', async () => {
    const permissions = ['service.billing.read', 'service.billing.write'];
    const members = { userId: PLAIN_USER.id, permissions, reason: 'new in the team' };
    const added = (await client.addPermissions(members))._unsafeUnwrap();
    expect(await held()).to.include.members(permissions);
    const removed = (
      await client.removePermissions({ userId: PLAIN_USER.id, permissions: ['service.billing.*'] })
    )._unsafeUnwrap();
    expect(await held()).to.not.include.members(permissions);

    expect(removed).to.deep.equal({ entry: Number(added.entry) + 1 });
    const { entry } = (await client.showAuditEntry({ id: Number(added.entry) }))._unsafeUnwrap();
    expect(entry).to.deep.include({ action: 'add', added: permissions, reason: 'new in the team' });
  });

  it('finds users, and shows one with the permissions that each string grants', async () => {
    const all = (await client.listUsers({ start: 0, end: 0 }))._unsafeUnwrap();
    const found = (
      await client.listUsers({
        start: 0,
        end: 1,
        search: 'LAST2',
        holds: undefined,
        grants: 'service.tickets.x',
      })
    )._unsafeUnwrap();
    expect([all.total, found.total]).to.deep.equal([2, 1]);
    expect(found.users.map(({ _id }) => _id)).to.deep.equal([PLAIN_USER.id]);
    const { effective, user } = (await client.showUser({ userId: PLAIN_USER.id }))._unsafeUnwrap();
    expect(user).to.deep.equal(found.users[0]);
    expect(effective[0]).to.deep.equal({
      permission: 'service.tickets.read',
      coveredBy: ['service.tickets'],
    });
  });

  it('changes a user in the known state, and none changed since', async () => {
    const { id: userId } = PLAIN_USER;
    const { etag, newestEntry } = (await client.showUser({ userId }))._unsafeUnwrap();
    const emails = [...PLAIN_USER.emails, 'second@example.org'];
    const move = { userId, emails, ifMatch: etag };
    const { entry, user } = (await client.updateUser(move))._unsafeUnwrap();
    expect(user.emails).to.deep.equal(emails);
    expect(entry).to.be.greaterThan(newestEntry);
    const late = await client.removePermissions({ userId, permissions: ['x'], ifMatch: etag });
    expect(late._unsafeUnwrapErr()).to.include({ status: 412, code: 'PRECONDITION_FAILED' });
    const changes = [{ user: userId, permissions: ['service.new.read'], asOf: newestEntry }];
    const { results } = (await client.changePermissions({ action: 'add', changes }))._unsafeUnwrap();
    expect(results[0]).to.include({ result: 'changed-since' });
  });

  it("checks a user's access, for one permission and for many, and retries at 503", async () => {
    const attempts: number[] = [];
    const impatient = createClient({
      baseUrl: service.url,
      token: () => service.tokenOf(ADMIN.id),
      fetch: async (url, init) => {
        attempts.push(attempts.length);
        return attempts.length % 2 === 1
          ? Response.json({}, { status: 503, headers: { 'Retry-After': '0' } })
          : fetch(url, init);
      },
    });
    expect((await impatient.evaluate(ASKED))._unsafeUnwrap()).to.deep.equal({ decision: true });
    const evaluations = [{}, { action: { name: 'x' } }, { resource: { type: 'users', id: 'any' } }];
    const { evaluations: decisions } = (
      await impatient.evaluateAll({ ...ASKED, evaluations })
    )._unsafeUnwrap();
    expect(decisions?.map(({ decision }) => decision)).to.deep.equal([true, true, false]);
    expect(attempts).to.have.length(4);
  });

  it('shows the current user', async () => {
    const { admin, expiresAt, user } = (await client.showSession())._unsafeUnwrap();
    expect([admin, user._id]).to.deep.equal([true, ADMIN.id]);
    expect(Date.parse(expiresAt ?? '')).to.be.greaterThan(Date.now());
  });

  it('changes many users, lists the results by page, and undoes them', async () => {
    const changes = [
      { user: 'user2@example.org', permissions: ['service.run.a', 'service.run.b'] },
      { user: 'nobody@example.org', permissions: ['service.run.a'] },
    ];
    const before = await held();
    const order = { action: 'add', changes, reason: 'a run' } as const;
    const rehearsed = (await client.changePermissions({ ...order, dryRun: true }))._unsafeUnwrap();
    expect(rehearsed.results.map(({ result }) => result)).to.deep.equal(['would-add', 'user-not-found']);
    expect(await held()).to.deep.equal(before);

    const { batch, results } = (await client.changePermissions(order))._unsafeUnwrap();
    if (batch === null) throw new Error('no run');
    expect(results[0]).to.deep.include({ result: 'added', added: changes[0]?.permissions });
    const { batches } = (await client.listAuditBatches({ limit: 1 }))._unsafeUnwrap();
    expect(batches[0]).to.include({ batch, entries: 1, reason: 'a run' });

    const undone = (await client.revertChanges({ batch }))._unsafeUnwrap();
    expect(undone.results.map(({ result }) => result)).to.deep.equal(['reverted']);
    expect(await held()).to.deep.equal(before);

    const search = { user: PLAIN_USER.id, changed: true, since: '2020-01-01T00:00:00+01:00', limit: 1 };
    const newest = (await client.listAudit(search))._unsafeUnwrap();
    const older = (await client.listAudit({ ...search, before: newest.next ?? undefined }))._unsafeUnwrap();
    const actions = [...newest.entries, ...older.entries].map(({ action }) => action);
    expect(actions).to.deep.equal(['revert', 'add']);
  });

  it('shows the authorization servers', async () => {
    const issuer = 'https://id.example.org';
    const guarded = await openService({ protectedResource: { issuer, publicUrl: undefined } });
    const shown = await createClient({ baseUrl: guarded.url, token: '' }).showProtectedResource();
    await guarded.close();
    expect(shown._unsafeUnwrap()).to.deep.include({ resource: guarded.url, authorization_servers: [issuer] });
    expect((await client.showProtectedResource())._unsafeUnwrapErr().code).to.equal('NOT_FOUND');
  });

  for (const address of ODD_ADDRESSES) {
    it(`locates ${address}`, async () => {
      const located = (await client.locate({ address }))._unsafeUnwrap();
      expect(located).to.deep.equal({ address: place(address), source: 'memory', precision: 'town' });
    });
  }

  it('locates an airport', async () => {
    expect((await client.locate({ address: 'MUC' }))._unsafeUnwrap().address.city).to.equal('Munich');
  });

  it('returns answers without data unchanged', async () => {
    expect((await client.checkLiveness())._unsafeUnwrap()).to.deep.equal({ status: 'ok' });
    expect((await client.checkReadiness())._unsafeUnwrap()).to.deep.equal({ status: 'ok' });
    expect((await client.describe())._unsafeUnwrap())
      .to.have.property('openapi')
      .that.matches(/^3\.1/);
  });

  const refused: readonly (readonly [string, () => Answer<unknown>, number, string, RegExp])[] = [
    [
      'an index below 0',
      () => client.listDepartments({ start: -1, end: 0 }),
      400,
      'VALIDATION_ERROR',
      /start/,
    ],
    [
      'an empty list',
      () => client.removePermissions({ userId: PLAIN_USER.id, permissions: [] }),
      400,
      'VALIDATION_ERROR',
      /payload\.permissions/,
    ],
    [
      'a malformed string',
      () => client.addPermissions({ userId: PLAIN_USER.id, permissions: ['odd'] }),
      400,
      'VALIDATION_ERROR',
      /payload\.permissions\[0\]/,
    ],
    [
      'a lone surrogate in a payload',
      () => client.addPermissions({ userId: PLAIN_USER.id, permissions: ['service.\ud800'] }),
      400,
      'VALIDATION_ERROR',
      /payload\.permissions\[0\]/,
    ],
    [
      'an unknown user',
      () => client.removePermissions({ userId: anId(99), permissions: ['service.x'] }),
      404,
      'USER_NOT_FOUND',
      /No user/,
    ],
    [
      'a payload over 1 MiB',
      () => client.removePermissions({ userId: PLAIN_USER.id, permissions: ['x'.repeat(2 ** 20)] }),
      413,
      'PAYLOAD_TOO_LARGE',
      /1048576/,
    ],
    ['a malformed user id', () => client.showUser({ userId: 'list/0/0' }), 400, 'VALIDATION_ERROR', /userId/],
    ['an unknown id', () => client.showUser({ userId: anId(99) }), 404, 'USER_NOT_FOUND', /No user/],
    [
      'an empty search',
      () => client.listUsers({ start: 0, end: 0, search: '' }),
      400,
      'VALIDATION_ERROR',
      /search/,
    ],
    ['a limit of 0', () => client.listAudit({ limit: 0 }), 400, 'VALIDATION_ERROR', /limit/],
    ['a batch before 0', () => client.listAuditBatches({ before: 0 }), 400, 'VALIDATION_ERROR', /before/],
    ['an unknown entry', () => client.showAuditEntry({ id: 999 }), 404, 'NOT_FOUND', /no entry 999/],
    [
      'no changes',
      () => client.changePermissions({ action: 'add', changes: [] }),
      400,
      'VALIDATION_ERROR',
      /payload\.changes/,
    ],
    [
      'nothing to undo',
      () => client.revertChanges({}),
      400,
      'VALIDATION_ERROR',
      /an entry, entries or a batch/,
    ],
    ['an unknown batch', () => client.revertChanges({ batch: 'none' }), 404, 'NOT_FOUND', /no batch none/],
    ['an empty address', () => client.locate({ address: '' }), 400, 'VALIDATION_ERROR', /required/],
    ['an unknown address', () => client.locate({ address: 'Atlantis' }), 404, 'NOT_FOUND', /No location/],
  ];
  for (const [what, call, status, code, message] of refused) {
    it(`returns ${status} ${code} for ${what}`, async () => {
      const problem = (await call())._unsafeUnwrapErr();
      expect(problem).to.include({ type: 'error-answer', status, code });
      expect(problem.message).to.match(message);
      expect(problem)
        .to.have.property('requestId')
        .that.matches(/^[\da-f-]{36}$/);
    });
  }

  for (const { operationId, rights } of CALLED) {
    if (rights.who === 'anyone') continue;
    const call = CALLS[operationId as Operation];

    it(`${operationId} returns the code of the interface for an invalid token`, async () => {
      const stranger = createClient({ baseUrl: service.url, token: 'not.a.token' });
      expect((await call(stranger))._unsafeUnwrapErr()).to.include({ status: 401, code: rights.badToken });
    });

    if (rights.who === 'admin') {
      it(`${operationId} returns the code of the interface to a caller who is not an admin`, async () => {
        const token = await service.tokenOf(PLAIN_USER.id);
        const plain = createClient({ baseUrl: service.url, token });
        expect((await call(plain))._unsafeUnwrapErr()).to.include(rights.notAdmin);
      });
    }
  }

  it('returns the code of a service failure for every request', async () => {
    const cause = new Error('disk on fire');
    const failing = await openService({
      tokens: { verify: () => errAsync({ type: 'token-verifier-unavailable', cause }) },
      ports: { health: { check: () => errAsync({ type: 'store-unavailable', cause }) } },
    });
    const clientOfIt = createClient({ baseUrl: failing.url, token: 'any', fetch: atOnce });
    for (const { operationId, rights, unavailable } of CALLED) {
      if (rights.who === 'anyone') continue;
      const problem = (await CALLS[operationId as Operation](clientOfIt))._unsafeUnwrapErr();
      const { code, status } = unavailable ?? { status: 500, code: 'SERVER_ERROR' };
      expect(problem, operationId).to.include({ status, code });
      expect(problem)
        .to.have.property('requestId')
        .that.is.oneOf(failing.logged.map(({ fields }) => fields.requestId));
    }
    expect((await clientOfIt.checkReadiness())._unsafeUnwrapErr()).to.include({
      code: 'SERVICE_UNAVAILABLE',
    });
    await failing.close();
  });
});
