import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../test/a-browser.ts';
import { type Service, Workplace } from './ops-admin.ts';

describe('The page to try the interface', () => {
  const workplace = new Workplace();
  let service: Service;
  let browser: Browser | undefined;
  let page: Page;
  /** Events that must not occur: messages in the console, requests to other hosts. */
  let wrong: string[];

  before(async function () {
    browser = await launchBrowser(this);
  });
  after(() => browser?.close());
  beforeEach(async () => {
    service = await workplace.serve(['--demo']);
    page = await (browser as Browser).newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(20_000);
    wrong = [];
    page.on('console', (message) => wrong.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => wrong.push(String(error)));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${service.url}/`) && !url.startsWith('data:')) wrong.push(url);
    });
  });
  afterEach(() => page?.close());

  const endpoint = (id: string) => page.locator(`[id$="-${id}"]`);

  async function authorise(token: string): Promise<void> {
    await page.locator('.scheme-container .authorize').click();
    const dialog = page.locator('.modal-ux');
    await dialog.locator('input').fill(token);
    await dialog.locator('button[type=submit]').click();
    await dialog.locator('.btn-done').click();
  }

  /** Opens an endpoint, sends its fields, and reads the answer from the page. */
  async function attempt(id: string, fill?: () => Promise<void>): Promise<[status: string, body: unknown]> {
    const block = endpoint(id);
    if (!(await block.getAttribute('class'))?.includes('is-open')) {
      await block.locator('.opblock-summary-control').click();
    }
    // An earlier answer must not be read as the current one.
    const clear = block.locator('.btn-clear');
    if (await clear.isVisible()) await clear.click();
    await fill?.();
    const answered = page.waitForResponse((response) => response.request().resourceType() === 'fetch');
    await block.locator('.execute').click();
    await answered;
    const shown = block.locator('.live-responses-table .response');
    const status = await shown.locator('.response-col_status').textContent();
    return [
      status?.trim() ?? '',
      JSON.parse((await shown.locator('.highlight-code code').first().textContent()) ?? ''),
    ];
  }

  it('reads a token once, and calls every kind of endpoint with it', async () => {
    await page.goto(`${service.url}/docs`);
    expect(await page.title()).to.include('ops-admin');
    await endpoint('listDepartments').waitFor();
    await authorise(service.adminToken);

    const [listed, list] = await attempt('listDepartments');
    expect(listed).to.equal('200');
    expect(list).to.have.nested.property('data.total', 24);
    expect(list).to.have.nested.property('data.departments').with.length(10);

    const user = '65a100000000000000000002';
    expect(await workplace.json('permissions', 'list', user)).to.include('service.geo.read');
    const removed = await attempt('removePermissions', () =>
      endpoint('removePermissions')
        .locator('textarea')
        .fill(JSON.stringify({ payload: { userId: user, permissions: ['service.geo.read'] } })),
    );
    expect(removed).to.deep.equal(['200', { message: 'Permissions removed successfully', data: {} }]);
    expect(await workplace.json('permissions', 'list', user)).to.not.include('service.geo.read');

    const [located, location] = await attempt('locate', () =>
      endpoint('locate').locator('input[placeholder=address]').fill('JFK'),
    );
    expect(located).to.equal('200');
    expect(location)
      .to.deep.include({ message: '' })
      .and.to.have.nested.property('data.address.country', 'US');
    expect(
      await endpoint('locate')
        .locator('.live-responses-table .response .response-col_description')
        .first()
        .textContent(),
    ).to.match(/ratelimit: /);
    expect(wrong).to.deep.equal([]);
  });

  it("supports an admin's day: the session, users, a dry run, and the audit log", async () => {
    await page.goto(`${service.url}/docs`);
    await endpoint('listUsers').waitFor();
    await authorise(service.adminToken);
    const [, session] = await attempt('showSession');
    expect(session).to.have.nested.property('data.admin', true);
    // Nothing of what narrows a list is filled in beforehand.
    const [, users] = await attempt('listUsers');
    expect(users).to.have.nested.property('data.total', 12);
    const [, found] = await attempt('listUsers', () =>
      endpoint('listUsers').locator('input[placeholder=search]').fill('jonas'),
    );
    expect(found).to.have.nested.property('data.users').with.length(1);
    const [, shown] = await attempt('showUser');
    expect(shown).to.have.nested.property('data.effective[0].permission');
    const [, tried] = await attempt('changePermissions');
    expect(tried).to.have.nested.property('data.results[0].dryRun', true);
    const [status, trail] = await attempt('listAudit');
    expect([status, (trail as { data: { entries: unknown[] } }).data.entries.length > 5]).to.deep.equal([
      '200',
      true,
    ]);
    expect(wrong).to.deep.equal([]);
  });

  it('shows the view of a caller without access, and keeps no token after leaving', async () => {
    await page.goto(`${service.url}/docs`);
    await endpoint('showDepartmentHierarchy').waitFor();
    await authorise(service.userToken);
    const [status, body] = await attempt('showDepartmentHierarchy');
    expect(status).to.equal('401');
    expect(body).to.have.nested.property('error.code', 'UNAUTHORIZED');
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')).to.equal(
      '[{},{},""]',
    );
    // The browser itself writes a line for every 401.
    expect(wrong.filter((line) => !line.includes('401'))).to.deep.equal([]);
  });

  it('fits on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${service.url}/docs`);
    await endpoint('listDepartments').waitFor();
    await authorise(service.adminToken);
    await attempt('listDepartments');
    await attempt('locate');
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(390);
    expect(wrong).to.deep.equal([]);
  });

  it('follows the colour scheme of the reader, and names the version of the service', async () => {
    const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8')) as {
      version: string;
    };
    const brightness = async () => {
      const colour = (await page.evaluate('getComputedStyle(document.body).backgroundColor')) as string;
      return Math.max(...(colour.match(/\d+/g) ?? []).map(Number));
    };
    await page.goto(`${service.url}/docs`);
    await page.locator('.info .version').first().getByText(version, { exact: true }).waitFor();
    expect(await brightness()).to.be.greaterThan(200);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html.dark-mode').waitFor();
    expect(await brightness()).to.be.lessThan(60);
    expect(wrong).to.deep.equal([]);
  });

  it('runs only its own script and style', async () => {
    const response = await page.goto(`${service.url}/docs`);
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect(policy)
      .to.match(/default-src 'none'/)
      .and.to.not.match(/unsafe|\*|https?:/);
    await endpoint('listDepartments').waitFor();
    const ran = await page.evaluate(`(() => {
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.body.append(script);
      return window.ran === true;
    })()`);
    expect(ran).to.equal(false);
    expect(wrong.join()).to.include('Content Security Policy');
  });
});
