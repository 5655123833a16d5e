import type { AuditLog, Organisation } from '@ops-admin/core';
import { aDepartment, aDraft, anId, aSigner } from '@ops-admin/testing';
import { expect } from 'chai';
import { openTemporary, portsOf as postgresPorts } from '../../adapter-postgres/test/open-temporary.ts';
import { openTemporaryOrganisation } from '../../adapter-sqlite/test/open-temporary.ts';
import { ADMIN, type OpenService, openService, PLAIN_USER } from './open-service.ts';

const userId = PLAIN_USER.id;

/** Each change of one user, and whether the user must be inactive before it. */
const CHANGES: readonly [path: string, payload: object, isInactive?: true][] = [
  ['remove-permissions', { permissions: ['service.tickets.read'] }],
  // These change nothing, and write an entry nevertheless.
  ['remove-permissions', { permissions: ['service.none.read'] }],
  ['add-permissions', { permissions: ['service.one'] }],
  ['add-permissions', { permissions: ['service.tickets'] }],
  ['update', { emails: ['b@example.org'] }],
  ['set-active', { active: false }],
  ['set-active', { active: true }, true],
  ['set-identity', { issuer: 'https://id.example', subject: 'ann', linked: true }],
  ['erase', {}, true],
];

const departmentId = anId(7);

/** Each change of one department. */
const DEPARTMENT_CHANGES: readonly [path: string, payload: object][] = [
  ['update', { name: 'Other' }],
  ['update', { parentId: anId(8), code: 'X', managerId: userId }],
  ['delete', {}],
];

