import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type AppServices, createApp } from '@ops-admin/adapter-http-koa';
import {
  ADDRESS_MAX_LENGTH,
  AUDIT_ACTIONS,
  AUDIT_SOURCES,
  FixedWindowRateLimiter,
  PERMISSION_MAX_LENGTH,
  PERMISSIONS_PER_CHANGE,
  parseAddress,
} from '@ops-admin/core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import { type Description, DescriptionCheck, type Exchange, TOLD_ELSEWHERE } from './description.ts';
import { type OpenService, openService } from './open-service.ts';

/** The file of the package. */
const FILE = join(import.meta.dirname, '../openapi.json');

/** Every status and code of its own (interface, "Errors"). */
const DESCRIBED: Readonly<Record<string, readonly string[]>> = {
  'get /department/list/{start}/{end}': [
    '200',
    '304',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'post /department/create': [
    '200',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '409 CONFLICT',
    '413 PAYLOAD_TOO_LARGE',
    '415 UNSUPPORTED_MEDIA_TYPE',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'put /department/update': [
    '200',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '404 NOT_FOUND',
    '409 CONFLICT',
    '412 PRECONDITION_FAILED',
    '413 PAYLOAD_TOO_LARGE',
    '415 UNSUPPORTED_MEDIA_TYPE',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'post /department/delete': [
    '200',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '404 NOT_FOUND',
    '409 CONFLICT',
    '412 PRECONDITION_FAILED',
    '413 PAYLOAD_TOO_LARGE',
    '415 UNSUPPORTED_MEDIA_TYPE',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'get /department/{departmentId}': [
    '200',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '404 NOT_FOUND',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'get /department/hierarchy': [
    '200',
    '304',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'put /user/remove-permissions': [
    '200',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '404 USER_NOT_FOUND',
    '412 PRECONDITION_FAILED',
    '413 PAYLOAD_TOO_LARGE',
    '415 UNSUPPORTED_MEDIA_TYPE',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'put /user/add-permissions': [
    '200',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '404 USER_NOT_FOUND',
    '412 PRECONDITION_FAILED',
    '413 PAYLOAD_TOO_LARGE',
    '415 UNSUPPORTED_MEDIA_TYPE',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'post /permission/rename': [
    '200',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '413 PAYLOAD_TOO_LARGE',
    '415 UNSUPPORTED_MEDIA_TYPE',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'post /user/change-permissions': [
    '200',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '413 PAYLOAD_TOO_LARGE',
    '415 UNSUPPORTED_MEDIA_TYPE',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'post /user/create': [
    '200',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '409 CONFLICT',
    '413 PAYLOAD_TOO_LARGE',
    '415 UNSUPPORTED_MEDIA_TYPE',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'put /user/update': [
    '200',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '404 USER_NOT_FOUND',
    '409 CONFLICT',
    '412 PRECONDITION_FAILED',
    '413 PAYLOAD_TOO_LARGE',
    '415 UNSUPPORTED_MEDIA_TYPE',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'put /user/set-active': [
    '200',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '404 USER_NOT_FOUND',
    '409 NO_ADMIN_LEFT',
    '412 PRECONDITION_FAILED',
    '413 PAYLOAD_TOO_LARGE',
    '415 UNSUPPORTED_MEDIA_TYPE',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'put /user/set-identity': [
    '200',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '404 USER_NOT_FOUND',
    '409 CONFLICT',
    '412 PRECONDITION_FAILED',
    '413 PAYLOAD_TOO_LARGE',
    '415 UNSUPPORTED_MEDIA_TYPE',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'post /user/erase': [
    '200',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '404 USER_NOT_FOUND',
    '409 CONFLICT',
    '412 PRECONDITION_FAILED',
    '413 PAYLOAD_TOO_LARGE',
    '415 UNSUPPORTED_MEDIA_TYPE',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'get /permission/grants/{start}/{end}': [
    '200',
    '304',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '404 USER_NOT_FOUND',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'get /permission/list/{start}/{end}': [
    '200',
    '304',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'get /permission/modules': [
    '200',
    '304',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'get /user/list/{start}/{end}': [
    '200',
    '304',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'get /user/{userId}': [
    '200',
    '304',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '404 USER_NOT_FOUND',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'get /auth/session': [
    '200',
    '304',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'get /audit/list': [
    '200',
    '304',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '404 USER_NOT_FOUND',
    '410 GONE',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'get /audit/batches': [
    '200',
    '304',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'get /audit/entry/{id}': [
    '200',
    '304',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '404 NOT_FOUND',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'get /audit/head': [
    '200',
    '304',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '404 NOT_FOUND',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'get /audit/export': [
    '200',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '404 USER_NOT_FOUND',
    '410 GONE',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'post /audit/revert': [
    '200',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '404 NOT_FOUND',
    '413 PAYLOAD_TOO_LARGE',
    '415 UNSUPPORTED_MEDIA_TYPE',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'post /access/v1/evaluation': [
    '200',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '413 PAYLOAD_TOO_LARGE',
    '415 UNSUPPORTED_MEDIA_TYPE',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'post /access/v1/evaluations': [
    '200',
    '400 VALIDATION_ERROR',
    '401 UNAUTHORIZED',
    '403 FORBIDDEN',
    '413 PAYLOAD_TOO_LARGE',
    '415 UNSUPPORTED_MEDIA_TYPE',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'get /.well-known/authzen-configuration': [
    '200',
    '400 VALIDATION_ERROR',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'get /geo-locations/address/{address}': [
    '200',
    '400 VALIDATION_ERROR',
    '401 AUTH_ERROR',
    '404 NOT_FOUND',
    '429 RATE_LIMIT_EXCEEDED',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'get /health/live': ['200', '500 SERVER_ERROR'],
  'get /health/ready': ['200', '500 SERVER_ERROR', '503 SERVICE_UNAVAILABLE'],
  'get /.well-known/oauth-protected-resource': [
    '200',
    '400 VALIDATION_ERROR',
    '404 NOT_FOUND',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'get /page/config': [
    '200',
    '400 VALIDATION_ERROR',
    '404 NOT_FOUND',
    '500 SERVER_ERROR',
    '503 SERVICE_UNAVAILABLE',
  ],
  'get /openapi.json': ['200', '304', '500 SERVER_ERROR', '503 SERVICE_UNAVAILABLE'],
};

describe('GET /openapi.json', () => {
  let service: OpenService;
  let description: Description;
  let check: DescriptionCheck;
  before(async () => {
    service = await openService();
    const response = await fetch(`${service.url}/openapi.json`);
    expect(response.headers.get('content-type')).to.equal('application/json; charset=utf-8');
    description = (await response.json()) as Description;
    check = new DescriptionCheck(description);
  });
  after(() => service.close());

  it('is a valid OpenAPI 3.1 document, without a token', async () => {
    const validator = new Validator();
    const { errors, valid } = await validator.validate(structuredClone(description) as object as never);
    expect(errors).to.equal(undefined);
    expect(valid).to.equal(true);
    expect(validator.version).to.equal('3.1');
  });

  it('equals openapi.json in the package, which node packages/adapter-http-koa/build.mjs writes', () => {
    expect(readFileSync(FILE, 'utf8')).to.equal(`${JSON.stringify(description, null, 2)}\n`);
  });

  it('is revalidated by its tag', async () => {
    const etag = (await fetch(`${service.url}/openapi.json`)).headers.get('etag') as string;
    const again = await fetch(`${service.url}/openapi.json`, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).to.deep.equal([304, '']);
  });

  it('describes exactly the existing routes', () => {
    const app = createApp({
      rateLimiter: new FixedWindowRateLimiter({ limit: 1, windowSeconds: 1 }, () => performance.now()),
    } as Partial<AppServices> as AppServices);
    const stack = app.middleware.flatMap((layer) => ('router' in layer ? [layer.router] : [])) as {
      stack: { path: string; methods: string[] }[];
    }[];
    const routes = (stack[0]?.stack ?? []).flatMap(({ methods, path }) =>
      // HEAD is described once for all; the page is for people.
      methods
        .filter((method) => method !== 'HEAD' && !path.startsWith('/docs'))
        .map((method) => [method.toLowerCase(), path.replace(/:(\w+)/g, '{$1}')] as const),
    );
    const described = Object.entries(description.paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => `${verb} ${path}`),
    );
    expect(routes.length).to.be.greaterThan(7);
    expect(new Set(routes.map(([verb, path]) => `${verb} ${TOLD_ELSEWHERE[path] ?? path}`))).to.deep.equal(
      new Set(described),
    );
  });

  it('describes exactly the statuses and codes of the interface', () => {
    const described = Object.entries(description.paths).flatMap(([path, verbs]) =>
      Object.entries(verbs).map(([verb, { responses }]) => [
        `${verb} ${path}`,
        Object.entries(responses)
          .filter(([status]) => status !== 'default')
          .map(([status, { content }]) => {
            const code = JSON.stringify(content ?? {}).match(/"const":"(\w+)"/)?.[1];
            return code ? `${status} ${code}` : status;
          }),
      ]),
    );
    expect(Object.fromEntries(described)).to.deep.equal(DESCRIBED);
  });

  it('describes the values of each query parameter, and its default', () => {
    const schemaOf = (path: string, name: string) =>
      description.paths[path]?.get?.parameters?.find((parameter) => parameter.name === name)?.schema;
    expect(schemaOf('/audit/list', 'action')).to.deep.include({ enum: AUDIT_ACTIONS });
    expect(schemaOf('/audit/list', 'source')).to.deep.include({ enum: AUDIT_SOURCES });
    expect(schemaOf('/audit/list', 'changed')).to.deep.equal({ type: 'boolean' });
    expect(schemaOf('/audit/list', 'limit')).to.include({ default: 50 });
    expect(schemaOf('/audit/batches', 'limit')).to.include({ default: 50 });
    expect(schemaOf('/user/list/{start}/{end}', 'sort')).to.have.property('enum').that.includes('-name');
  });

  it('has examples of requests that change nothing, except for the two PUTs of the interface', () => {
    const changing = Object.entries(description.paths).flatMap(([path, verbs]) =>
      Object.values(verbs).flatMap(({ requestBody }) =>
        Object.values(requestBody?.content['application/json']?.examples ?? {})
          .filter(({ value }) => (value as { payload?: { dryRun?: boolean } }).payload?.dryRun !== true)
          .map(() => path),
      ),
    );
    // A decision is a question.
    const others = changing.filter((path) => !path.startsWith('/access/'));
    expect([...new Set(others)]).to.have.members(['/user/remove-permissions', '/user/add-permissions']);
  });

  it('does not list a refused member as allowed', () => {
    expect(JSON.stringify(description)).to.not.include('"not":{}');
    const { payload } = description.components.schemas.RemovePermissions?.properties ?? {};
    expect(payload?.properties).to.have.all.keys('userId', 'permissions', 'reason');
    expect(payload?.not).to.deep.equal({ required: ['dryRun'] });
  });

  it('names the address of the service where it is configured', async () => {
    const known = await openService({ publicUrl: 'https://ops.example.org/admin' });
    const described = (await (await known.request('/openapi.json')).json()) as { servers: unknown };
    await known.close();
    expect(described.servers).to.deep.equal([{ url: 'https://ops.example.org/admin' }]);
  });

  it('lists for every operation the errors of all requests', () => {
    for (const verbs of Object.values(description.paths)) {
      for (const { responses } of Object.values(verbs)) {
        expect(responses.default).to.deep.equal({ $ref: '#/components/responses/Refused' });
      }
    }
    const { Refused } = description.components.responses;
    const codes = JSON.stringify(Refused?.content).match(/"enum":(\[[^\]]+\])/)?.[1] ?? '[]';
    expect(JSON.parse(codes)).to.have.members([
      'HEADERS_TOO_LARGE',
      'METHOD_NOT_ALLOWED',
      'NOT_FOUND',
      'REQUEST_TIMEOUT',
      'VALIDATION_ERROR',
    ]);
  });

  it('requires a token for the same operations as the service', async () => {
    for (const [path, verbs] of Object.entries(description.paths)) {
      for (const [verb, { security }] of Object.entries(verbs)) {
        const asked = path.replace(/\{\w+\}/g, '1');
        const { status } = await fetch(service.url + asked, { method: verb.toUpperCase() });
        expect(status === 401, `${verb} ${path}`).to.equal(security.length > 0);
      }
    }
  });

  it('has examples that are valid by their own schemas', () => {
    let examples = 0;
    const visit = (node: unknown, pointer: readonly string[]): void => {
      if (typeof node !== 'object' || node === null) return;
      const { example, examples: several, schema } = node as Record<string, unknown>;
      if (schema) {
        const given = [
          ...(example === undefined ? [] : [example]),
          ...Object.values(several ?? {}).map(({ value }) => value),
        ];
        for (const value of given) {
          expect(check.flawsOf(value, ...pointer, 'schema'), pointer.join('/')).to.deep.equal([]);
          examples++;
        }
      }
      for (const [key, child] of Object.entries(node)) visit(child, [...pointer, key]);
    };
    visit(description, []);
    expect(examples).to.be.greaterThan(40);
  });

  it('describes the limits that the checks enforce', () => {
    const add = ['components', 'schemas', 'AddPermissions'];
    const remove = ['components', 'schemas', 'RemovePermissions'];
    const change = (permissions: unknown, userId = 'A'.repeat(24)) => ({ payload: { userId, permissions } });
    const long = 'x'.repeat(PERMISSION_MAX_LENGTH);
    const valid = (body: unknown, schema: string[]) => check.flawsOf(body, ...schema).length === 0;
    expect(valid({ ...change([long]), more: 1 }, remove)).to.equal(true);
    expect(valid(change([`${long}x`]), remove)).to.equal(false);
    expect(valid(change([]), remove)).to.equal(false);
    expect(valid(change(Array(PERMISSIONS_PER_CHANGE).fill('a')), remove)).to.equal(true);
    expect(valid(change(Array(PERMISSIONS_PER_CHANGE + 1).fill('a')), remove)).to.equal(false);
    expect(valid(change(['a'], 'A'.repeat(23)), remove)).to.equal(false);
    expect(valid({ payload: { permissions: ['a'] } }, remove)).to.equal(false);
    for (const good of ['service.a', 'service.a.b', 'service.a.*', 'service.A-1_.b_-2']) {
      expect(valid(change([good]), add), good).to.equal(true);
    }
    for (const bad of ['service', 'service.*', 'service.a.b.c', 'other.a', 'service.ä', 'service.a.']) {
      expect(valid(change([bad]), add), bad).to.equal(false);
    }
    const address = ['paths', '/geo-locations/address/{address}', 'get', 'parameters', '0', 'schema'];
    expect(check.flawsOf('x'.repeat(ADDRESS_MAX_LENGTH), ...address)).to.deep.equal([]);
    expect(check.flawsOf('x'.repeat(ADDRESS_MAX_LENGTH + 1), ...address)).to.not.deep.equal([]);
  });

  it('describes valid addresses as the check of addresses does', () => {
    const address = ['paths', '/geo-locations/address/{address}', 'get', 'parameters', '0', 'schema'];
    const samples = ['', ' ', '\t', '\u3000', '\ufeff', '\0', '\x1b[31m', 'a\x01b', '\x01a', 'a\x85', '\x7f'];
    for (const text of [
      ...samples,
      'a',
      'a b',
      ' a',
      '\ta\r\n',
      '\u3000a b\u00a0',
      'São Paulo',
      '\u{1f600}',
      'Paris\nFrance',
      '\u200b\ufeffLima\u00ad',
      '\u200b \u3164',
    ]) {
      const isDescribed = check.flawsOf(text, ...address).length === 0;
      expect(isDescribed, JSON.stringify(text)).to.equal(parseAddress(text).isOk());
    }
  });

  it('counts characters, not code units, as the service does', async () => {
    const removal = (permission: string) => ({
      payload: { userId: '000000000000000000000002', permissions: [permission] },
    });
    for (const length of [PERMISSION_MAX_LENGTH, PERMISSION_MAX_LENGTH + 1]) {
      const body = removal('\u{1f600}'.repeat(length));
      const isDescribed = check.flawsOf(body, 'components', 'schemas', 'RemovePermissions').length === 0;
      const response = await service.request('/user/remove-permissions', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect([response.status === 200, isDescribed], String(length)).to.deep.equal([
        length <= PERMISSION_MAX_LENGTH,
        length <= PERMISSION_MAX_LENGTH,
      ]);
    }
  });

  /** Whether the service takes a body, and whether the description does. */
  async function isTaken(verb: string, path: string, payload: object): Promise<[boolean, boolean]> {
    const body = { payload };
    const response = await service.request(path, {
      method: verb.toUpperCase(),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const schema = ['paths', path, verb, 'requestBody', 'content', 'application/json', 'schema'];
    return [response.status !== 400, check.flawsOf(body, ...schema).length === 0];
  }

  it('accepts and refuses the same bodies as the service', async () => {
    for (const verb of ['add', 'remove']) {
      for (const permissions of [['service.a'], ['off pattern'], [], [1], 'service.a', ['x'.repeat(257)]]) {
        const payload = { userId: '000000000000000000000002', permissions };
        const [taken, described] = await isTaken('put', `/user/${verb}-permissions`, payload);
        expect(taken, JSON.stringify(permissions)).to.equal(described);
      }
    }
  });

  it('describes the members of each action as the service does', async () => {
    const named = { permissions: ['service.a'] };
    const all = { everything: true };
    const changes = [{}, named, all, { ...named, ...all }, { keepLinks: true }];
    const links = changes.slice(1).map((change) => ({ ...change, keepLinks: true }));
    const takes: Record<string, object[]> = {
      add: [named],
      remove: [named, all, { ...all, keepLinks: true }],
      activate: [{}],
      deactivate: [{}],
    };
    for (const [action, good] of Object.entries(takes)) {
      for (const change of [...changes, ...links]) {
        const payload = { action, changes: [{ user: 'nobody@example.org', ...change }], dryRun: true };
        const isGood = good.some((one) => JSON.stringify(one) === JSON.stringify(change));
        const told = await isTaken('post', '/user/change-permissions', payload);
        expect(told, JSON.stringify(payload)).to.deep.equal([isGood, isGood]);
      }
    }
  });

  it('describes texts that identify a user as the service does', async () => {
    const ada = { emails: ['ada@example.org'], personalInformation: { name: 'Ada' } };
    const texts: [text: string, isEmail: boolean, isName: boolean, isSubject: boolean][] = [
      ['ünï@部.example', true, true, true],
      ['😀@x', true, true, true],
      [' a@x\u2028', true, true, true],
      ['a@\u2028', false, true, true],
      ['@x', false, true, true],
      ['a@b@x', false, true, true],
      ['a b@x', false, true, true],
      ['a,b@x', false, true, true],
      ['no e-mail', false, true, true],
      ['', false, true, false],
      ['a@\0', false, false, false],
      ['a\n@', false, false, false],
      ['a@\x85', false, false, false],
      ['a@\ud83d', false, false, false],
      [`a@${'😀'.repeat(498)}`, true, true, true],
      [`a@${'x'.repeat(499)}`, false, false, true],
    ];
    for (const [text, ...good] of texts) {
      const bodies = [
        { emails: [text] },
        { personalInformation: { ...ada.personalInformation, lastName: text } },
        { identities: [{ issuer: 'https://id.example', subject: text }] },
      ];
      for (const [n, body] of bodies.entries()) {
        const told = await isTaken('post', '/user/create', { ...ada, ...body, dryRun: true });
        expect(told, JSON.stringify(body)).to.deep.equal([good[n], good[n]]);
      }
    }
  });

  describe('the check of every answer against the description', () => {
    const good: Exchange = {
      method: 'GET',
      path: '/health/live',
      status: 200,
      headers: new Headers({ 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'a' }),
      text: '{"status":"ok"}',
    };
    const with_ = (headers: Record<string, string>) =>
      new Headers({ ...Object.fromEntries(good.headers), ...headers });
    const without = new Headers({ 'content-type': 'application/json; charset=utf-8' });

    it('accepts described answers', () => {
      expect(check.flawsOfExchange(good)).to.deep.equal([]);
    });

    const wrong: Record<string, Partial<Exchange>> = {
      'a path that is not described': { path: '/health/dead' },
      'a method that is not described': { method: 'PUT' },
      'a status that is not described': { status: 202 },
      'a member that is not described': { text: '{"status":"ok","more":1}' },
      'a member that is missing': { text: '{}' },
      'a value that is not described': { text: '{"status":"fine"}' },
      'a header that is not described': { headers: with_({ 'x-more': '1' }) },
      'a header that is missing': { headers: without },
      'a content type that is not described': { headers: with_({ 'content-type': 'text/plain' }) },
      'a code of another endpoint': {
        path: '/geo-locations/address/MUC',
        status: 401,
        headers: with_({ 'www-authenticate': 'Bearer' }),
        text: '{"error":{"code":"UNAUTHORIZED","message":"m"}}',
      },
      'a malformed header': {
        path: '/geo-locations/address/MUC',
        status: 429,
        headers: with_({ 'retry-after': 'soon' }),
        text: '{"error":{"code":"RATE_LIMIT_EXCEEDED","message":"m"}}',
      },
      'a code of another refusal': {
        path: '/health/dead',
        status: 404,
        text: '{"error":{"code":"METHOD_NOT_ALLOWED","message":"m"}}',
      },
      'a refused method without the allowed ones': {
        method: 'PUT',
        status: 405,
        text: '{"error":{"code":"METHOD_NOT_ALLOWED","message":"m"}}',
      },
      'an accepted body that is not described': {
        method: 'PUT',
        path: '/user/remove-permissions',
        requestBody: { payload: {} },
        headers: with_({ 'x-audit-entry': '1' }),
        text: '{"message":"m","data":{}}',
      },
    };
    for (const [what, change] of Object.entries(wrong)) {
      it(`finds ${what}`, () => {
        expect(check.flawsOfExchange({ ...good, ...change })).to.have.length(1);
      });
    }

    it('ends with the service, whose port another server may use next', async () => {
      const closing = await openService();
      const other = createServer((_, response) => response.end('not as described'));
      await closing.close();
      await once(other.listen(closing.port, '127.0.0.1'), 'listening');
      try {
        const response = await fetch(`${closing.url}/health/live`);
        expect(await response.text()).to.equal('not as described');
      } finally {
        other.close();
      }
    });
  });
});
