import { parsePermissionChange, ResultAsync } from '@ops-admin/core';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { openService, PLAIN_USER, problemOf } from './open-service.ts';

describe('An exception in a port', () => {
  const BUG = new TypeError('the id must be a string');
  const rejecting = () => new ResultAsync<never, never>(Promise.reject(BUG));
  const throwing = () => {
    throw BUG;
  };

  for (const [how, fails] of Object.entries({ 'by a rejection': rejecting, synchronously: throwing })) {
    it(`is answered with 500 and the id of the request, and is logged: ${how}`, async () => {
      const fresh = await openService();
      const { permissions } = fresh.ports;
      await fresh.close();
      const service = await openService({
        ports: {
          permissions: {
            find: (userId) => permissions.find(userId),
            findExpired: (limit) => permissions.findExpired(limit),
            change: fails,
          },
          departments: { list: fails },
        },
      });
      const body = JSON.stringify({ payload: { userId: PLAIN_USER.id, permissions: ['service.a'] } });
      const headers = { 'content-type': 'application/json' };
      for (const ask of [
        () => service.request('/department/list/0/0'),
        () => service.request('/user/remove-permissions', { method: 'PUT', headers, body }),
      ]) {
        const response = await ask();
        const requestId = response.headers.get('x-request-id') as string;
        const [status, code, message] = await problemOf(response);
        expect([status, code]).to.deep.equal([500, 'SERVER_ERROR']);
        expect(message).to.include(requestId).and.not.include(BUG.message);
        const line = service.logged.find(
          ({ fields }) => fields.requestId === requestId && fields.err === BUG,
        );
        expect(line).to.include({ level: 'error', message: 'unexpected failure' });
      }
      expect((await service.request('/auth/session')).status, 'the next request').to.equal(200);
      await service.close();
    });
  }
});

describe('A change of permissions over HTTP', () => {
  it('is accepted and refused as by core, in its words', async () => {
    const service = await openService();
    const texts = [
      'service.a',
      'service.a.*',
      'off pattern',
      '',
      'x'.repeat(257),
      '\u{1f600}'.repeat(200),
      1,
      null,
    ];
    const lists = [undefined, null, 'service.a', {}, [], ['service.b', []], Array(1001).fill('service.a')];
    const users = [anId(2), anId(99), 'abc', '', 5, null, undefined, {}];
    for (const action of ['add', 'remove']) {
      for (const userId of users) {
        for (const permissions of [...lists, ...texts.map((text) => ['service.a', text])]) {
          const payload = JSON.parse(JSON.stringify({ userId, permissions }));
          const response = await service.request(`/user/${action}-permissions`, {
            method: 'PUT',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ payload }),
          });
          const parsed = parsePermissionChange({ ...payload, action });
          const expected = parsed.isOk() ? [response.status] : [400, `payload.${parsed.error.message}`];
          const found = parsed.isOk()
            ? [userId === anId(2) ? 200 : 404]
            : (await problemOf(response)).toSpliced(1, 1);
          expect(found).to.deep.equal(expected);
        }
      }
    }
    await service.close();
  });
});
