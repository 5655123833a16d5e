import { errAsync, okAsync, PermissionSet } from '@ops-admin/core';
import type { OrganisationPorts } from '@ops-admin/testing';
import { expect } from 'chai';
import { ADMIN, openService, problemOf } from './open-service.ts';

const ASKED = {
  subject: { type: 'user', id: 'user2@example.org' },
  action: { name: 'read' },
  resource: { type: 'tickets', id: 'any' },
};

const BODIES = {
  '/access/v1/evaluation': ASKED,
  '/access/v1/evaluations': { ...ASKED, evaluations: [{}] },
};

describe('Decisions over a store that fails', () => {
  const down = () => errAsync({ type: 'store-unavailable', cause: new Error('disk on fire') } as const);
  const isAdmin = () => okAsync(PermissionSet.of(ADMIN.permissions));
  /** Each of its reads fails. */
  const users: OrganisationPorts['users'] = new Proxy({} as OrganisationPorts['users'], { get: () => down });

  for (const [when, find] of [
    ['the caller is looked up', down],
    ['the subject is looked up', isAdmin],
  ] as const) {
    it(`are 503 without a body of decisions, when ${when}`, async () => {
      const service = await openService({
        ports: {
          permissions: { find, change: down, findExpired: down },
          users,
        },
      });
      try {
        for (const [path, body] of Object.entries(BODIES)) {
          const response = await service.request(path, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          });
          expect(response.headers.get('retry-after'), path).to.equal('1');
          expect((await problemOf(response)).slice(0, 2), path).to.deep.equal([503, 'SERVICE_UNAVAILABLE']);
          expect(String(service.logged.at(-1)?.fields.err ?? service.logged.at(-2)?.fields.err)).to.include(
            'fire',
          );
        }
      } finally {
        await service.close();
      }
    });
  }

  it('read the store once for 500 of them, and once for the caller', async () => {
    let reads = 0;
    const service = await openService();
    await service.close();
    const { users } = service.ports;
    const counting = await openService({
      ports: {
        users: Object.assign(Object.create(users), {
          rightsOf: (keys: Parameters<typeof users.rightsOf>[0]) => {
            reads += 1;
            return users.rightsOf(keys);
          },
        }),
      },
    });
    try {
      const evaluations = Array.from({ length: 500 }, (_, n) => ({
        subject: { type: 'user', id: `user${n}@example.org` },
      }));
      const response = await counting.request('/access/v1/evaluations', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...ASKED, evaluations }),
      });
      const decided = (await response.json()) as { evaluations: { decision: boolean }[] };
      expect(decided.evaluations.filter(({ decision }) => decision)).to.have.length(1);
      expect(reads).to.equal(1);
    } finally {
      await counting.close();
    }
  });
});
