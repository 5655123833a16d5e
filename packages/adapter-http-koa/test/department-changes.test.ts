import { okAsync } from '@ops-admin/core';
import { aDepartment, aDraft, anId, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { ADMIN, type OpenService, openService, PLAIN_USER, problemOf } from './open-service.ts';

const READER = aUser(3, { permissions: ['service.admin.read'] });
const MEMBER = aUser(4, { departmentId: anId(7) });

describe('Changes of departments over HTTP', () => {
  let service: OpenService;
  beforeEach(async () => {
    service = await openService();
    const { organisation } = service.ports;
    const draft = aDraft();
    const departments = [aDepartment(7), aDepartment(8), aDepartment(9, { parentId: anId(8) })];
    (await organisation.importDepartments(departments, draft))._unsafeUnwrap();
    (await organisation.importUsers([READER, MEMBER], aDraft({ action: 'set' })))._unsafeUnwrap();
  });
  afterEach(() => service.close());

  const send = (what: string, payload: object, headers: Record<string, string> = {}) =>
    service.request(what.includes('/') ? what : `/department/${what}`, {
      method: what === 'update' || what === '/user/update' ? 'PUT' : 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ payload }),
    });
  const refused = async (...request: Parameters<typeof send>) => await problemOf(await send(...request));
  const done = async (...request: Parameters<typeof send>) => {
    const response = await send(...request);
    const { data, message } = (await response.json()) as { data: Record<string, unknown>; message: string };
    expect(response.status, message).to.equal(200);
    return { ...data, message, entry: response.headers.get('x-audit-entry') };
  };
  const get = async (path: string) => (await (await service.request(path)).json()) as { data: never };
  const shown = async (n: number) =>
    ((await get(`/department/${anId(n)}`)).data as { department: Record<string, unknown> }).department;
  const entryOf = async (id: string | null) =>
    ((await get(`/audit/entry/${id}`)).data as { entry: Record<string, unknown> }).entry;
  const newest = async () => (await service.ports.audit.newestId())._unsafeUnwrap();
  const as = async (user: typeof READER) => ({ authorization: `Bearer ${await service.tokenOf(user.id)}` });

  it('answers 400 if the parent department is deleted after it was looked up', async () => {
    const idsNamed = (names: readonly string[]) => okAsync(names.map(() => anId(99)));
    const late = await openService({ ports: { departments: { idsNamed } as never } });
    const response = await late.request('/department/create', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payload: { name: 'Below', parentId: anId(99) } }),
    });
    expect(await problemOf(response)).to.deep.equal([
      400,
      'VALIDATION_ERROR',
      `payload.parentId: no department has the id or the code "${anId(99)}"`,
    ]);
    await late.close();
  });

  it('does not delete another department, whose code is the id of the deleted one, when the request is repeated', async () => {
    const { department } = (await done('create', { name: 'First' })) as never as {
      department: { _id: string };
    };
    const departmentId = department._id;
    const { department: other } = (await done('create', { name: 'Second', code: departmentId })) as never as {
      department: { _id: string };
    };
    const { _id } = other;
    expect((await done('delete', { departmentId })).message).to.equal('Department deleted successfully');
    for (const [what, payload] of [
      ['delete', { departmentId }],
      ['update', { departmentId, name: 'Third' }],
    ] as const)
      expect((await refused(what, payload))[0], what).to.equal(404);
    expect((await refused('create', { name: 'Fourth', parentId: departmentId }))[0]).to.equal(400);
    const { department: left } = (await get(`/department/${_id}`)).data as { department: object };
    expect(left).to.include({ _id, name: 'Second', code: departmentId });
  });

  it('merges two departments: users and departments move, and the empty one is deleted', async () => {
    const created = await done('create', { name: ' Sales ', code: 'S', parentId: 'D8', managerId: ADMIN.id });
    expect(created.message).to.equal('Department created successfully');
    const { department } = created as unknown as { department: Record<string, unknown> };
    expect(department).to.deep.include({
      name: 'Sales',
      description: '',
      code: 'S',
      parentId: anId(8),
      parentDepartment: {
        _id: anId(8),
        name: 'Department 8',
        description: 'What department 8 does',
        code: 'D8',
      },
    });
    expect(department.manager).to.deep.include({ _id: ADMIN.id });
    expect(department.createdAt).to.equal(department.updatedAt);
    const { _id } = department as { _id: string };

    expect(await refused('delete', { departmentId: anId(7) })).to.deep.equal([
      409,
      'CONFLICT',
      `Department 7 (${anId(7)}) is not empty: it has 1 user; move them first`,
    ]);
    await done('/user/update', { userId: MEMBER.id, departmentId: 'S' });
    expect((await done('delete', { departmentId: anId(7), reason: 'merged' })).message).to.equal(
      'Department deleted successfully',
    );
    expect((await problemOf(await service.request(`/department/${anId(7)}`)))[1]).to.equal('NOT_FOUND');
    const led = await done('update', { departmentId: anId(9), managerId: 'USER4@example.org' });
    expect((led as never as { department: { manager: object } }).department.manager).to.include({
      _id: MEMBER.id,
    });
    const moved = await done('update', { departmentId: anId(9), parentId: _id });
    expect(moved.message).to.equal('Department updated successfully');
    expect(await shown(8)).to.deep.include({ users: 0 });
    const sales = (await get(`/department/${_id}`)).data as { department: Record<string, unknown> };
    expect(sales.department).to.deep.include({ code: 'S', users: 1 });
    expect(
      (sales.department.children as { _id: string; code: string }[]).map(({ code }) => code),
    ).to.deep.equal(['D9']);
  });

  it('writes an entry for each change, with the former values and a digest of the record', async () => {
    const { entry, department } = (await done('create', { name: 'Sales' })) as never as {
      entry: string;
      department: { _id: string };
    };
    const created = await entryOf(entry);
    expect(created).to.deep.include({
      action: 'department',
      departmentId: department._id,
      change: 'created',
      members: [],
      userId: null,
      actor: ADMIN.id,
    });
    expect(created).not.to.have.property('former');
    const updated = await entryOf(
      (await done('update', { departmentId: department._id, name: 'Shops', code: 'SH', reason: 'new name' }))
        .entry,
    );
    expect(updated).to.deep.include({ change: 'updated', reason: 'new name' });
    expect(updated.members).to.deep.equal(['name', 'code', 'updatedAt']);
    expect(updated.former).to.deep.include({ name: 'Sales', code: '' });
    expect(updated.digest).to.be.a('string').that.is.not.equal(created.digest);
    const deleted = await entryOf((await done('delete', { departmentId: department._id })).entry);
    expect(deleted).to.deep.include({ change: 'deleted' });
    expect(deleted.former).to.deep.include({ name: 'Shops', code: 'SH', parentId: null });
    expect(deleted).not.to.have.property('digest');
  });

  it('skips changes without effect, without an entry', async () => {
    const before = await newest();
    const { department, entry, message } = (await done('update', {
      departmentId: anId(7),
      name: 'Department 7',
    })) as never as {
      department: object;
      entry: null;
      message: string;
    };
    expect([entry, message]).to.deep.equal([null, 'No change: the department already has these values']);
    expect(department).to.deep.include({ _id: anId(7), updatedAt: aDepartment(7).updatedAt });
    expect(await newest()).to.equal(before);
  });

  it('lets readers make a dry run, and only admins change', async () => {
    const reader = await as(READER);
    const before = await newest();
    const tried = await done('update', { departmentId: anId(7), name: 'Shops', dryRun: true }, reader);
    expect(tried.message).to.equal('Dry run: nothing was changed');
    expect((tried as unknown as { department: object }).department).to.deep.include({ name: 'Shops' });
    expect(await refused('delete', { departmentId: anId(7), dryRun: true }, reader)).to.deep.include(409);
    expect(await shown(7)).to.deep.include({ name: 'Department 7' });
    expect(await newest()).to.equal(before);
    for (const [what, payload] of [
      ['create', { name: 'Shops' }],
      ['update', { departmentId: anId(7), name: 'Shops' }],
      ['delete', { departmentId: anId(9) }],
    ] as const)
      expect((await refused(what, payload, reader)).slice(0, 2)).to.deep.equal([403, 'FORBIDDEN']);
    const plain = await as(PLAIN_USER);
    const response = await service.request(`/department/${anId(7)}`, { headers: plain });
    expect((await problemOf(response)).slice(0, 2)).to.deep.equal([403, 'FORBIDDEN']);
    expect((await service.request(`/department/${anId(7)}`, { headers: reader })).status).to.equal(200);
  });

  it('refuses impossible changes, and names the location or the owner', async () => {
    const department = anId(8);
    for (const [what, payload, status, message] of [
      ['create', {}, 400, 'payload.name is required'],
      ['create', { name: '  ' }, 400, 'payload.name must not be empty'],
      [
        'create',
        { name: 'A\u0000' },
        400,
        'payload.name must not contain control characters or lone surrogates',
      ],
      [
        'create',
        { name: 'A', managerId: 'ada' },
        400,
        'payload.managerId must be 24 hexadecimal digits or an e-mail',
      ],
      [
        'create',
        { name: 'A', managerId: anId(99) },
        400,
        `payload.managerId: no user has the id or e-mail ${anId(99)}`,
      ],
      [
        'create',
        { name: 'A', parentId: 'X' },
        400,
        'payload.parentId: no department has the id or the code "X"',
      ],
      ['create', { name: 'A', dryrun: true }, 400, 'payload.dryrun is not a member of this body'],
      [
        'create',
        { name: 'A', code: 'd7' },
        409,
        `the code "d7" belongs to the department Department 7 (${anId(7)})`,
      ],
      [
        'update',
        { departmentId: department, code: 'D7' },
        409,
        `the code "D7" belongs to the department Department 7 (${anId(7)})`,
      ],
      [
        'update',
        { departmentId: department, parentId: 'D9' },
        409,
        `the department would be below itself: ${anId(8)} < ${anId(9)}`,
      ],
      [
        'update',
        { departmentId: department, parentId: department },
        409,
        `the department would be below itself: ${department}`,
      ],
      ['update', { departmentId: anId(99), name: 'A' }, 404, `No department has the id ${anId(99)}`],
      ['delete', { departmentId: anId(99) }, 404, `No department has the id ${anId(99)}`],
      [
        'delete',
        { departmentId: department },
        409,
        `Department 8 (${department}) is not empty: it has 1 department; move them first`,
      ],
    ] as const) {
      const [found, , text] = await refused(what, payload);
      expect([found, text], JSON.stringify(payload)).to.deep.equal([status, message]);
    }
  });

  it('changes only the record that If-Match names, independent of its users', async () => {
    const tag = async () => (await service.request(`/department/${anId(7)}`)).headers.get('etag') ?? '';
    const seen = await tag();
    await done('/user/update', { userId: MEMBER.id, departmentId: null });
    await done('create', { name: 'Below', parentId: anId(7) });
    expect(await tag()).to.equal(seen);
    const ifMatch = { 'if-match': seen };
    await done('update', { departmentId: anId(7), name: 'Shops' }, ifMatch);
    expect(await tag()).not.to.equal(seen);
    const late = await refused('update', { departmentId: anId(7), name: 'Markets' }, ifMatch);
    expect(late.slice(0, 2)).to.deep.equal([412, 'PRECONDITION_FAILED']);
    expect(await refused('delete', { departmentId: anId(7) }, ifMatch)).to.deep.include(412);
    expect(await shown(7)).to.deep.include({ name: 'Shops' });
  });

  it('shows code and user count in the two lists only on request', async () => {
    const first = async (path: string) =>
      ((await get(path)).data as { departments: Record<string, unknown>[] }).departments.find(
        ({ _id }) => _id === anId(7),
      ) ?? {};
    for (const path of ['/department/list/0/0', '/department/hierarchy']) {
      for (const query of ['', '?details=false', '?other=1'])
        expect(await first(path + query), path + query).not.to.have.any.keys('code', 'users');
      expect(await first(`${path}?details=true`)).to.deep.include({ code: 'D7', users: 1 });
      expect((await problemOf(await service.request(`${path}?details=yes`)))[2]).to.equal(
        'details must be one of true, false',
      );
    }
  });

  it('undoes an update and a creation, and explains why a deletion stays', async () => {
    const revert = async (entry: string | null) =>
      (await done('/audit/revert', { entry: Number(entry) })) as never as {
        results: Record<string, unknown>[];
      };
    const updated = await done('update', { departmentId: anId(7), name: 'Shops', parentId: anId(8) });
    const [setBack] = (await revert(updated.entry)).results;
    expect(setBack).to.deep.include({
      department: anId(7),
      result: 'reverted',
      reverts: Number(updated.entry),
    });
    expect(setBack).not.to.have.property('user');
    expect(await shown(7)).to.deep.include({ name: 'Department 7', parentId: null });
    expect((await revert(updated.entry)).results[0]).to.deep.include({
      result: 'nothing-left',
      undoneBy: setBack?.entry,
    });

    const created = await done('create', { name: 'Sales' });
    expect((await revert(created.entry)).results[0]).to.deep.include({
      result: 'reverted',
      message: 'deleted',
    });
    const deleted = await done('delete', { departmentId: anId(9) });
    expect((await revert(deleted.entry)).results[0]).to.deep.include({
      result: 'nothing-left',
      message: 'a deletion cannot be undone: create the department again',
    });
  });

  it('matches fixed paths before an id', async () => {
    for (const path of ['create', 'update', 'delete']) {
      const response = await service.request(`/department/${path}`);
      expect((await problemOf(response))[1]).to.equal('METHOD_NOT_ALLOWED');
    }
    expect((await problemOf(await service.request('/department/sales')))[2]).to.equal(
      'departmentId must be 24 hexadecimal digits',
    );
  });
});
