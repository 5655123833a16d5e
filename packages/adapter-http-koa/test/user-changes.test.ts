import { AS_IT_COMES, aDepartment, aDraft, anId, aRequest } from '@ops-admin/testing';
import { expect } from 'chai';
import { ADMIN, type OpenService, openService, PLAIN_USER, problemOf } from './open-service.ts';

interface Answered {
  readonly message: string;
  readonly data: { readonly user: object; readonly entry?: number };
}

describe('The user lifecycle over HTTP', () => {
  let service: OpenService;
  beforeEach(async () => {
    service = await openService();
    await service.ports.organisation.importDepartments([aDepartment(7)], aDraft());
  });
  afterEach(() => service.close());

  const ada = { emails: ['ada@example.org'], personalInformation: { firstName: 'Ada', lastName: 'Byron' } };
  const send = (path: string, payload: object, headers: Record<string, string> = {}) =>
    service.request(`/user/${path}`, {
      method: /create|erase/.test(path) ? 'POST' : 'PUT',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ payload }),
    });
  const refused = async (path: string, payload: object, headers?: Record<string, string>) =>
    await problemOf(await send(path, payload, headers));
  const done = async (path: string, payload: object) => {
    const response = await send(path, payload);
    const { data, message } = (await response.json()) as Answered;
    expect(response.status, message).to.equal(200);
    const { entry: written, user, ...more } = data;
    const entry = response.headers.get('x-audit-entry');
    expect(entry).to.equal(written === undefined ? null : String(written));
    return { user, message, entry, more };
  };
  const shown = async (id: string) => await service.request(`/user/${id}`);
  const count = async () => (await service.ports.audit.list({ limit: 99 }))._unsafeUnwrap().length;

  it('creates and updates many in one batch, which no other actor continues by accident', async () => {
    const batch = 'november';
    const joiner = (name: string, more = {}) => ({
      emails: [`${name}@example.org`],
      personalInformation: { name },
      batch,
      ...more,
    });
    const { user } = await done('create', joiner('eve'));
    const { _id: userId } = user as { _id: string };
    await done('update', { userId, personalInformation: { name: 'Eve' }, batch });
    const entries = (await service.ports.audit.list({ batch, limit: 9 }))._unsafeUnwrap();
    expect(entries.map(({ action }) => action)).to.deep.equal(['create', 'update']);
    const other = aRequest(1, 'add', ['service.x'], { actor: 'cli:other', batch: 'theirs' });
    (await service.ports.permissions.change([other], AS_IT_COMES))._unsafeUnwrap();
    const theirs = joiner('finn', { batch: 'theirs' });
    const [status, , message] = await refused('create', theirs);
    expect([status, message.includes('payload.batch is a batch')], message).to.deep.equal([400, true]);
    expect((await done('create', { ...theirs, dryRun: true })).entry).to.equal(null);
    expect((await done('create', { ...theirs, continueBatch: true })).message).to.equal(
      'User created successfully',
    );
  });

  it('covers a joiner, a mover and a leaver who is erased, each with its entry', async () => {
    const before = await count();
    const created = await done('create', {
      emails: ['ada@example.org'],
      personalInformation: { firstName: 'Ada', lastName: 'Byron' },
      departmentId: 'D7',
      permissions: ['service.tickets.read'],
      identities: [{ issuer: 'https://id.example', subject: 'ada' }],
      reason: 'hired',
    });
    const { _id: userId } = created.user as { _id: string };
    expect(created).to.deep.equal({
      message: 'User created successfully',
      entry: String(before + 1),
      more: {
        userId,
        email: 'ada@example.org',
        name: 'Ada Byron',
        result: 'created',
        makesAdmin: false,
        leavesNoAdmin: false,
      },
      user: {
        _id: userId,
        emails: ['ada@example.org'],
        personalInformation: { firstName: 'Ada', lastName: 'Byron', name: 'Ada Byron' },
        permissions: ['service.tickets.read'],
        ends: {},
        departmentId: anId(7),
        active: true,
      },
    });
    const moved = await done('update', { userId, emails: ['ada@new.example'], departmentId: null });
    expect(moved.user).to.deep.include({ emails: ['ada@new.example'], departmentId: null });
    const other = { userId, issuer: 'https://id.example', subject: 'ada2', linked: true };
    expect((await done('set-identity', other)).message).to.equal('Identity of the user changed successfully');
    const token = await service.tokenOf(userId as typeof ADMIN.id);
    const session = async () =>
      (await fetch(`${service.url}/auth/session`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await session()).to.equal(200);
    expect((await done('set-active', { userId, active: false })).user).to.deep.include({ active: false });
    expect(await session(), 'from the next request on').to.equal(401);
    const erased = await send('erase', { userId, reason: 'asked to' });
    expect(await erased.json()).to.deep.equal({
      message: 'User erased successfully',
      data: {
        userId,
        email: 'ada@new.example',
        name: 'Ada Byron',
        result: 'erased',
        entry: before + 6,
        makesAdmin: false,
        leavesNoAdmin: false,
      },
    });
    expect((await shown(userId)).status).to.equal(404);
    expect(await refused('set-active', { userId, active: true })).to.include('USER_NOT_FOUND');
    const again = { ...ada, _id: userId, identities: [{ issuer: 'https://id.example', subject: 'ada' }] };
    expect(await refused('create', again), 'an id is not given again').to.include('CONFLICT');
    const trail = (await service.ports.audit.list({ limit: 9, afterId: before }))._unsafeUnwrap();
    expect(trail.map(({ action }) => action)).to.deep.equal([
      'create',
      'link',
      'update',
      'link',
      'deactivate',
      'erase',
    ]);
    expect(JSON.stringify(trail)).not.to.match(/ada@|"ada"|Ada Byron|"Ada"|"Byron"/);
  });

  it('reports the changes of a dry run, and that nothing was changed', async () => {
    const before = await count();
    for (const [path, payload] of [
      ['create', ada],
      ['update', { userId: PLAIN_USER.id, emails: ['new@example.org'] }],
      ['set-active', { userId: PLAIN_USER.id, active: false }],
      ['set-identity', { userId: PLAIN_USER.id, issuer: 'i', subject: 's', linked: true }],
    ] as const) {
      const tried = await done(path, { ...payload, dryRun: true });
      expect([tried.message, tried.entry]).to.deep.equal(['Dry run: nothing was changed', null]);
    }
    const same = await done('set-active', { userId: PLAIN_USER.id, active: true });
    expect([same.message, same.entry]).to.deep.equal(['No change: the user already has these values', null]);
    expect(await count()).to.equal(before);
  });

  it('refuses impossible changes, and names the location', async () => {
    const userId = PLAIN_USER.id;
    for (const [path, payload, message] of [
      ['create', { emails: ['a@b', 'no'] }, 'payload.emails[1] must be an e-mail address'],
      ['create', {}, 'payload.emails is required'],
      ['create', { emails: ['a@b'] }, 'payload.personalInformation is required'],
      ['create', { ...ada, emails: [] }, 'payload.emails must hold at least one e-mail'],
      ['create', { ...ada, emails: ['a b@c'] }, 'payload.emails[0] must be an e-mail address'],
      ['create', { ...ada, personalInformation: {} }, 'payload.personalInformation must have a name'],
      ['update', { userId, emails: [] }, 'payload.emails must hold at least one e-mail'],
      [
        'update',
        { userId, personalInformation: { name: ' ' } },
        'payload.personalInformation must have a name',
      ],
      ['create', { ...ada, email: 'a@b' }, 'payload.email is not a member of this body'],
      ['create', { ...ada, permissions: ['odd one'] }, 'payload.permissions[0]'],
      ['create', [], 'payload must be an object'],
      ['create', { ...ada, ends: [] }, 'payload.ends must be an object'],
      [
        'create',
        { ...ada, ends: { constructor: '2999-01-01T00:00:00Z' } },
        'payload must not have an end for a permission',
      ],
      ['create', { ...ada, constructor: 1 }, 'payload.constructor is not a member of this body'],
      ['create', { ...ada, personalInformation: [] }, 'payload.personalInformation must be an object'],
      [
        'create',
        { ...ada, identities: [{ issuer: 'i', subject: '' }] },
        'payload.identities[0].subject must not be empty',
      ],
      ['create', { ...ada, departmentId: 'D8' }, 'payload.departmentId: no department'],
      ['update', { userId, departmentId: 'D8' }, 'payload.departmentId: no department'],
      [
        'update',
        { userId, personalInformation: { name: 7 } },
        'payload.personalInformation.name must be a string',
      ],
      ['set-active', { userId }, 'payload.active'],
      ['set-active', { userId: 'x', active: true }, 'payload.userId must be 24 hexadecimal digits'],
      ['erase', { userId, dryrun: true }, 'payload.dryrun is not a member of this body'],
    ] as const) {
      const [status, code, text] = await refused(path, payload);
      expect([status, code], message).to.deep.equal([400, 'VALIDATION_ERROR']);
      expect(text).to.include(message);
    }
  });

  it('accepts an e-mail in place of an id, and skips users changed since', async () => {
    const [email] = PLAIN_USER.emails as readonly [string];
    const { data } = (await (await shown(email.toUpperCase())).json()) as {
      data: { user: { _id: string }; newestEntry: number };
    };
    expect(data.user._id).to.equal(PLAIN_USER.id);
    const asOf = data.newestEntry;
    const moved = await done('update', { userId: email, departmentId: 'D7', asOf });
    expect(moved.more).to.include({ userId: PLAIN_USER.id, result: 'updated' });
    const late = { userId: email, departmentId: null, asOf };
    expect(await refused('update', late)).to.deep.equal([
      412,
      'PRECONDITION_FAILED',
      `payload.asOf: the user changed after entry ${asOf}; nothing was changed`,
    ]);
    expect(await refused('update', { ...late, asOf: 999 })).to.deep.equal([
      412,
      'PRECONDITION_FAILED',
      'payload.asOf: the audit log has no entry 999 yet; nothing was changed',
    ]);
    for (const [path, payload, result] of [
      ['set-identity', { issuer: 'i', subject: 's', linked: true }, 'linked'],
      ['set-active', { active: false }, 'deactivated'],
      ['erase', { dryRun: true }, 'erased'],
    ] as const) {
      expect((await done(path, { userId: email, ...payload })).more).to.include({ result });
    }
    const typed = `x${email}`;
    const [, , message] = await refused('erase', { userId: typed });
    expect(message).to.match(
      new RegExp(`^No user has the id or e-mail ${typed}; did you mean .*${email}.*\\?$`),
    );
    expect(await problemOf(await shown(typed))).to.deep.equal([404, 'USER_NOT_FOUND', message]);
  });

  it('answers 409 to values that others have, to the last admin, and to the erasure of an active user', async () => {
    const identity = { issuer: 'https://id.example', subject: 'ann' };
    await done('set-identity', { userId: ADMIN.id, ...identity, linked: true });
    for (const [path, payload, code] of [
      ['create', { ...ada, _id: ADMIN.id }, 'CONFLICT'],
      ['create', { ...ada, identities: [identity] }, 'CONFLICT'],
      ['set-identity', { userId: PLAIN_USER.id, ...identity, linked: true }, 'CONFLICT'],
      ['erase', { userId: PLAIN_USER.id }, 'CONFLICT'],
      ['set-active', { userId: ADMIN.id, active: false }, 'NO_ADMIN_LEFT'],
    ] as const) {
      expect((await refused(path, payload)).slice(0, 2), path).to.deep.equal([409, code]);
    }
  });

  it('answers 409 to an e-mail that another user has in any spelling, and names the user', async () => {
    const [email = ''] = PLAIN_USER.emails;
    const { name } = PLAIN_USER.personalInformation;
    const owner = `${name} <${email}>, the user ${PLAIN_USER.id}`;
    const spelling = ` ${email.toUpperCase()}\u200b`;
    for (const [path, payload] of [
      ['create', { ...ada, emails: ['new@example.org', spelling] }],
      ['update', { userId: ADMIN.id, emails: [spelling] }],
    ] as const)
      for (const dryRun of [true, false])
        expect(await refused(path, { ...payload, dryRun })).to.deep.equal([
          409,
          'CONFLICT',
          `the e-mail ${email.toUpperCase()} belongs to ${owner}`,
        ]);
    await done('set-active', { userId: PLAIN_USER.id, active: false });
    const [, , inactive] = await refused('create', { ...ada, emails: [email] });
    expect(inactive)
      .to.include(`users activate ${PLAIN_USER.id}`)
      .and.include(`users erase ${PLAIN_USER.id}`);
    expect((await send('erase', { userId: PLAIN_USER.id })).status).to.equal(200);
    expect((await done('create', { ...ada, emails: [spelling] })).user).to.deep.include({
      emails: [email.toUpperCase()],
    });
  });

  it('changes a user only in the state that If-Match names', async () => {
    const userId = PLAIN_USER.id;
    const tag = async () => (await shown(userId)).headers.get('etag') ?? '';
    const changes = [
      ['update', { userId, emails: ['b@example.org'] }],
      ['set-active', { userId, active: false }],
      ['set-identity', { userId, issuer: 'i', subject: 's', linked: true }],
      ['add-permissions', { userId, permissions: ['service.one'] }],
      ['remove-permissions', { userId, permissions: ['service.one'] }],
    ] as const;
    for (const [path, payload] of changes) {
      const seen = await tag();
      expect((await send(path, payload, { 'if-match': seen })).status, path).to.equal(200);
      const before = await count();
      expect((await refused(path, payload, { 'if-match': seen })).slice(0, 2), path).to.deep.equal([
        412,
        'PRECONDITION_FAILED',
      ]);
      expect(await count(), path).to.equal(before);
    }
    for (const none of ['', 'unquoted', 'W/'])
      expect((await refused('set-active', { userId, active: true }, { 'if-match': none }))[0], none).to.equal(
        412,
      );
    expect((await send('set-active', { userId, active: true }, { 'if-match': '*' })).status).to.equal(200);
  });
});
