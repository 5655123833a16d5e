import Router from '@koa/router';
import type { AppState } from '@ops-admin/adapter-http-koa';
import { expect } from 'chai';
import Koa, { type DefaultContext } from 'koa';
import mount from 'koa-mount';
import { type OpenService, openService, PLAIN_USER, problemOf } from './open-service.ts';

const ORIGIN = 'https://ops.example.org';

/** An app of somebody else's with routes of its own before and after ours. */
function outerApp(admin: Koa<AppState, DefaultContext>): Koa<AppState, DefaultContext> {
  const router = new Router<AppState, DefaultContext>();
  // What stays in the context of every request: a route that fits all of them, with all methods.
  router.all('/{*path}', async (ctx, next) => {
    await next();
    ctx.set('X-Outer', 'passed');
  });
  const app = new Koa<AppState, DefaultContext>();
  app.silent = true;
  app.use(router.routes());
  app.use(mount('/admin', admin));
  app.use((ctx) => {
    if (ctx.path === '/broken') throw new Error('outer bug');
    ctx.body = `outer ${ctx.path}`;
  });
  return app;
}

describe('The app below a path of another Koa app', () => {
  let service: OpenService;

  before(async () => {
    service = await openService({
      mount: outerApp,
      allowedOrigins: [ORIGIN],
      ports: { health: { check: () => Promise.reject(new Error('our bug')) as never } },
    });
  });
  after(() => service.close());

  it('answers its routes', async () => {
    const response = await service.request('/admin/department/list/0/0');
    expect(response.status).to.equal(200);
    expect(await response.json()).to.have.nested.property('data.total', 0);
    expect(response.headers.get('X-Outer')).to.equal('passed');
    expect(response.headers.get('X-Request-Id')).to.be.a('string');
  });

  it('changes permissions as it does unmounted', async () => {
    const payload = { userId: PLAIN_USER.id, permissions: ['service.tickets.*'] };
    const response = await service.request('/admin/user/remove-permissions', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ payload }),
    });
    expect(response.status).to.equal(200);
    const held = (await service.ports.permissions.find(PLAIN_USER.id))._unsafeUnwrap();
    expect([...held]).to.deep.equal(['odd one']);
  });

  it('answers unknown paths itself, and does not pass them on', async () => {
    for (const path of ['/admin', '/admin/', '/admin/unknown', '/admin/admin/health/live']) {
      const [status, code] = await problemOf(await service.request(path));
      expect([status, code], path).to.deep.equal([404, 'NOT_FOUND']);
    }
  });

  it('names only its own methods in Allow', async () => {
    const response = await service.request('/admin/department/hierarchy', { method: 'DELETE' });
    expect(response.headers.get('Allow')).to.equal('HEAD, GET');
    expect((await problemOf(response))[0]).to.equal(405);
  });

  it('answers a preflight', async () => {
    const preflight = (path: string) =>
      service.request(path, {
        method: 'OPTIONS',
        headers: { Origin: ORIGIN, 'Access-Control-Request-Method': 'PUT' },
      });
    const known = await preflight('/admin/user/add-permissions');
    expect([known.status, known.headers.get('Access-Control-Allow-Methods')]).to.deep.equal([
      204,
      'HEAD, GET, POST, PUT',
    ]);
  });

  it('logs its own routes, and none for an unknown path', async () => {
    service.logged.length = 0;
    await service.request('/admin/department/hierarchy');
    await service.request('/admin/unknown');
    const routes = service.logged
      .filter(({ message }) => message === 'request')
      .map(({ fields }) => fields.route);
    expect(routes).to.deep.equal(['/department/hierarchy', undefined]);
  });

  it('describes itself by addresses below the mount', async () => {
    const response = await service.request('/admin/openapi.json');
    const { servers } = (await response.json()) as { servers: { url: string }[] };
    expect(servers.map(({ url }) => new URL(url, response.url).href)).to.deep.equal([
      `${service.url}/admin/`,
    ]);
  });

  it('finds every file of its page from the page', async () => {
    const page = await service.request('/admin/docs/');
    expect(page.url).to.equal(`${service.url}/admin/docs`);
    const links = [...(await page.text()).matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, link]) => link ?? '');
    expect(links).to.include.members(['docs/page.js', 'docs/swagger-ui.css']);
    for (const link of links) {
      expect((await fetch(new URL(link, page.url))).status, link).to.equal(200);
    }
  });

  it('answers its own exceptions itself', async () => {
    const [status, code] = await problemOf(await service.request('/admin/health/ready'));
    expect([status, code]).to.deep.equal([500, 'SERVER_ERROR']);
    expect(service.logged.at(-2)?.fields.err).to.have.property('message', 'our bug');
  });

  it('leaves the other routes of the outer app unchanged, and their exceptions too', async () => {
    for (const path of ['/', '/administration', '/department/hierarchy', '/health/live']) {
      const response = await service.request(path);
      expect([response.status, await response.text()]).to.deep.equal([200, `outer ${path}`]);
      expect(response.headers.get('X-Request-Id'), path).to.equal(null);
    }
    const broken = await service.request('/broken');
    expect([broken.status, await broken.text()]).to.deep.equal([500, 'Internal Server Error']);
  });

  it('identifies its callers below the mount', async () => {
    const asUser = { headers: { authorization: `Bearer ${await service.tokenOf(PLAIN_USER.id)}` } };
    const [status] = await problemOf(await service.request('/admin/department/hierarchy', asUser));
    expect(status).to.equal(401);
  });
});
