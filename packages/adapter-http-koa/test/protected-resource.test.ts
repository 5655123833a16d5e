import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import Koa from 'koa';
import mount from 'koa-mount';
import { type OpenService, openService, PLAIN_USER, problemOf } from './open-service.ts';
import { rawClient, readAnswer } from './raw-client.ts';

const PATH = '/.well-known/oauth-protected-resource';
const ISSUER = 'https://id.example.org';
const PUBLIC_URL = 'https://ops.example.org/api';

const challengeOf = (response: Response) => response.headers.get('www-authenticate');

describe('The metadata of a protected resource', () => {
  let service: OpenService;
  /** Of somebody who embeds the app: it lets any host through that Node does. */
  let lenient: Server;
  before(async () => {
    const options = { protectedResource: { issuer: ISSUER }, allowedOrigins: [ISSUER] };
    service = await openService(options);
    const embedded = await openService({
      ...options,
      mount: (app) => {
        lenient = createServer(app.callback());
        return app;
      },
    });
    await embedded.close();
    await once(lenient.listen(0, '127.0.0.1'), 'listening');
  });
  after(async () => {
    await service.close();
    await once(lenient.close(), 'close');
  });

  /** Returns the answer at a path for a request with these header lines. */
  async function ask(path: string, lines: readonly string[], { version = '1.1', port = service.port } = {}) {
    const head = [`GET ${path} HTTP/${version}`, 'Connection: close', ...lines].join('\r\n');
    const { ended } = await rawClient(port, `${head}\r\n\r\n`);
    const { body, headers, status } = readAnswer((await ended).text);
    const [, challenge] = /^www-authenticate: (.*)$/m.exec(headers.replaceAll('\r', '')) ?? [];
    return { status, challenge, json: JSON.parse(body) as { resource?: string; error?: { code: string } } };
  }

  it('name the issuer and the requested origin, without a token', async () => {
    const response = await fetch(service.url + PATH);
    expect(response.status).to.equal(200);
    expect(await response.json()).to.deep.equal({
      resource: service.url,
      authorization_servers: [ISSUER],
      bearer_methods_supported: ['header'],
    });
  });

  it('are named by every refusal of a token, and of a missing permission', async () => {
    const metadata = `resource_metadata="${service.url}${PATH}"`;
    const user = `Bearer ${await service.tokenOf(PLAIN_USER.id)}`;
    const cases: [path: string, method: string, authorization: string, challenge: string][] = [
      ['/department/list/0/1', 'GET', 'Basic x', `Bearer ${metadata}`],
      ['/geo-locations/address/MUC', 'GET', 'Bearer x', `Bearer error="invalid_token", ${metadata}`],
      ['/department/hierarchy', 'GET', user, `Bearer error="insufficient_scope", ${metadata}`],
      ['/user/remove-permissions', 'PUT', user, `Bearer error="insufficient_scope", ${metadata}`],
    ];
    for (const [path, method, authorization, challenge] of cases) {
      const response = await service.request(path, { method, headers: { authorization } });
      expect(response.status).to.be.oneOf([401, 403]);
      expect(challengeOf(response), path).to.equal(challenge);
    }
    expect(challengeOf(await service.request('/department/list/0/x'))).to.equal(null);
  });

  it('can be read, but not changed', async () => {
    const head = await fetch(service.url + PATH, { method: 'HEAD' });
    expect([head.status, await head.text()]).to.deep.equal([200, '']);
    const put = await fetch(service.url + PATH, { method: 'PUT' });
    expect(put.headers.get('allow')).to.equal('HEAD, GET');
    expect((await problemOf(put)).slice(0, 2)).to.deep.equal([405, 'METHOD_NOT_ALLOWED']);
  });

  it('can be read by pages of allowed origins, and so can the refusal that names them', async () => {
    const headers = { origin: ISSUER };
    for (const path of [PATH, '/department/list/0/1']) {
      const response = await fetch(service.url + path, { headers });
      expect(response.headers.get('access-control-allow-origin')).to.equal(ISSUER);
      expect(response.headers.get('access-control-expose-headers')).to.include('WWW-Authenticate');
    }
  });

  const sound: Record<string, string> = {
    'ops.example.org': 'http://ops.example.org',
    'OPS.example.org:3000': 'http://ops.example.org:3000',
    '192.0.2.7:80': 'http://192.0.2.7',
    '[2001:DB8::7]:3000': 'http://[2001:db8::7]:3000',
  };
  for (const [host, origin] of Object.entries(sound)) {
    it(`use the host ${host} of the request`, async () => {
      expect((await ask(PATH, [`Host: ${host}`])).json.resource).to.equal(origin);
      const { challenge } = await ask('/department/list/0/1', [`Host: ${host}`]);
      expect(challenge).to.equal(`bearer resource_metadata="${origin}${PATH}"`);
    });
  }

  const hostile: Record<string, string> = {
    'no name': 'Host:',
    'a quote': 'Host: a"b.example',
    'a quote and a parameter': 'Host: a", error="x',
    'a space': 'Host: a b.example',
    'a tab': 'Host: a\tb.example',
    'another scheme': 'Host: ftp://a.example',
    'a path': 'Host: a.example/b',
    'a query': 'Host: a.example?b',
    'a fragment': 'Host: a.example#b',
    'a backslash': 'Host: a.example\\b',
    'an encoded line break': 'Host: a.example%0d%0aX-More:1',
    'brackets for a scope': 'Host: (a).example',
    'a malformed port': 'Host: a.example:x',
    'a port too large': 'Host: a.example:65536',
    'half an address': 'Host: [2001:db8::7',
    'no address in brackets': 'Host: [a.example]',
    'letters beyond ASCII': 'Host: bücher.example',
  };
  for (const [what, line] of Object.entries(hostile)) {
    it(`ignore a host with ${what}`, async () => {
      const { port } = lenient.address() as AddressInfo;
      for (const asked of [await ask(PATH, [line]), await ask(PATH, [line], { port })]) {
        expect([asked.status, asked.json.error?.code]).to.deep.equal([400, 'VALIDATION_ERROR']);
      }
      const { challenge, status } = await ask('/department/list/0/1', [line], { port });
      expect([status, challenge]).to.deep.equal([401, 'bearer']);
    });
  }

  it('ignore a host that is not valid in HTTP', async () => {
    for (const line of [
      'Host: ada@a.example',
      'Host: a.example, b.example',
      'Host: a.example\rX-More: 1',
      'Host: a.example\r\nHost: b',
    ]) {
      const { challenge, status } = await ask('/department/list/0/1', [line]);
      expect([status, challenge]).to.deep.equal([400, undefined]);
    }
  });

  it('ignore a request without a host', async () => {
    expect((await ask(PATH, [], { version: '1.0' })).status).to.equal(400);
    expect((await ask('/department/list/0/1', [], { version: '1.0' })).challenge).to.equal('bearer');
  });

  it('ignore headers that only a proxy may send', async () => {
    const lines = ['Host: a.example', 'X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: https'];
    expect((await ask(PATH, lines)).json.resource).to.equal('http://a.example');
  });
});

