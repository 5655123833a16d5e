import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { type Service, Workplace } from './ops-admin.ts';

async function ready({ url }: Service): Promise<[status: number, body: unknown]> {
  const response = await fetch(`${url}/health/ready`, { headers: { connection: 'close' } });
  return [response.status, await response.json()];
}

describe('ops-admin serve, after a stop signal', () => {
  const workplace = new Workplace();
  const STOPPING = [503, { error: { code: 'SERVICE_UNAVAILABLE', message: 'The service is stopping' } }];

  it('is not ready for OPS_DRAIN_SECONDS, still serves, and exits with 0', async () => {
    const service = await workplace.serve(['--demo'], { OPS_DRAIN_SECONDS: '2' });
    expect(await ready(service)).to.deep.equal([200, { status: 'ok' }]);
    const begun = Date.now();
    const stopped = service.stop();
    await until(async () => (await ready(service))[0] === 503, 'a service that is not ready');
    for (let times = 0; times < 3; times++) {
      expect(await ready(service)).to.deep.equal(STOPPING);
      const headers = { authorization: `Bearer ${service.adminToken}` };
      const response = await fetch(`${service.url}/department/list/0/1`, { headers });
      expect([response.status, response.headers.get('connection')]).to.deep.equal([200, 'close']);
    }
    expect(await stopped).to.equal(0);
    expect(Date.now() - begun).to.be.at.least(1950);
    expect(service.log()).to.include('"msg":"stopping"').and.to.include('"msg":"stopped"');
  });

  it('ends immediately at a second signal', async () => {
    const service = await workplace.serveReal([], { OPS_DRAIN_SECONDS: '60' });
    service.process.kill('SIGTERM');
    await until(async () => (await ready(service))[0] === 503, 'a service that is not ready');
    const closed = once(service.process, 'close');
    service.process.kill('SIGINT');
    expect(await closed).to.deep.equal([null, 'SIGINT']);
  });

  it('does not drain by default', async () => {
    const service = await workplace.serve();
    expect(await service.stop()).to.equal(0);
    expect(service.log()).to.include('"drainSeconds":0');
  });
});

describe('ops-admin serve under load', () => {
  const workplace = new Workplace();

  async function connected({ url }: Service): Promise<Socket> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  }

  it('accepts OPS_MAX_CONNECTIONS concurrent connections', async () => {
    const service = await workplace.serve([], { OPS_MAX_CONNECTIONS: '3' });
    const sockets = [await connected(service), await connected(service), await connected(service)];
    const above = connect(Number(new URL(service.url).port), '127.0.0.1').on('error', () => {});
    await new Promise((resolve) => above.once('close', resolve));
    expect(above.bytesRead).to.equal(0);
    await until(() => service.log().includes('new ones are refused'), 'a warning');
    sockets[0]?.destroy();
    const isServed = async () => (await ready(service).catch(() => [0]))[0] === 200;
    await until(isServed, 'a free place');
    for (const socket of sockets) socket.destroy();
  });

  it('handles OPS_MAX_REQUESTS concurrent requests, except health checks', async () => {
    const service = await workplace.serve(['--demo'], { OPS_MAX_REQUESTS: '1' });
    const headers = { authorization: `Bearer ${service.adminToken}`, connection: 'close' };
    const status = async (path: string) => (await fetch(service.url + path, { headers })).status;
    // A request whose body does not end.
    const socket = await connected(service);
    socket.write(
      'PUT /user/add-permissions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
        `Authorization: Bearer ${service.adminToken}\r\nContent-Length: 5000\r\n\r\n{`,
    );
    await until(async () => (await status('/department/list/0/1')) === 503, 'a refusal');
    expect(await status('/health/ready')).to.equal(200);
    socket.destroy();
    await until(async () => (await status('/department/list/0/1')) === 200, 'room');
  });
});
