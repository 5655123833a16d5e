import { once } from 'node:events';
import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { FixedWindowRateLimiter, ResultAsync } from '@ops-admin/core';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { type OpenService, openService, PLAIN_USER } from './open-service.ts';

describe('The metrics of requests', () => {
  let service: OpenService;
  // The first answer that a test gets is compared with the description, which is asked for then.
  before(async () => {
    const first = await openService();
    await (await first.request('/health/live')).text();
    await first.close();
  });
  beforeEach(async () => {
    const rateLimiter = new FixedWindowRateLimiter({ limit: 2, windowSeconds: 60 }, () => performance.now());
    service = await openService({ rateLimiter });
  });
  afterEach(() => service.close());
  const get = async (path: string, init?: RequestInit) => (await service.request(path, init)).text();
  const counts = () =>
    Object.fromEntries(
      Object.entries(service.metrics.read().requests).map(([name, { count }]) => [name, count]),
    );
  /** Sends bytes as they are, and waits until the connection is over. */
  const send = async (bytes: string) => {
    const socket = connect(service.port, '127.0.0.1').resume();
    socket.end(bytes);
    await once(socket, 'close');
  };

  it('count the sent requests by method, route and status', async () => {
    const list = '/department/list/0/10';
    const plain = { authorization: `Bearer ${await service.tokenOf(PLAIN_USER.id)}` };
    const removal = (userId: string) => ({
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payload: { userId, permissions: ['service.tickets.*'] } }),
    });
    await get(list);
    const tag = (await service.request(list)).headers.get('etag') ?? '';
    await get(list, { headers: { 'if-none-match': tag } });
    await get(list, { method: 'HEAD' });
    await get(list, { headers: plain });
    await get('/department/list/0/x');
    await get('/department/list/0/10', { method: 'POST' });
    await get('/user/remove-permissions', removal(PLAIN_USER.id));
    await get('/user/remove-permissions', removal(anId(99)));
    await get('/user/remove-permissions', { ...removal(anId(99)), body: '{' });
    await get('/nowhere');
    for (let n = 0; n < 3; n++) await get('/geo-locations/address/JFK');
    await get('/health/live', { headers: { authorization: '' } });
    expect(counts()).to.deep.equal({
      'GET /department/list/:start/:end 200': 2,
      'GET /department/list/:start/:end 304': 1,
      'HEAD /department/list/:start/:end 200': 1,
      'GET /department/list/:start/:end 401': 1,
      'GET /department/list/:start/:end 400': 1,
      'POST none 405': 1,
      'PUT /user/remove-permissions 200': 1,
      'PUT /user/remove-permissions 404': 1,
      'PUT /user/remove-permissions 400': 1,
      'GET none 404': 1,
      'GET /geo-locations/address/:address 404': 2,
      'GET /geo-locations/address/:address 429': 1,
      'GET /health/live 200': 1,
    });
  });

  it('report the duration of an answer in seconds', async () => {
    await service.close();
    const check = () => ResultAsync.fromSafePromise<void>(sleep(60));
    service = await openService({ ports: { health: { check } } });
    const started = performance.now();
    await get('/health/ready');
    const most = (performance.now() - started) / 1000;
    const [request] = service.metrics.requests;
    expect(request?.seconds).to.be.within(0.055, most);
  });

  it('count data that is refused before it becomes a request', async () => {
    await send('nonsense\r\n\r\n');
    await send('GET /health/live HTTP/1.1\r\n\r\n');
    await send('GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n');
    await send('CONNECT example.org:80 HTTP/1.1\r\nHost: x\r\n\r\n');
    await send(`GET /health/live HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(counts()).to.deep.equal({ 'other none 400': 4, 'other none 431': 1 });
  });

  it('count each of several requests on one connection, and none where no client waits for an answer', async () => {
    const one = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
    await send(one + one + one.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    await send('');
    const socket = connect(service.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /health/l');
    // Later data is read later.
    await fetch(`${service.url}/health/live`);
    socket.resetAndDestroy();
    await once(socket, 'close');
    await fetch(`${service.url}/health/live`);
    expect(counts()).to.deep.equal({ 'GET /health/live 200': 5 });
  });

  it('have few label values, for any request', async () => {
    const odd = [
      '/%00',
      '/__proto__',
      '/department/list/%2e%2e/1',
      '/docs/"\n{}',
      `/${'x'.repeat(3000)}`,
      '//a//b',
    ];
    for (const path of odd) await get(path);
    for (let n = 0; n < 50; n++) {
      await get(`/nowhere/${n}`);
      await get(`/docs/${n}.js`);
      await get(`/department/list/${n}/0`, { headers: { authorization: `Bearer ${n}` } });
      await get(`/geo-locations/address/${n}`, { headers: { authorization: `Bearer ${n}` } });
    }
    for (const method of METHODS) await send(`${method} /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    for (const method of ['get', 'EVIL', 'GET\t', '__proto__'])
      await send(`${method} /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    const known = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'other'];
    const { requests } = service.metrics;
    expect(requests).to.have.length(odd.length + 200 + METHODS.length + 4);
    for (const { method, route } of requests) {
      expect(known).to.include(method);
      expect([
        'none',
        '/docs/:file',
        '/department/:departmentId',
        '/department/list/:start/:end',
        '/geo-locations/address/:address',
      ]).to.include(route);
    }
  });

  it('count failures, including exceptions', async () => {
    await service.close();
    const bug = () => {
      throw new Error('a bug');
    };
    service = await openService({ ports: { health: { check: bug } } });
    await get('/health/ready');
    expect(counts()).to.deep.equal({ 'GET /health/ready 500': 1 });
  });
});