for (const [kind, open] of [
  ['SQLite', () => openTemporaryOrganisation({ users: [ADMIN, PLAIN_USER], signer: aSigner() })],
  [
    'PostgreSQL',
    async () => {
      const { database, drop } = await openTemporary();
      const ports = postgresPorts(database);
      (await ports.organisation.importUsers([ADMIN, PLAIN_USER], aDraft({ action: 'set' })))._unsafeUnwrap();
      return { ...ports, close: drop };
    },
  ],
] as const) {
  describe(`If-Match over ${kind}`, () => {
    let service: OpenService;
    let audit: AuditLog;
    let organisation: Organisation;
    let close: () => Promise<unknown>;
    beforeEach(async () => {
      const { close: closeStore, ...ports } = await open();
      service = await openService({ ports });
      audit = ports.audit;
      organisation = ports.organisation;
      close = async () => {
        await service.close();
        await closeStore();
      };
    });
    afterEach(() => close());

    const send = (path: string, payload: object, headers: Record<string, string> = {}) =>
      service.request(`/user/${path}`, {
        method: path === 'erase' ? 'POST' : 'PUT',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ payload: { userId, ...payload } }),
      });
    const count = async () => (await audit.list({ limit: 99 }))._unsafeUnwrap().length;

    for (const [path, payload, isInactive] of CHANGES) {
      it(`lets exactly one of ten concurrent changes succeed: ${path} ${JSON.stringify(payload)}`, async () => {
        if (isInactive) await send('set-active', { active: false });
        const seen = (await service.request(`/user/${userId}`)).headers.get('etag') ?? '';
        const before = await count();
        const answers = await Promise.all(
          Array.from({ length: 10 }, async () => {
            const response = await send(path, payload, { 'if-match': seen });
            const { error } = (await response.json()) as { error?: { code: string } };
            return [response.status, error?.code, response.headers.get('x-audit-entry')];
          }),
        );
        const [made, ...late] = answers.sort(([a], [b]) => Number(a) - Number(b));
        expect(made).to.deep.equal([200, undefined, String(before + 1)]);
        // A request that reads the user after the erasure finds nobody.
        const codes = path === 'erase' ? ['PRECONDITION_FAILED', 'USER_NOT_FOUND'] : ['PRECONDITION_FAILED'];
        for (const [status, code, entry] of late) {
          expect(code).to.be.oneOf(codes);
          expect([status, entry]).to.deep.equal([code === 'USER_NOT_FOUND' ? 404 : 412, null]);
        }
        expect(await count()).to.equal(before + 1);
      });
    }

    it('lets exactly one of many different changes of the same state succeed, round after round', async () => {
      const seed = Math.floor(Math.random() * 2 ** 31);
      let state = seed;
      const random = (below: number) => {
        state = (state * 48_271) % 2_147_483_647;
        return state % below;
      };
      for (let round = 0; round < 12; round++) {
        const shown = await service.request(`/user/${userId}`);
        const seen = shown.headers.get('etag') ?? '';
        const newest = await count();
        const chosen = Array.from({ length: 8 }, (_, n) => {
          const own = `service.m${random(4)}.a${n}`;
          const kinds = [
            () => send('add-permissions', { permissions: [own] }, { 'if-match': seen }),
            () => send('remove-permissions', { permissions: [own] }, { 'if-match': seen }),
            () => send('update', { emails: [`r${round}n${n}@example.org`] }, { 'if-match': seen }),
            () =>
              send(
                'set-identity',
                { issuer: 'https://id.example', subject: `${round} ${n}`, linked: true },
                { 'if-match': seen },
              ),
            async () => {
              const changes = [{ user: userId, permissions: [own], asOf: newestOf }];
              const response = await service.request('/user/change-permissions', {
                method: 'POST',
                headers: { 'content-type': 'application/json' },
                body: JSON.stringify({ payload: { action: 'add', changes } }),
              });
              const { data } = (await response.clone().json()) as { data: { results: { result: string }[] } };
              return data.results[0]?.result === 'changed-since'
                ? new Response(null, { status: 412 })
                : response;
            },
          ];
          return kinds[random(kinds.length)] as () => Promise<Response>;
        });
        const [entry] = (await audit.list({ userId, limit: 1, newestFirst: true }))._unsafeUnwrap();
        const newestOf = entry?.id ?? 0;
        const statuses = await Promise.all(chosen.map(async (change) => (await change()).status));
        const expected = [200, ...Array.from({ length: 7 }, () => 412)];
        expect(statuses.sort(), `seed ${seed}, round ${round}`).to.deep.equal(expected);
        expect(await count(), `seed ${seed}, round ${round}`).to.equal(newest + 1);
      }
    });

    for (const [path, payload] of DEPARTMENT_CHANGES) {
      it(`lets exactly one of ten concurrent changes of a department succeed: ${path} ${JSON.stringify(payload)}`, async () => {
        const draft = aDraft();
        (await organisation.importDepartments([aDepartment(7), aDepartment(8)], draft))._unsafeUnwrap();
        const seen = (await service.request(`/department/${departmentId}`)).headers.get('etag') ?? '';
        const before = await count();
        const answers = await Promise.all(
          Array.from({ length: 10 }, async (_, n) => {
            // Each asks for something else, so that the second one would be a change, too.
            const own = path === 'delete' ? payload : { ...payload, description: `of caller ${n}` };
            const response = await service.request(`/department/${path}`, {
              method: path === 'delete' ? 'POST' : 'PUT',
              headers: { 'content-type': 'application/json', 'if-match': seen },
              body: JSON.stringify({ payload: { departmentId, ...own } }),
            });
            const { error } = (await response.json()) as { error?: { code: string } };
            return [response.status, error?.code, response.headers.get('x-audit-entry')];
          }),
        );
        const [made, ...late] = answers.sort(([a], [b]) => Number(a) - Number(b));
        expect(made).to.deep.equal([200, undefined, String(before + 1)]);
        // A request that reads the department after the deletion finds none.
        const codes = path === 'delete' ? ['PRECONDITION_FAILED', 'NOT_FOUND'] : ['PRECONDITION_FAILED'];
        for (const [, code] of late) expect(code).to.be.oneOf(codes);
        expect(await count()).to.equal(before + 1);
      });
    }
  });
}
