import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { belowAPath } from './below-a-path.ts';
import { type OpenService, openService, problemOf } from './open-service.ts';

const FILES = {
  'index.html': '<!doctype html><title>A page</title>',
  'page-ABC.js': 'export {};',
  'style-ABC.css': 'body {}',
};

describe('GET /', () => {
  let folder: string;
  let service: OpenService;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ops-admin-page-'));
    for (const [name, text] of Object.entries(FILES))
      writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
    service = await openService({
      page: { folder, clientId: 'ops-page', scopes: ['offline_access'] },
      protectedResource: { issuer: 'https://id.example.org/realm', publicUrl: 'https://ops.example.org' },
    });
  });
  after(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(service.url + path, { headers, redirect: 'manual' });

  it('is HTML for every Accept header, with a policy that names only the provider', async () => {
    const page = await get('/', { accept: 'application/json' });
    expect([page.status, page.headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8']);
    expect(await page.text()).to.equal(FILES['index.html']);
    expect(page.headers.get('cache-control')).to.equal('no-cache');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).to.include("connect-src 'self' https://id.example.org;");
    expect(policy)
      .to.match(/default-src 'none'/)
      .and.to.not.match(/unsafe|\*/);
  });

  it('has files that a browser requests once, in an accepted coding', async () => {
    for (const coding of ['gzip', 'identity']) {
      const file = await get('/page/page-ABC.js', { 'accept-encoding': coding });
      expect(file.headers.get('content-encoding') ?? 'identity').to.equal(coding);
      expect(file.headers.get('content-type')).to.equal('text/javascript; charset=utf-8');
      expect(file.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
      expect(await file.text()).to.equal(FILES['page-ABC.js']);
    }
    for (const [accepted, coding] of [
      ['gzip;q=0', null],
      ['*;q=0', null],
      ['gzip;q=0, br', null],
      ['br;q=0, *', 'gzip'],
      ['identity;q=0, gzip;q=0.1', 'gzip'],
      ['identity, br;q=0.5', null],
    ] as const) {
      const file = await get('/', { 'accept-encoding': accepted });
      expect(file.headers.get('content-encoding'), accepted).to.equal(coding);
      expect(await file.text(), accepted).to.equal(FILES['index.html']);
    }
    for (const path of ['/page/other.js', '/page/..%2fx', '/page/toString', '/page/index.html.gz']) {
      const missing = await get(path);
      expect(missing.headers.get('cache-control'), path).to.equal('no-store');
      expect((await problemOf(missing)).slice(0, 2)).to.deep.equal([404, 'NOT_FOUND']);
    }
  });

  it('describes the sign-in, without secrets', async () => {
    const access = { adminPermission: 'service.admin.access', readerPermission: 'service.admin.read' };
    expect(await (await get('/page/config')).json()).to.deep.equal({
      signIn: {
        issuer: 'https://id.example.org/realm',
        clientId: 'ops-page',
        scopes: ['offline_access'],
        resource: 'https://ops.example.org',
      },
      ...access,
    });
    const pasted = await openService({ page: { folder } });
    expect(await (await fetch(`${pasted.url}/page/config`)).json()).to.deep.equal({
      signIn: null,
      ...access,
    });
    await pasted.close();
  });

  it('is 404 in an app without a page', async () => {
    const plain = await openService();
    for (const path of ['/', '/page/config', '/page/page-ABC.js']) {
      expect((await problemOf(await fetch(plain.url + path)))[0], path).to.equal(404);
    }
    await plain.close();
  });

  it('redirects to the folder of its files, where the app is mounted below a path', async () => {
    const mounted = await openService({
      page: { folder },
      mount: belowAPath,
    });
    const led = await fetch(`${mounted.url}/ops`, { redirect: 'manual' });
    expect([led.status, led.headers.get('location')]).to.deep.equal([302, 'ops/']);
    expect((await fetch(`${mounted.url}/ops/`)).status).to.equal(200);
    expect((await fetch(`${mounted.url}/ops/page/style-ABC.css`)).status).to.equal(200);
    await mounted.close();
  });
});
