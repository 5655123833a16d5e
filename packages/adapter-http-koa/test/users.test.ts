import { errAsync } from '@ops-admin/core';
import { aDraft, anId, aUser, makeChange } from '@ops-admin/testing';
import { expect } from 'chai';
import { ADMIN, type OpenService, openService, PLAIN_USER, problemOf } from './open-service.ts';

interface Shown {
  readonly message: string;
  readonly data: Record<string, unknown>;
}

const FAILED = { type: 'store-unavailable', cause: new Error('disk gone'), isBusy: false } as const;

describe('Users over HTTP', () => {
  let service: OpenService;
  beforeEach(async () => {
    service = await openService();
  });
  afterEach(() => service.close());

  const read = async (path: string) => (await (await service.request(path)).json()) as Shown;
  const refused = async (path: string) => await problemOf(await service.request(path));
  const summaryOf = ({ id, emails, personalInformation }: typeof ADMIN) => ({
    _id: id,
    emails,
    personalInformation,
  });
  const presented = (user: typeof ADMIN) => ({
    ...summaryOf(user),
    permissions: [...user.permissions],
    ends: {},
    departmentId: user.departmentId,
    active: user.active,
  });

  describe('GET /user/list/{start}/{end}', () => {
    it('lists users with their permissions, but not their identities', async () => {
      expect(await read('/user/list/0/0')).to.deep.equal({
        message: 'Users retrieved successfully',
        data: { total: 2, users: [presented(ADMIN), presented(PLAIN_USER)] },
      });
    });

    it('returns a part, and after the end an empty page, with the true total', async () => {
      const page = async (range: string) => (await read(`/user/list/${range}`)).data;
      expect(await page('1/2')).to.deep.equal({ total: 2, users: [presented(PLAIN_USER)] });
      expect(await page('1/0')).to.deep.equal({ total: 2, users: [presented(PLAIN_USER)] });
      expect(await page('2/10')).to.deep.equal({ total: 2, users: [] });
      expect(await page('9007199254740991/0')).to.deep.equal({ total: 2, users: [] });
    });

    it('returns at most 1,000, for any range', async () => {
      const many = Array.from({ length: 1_001 }, (_, n) => aUser(n + 0x100));
      (await service.ports.organisation.importUsers(many, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
      for (const [range, length] of Object.entries({ '0/0': 1_000, '0/1003': 1_000, '1000/2000': 3 })) {
        const { total, users } = (await read(`/user/list/${range}`)).data;
        expect([total, (users as unknown[]).length], range).to.deep.equal([1_003, length]);
      }
    });

    it('finds users by search, and by held and granted permissions, which narrow each other', async () => {
      const found = async (query: string) => {
        const { total, users } = (await read(`/user/list/0/0?${query}`)).data;
        expect(total).to.equal((users as unknown[]).length);
        return (users as { _id: string }[]).map(({ _id }) => _id);
      };
      expect(await found('search=USER2%40')).to.deep.equal([PLAIN_USER.id]);
      expect(await found(`search=${ADMIN.id}`)).to.deep.equal([ADMIN.id]);
      expect(await found('holds=odd+one')).to.deep.equal([PLAIN_USER.id]);
      expect(await found('holds=service.tickets.*')).to.deep.equal([PLAIN_USER.id]);
      expect(await found('grants=service.tickets.delete')).to.deep.equal([PLAIN_USER.id]);
      expect(await found('grants=service.tickets.delete&search=user1')).to.deep.equal([]);
      expect(await found('search=%00')).to.deep.equal([]);
    });

    it('refuses malformed indexes and queries, and names the location', async () => {
      const index = 'must be a whole number from 0 to 9007199254740991';
      const known = 'use search, holds, grants, department, active, sort';
      for (const [path, message] of Object.entries({
        '-1/10': `start ${index}`,
        '0/1e3': `end ${index}`,
        '0/%20': `end ${index}`,
        '0/9?search=': 'search must not be empty',
        '0/9?search': 'search must not be empty',
        '0/9?search=%20': 'search must not be empty',
        '0/9?sort=age': 'sort must be one of name, -name, email, -email, department',
        '0/9?holds=a&holds=a': 'holds must be given once',
        '0/9?serach=a': `"serach" is not a parameter of this query; ${known}`,
        '0/9?__proto__=a': `"__proto__" is not a parameter of this query; ${known}`,
        '0/9?search=%ff': 'The query must be percent-encoded UTF-8',
      })) {
        expect(await refused(`/user/list/${path}`), path).to.deep.equal([400, 'VALIDATION_ERROR', message]);
      }
    });
  });

  describe('GET /user/{userId}', () => {
    it('shows the permissions of a user, and those that each string grants', async () => {
      const { data } = await read(`/user/${PLAIN_USER.id.toUpperCase()}`);
      expect(data).to.deep.equal({
        user: presented(PLAIN_USER),
        newestEntry: 2,
        effective: [
          { permission: 'service.tickets.read', coveredBy: ['service.tickets'] },
          { permission: 'service.tickets', module: 'tickets', coveredBy: [] },
          { permission: 'odd one', coveredBy: [] },
        ],
        admin: false,
        identities: [],
      });
      expect((await read(`/user/${ADMIN.id}`)).data).to.include({ admin: true });
    });

    it('is 404 for an unknown user, and 400 for a malformed id', async () => {
      expect(await refused(`/user/${anId(9)}`)).to.deep.equal([
        404,
        'USER_NOT_FOUND',
        `No user has the id or e-mail ${anId(9)}`,
      ]);
      for (const path of ['/user/list', '/user/nobody', '/user/%ff', '/user/..%2fx']) {
        expect(await refused(path), path).to.deep.equal([
          400,
          'VALIDATION_ERROR',
          'userId must be 24 hexadecimal digits or an e-mail',
        ]);
      }
      expect(await refused(`/user/${ADMIN.id}?x=1`)).to.include(
        '"x" is not a parameter of this query; it has none',
      );
    });

    it('does not capture the fixed paths', async () => {
      for (const [path, allow] of [
        ['/user/remove-permissions', 'PUT'],
        ['/user/add-permissions/', 'PUT'],
        ['/user/change-permissions', 'POST'],
      ] as const) {
        for (const method of ['GET', 'HEAD', 'DELETE']) {
          const response = await service.request(path, { method });
          expect([response.status, response.headers.get('allow')], path).to.deep.equal([405, allow]);
        }
      }
      expect((await service.request(`/user/${ADMIN.id}`, { method: 'PUT' })).headers.get('allow')).to.equal(
        'HEAD, GET',
      );
    });
  });

  describe('GET /auth/session', () => {
    it('shows the current user, their permissions now, and the expiry', async () => {
      const token = await service.tokenOf(PLAIN_USER.id, 60);
      const before = Math.floor(Date.now() / 1000) * 1000;
      const response = await service.request('/auth/session', {
        headers: { authorization: `Bearer ${token}` },
      });
      const { data } = (await response.json()) as Shown;
      const { expiresAt, ...rest } = data;
      expect(rest).to.deep.equal({
        user: summaryOf(PLAIN_USER),
        permissions: [...PLAIN_USER.permissions],
        admin: false,
        reader: false,
      });
      expect(expiresAt).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
      expect(Date.parse(expiresAt as string) - before).to.be.within(55_000, 65_000);
      expect((await read('/auth/session')).data.admin).to.equal(true);
    });

    it('shows a removal immediately', async () => {
      await makeChange(service.ports.permissions, 2, 'set', []);
      const headers = { authorization: `Bearer ${await service.tokenOf(PLAIN_USER.id)}` };
      const { data } = (await (await service.request('/auth/session', { headers })).json()) as Shown;
      expect(data.permissions).to.deep.equal([]);
    });

    it('accepts no parameters', async () => {
      expect((await refused('/auth/session?user=1'))[0]).to.equal(400);
    });
  });

  it('tags its answers: a 304 while nothing has changed', async () => {
    for (const path of [
      '/user/list/0/0',
      `/user/${PLAIN_USER.id}`,
      '/auth/session',
      '/audit/list',
      '/audit/batches',
    ]) {
      const first = await service.request(path);
      const tag = first.headers.get('etag') ?? '';
      expect(first.headers.get('cache-control')).to.equal('private, no-cache');
      const again = await service.request(path, { headers: { 'if-none-match': tag } });
      expect([again.status, await again.text()], path).to.deep.equal([304, '']);
    }
    const list = (await service.request('/user/list/0/0')).headers.get('etag') ?? '';
    await makeChange(service.ports.permissions, 2, 'set', []);
    const changed = await service.request('/user/list/0/0', { headers: { 'if-none-match': list } });
    expect(changed.status).to.equal(200);
  });

  it('returns only the request id of a failure', async () => {
    await service.close();
    const users = new Proxy(service.ports.users, {
      get: (target, name) =>
        name === 'search' || name === 'summaries' || name === 'findRecorded'
          ? () => errAsync(FAILED)
          : Reflect.get(target, name).bind(target),
    });
    service = await openService({ ports: { users } });
    for (const path of ['/user/list/0/1', `/user/${ADMIN.id}`, '/auth/session']) {
      const [status, code, message] = await refused(path);
      expect([status, code], path).to.deep.equal([500, 'SERVER_ERROR']);
      expect(message).to.not.include('disk');
    }
  });
});
