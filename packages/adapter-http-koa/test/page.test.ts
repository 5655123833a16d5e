import { expect } from 'chai';
import { type OpenService, openService, problemOf } from './open-service.ts';

describe('GET /docs', () => {
  let service: OpenService;
  before(async () => {
    service = await openService();
  });
  after(() => service.close());
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(service.url + path, { headers, redirect: 'manual' });

  it('is a page for every caller, and uses only its own files', async () => {
    const page = await get('/docs');
    expect(page.status).to.equal(200);
    expect(page.headers.get('content-type')).to.equal('text/html; charset=utf-8');
    const files = [...(await page.text()).matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(
      ([, file]) => file,
    );
    expect(files).to.have.length(5);
    for (const file of files) expect((await get(`/${file}`)).status, file).to.equal(200);
  });

  it('is the same for a client that does not accept compression', async () => {
    for (const file of ['/docs', '/docs/swagger-ui-bundle.js', '/docs/page.css']) {
      const plain = await get(file, { 'accept-encoding': 'identity' });
      expect(plain.headers.get('content-encoding')).to.equal(null);
      const packed = await get(file, { 'accept-encoding': 'gzip' });
      expect(packed.headers.get('content-encoding')).to.equal('gzip');
      for (const [accepted, coding] of [
        ['gzip;q=0', null],
        ['*;q=0', null],
        ['gzip;q=0, *', file === '/docs' ? null : 'br'],
        ['identity;q=0, gzip', 'gzip'],
        ['br;q=1, gzip;q=0.1', 'gzip'],
      ] as const) {
        const weighed = await get(file, { 'accept-encoding': accepted });
        expect(weighed.headers.get('content-encoding'), accepted).to.equal(coding);
        await weighed.body?.cancel();
      }
      expect(await packed.text()).to.equal(await plain.text());
    }
  });

  it('is revalidated by its tag', async () => {
    const etag = (await get('/docs/swagger-ui.css')).headers.get('etag') as string;
    const again = await get('/docs/swagger-ui.css', { 'if-none-match': etag });
    expect([again.status, await again.text()]).to.deep.equal([304, '']);
  });

  it('redirects from an extra slash to the folder of its files', async () => {
    const response = await get('/docs/');
    expect([response.status, response.headers.get('location')]).to.deep.equal([302, '../docs']);
  });

  it('serves no other file', async () => {
    for (const path of [
      '/docs/build.js',
      '/docs/..%2fbuild.js',
      '/docs/%2e%2e%2f%2e%2e%2findex.js',
      '/docs/toString',
    ]) {
      expect((await problemOf(await get(path))).slice(0, 2)).to.deep.equal([404, 'NOT_FOUND']);
    }
  });
});
