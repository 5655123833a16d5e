import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { errAsync } from '@ops-admin/core';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../test/a-browser.ts';
import { localServers } from '../../../test/local-servers.ts';
import {
  ADMIN,
  type OpenService,
  openService,
  PLAIN_USER,
} from '../../adapter-http-koa/test/open-service.ts';

const CLIENT = new URL('../dist/', import.meta.url);
const NEVERTHROW = new URL('./index.es.js', import.meta.resolve('neverthrow'));

/** A page without a build: the packages are what was compiled, and what npm has. */
const PAGE = `<!doctype html><title>A page of the ops team</title>
<script type="importmap">{"imports":{"@ops-admin/client":"/client/index.js","neverthrow":"/neverthrow.js"}}</script>
<script type="module">
import { createClient } from '@ops-admin/client';
window.clientOf = (baseUrl, token, options) => createClient({ baseUrl, token, ...options });
window.outcome = (result) => result.match((data) => ({ data }), (problem) => ({ problem }));
</script>`;

describe('The client in Chromium, on a page of another origin', () => {
  const servers = localServers();
  let origin: string;
  let service: OpenService;
  let browser: Browser | undefined;
  let page: Page;

  before(async function () {
    browser = await launchBrowser(this);
  });
  after(() => browser?.close());
  beforeEach(async () => {
    origin = (await servers.http(serve)).origin;
    service = await openService({ allowedOrigins: [origin] });
    page = await (browser as Browser).newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(origin);
    await page.waitForFunction('window.outcome');
  });
  afterEach(async () => {
    await page.close();
    await service.close();
  });

  /** The outcome of a call as the page sees it. */
  function call(method: string, baseUrl: string, token: string, options = '{}'): Promise<unknown> {
    const client = `clientOf(${JSON.stringify(baseUrl)}, ${JSON.stringify(token)}, ${options})`;
    return page.evaluate(`(async () => outcome(await ${client}.${method}))()`);
  }

  it('reads and changes data', async () => {
    const token = await service.tokenOf(ADMIN.id);
    const members = JSON.stringify({ userId: PLAIN_USER.id, permissions: ['odd one'] });
    expect(await call('listDepartments({ start: 0, end: 1 })', service.url, token)).to.deep.equal({
      data: { total: 0, departments: [] },
    });
    const removed = await call(`removePermissions(${members})`, `${service.url}/`, token);
    expect(removed).to.have.nested.property('data.entry').that.is.a('number');
    expect([...(await service.ports.permissions.find(PLAIN_USER.id))._unsafeUnwrap()]).to.not.include(
      'odd one',
    );
    expect(await call('locate({ address: "MUC" })', service.url, token)).to.have.nested.property(
      'data.address.city',
      'Munich',
    );
    expect(
      await call('listUsers({ start: 0, end: 1, search: "last2" })', service.url, token),
    ).to.have.nested.property('data.total', 1);
    expect(await call('listAudit({ limit: 1 })', service.url, token)).to.have.nested.property(
      'data.entries[0].removed[0]',
      'odd one',
    );
    const rehearsal = `changePermissions({ action: 'remove', dryRun: true, changes: [${JSON.stringify({
      user: PLAIN_USER.id,
      permissions: ['service.tickets.*'],
    })}] })`;
    expect(await call(rehearsal, service.url, token)).to.have.nested.property(
      'data.results[0].result',
      'would-remove',
    );
    expect(await call('checkReadiness()', service.url, '')).to.deep.equal({ data: { status: 'ok' } });
  });

  it('reads the error code, the request id and the time to wait', async () => {
    const refused = await call('listDepartments({ start: 0, end: 1 })', service.url, 'not.a.token');
    expect(refused).to.have.property('problem').that.includes({ status: 401, code: 'UNAUTHORIZED' });
    expect(refused).to.have.nested.property('problem.requestId').that.is.a('string');
    const retryAfter = 60;
    const limited = await openService({
      allowedOrigins: [origin],
      geoLookup: { lookup: () => errAsync({ type: 'quota-exceeded', retryAfter }) },
    });
    const token = await limited.tokenOf(PLAIN_USER.id);
    const outcome = await call('locate({ address: "Vaduz" })', limited.url, token);
    await limited.close();
    expect(outcome).to.have.property('problem').that.includes({ status: 429, retryAfter });
  });

  it('returns a problem for a service that does not allow the page, for a redirect, and when it aborts', async () => {
    const strict = await openService();
    expect(await call('checkLiveness()', strict.url, '')).to.deep.equal({
      problem: { type: 'no-answer', message: 'The service did not answer: Failed to fetch' },
    });
    await strict.close();
    expect(await call('checkLiveness()', `${origin}/moved`, '')).to.deep.include({
      problem: {
        type: 'no-answer',
        status: 0,
        message: 'The answer is not from the service: 0, no content type',
      },
    });
    const aborted = await call(
      'checkLiveness()',
      `${origin}/slow`,
      '',
      '{ signal: AbortSignal.timeout(50) }',
    );
    expect(aborted).to.have.nested.property('problem.type', 'aborted');
  });

  it("accepts a baseUrl on the page's own origin", async () => {
    for (const baseUrl of ['/below', 'below/', `${origin}/below`]) {
      expect(await call('checkLiveness()', baseUrl, '')).to.deep.equal({ data: { status: 'ok' } });
    }
  });
});

/** The page, its modules, and a path of the same origin at which something like the service answers. */
const serve: RequestListener = async ({ url = '/' }, response) => {
  const [, name = ''] = /^\/client\/([\w-]+\.js)$/.exec(url) ?? [];
  if (url === '/') response.setHeader('Content-Type', 'text/html').end(PAGE);
  else if (url === '/below/health/live') response.end('{"status":"ok"}');
  else if (url.startsWith('/moved/')) response.writeHead(302, { Location: '/below/health/live' }).end();
  else if (!url.startsWith('/slow/')) {
    const file = url === '/neverthrow.js' ? NEVERTHROW : new URL(name, CLIENT);
    response.setHeader('Content-Type', 'text/javascript').end(await readFile(file));
  }
};
