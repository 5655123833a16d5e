import { errAsync } from '@ops-admin/core';
import { anId, makeChange } from '@ops-admin/testing';
import { expect } from 'chai';
import { ADMIN, type OpenService, openService, PLAIN_USER, problemOf } from './open-service.ts';

describe('Permission changes over HTTP', () => {
  let service: OpenService;
  beforeEach(async () => {
    service = await openService();
  });
  afterEach(() => service.close());

  const send = (verb: 'add' | 'remove', body: unknown, headers: Record<string, string> = {}) =>
    service.request(`/user/${verb}-permissions`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const payload = (permissions: unknown, userId: unknown = PLAIN_USER.id) => ({
    payload: { userId, permissions },
  });
  const held = async () => [...(await service.ports.permissions.find(PLAIN_USER.id))._unsafeUnwrap()];
  const trail = async () =>
    (await service.ports.audit.list({ userId: PLAIN_USER.id, limit: 100 }))._unsafeUnwrap().slice(1);

  describe('PUT /user/remove-permissions', () => {
    it('removes permissions, and answers with a message and empty data', async () => {
      const response = await send('remove', payload(['odd one', 'service.none.read']));
      expect(response.status).to.equal(200);
      const body = (await response.json()) as { message: string; data: object };
      expect(Object.keys(body)).to.deep.equal(['message', 'data']);
      expect(body.message).to.be.a('string').and.not.equal('');
      expect(body.data).to.deep.equal({});
      expect(await held()).to.deep.equal(['service.tickets.read', 'service.tickets']);
    });

    it('removes a whole module by its wildcard', async () => {
      await send('remove', payload(['service.tickets.*']));
      expect(await held()).to.deep.equal(['odd one']);
    });

    it('writes actor and request to the audit log', async () => {
      const response = await send('remove', payload(['odd one']));
      const [entry] = await trail();
      expect(entry).to.deep.include({
        actor: ADMIN.id,
        source: 'http',
        action: 'remove',
        requested: ['odd one'],
        removed: ['odd one'],
        requestId: response.headers.get('x-request-id'),
      });
    });

    it('accepts a user id in upper case, and members that the interface does not name', async () => {
      const body = { ...payload(['odd one'], PLAIN_USER.id.toUpperCase()), extra: 1 };
      expect((await send('remove', { ...body, payload: { ...body.payload, note: null } })).status).to.equal(
        200,
      );
      expect(await held()).to.not.include('odd one');
    });

    it('accepts 1,000 strings of 256 characters and any other, but no empty one', async () => {
      const many = Array.from({ length: 998 }, (_, n) => String(n).padEnd(256, 'x'));
      expect(await send('remove', payload([...many, '__proto__', '日本語']))).to.have.property('status', 200);
      expect(await problemOf(await send('remove', payload(['x', ''])))).to.deep.equal([
        400,
        'VALIDATION_ERROR',
        'payload.permissions[1] must not be empty',
      ]);
    });

    it('accepts JSON with parameters of its type', async () => {
      const response = await send('remove', payload(['x']), {
        'content-type': 'Application/JSON; charset=utf-8',
      });
      expect(response.status).to.equal(200);
    });
  });

  describe('PUT /user/add-permissions', () => {
    it('refuses additions above 1,000 for a user, and adds none of them', async () => {
      const many = Array.from({ length: 1000 }, (_, n) => `service.m.${n}`);
      await makeChange(service.ports.permissions, 2, 'set', many.slice(1));
      const response = await send('add', payload(['service.one', 'service.two']));
      expect(await problemOf(response)).to.deep.equal([
        400,
        'VALIDATION_ERROR',
        `${anId(2)} would hold 1001 permissions; the limit is 1000`,
      ]);
      expect(await held()).to.deep.equal(many.slice(1));
      expect((await send('add', payload(['service.one']))).status).to.equal(200);
    });

    it('adds permissions, and ignores held ones', async () => {
      const response = await send('add', payload(['service.tickets', 'service.users.*']));
      expect(response.status).to.equal(200);
      expect(await held()).to.deep.equal([...PLAIN_USER.permissions, 'service.users.*']);
      expect((await trail())[0]).to.deep.include({
        action: 'add',
        added: ['service.users.*'],
        actor: ADMIN.id,
      });
    });

    it('refuses malformed strings by their location', async () => {
      for (const text of [
        'service',
        'service.*',
        'service.*.*',
        'Service.a',
        'service.a.b.c',
        '',
        'service.a ',
      ]) {
        const [status, code, message] = await problemOf(await send('add', payload(['service.a', text])));
        expect([status, code]).to.deep.equal([400, 'VALIDATION_ERROR']);
        expect(message).to.include('payload.permissions[1] must be');
      }
      expect(await trail()).to.deep.equal([]);
    });
  });

  for (const verb of ['remove', 'add'] as const) {
    describe(`PUT /user/${verb}-permissions, bad input`, () => {
      const cases: [what: string, body: unknown, message: RegExp][] = [
        ['null', null, /JSON object/],
        ['a number', 1, /JSON object/],
        ['a string', '"x"', /JSON object/],
        ['a list', [], /payload is required|must be an object/],
        ['text that is not JSON', '{"payload":', /JSON object/],
        ['nothing', '', /required/],
        ['two JSON texts', '{}{}', /JSON object/],
        ['without payload', {}, /^payload is required$/],
        ['a payload of null', { payload: null }, /^payload must be an object$/],
        ['a payload that is a list', { payload: [] }, /^payload\.userId is required$/],
        ['a payload that is a string', { payload: 'x' }, /^payload must be an object$/],
        ['without userId', { payload: { permissions: ['service.a'] } }, /^payload\.userId is required$/],
        ['a userId of null', payload(['service.a'], null), /^payload\.userId must be a string$/],
        ['a userId that is a number', payload(['service.a'], 5), /^payload\.userId must be a string$/],
        ['a short userId', payload(['service.a'], 'abc'), /^payload\.userId must be 24 hexadecimal digits$/],
        ['an object as userId', payload(['service.a'], { $ne: '' }), /^payload\.userId must be a string$/],
        ['without permissions', { payload: { userId: anId(2) } }, /^payload\.permissions is required$/],
        [
          'permissions that are a string',
          payload('service.a'),
          /^payload\.permissions must be an array of strings$/,
        ],
        ['no permissions', payload([]), /^payload\.permissions must hold at least one permission$/],
        [
          'a permission of null',
          payload(['service.a', null]),
          /^payload\.permissions\[1\] must be a string$/,
        ],
        [
          'a number among the permissions',
          payload(['service.a', 'service.b', 'service.c', 7]),
          /^payload\.permissions\[3\] must be a string$/,
        ],
        [
          'a list among the permissions',
          payload([['service.a']]),
          /^payload\.permissions\[0\] must be a string$/,
        ],
        ['1,001 permissions', payload(Array(1001).fill('service.a')), /not hold more than 1000/],
        [
          'a permission of 257 characters',
          payload([`service.${'a'.repeat(249)}`]),
          /^payload\.permissions\[0\] must not be longer than 256/,
        ],
        [
          'payload by its prototype',
          '{"__proto__":{"payload":{"userId":"000000000000000000000002","permissions":["service.a"]}}}',
          /JSON object/,
        ],
        [
          'payload by its prototype, escaped',
          '{"\\u005f_pr\\u006Fto__" :{"payload":{"userId":"000000000000000000000002","permissions":["service.a"]}}}',
          /JSON object/,
        ],
        [
          'a repeated member',
          '{"payload":{"userId":"000000000000000000000002","permissions":["service.a"],"permissions":["service.b"]}}',
          /without a repeated member/,
        ],
        [
          'a repeated member, escaped',
          '{"payload":{"userId":"000000000000000000000002"},"\\u0070ayload":{}}',
          /without a repeated member/,
        ],
        ['30,000 brackets', '['.repeat(30_000), /JSON object/],
        ['100,000 brackets', '['.repeat(100_000), /JSON object/],
        [
          '30,000 nested lists',
          '['.repeat(30_000) + ']'.repeat(30_000),
          /payload is required|must be an object/,
        ],
        [
          '50,000 members',
          `{"payload":{${Array.from({ length: 50_000 }, (_, n) => `"${n}":""`).join()}}}`,
          /^payload\.userId is required$/,
        ],
        [
          'a deep payload',
          `{"payload":${'{"a":'.repeat(16_000)}1${'}'.repeat(16_000)}}`,
          /^payload\.userId is required$/,
        ],
        [
          '100,000 brackets in a string that escapes quotes',
          `{"payload":"\\"${'[{:'.repeat(33_000)}"}`,
          /^payload must be an object$/,
        ],
      ];
      for (const [what, body, pattern] of cases) {
        it(`answers 400 to ${what}, and writes nothing`, async () => {
          const [status, code, message] = await problemOf(await send(verb, body));
          expect([status, code]).to.deep.equal([400, 'VALIDATION_ERROR']);
          expect(message).to.match(pattern);
          expect(await trail()).to.deep.equal([]);
        });
      }

      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/xml',
        'application/jsonx',
        'x',
        'multipart/form-data',
      ]) {
        it(`answers 400 to the content type ${type}`, async () => {
          const response = await send(verb, payload(['service.a']), { 'content-type': type });
          const [status, code, message] = await problemOf(response);
          expect([status, code]).to.deep.equal([400, 'VALIDATION_ERROR']);
          expect(message).to.include('Content-Type');
          expect(await trail()).to.deep.equal([]);
        });
      }

      it('answers 400 without a content type', async () => {
        const body = new Blob([JSON.stringify(payload(['service.a']))]);
        const response = await service.request(`/user/${verb}-permissions`, { method: 'PUT', body });
        expect((await problemOf(response)).slice(0, 2)).to.deep.equal([400, 'VALIDATION_ERROR']);
      });

      it('answers 400 to a body that is not UTF-8, and accepts a real U+FFFD', async () => {
        const body = (text: string) =>
          Buffer.from(JSON.stringify(payload(['service.a', 'x'])).replace('"x"', text), 'latin1');
        const sendBytes = (bytes: Buffer) =>
          service.request(`/user/${verb}-permissions`, {
            method: 'PUT',
            headers: { 'content-type': 'application/json' },
            body: new Blob([bytes]),
          });
        const [status, code, message] = await problemOf(await sendBytes(body('"\xff\xfe"')));
        expect([status, code]).to.deep.equal([400, 'VALIDATION_ERROR']);
        expect(message).to.include('UTF-8');
        const escaped = await sendBytes(body('"\\ufffd"'));
        expect(escaped.status).to.equal(verb === 'remove' ? 200 : 400);
      });

      it('answers 400 to a content type with broken parameters', async () => {
        const response = await send(verb, payload(['service.a']), {
          'content-type': 'application/json; foo',
        });
        const [status, , message] = await problemOf(response);
        expect(status).to.equal(400);
        expect(message).to.include('Content-Type');
      });

      it('answers 415 to a body in a content coding, and names it', async () => {
        for (const coding of ['gzip', 'br', 'zip', 'identity, gzip']) {
          const response = await send(verb, payload(['service.a']), { 'content-encoding': coding });
          expect(await problemOf(response)).to.deep.equal([
            415,
            'UNSUPPORTED_MEDIA_TYPE',
            `The body must be sent without Content-Encoding: ${coding}`,
          ]);
        }
        expect(await trail()).to.deep.equal([]);
        const plain = await send(verb, payload(['service.a']), { 'content-encoding': 'identity' });
        expect(plain.status).to.equal(200);
      });

      it('reads a body with a byte order mark', async () => {
        const response = await send(verb, `\uFEFF${JSON.stringify(payload(['service.a']))}`);
        expect(response.status).to.equal(200);
      });

      it('answers 413 to a body of 2 MiB, and accepts one of 1 MiB', async () => {
        const padded = (size: number) => {
          const text = JSON.stringify(payload(['service.a']));
          return text + ' '.repeat(size - text.length);
        };
        expect((await problemOf(await send(verb, padded(2 ** 21)))).slice(0, 2)).to.deep.equal([
          413,
          'PAYLOAD_TOO_LARGE',
        ]);
        expect((await problemOf(await send(verb, padded(2 ** 20 + 1)))).slice(0, 2)).to.deep.equal([
          413,
          'PAYLOAD_TOO_LARGE',
        ]);
        expect(await trail()).to.deep.equal([]);
        expect((await send(verb, padded(2 ** 20))).status).to.equal(200);
      });

      it('answers 404 to an unknown user', async () => {
        const [status, code, message] = await problemOf(await send(verb, payload(['service.a'], anId(99))));
        expect([status, code]).to.deep.equal([404, 'USER_NOT_FOUND']);
        expect(message).to.include(anId(99));
      });
    });

    it(`answers 500 to ${verb} when the change cannot be written`, async () => {
      const broken = await openService();
      await broken.close();
      const { permissions } = broken.ports;
      const failing = await openService({
        ports: {
          permissions: {
            // Only the callers of the service are read here; their sets are those of a fresh organisation.
            find: (userId) => permissions.find(userId),
            findExpired: (limit) => permissions.findExpired(limit),
            change: () => errAsync({ type: 'store-unavailable', cause: 'disk full' }),
          },
        },
      });
      const response = await failing.request(`/user/${verb}-permissions`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(payload(['service.a'])),
      });
      const [status, code, message] = await problemOf(response);
      await failing.close();
      expect([status, code]).to.deep.equal([500, 'SERVER_ERROR']);
      expect(message).to.not.include('disk full');
    });
  }
});
