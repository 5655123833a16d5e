import { errAsync } from '@ops-admin/core';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { type OpenService, openService, PLAIN_USER, problemOf } from './open-service.ts';

/** Each endpoint, with what it says to callers it does not let in (interface, "Errors"). */
const ENDPOINTS = [
  {
    method: 'GET',
    path: '/department/list/0/10',
    unauthorized: 'UNAUTHORIZED',
    refusal: [401, 'UNAUTHORIZED'],
  },
  {
    method: 'GET',
    path: '/department/hierarchy',
    unauthorized: 'UNAUTHORIZED',
    refusal: [401, 'UNAUTHORIZED'],
  },
  {
    method: 'PUT',
    path: '/user/remove-permissions',
    unauthorized: 'UNAUTHORIZED',
    refusal: [403, 'FORBIDDEN'],
  },
  { method: 'PUT', path: '/user/add-permissions', unauthorized: 'UNAUTHORIZED', refusal: [403, 'FORBIDDEN'] },
  {
    method: 'POST',
    path: '/user/change-permissions',
    unauthorized: 'UNAUTHORIZED',
    refusal: [403, 'FORBIDDEN'],
  },
  ...(
    [
      ['POST', 'create'],
      ['PUT', 'update'],
      ['PUT', 'set-active'],
      ['PUT', 'set-identity'],
      ['POST', 'erase'],
    ] as const
  ).map(([method, what]) => ({
    method,
    path: `/user/${what}`,
    unauthorized: 'UNAUTHORIZED',
    refusal: [403, 'FORBIDDEN'],
  })),
  { method: 'GET', path: '/user/list/0/x?y=', unauthorized: 'UNAUTHORIZED', refusal: [403, 'FORBIDDEN'] },
  {
    method: 'GET',
    path: '/user/000000000000000000000009',
    unauthorized: 'UNAUTHORIZED',
    refusal: [403, 'FORBIDDEN'],
  },
  { method: 'GET', path: '/audit/list?limit=0', unauthorized: 'UNAUTHORIZED', refusal: [403, 'FORBIDDEN'] },
  { method: 'GET', path: '/audit/batches', unauthorized: 'UNAUTHORIZED', refusal: [403, 'FORBIDDEN'] },
  { method: 'GET', path: '/audit/entry/99', unauthorized: 'UNAUTHORIZED', refusal: [403, 'FORBIDDEN'] },
  { method: 'POST', path: '/audit/revert', unauthorized: 'UNAUTHORIZED', refusal: [403, 'FORBIDDEN'] },
  { method: 'GET', path: '/auth/session', unauthorized: 'UNAUTHORIZED', refusal: undefined },
  { method: 'GET', path: '/geo-locations/address/MUC', unauthorized: 'AUTH_ERROR', refusal: undefined },
];

