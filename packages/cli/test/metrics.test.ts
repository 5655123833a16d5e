import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { type Service, Workplace } from './ops-admin.ts';

const USER = '65a100000000000000000002';
const KEY = 'a-key-of-a-provider';

describe('Metrics of the service', () => {
  const workplace = new Workplace();
  let provider: Server;
  beforeEach(async () => {
    const place = { lat: '47.1', lon: '9.5', address: { town: 'Vaduz', country_code: 'li' } };
    provider = createServer((request, response) => {
      response.end(JSON.stringify(request.url?.includes('nowhere') ? [] : [place]));
    });
    await once(provider.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => provider.close());

  const env = () => ({
    OPS_GEOCODERS: 'locationiq',
    OPS_LOCATIONIQ_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    OPS_LOCATIONIQ_KEY: KEY,
    OPS_GEOCODE_RATE_LIMIT: '8',
  });
  const scrape = async ({ metricsUrl = '' }: Service) => (await fetch(metricsUrl)).text();

  /** The values of a figure by their labels, such as `GET /health/live 200`; groups of times are left out. */
  function valuesOf(text: string, name: string): Record<string, number> {
    const lines = [...text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))];
    const labelsOf = (inside = '') => [...inside.matchAll(/="(.*?)"/g)].map(([, value]) => value).join(' ');
    return Object.fromEntries(lines.map(([, inside, value]) => [labelsOf(inside), Number(value)]));
  }

  /** A client that counts its answers. */
  function aClient({ adminToken, url, userToken }: Service) {
    const statuses: Record<number, number> = {};
    const note = (status: number) => {
      statuses[status] = (statuses[status] ?? 0) + 1;
      return status;
    };
    const tokens = { admin: adminToken, user: userToken, none: 'none' };
    return {
      statuses,
      get: async (path: string, as: keyof typeof tokens = 'admin', init: RequestInit = {}) => {
        const headers = { authorization: `Bearer ${tokens[as]}`, 'content-type': 'application/json' };
        const response = await fetch(url + path, { headers, ...init });
        await response.arrayBuffer();
        return note(response.status);
      },
      send: async (bytes: string) => {
        const socket = connect(Number(new URL(url).port), '127.0.0.1');
        socket.end(bytes);
        let answer = '';
        for await (const chunk of socket) answer += chunk;
        return note(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]));
      },
    };
  }

  it('add up to the requests that were sent, and to their effects', async () => {
    const service = await workplace.serve(['--demo', '--metrics-port', '0'], env());
    const entriesBefore = valuesOf(await scrape(service), 'ops_admin_audit_entries_total')[''] ?? Number.NaN;
    const { get, send, statuses } = aClient(service);
    const change = (action: string) => ({
      method: 'PUT',
      body: JSON.stringify({ payload: { userId: USER, permissions: [`service.new.${action}`] } }),
    });
    const sent = [
      ...Array.from({ length: 20 }, () => get('/department/list/0/5')),
      ...Array.from({ length: 4 }, () => get('/department/hierarchy', 'user')),
      ...Array.from({ length: 5 }, () => get('/department/hierarchy', 'none')),
      ...Array.from({ length: 3 }, (_, n) => get('/user/add-permissions', 'admin', change(`a${n}`))),
      ...Array.from({ length: 2 }, (_, n) => get('/user/remove-permissions', 'admin', change(`a${n}`))),
      get('/user/remove-permissions', 'user', change('a0')),
      get('/nowhere'),
      get('/department/hierarchy', 'admin', { method: 'POST' }),
      ...Array.from({ length: 6 }, () => send('nonsense\r\n\r\n')),
    ];
    await Promise.all(sent);
    // One after the other: concurrent lookups share one request.
    const lookups = ['JFK', 'Secret Street 1', 'secret  street 1', 'Secret Street 2', 'nowhere', 'nowhere'];
    for (const text of lookups) await get(`/geo-locations/address/${encodeURIComponent(text)}`);
    for (let n = 0; n < 5; n++) await get('/geo-locations/address/MUC');
    await workplace.run(['permissions', 'add', USER, 'service.by-another-process']);

    const text = await scrape(service);
    const requests = valuesOf(text, 'ops_admin_http_request_duration_seconds_count');
    expect(requests).to.deep.equal({
      'GET /department/list/:start/:end 200': 20,
      'GET /department/hierarchy 401': 9,
      'PUT /user/add-permissions 200': 3,
      'PUT /user/remove-permissions 200': 2,
      'PUT /user/remove-permissions 403': 1,
      'GET none 404': 1,
      'POST none 405': 1,
      'other none 400': 6,
      'GET /geo-locations/address/:address 200': 6,
      'GET /geo-locations/address/:address 404': 2,
      'GET /geo-locations/address/:address 429': 3,
    });
    const byStatus: Record<number, number> = {};
    for (const [name, count] of Object.entries(requests)) {
      const status = Number(name.split(' ').at(-1));
      byStatus[status] = (byStatus[status] ?? 0) + count;
    }
    expect(byStatus).to.deep.equal(statuses);
    expect(valuesOf(text, 'ops_admin_provider_request_duration_seconds_count')).to.deep.equal({
      'locationiq found': 2,
      'locationiq location-not-found': 1,
    });
    // LocationIQ lets answers be kept for two days.
    expect(valuesOf(text, 'ops_admin_lookup_cache_requests_total')).to.deep.equal({
      'locationiq miss': 3,
      'locationiq hit': 2,
    });
    expect(valuesOf(text, 'ops_admin_provider_state')).to.include({
      'locationiq closed': 1,
      'locationiq open': 0,
    });
    expect(valuesOf(text, 'ops_admin_audit_entries_total')).to.deep.equal({ '': entriesBefore + 6 });
    expect(valuesOf(text, 'nodejs_eventloop_lag_p99_seconds')['']).to.be.greaterThan(0);

    for (const secret of [
      service.adminToken,
      service.userToken,
      KEY,
      USER,
      'ecret',
      'MUC',
      '/nowhere',
      'jonas',
    ])
      expect(text, secret).to.not.include(secret);
  });

  it("are served only on a configured port, never on the service's port", async () => {
    const plain = await workplace.serve();
    expect(plain).to.not.have.property('metricsUrl');
    const shown = await workplace.serve([], { OPS_METRICS_PORT: '0' });
    expect(shown.metricsUrl).to.match(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    for (const { url } of [plain, shown]) expect((await fetch(`${url}/metrics`)).status).to.equal(404);
    expect(shown.log()).to.include(shown.metricsUrl);
    for (const path of ['/health/live', '/health/ready']) {
      const health = await fetch(new URL(path, shown.metricsUrl));
      expect([health.status, await health.json()]).to.deep.equal([200, { status: 'ok' }]);
    }
  });

  it('are printed with the address of the service', async () => {
    const child = workplace.start([
      'serve',
      '--port',
      '0',
      '--metrics-port',
      '0',
      '--metrics-host',
      '127.0.0.2',
    ]);
    let printed = '';
    child.stdout?.on('data', (chunk) => {
      printed += chunk;
    });
    await until(() => printed.includes('/metrics'), 'the address of the metrics');
    expect(printed).to.match(/^ops-admin listens on \S+\nMetrics: http:\/\/127\.0\.0\.2:\d+\/metrics\n$/);
  });

  it("report a port in use, and release it when the service's port is in use", async () => {
    const service = await workplace.serve(['--metrics-port', '0']);
    const taken = new URL(service.metricsUrl ?? '').port;
    const failed = await workplace.run(['serve', '--port', '0', '--metrics-port', taken]);
    expect([failed.code, failed.stdout]).to.deep.equal([1, '']);
    expect(failed.stderr).to.match(
      new RegExp(`^ops-admin: cannot listen for metrics on 127.0.0.1 port ${taken}: .*EADDRINUSE`, 'm'),
    );
    const other = await workplace.run(['serve', '--port', new URL(service.url).port, '--metrics-port', '0']);
    expect(other.code).to.equal(1);
    expect(other.stderr).to.match(/^ops-admin: cannot listen on 127.0.0.1 port \d+: .*EADDRINUSE/m);
    for (const wrong of ['65536', 'x', '-1']) {
      expect((await workplace.run(['serve', '--metrics-port', wrong])).code, wrong).to.equal(2);
    }
  });

  it('are served until the last request is done, and then end with the service', async () => {
    const service = await workplace.serve(['--demo', '--metrics-port', '0']);
    const body = JSON.stringify({ payload: { userId: USER, permissions: ['service.geo.read'] } });
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1').resume();
    socket.write(
      'PUT /user/remove-permissions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
        `Authorization: Bearer ${service.adminToken}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    );
    // Data sent later is read later.
    await fetch(`${service.url}/health/live`, { headers: { connection: 'close' } });
    const stopped = service.stop();
    await until(
      () =>
        fetch(service.url).then(
          () => false,
          () => true,
        ),
      'a service that takes no more',
    );
    const text = await scrape(service);
    expect(valuesOf(text, 'ops_admin_http_request_duration_seconds_count'))
      .to.include.keys('GET /health/live 200')
      .and.to.not.include.keys('PUT /user/remove-permissions 200');
    expect(valuesOf(text, 'ops_admin_audit_entries_total')['']).to.be.greaterThan(0);
    socket.write(body.slice(10));
    expect(await stopped).to.equal(0);
  });

  it('are served also while the database cannot be read', async () => {
    const service = await workplace.serve(['--demo', '--metrics-port', '0']);
    const file = workplace.path('ops-admin.db');
    const database = new Database(file);
    database.exec('alter table audit_entries rename to gone').close();
    const text = await scrape(service);
    expect(text)
      .to.match(/^ops_admin_build_info/m)
      .and.to.not.match(/^ops_admin_audit_entries_total/m);
    expect(service.log()).to.include('cannot be counted');
  });
});
