import { type AppServices, createApp, ENDPOINTS, type Endpoint, endpoint } from '@ops-admin/adapter-http-koa';
import { err, FixedWindowRateLimiter, ok } from '@ops-admin/core';
import { expect } from 'chai';
import * as v from 'valibot';
import { type OpenService, openService, PLAIN_USER, problemOf } from './open-service.ts';

const RENAMED = v.object({ renamed: v.string() });
const NEW_NAME = v.object({
  name: v.pipe(v.string('must be a string'), v.minLength(1, 'must not be empty')),
});
const NO_TICKET = {
  status: 404,
  code: 'NOT_FOUND',
  message: 'There is no such ticket',
  when: 'There is no such ticket.',
} as const;

/** An endpoint with every check, of somebody who embeds the service. */
const RENAME_TICKET: Endpoint = endpoint({
  method: 'put',
  path: '/tickets/{number}/name/{language}',
  operationId: 'renameTicket',
  tag: { name: 'Tickets', description: 'What is to be done.' },
  summary: 'Rename a ticket',
  description: 'Under its number, in one language.',
  rights: { who: 'admin', badToken: 'UNAUTHORIZED', notAdmin: { status: 403, code: 'FORBIDDEN' } },
  isLimited: true,
  // In another order than in the path.
  parameters: {
    language: v.pipe(v.string(), v.regex(/^[a-z]{2}$/, 'language must be two letters')),
    number: v.pipe(v.string(), v.regex(/^\d+$/, 'number must be a number'), v.transform(Number)),
  },
  body: { schema: NEW_NAME, examples: { one: { summary: 'A name', value: { name: 'Printer' } } } },
  answer: { schema: RENAMED, description: 'It has its new name.', example: { renamed: '1' } },
  schemas: { NewName: NEW_NAME, Renamed: RENAMED },
  problems: [NO_TICKET],
  handler:
    () =>
    async ({ body: { name }, caller, parameters: { language, number } }) =>
      number > 9 ? err(NO_TICKET) : ok({ renamed: `${caller.userId} ${language} ${number * 2} ${name}` }),
});

describe('An additional endpoint', () => {
  let service: OpenService;
  before(async () => {
    service = await openService({
      endpoints: [...ENDPOINTS, RENAME_TICKET],
      rateLimiter: new FixedWindowRateLimiter({ limit: 6, windowSeconds: 60 }, () => 0),
      // It is not in the description that other tests compare with.
      mount: (app) => app,
    });
  });
  after(() => service.close());

  const rename = async (path: string, body: string, headers: Record<string, string> = {}) =>
    service.request(path, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });

  it('is checked in the order token, access, rate limit, input, existence', async () => {
    const user = `Bearer ${await service.tokenOf(PLAIN_USER.id)}`;
    const good = '{"name":"Printer"}';
    const cases: [
      path: string,
      body: string,
      headers: Record<string, string>,
      status: number,
      text: string,
    ][] = [
      ['/tickets/x/name/xxx', '{', { authorization: 'Bearer x' }, 401, 'invalid or has expired'],
      ['/tickets/x/name/xxx', '{', { authorization: user }, 403, 'Only admins'],
      ['/tickets/x/name/xxx', '{', {}, 400, 'must be a valid JSON object'],
      ['/tickets/x/name/xxx', '{}', {}, 400, 'language must be two letters'],
      ['/tickets/x/name/en', '{}', {}, 400, 'number must be a number'],
      ['/tickets/99/name/en', '{"name":""}', {}, 400, 'name must not be empty'],
      ['/tickets/99/name/en', good, {}, 404, 'There is no such ticket'],
    ];
    for (const [path, body, headers, status, text] of cases) {
      const [got, , message] = await problemOf(await rename(path, body, headers));
      expect([got, message.includes(text)], `${path} ${message}`).to.deep.equal([status, true]);
    }
    const renamed = await rename('/tickets/4/name/en', good);
    expect(await renamed.json()).to.deep.equal({ renamed: '000000000000000000000001 en 8 Printer' });
    expect(renamed.headers.get('ratelimit')).to.equal('"default";r=0;t=60');
    expect((await problemOf(await rename('/tickets/x/name/xxx', '{')))[0]).to.equal(429);
  });

  it('is logged by its route', () => {
    expect(service.logged.at(-1)?.fields).to.include({
      route: '/tickets/:number/name/:language',
      status: 429,
    });
  });

  it('is described with its problems, each with its own message', async () => {
    const described = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
      tags: { name: string }[];
      paths: Record<string, { put: { responses: Record<string, object> } }>;
      components: { schemas: object };
    };
    expect(described.tags.map(({ name }) => name)).to.include('Tickets');
    expect(described.components.schemas).to.include.keys('NewName', 'Renamed');
    const { responses } = described.paths[RENAME_TICKET.path]?.put ?? { responses: {} };
    expect(Object.keys(responses)).to.deep.equal([
      '200',
      '400',
      '401',
      '403',
      '404',
      '413',
      '415',
      '429',
      '500',
      '503',
      'default',
    ]);
    expect(JSON.stringify(responses[400])).to.include('name is required');
    expect(JSON.stringify(responses[404])).to.include('There is no such ticket');
    expect(JSON.stringify(responses[401])).to.not.include('RateLimit');
    expect(JSON.stringify(responses[429])).to.include('#/components/headers/RateLimit');
  });
});

describe('An endpoint that is removed from the list', () => {
  it('is 404, and not described', async () => {
    const endpoints = ENDPOINTS.filter(({ operationId }) => operationId !== 'locate');
    const service = await openService({ endpoints, mount: (app) => app });
    expect((await service.request('/geo-locations/address/JFK')).status).to.equal(404);
    const described = await (await fetch(`${service.url}/openapi.json`)).text();
    await service.close();
    expect(described).to.not.include('geo-locations');
  });
});

describe('A list of endpoints', () => {
  it('is refused where two share a path, or a name', () => {
    const twice: readonly [Endpoint, string][] = [
      [
        { ...RENAME_TICKET, path: '/tickets/{id}/name/{locale}', operationId: 'other' },
        'put /tickets/{}/name/{}',
      ],
      [{ ...RENAME_TICKET, path: '/other' }, 'renameTicket'],
    ];
    for (const [other, named] of twice) {
      const endpoints = [RENAME_TICKET, other];
      expect(() => createApp({} as AppServices, { endpoints })).to.throw(`two endpoints ${named}`);
    }
  });
});