describe('Authentication', () => {
  let service: OpenService;
  before(async () => {
    service = await openService();
  });
  after(() => service.close());

  for (const { method, path, unauthorized, refusal } of ENDPOINTS) {
    describe(`${method} ${path}`, () => {
      const send = (headers: Record<string, string>) => fetch(service.url + path, { method, headers });

      it(`answers 401 ${unauthorized} without a token`, async () => {
        const response = await send({});
        expect(response.headers.get('www-authenticate')).to.equal('Bearer');
        expect((await problemOf(response)).slice(0, 2)).to.deep.equal([401, unauthorized]);
      });

      it(`answers 401 ${unauthorized} to another scheme`, async () => {
        const response = await send({ authorization: 'Basic YTpi' });
        expect(response.headers.get('www-authenticate')).to.equal('Bearer');
        expect((await problemOf(response)).slice(0, 2)).to.deep.equal([401, unauthorized]);
      });

      it(`answers 401 ${unauthorized} to bad tokens`, async () => {
        const good = await service.tokenOf(PLAIN_USER.id);
        const bad = [
          'Bearer',
          'Bearer ',
          'Bearer x',
          `Bearer ${good}x`,
          `Bearer ${good}, Bearer ${good}`,
          `Bearer ${good} ${good}`,
          `Bearer ${await service.tokenOf(PLAIN_USER.id, -1)}`,
          `Bearer ${await service.tokenOf(anId(99))}`,
        ];
        for (const authorization of bad) {
          const response = await send({ authorization });
          expect((await problemOf(response)).slice(0, 2), authorization).to.deep.equal([401, unauthorized]);
          expect(response.headers.get('www-authenticate')).to.match(/^Bearer/);
        }
        const expired = await send({ authorization: `Bearer ${await service.tokenOf(PLAIN_USER.id, -1)}` });
        expect(expired.headers.get('www-authenticate')).to.equal('Bearer error="invalid_token"');
      });

      it('answers a valid token without a user, and does not name its subject', async () => {
        const response = await send({ authorization: `Bearer ${await service.tokenOf(anId(99))}` });
        const said = /valid, but not linked to a user of this service/;
        expect(response.headers.get('www-authenticate'))
          .to.match(/^Bearer error="invalid_token", error_description="[^"]+"$/)
          .and.match(said)
          .and.not.include(anId(99));
        const [status, code, message] = await problemOf(response);
        expect([status, code]).to.deep.equal([401, unauthorized]);
        expect(message).to.match(said).and.not.include(anId(99));
      });

      it('accepts the scheme in any case', async () => {
        const response = await send({ authorization: `bEARER ${await service.tokenOf(anId(1))}` });
        expect(response.status).to.be.oneOf([200, 400, 404]);
      });

      if (refusal) {
        it(`answers ${refusal.join(' ')} to a caller who is not an admin, before it reads the input`, async () => {
          const response = await send({ authorization: `Bearer ${await service.tokenOf(PLAIN_USER.id)}` });
          expect(response.headers.get('www-authenticate')).to.equal('Bearer error="insufficient_scope"');
          expect((await problemOf(response)).slice(0, 2)).to.deep.equal(refusal);
        });
      } else {
        it('admits every user', async () => {
          const response = await send({ authorization: `Bearer ${await service.tokenOf(PLAIN_USER.id)}` });
          expect(response.status).to.equal(200);
        });
      }
    });
  }

  it('reads permissions on every request', async () => {
    const body = (permissions: string[]) =>
      JSON.stringify({ payload: { userId: PLAIN_USER.id, permissions } });
    const headers = { 'content-type': 'application/json' };
    const list = async () => {
      const authorization = `Bearer ${await service.tokenOf(PLAIN_USER.id)}`;
      return (await service.request('/department/list/0/0', { headers: { authorization } })).status;
    };
    expect(await list()).to.equal(401);
    await service.request('/user/add-permissions', { method: 'PUT', headers, body: body(['service.admin']) });
    expect(await list()).to.equal(200);
    await service.request('/user/remove-permissions', {
      method: 'PUT',
      headers,
      body: body(['service.admin.*']),
    });
    expect(await list()).to.equal(401);
  });
});

describe('Authentication, while the store is unavailable', () => {
  it('answers 500, with the cause in the log, not in the answer', async () => {
    const broken = {
      find: () => errAsync({ type: 'store-unavailable', cause: new Error('disk on fire') } as const),
    };
    const service = await openService({
      ports: {
        permissions: { ...broken, change: broken.find, findExpired: broken.find },
      },
    });
    try {
      for (const { method, path } of ENDPOINTS) {
        const response = await service.request(path, { method });
        const requestId = response.headers.get('x-request-id') as string;
        const [status, code, message] = await problemOf(response);
        expect([status, code]).to.deep.equal([500, 'SERVER_ERROR']);
        expect(message).to.include(requestId).and.to.not.include('fire');
        const line = service.logged.findLast(({ level }) => level === 'error');
        expect(line).to.deep.include({ message: 'store-unavailable' });
        expect(line?.fields).to.include({ requestId });
        expect(String(line?.fields.err)).to.include('disk on fire');
      }
    } finally {
      await service.close();
    }
  });
});

describe('Authentication, while tokens cannot be verified', () => {
  it('answers 500, not 401, which would make a client discard its token', async () => {
    const unavailable = { type: 'token-verifier-unavailable', cause: new Error('no keys') } as const;
    const service = await openService({ tokens: { verify: () => errAsync(unavailable) } });
    try {
      for (const { method, path } of ENDPOINTS) {
        const response = await service.request(path, { method });
        expect((await problemOf(response)).slice(0, 2)).to.deep.equal([500, 'SERVER_ERROR']);
        expect(response.headers.has('www-authenticate')).to.equal(false);
        const line = service.logged.findLast(({ level }) => level === 'error');
        expect(line).to.deep.include({ message: 'token-verifier-unavailable' });
      }
    } finally {
      await service.close();
    }
  });
});
