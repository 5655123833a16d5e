import { expect } from 'chai';
import { ADMIN, type OpenService, openService } from './open-service.ts';

describe('The log of requests', () => {
  let service: OpenService;
  beforeEach(async () => {
    service = await openService();
  });
  afterEach(() => service.close());
  const lines = (level = 'info') => service.logged.filter((line) => line.level === level);

  it('has a line per request, with its id, caller, route, status and duration', async () => {
    const response = await service.request('/department/list/0/10', { headers: { 'x-request-id': 'mine' } });
    await response.text();
    const [line, ...others] = lines();
    expect(others).to.deep.equal([]);
    const { milliseconds, ...fields } = line?.fields ?? {};
    expect(line?.message).to.equal('request');
    expect(fields).to.deep.equal({
      requestId: 'mine',
      user: ADMIN.id,
      method: 'GET',
      route: '/department/list/:start/:end',
      status: 200,
      traceparent: undefined,
    });
    expect(milliseconds).to.be.a('number').within(0, 5000);
  });

  it('has the trace of a request', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    for (const given of [traceparent, 'x; secret']) {
      await (await service.request('/auth/session', { headers: { traceparent: given } })).text();
    }
    expect(lines().map(({ fields }) => fields.traceparent)).to.deep.equal([traceparent, undefined]);
  });

  it('reports requests that fail, for every caller', async () => {
    for (const path of ['/department/list/0/x', '/nowhere']) await (await service.request(path)).text();
    await (await fetch(`${service.url}/department/hierarchy`)).text();
    const logged = lines().map(({ fields: { status, route, user } }) => [status, route, user]);
    expect(logged).to.deep.equal([
      [400, '/department/list/:start/:end', ADMIN.id],
      [404, undefined, undefined],
      [401, '/department/hierarchy', undefined],
    ]);
  });

  it('contains neither the address nor the token nor the query', async () => {
    await (await service.request('/geo-locations/address/Geheimgasse%205?key=hidden')).text();
    const [line] = lines();
    expect(line?.fields).to.include({ route: '/geo-locations/address/:address' });
    const text = JSON.stringify(service.logged);
    for (const secret of ['Geheimgasse', 'hidden', 'Bearer', 'eyJ']) expect(text).to.not.include(secret);
  });

  it('reports health checks only at debug', async () => {
    for (const path of ['/health/live', '/health/ready']) await (await fetch(service.url + path)).text();
    expect(lines()).to.deep.equal([]);
    expect(lines('debug').map(({ fields }) => fields.route)).to.deep.equal(['/health/live', '/health/ready']);
  });
});
