import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Scraped, startMetricsServer } from '@ops-admin/service/metrics';
import { expect } from 'chai';
import { aLog } from './a-log.ts';

describe('startMetricsServer', () => {
  const { lines, log } = aLog();
  let scraped: Scraped;
  let stop: () => Promise<void>;
  let url: string;
  beforeEach(async () => {
    scraped = { contentType: 'text/plain; version=0.0.4', scrape: async () => 'figures 1\n' };
    const shown: Scraped = { contentType: scraped.contentType, scrape: () => scraped.scrape() };
    ({ stop, url } = (await startMetricsServer(shown, { host: '127.0.0.1', port: 0, log }))._unsafeUnwrap());
  });
  afterEach(() => stop());

  it('shows the figures at /metrics, which must not be cached', async () => {
    for (const query of ['', '?a=b']) {
      const response = await fetch(url + query);
      expect([response.status, await response.text()]).to.deep.equal([200, 'figures 1\n']);
      expect(response.headers.get('content-type')).to.equal('text/plain; version=0.0.4');
      expect(response.headers.get('cache-control')).to.equal('no-store');
    }
  });

  it('answers 404 elsewhere, and accepts no other method', async () => {
    for (const path of ['/', '/metrics/', '/Metrics', '/health/live', '/metrics/../x'])
      expect((await fetch(new URL(path, url))).status).to.equal(404);
    for (const method of ['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']) {
      const response = await fetch(url, { method });
      expect([response.status, response.headers.get('allow')]).to.deep.equal([405, 'GET']);
    }
  });

  it('shows health too, if it is configured', async () => {
    let why: string | undefined;
    const options = { host: '127.0.0.1', port: 0, log, health: { notReady: async () => why } };
    const served = (await startMetricsServer(scraped, options))._unsafeUnwrap();
    const read = async (path: string) => {
      const response = await fetch(new URL(path, served.url));
      return [response.status, await response.json()];
    };
    for (why of [undefined, 'The service is stopping']) {
      expect(await read('/health/live')).to.deep.equal([200, { status: 'ok' }]);
      const refusal = { error: { code: 'SERVICE_UNAVAILABLE', message: why } };
      expect(await read('/health/ready')).to.deep.equal(why ? [503, refusal] : [200, { status: 'ok' }]);
    }
    expect((await fetch(new URL('/health', served.url))).status).to.equal(404);
    await served.stop();
  });

  it('reports in the log, not to the reader, why figures cannot be read', async () => {
    scraped = { ...scraped, scrape: () => Promise.reject(new Error('a secret')) };
    const response = await fetch(url);
    expect([response.status, await response.text()]).to.deep.equal([500, 'The metrics cannot be read\n']);
    expect(lines).to.deep.equal(['error the metrics cannot be read']);
  });

  it('reports a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const failed = await startMetricsServer(scraped, { host: '127.0.0.1', port, log });
    other.close();
    expect(failed._unsafeUnwrapErr().type).to.equal('cannot-listen');
    expect(failed._unsafeUnwrapErr().message).to.match(
      new RegExp(`^cannot listen for metrics on 127.0.0.1 port ${port}: .*EADDRINUSE`),
    );
  });

  it('stops immediately, even with clients connected', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET /metrics HTTP/1.1\r\nHost: x\r\n\r\nGET /metr');
    await once(socket, 'data');
    const started = performance.now();
    await stop();
    // A client has five seconds to ask.
    expect(performance.now() - started).to.be.lessThan(4500);
    expect(await fetch(url).catch(() => 'gone')).to.equal('gone');
  });

  it('disconnects a client whose request needs more than five seconds', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET /metr');
    const started = performance.now();
    expect(await text(socket)).to.match(/^HTTP\/1\.1 408 /);
    expect(performance.now() - started).to.be.at.least(4900);
  });
});
