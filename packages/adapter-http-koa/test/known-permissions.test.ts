import type { ChangeRules, ListedPermission, Permission } from '@ops-admin/core';
import { PermissionCatalogue } from '@ops-admin/core/operations';
import { aDraft, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { type OpenService, openService, PLAIN_USER, problemOf } from './open-service.ts';

const LISTED: readonly ListedPermission[] = [
  { permission: 'service.tickets.read' as Permission, description: 'Reads every ticket', owner: 'Support' },
];
const CATALOGUE = { catalogue: () => new PermissionCatalogue(LISTED) };

describe('Known permissions over HTTP', () => {
  let service: OpenService;
  const begin = async (rules: ChangeRules) => {
    service = await openService({ rules });
  };
  afterEach(() => service.close());
  const data = async (path: string) =>
    ((await (await service.request(path)).json()) as { data: unknown }).data;
  const refused = async (path: string) => await problemOf(await service.request(path));

  it('are listed with the text of the catalogue, and the number of holders', async () => {
    await begin(CATALOGUE);
    const none = { description: null, owner: null };
    expect(await data('/permission/list/0/0')).to.deep.equal({
      total: 4,
      permissions: [
        { permission: 'odd one', module: null, ...none, listed: false, holders: 1 },
        { permission: 'service.admin.access', module: 'admin', ...none, listed: false, holders: 1 },
        { permission: 'service.tickets', module: 'tickets', ...none, listed: true, holders: 1 },
        { ...LISTED[0], module: 'tickets', listed: true, holders: 1 },
      ],
    });
  });

  it('can be filtered, and are returned by pages with the true total', async () => {
    await begin(CATALOGUE);
    const found = async (path: string) => {
      const { permissions, total } = (await data(`/permission/list/${path}`)) as {
        total: number;
        permissions: { permission: string }[];
      };
      return [total, ...permissions.map(({ permission }) => permission)];
    };
    expect(await found('0/0?search=EVERY')).to.deep.equal([1, 'service.tickets.read']);
    expect(await found('0/0?module=tickets')).to.deep.equal([2, 'service.tickets', 'service.tickets.read']);
    expect(await found('0/0?listed=false')).to.deep.equal([2, 'odd one', 'service.admin.access']);
    expect(await found('1/2')).to.deep.equal([4, 'service.admin.access']);
    expect(await found('4/9')).to.deep.equal([4]);
  });

  it('cause the warning for an addition, also for one user', async () => {
    await begin(CATALOGUE);
    const said = async (permission: string) => {
      const response = await service.request('/user/add-permissions', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ payload: { userId: PLAIN_USER.id, permissions: [permission] } }),
      });
      return [response.status, await response.json()];
    };
    const added = 'Permissions added successfully';
    expect(await said('service.tickets.read')).to.deep.equal([200, { message: added, data: {} }]);
    const doubt = 'service.tikcets.read is not a known permission; did you mean service.tickets.read?';
    expect(await said('service.tikcets.read')).to.deep.equal([
      200,
      { message: `${added}; ${doubt}`, data: {} },
    ]);
  });

  it('belong to modules', async () => {
    await begin(CATALOGUE);
    expect(await data('/permission/modules')).to.deep.equal({
      modules: [
        { module: 'admin', permissions: 1, holders: 1 },
        { module: 'tickets', permissions: 2, holders: 1 },
      ],
    });
  });

  it('are at most 1,000 on a page', async () => {
    await begin({});
    const strings = (user: number) => Array.from({ length: 1000 }, (_, n) => `service.m${user * 1000 + n}`);
    const many = Array.from({ length: 2 }, (_, n) => aUser(5 + n, { permissions: strings(n) }));
    (await service.ports.organisation.importUsers(many, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
    const { permissions, total } = (await data('/permission/list/0/0')) as {
      total: number;
      permissions: object[];
    };
    expect([total, permissions.length]).to.deep.equal([2_004, 1_000]);
  });

  it('are for admins, and refuse unknown parameters', async () => {
    await begin({});
    const headers = { authorization: `Bearer ${await service.tokenOf(PLAIN_USER.id)}` };
    for (const path of ['/permission/list/0/0', '/permission/modules']) {
      const answer = await service.request(path, { headers });
      expect(await problemOf(answer), path).to.include.members([403, 'FORBIDDEN']);
      for (const query of ['serach=x', 'listed=yes', 'search=', 'search=%20', 'module=a&module=b']) {
        expect(await refused(`${path}?${query}`), query).to.include.members([400, 'VALIDATION_ERROR']);
      }
    }
  });

  describe('are subject to rules of changes:', () => {
    const put = (payload: object) =>
      service.request('/user/add-permissions', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ payload: { userId: PLAIN_USER.id, ...payload } }),
      });

    it('a permission outside a strict catalogue is 400', async () => {
      await begin({ ...CATALOGUE, isStrict: true });
      expect(await problemOf(await put({ permissions: ['service.tickets.raed'] }))).to.deep.equal([
        400,
        'VALIDATION_ERROR',
        'the catalogue of permissions does not list service.tickets.raed; did you mean service.tickets.read?',
      ]);
      expect((await put({ permissions: ['service.tickets.*'] })).status).to.equal(200);
    });

    it('a reason that does not match is 400', async () => {
      await begin({ reason: /^OPS-/ });
      for (const reason of [undefined, '', 'because']) {
        expect(await problemOf(await put({ permissions: ['service.a'], reason }))).to.deep.equal([
          400,
          'VALIDATION_ERROR',
          'payload.reason must match ^OPS-',
        ]);
      }
      expect((await put({ permissions: ['service.a'], reason: 'OPS-1' })).status).to.equal(200);
    });
  });
});