describe('The metadata of a protected resource with a public URL', () => {
  let service: OpenService;
  before(async () => {
    service = await openService({ protectedResource: { issuer: ISSUER, publicUrl: PUBLIC_URL } });
  });
  after(() => service.close());

  it('name it, for every host in the request', async () => {
    expect(await (await fetch(service.url + PATH)).json()).to.include({ resource: PUBLIC_URL });
    expect(challengeOf(await fetch(`${service.url}/department/hierarchy`))).to.equal(
      `Bearer resource_metadata="${PUBLIC_URL}${PATH}"`,
    );
    const { ended } = await rawClient(service.port, `GET ${PATH} HTTP/1.0\r\n\r\n`);
    expect(JSON.parse(readAnswer((await ended).text).body)).to.include({ resource: PUBLIC_URL });
  });

  it('are found below a path of another app', async () => {
    const mounted = await openService({
      protectedResource: { issuer: ISSUER, publicUrl: PUBLIC_URL },
      mount: (app) => new Koa().use(mount('/api', app)) as unknown as typeof app,
    });
    const response = await fetch(`${mounted.url}/api${PATH}`);
    const refused = await fetch(`${mounted.url}/api/department/hierarchy`);
    await mounted.close();
    expect(await response.json()).to.include({ resource: PUBLIC_URL });
    expect(challengeOf(refused)).to.equal(`Bearer resource_metadata="${PUBLIC_URL}${PATH}"`);
  });
});

describe('The metadata of a protected resource without an issuer', () => {
  it('are 404, like every unknown path, and not named', async () => {
    const service = await openService();
    const unknown = await problemOf(await fetch(`${service.url}/nowhere`));
    expect(await problemOf(await fetch(service.url + PATH))).to.deep.equal(unknown);
    expect(challengeOf(await fetch(`${service.url}/department/hierarchy`))).to.equal('Bearer');
    await service.close();
  });
});
