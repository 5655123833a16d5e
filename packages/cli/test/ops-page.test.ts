import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import { expect } from 'chai';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../../../test/a-browser.ts';
import { outputOf } from '../../../test/clean-room/run.ts';
import { localServers } from '../../../test/local-servers.ts';
import { until } from '../../../test/until.ts';
import { type Service, Workplace } from './ops-admin.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDER = join(ROOT, 'examples/ops-page');

/** The address of the service that the example names. */
const SERVICE = 'http://127.0.0.1:3000';

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 844 };

const ADMIN = 'amara.okafor@demo.example';
const JONAS = 'jonas.lindqvist@demo.example';
const SAMUEL = 'samuel.adeyemi@demo.example';

describe('The page of an ops team (examples/ops-page)', () => {
  const workplace = new Workplace();
  const servers = localServers();
  let files: Readonly<Record<string, [type: string, text: string]>>;
  let home: string;
  let service: Service;
  let browser: Browser | undefined;
  let context: BrowserContext;
  let page: Page;
  /** What nobody may see: errors, messages in the console, requests to elsewhere. */
  let wrong: string[];
  /** What was asked to be changed in earnest. */
  let changes: string[];

  before(async function () {
    browser = await launchBrowser(this);
    const readme = readFileSync(join(ROOT, 'examples/README.md'), 'utf8');
    const [, line = ''] = /^npx .* exec esbuild (.+)$/m.exec(readme) ?? [];
    const args = line.split(' ').filter((arg) => !/^--(outdir|serve|servedir)=/.test(arg));
    const script = await outputOf(join(ROOT, 'node_modules/.bin/esbuild'), args, { cwd: ROOT });
    files = {
      '/': ['text/html', readFileSync(join(FOLDER, 'index.html'), 'utf8')],
      '/page.css': ['text/css', readFileSync(join(FOLDER, 'page.css'), 'utf8')],
      '/page.js': ['text/javascript', script],
    };
  });
  after(() => browser?.close());

  beforeEach(async () => {
    const { origin } = await servers.http(({ url = '/' }, response) => {
      const [type, text] = files[url] ?? ['text/plain', ''];
      const served = text.replaceAll(SERVICE, service.url);
      response.setHeader('Content-Type', `${type}; charset=utf-8`).end(served);
    });
    home = `${origin}/`;
    service = await workplace.serve(['--demo'], { OPS_CORS_ORIGINS: origin });
    await open(WIDE);
  });
  afterEach(() => context?.close());

  async function open(viewport: typeof WIDE, colorScheme: 'dark' | 'light' = 'light'): Promise<void> {
    await context?.close();
    context = await (browser as Browser).newContext({ viewport, colorScheme, locale: 'en-GB' });
    page = await context.newPage();
    page.setDefaultTimeout(60_000);
    wrong = [];
    changes = [];
    // The browser itself writes a line for every answer that is an error.
    page.on('console', (message) => {
      if (!message.text().startsWith('Failed to load resource')) wrong.push(message.text());
    });
    page.on('pageerror', (error) => wrong.push(String(error)));
    page.on('request', (request) => {
      const url = request.url();
      if (![home, service.url, 'data:'].some((start) => url.startsWith(start))) wrong.push(url);
      const body = request.postData() ?? '';
      if (request.method() === 'POST' && !body.includes('"dryRun":true')) changes.push(body);
    });
    await page.goto(home);
  }

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const notice = () => page.locator('#notice');
  const held = async (user: string) => (await workplace.json('permissions', 'list', user)) as string[];

  async function signIn(token = service.adminToken): Promise<void> {
    await page.getByLabel('Token').fill(token);
    await button('Sign in').click();
    await button('Sign out').waitFor();
  }

  async function shows(locator: Locator): Promise<void> {
    await locator.waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth'), 'no sideways scrolling').to.equal(
      page.viewportSize()?.width,
    );
  }

  async function find(who: string, name: string): Promise<void> {
    await link('Users').click();
    await page.getByLabel('A part of a name').fill(who);
    await button('Find').click();
    await link(name).click();
    await shows(heading(name));
  }

  for (const viewport of [WIDE, NARROW]) {
    it(`does the whole job at ${viewport.width} pixels`, async () => {
      await open(viewport);
      await shows(heading('Sign in'));
      await signIn();

      await link('Departments').click();
      await shows(page.getByText('24 departments'));
      expect(await page.getByText('Databases').isVisible()).to.equal(false);
      await page.getByText('Platform').click();
      await shows(page.getByText('Databases'));

      await find('ADEYEMI', 'Samuel Adeyemi');
      await workplace.run(['permissions', 'add', SAMUEL, 'service.tickets.read']);
      await page.reload();
      await signIn();
      const read = page.getByRole('checkbox', { name: 'service.tickets.read' });
      await shows(read);
      expect(await page.getByRole('listitem').filter({ has: read }).textContent()).to.include(
        'Also granted by service.tickets.*.',
      );
      await read.check();
      await page.getByRole('checkbox', { name: 'service.feedback.read' }).check();
      await button('Preview removal').click();
      await shows(dialog().getByText('Still granted by what stays'));
      expect(await dialog().getByRole('listitem').allTextContents()).to.deep.equal([
        'service.feedback.read',
        'service.tickets.read',
        'service.tickets.*',
      ]);
      await button('Remove').click();
      expect(changes, 'no change without a reason').to.deep.equal([]);
      await page.getByLabel('Reason').fill('moved to another team');
      await button('Remove').dblclick();
      await shows(notice().getByText('2 permissions removed: entry 13 of the trail.'));
      expect(changes, 'a double click').to.have.length(1);
      expect(await held(SAMUEL)).to.deep.equal(['service.tickets.*']);

      await workplace.run(['permissions', 'add', SAMUEL, 'service.tickets.read']);
      await link('Changes in the trail').click();
      await shows(page.getByText('Reason: moved to another team'));
      await button('Undo entry 13').click();
      await shows(dialog().getByText('Would be left alone'));
      expect(await dialog().getByRole('listitem').allTextContents()).to.deep.equal([
        'service.feedback.read',
        'service.tickets.read (changed again by entry 14)',
      ]);
      await page.getByLabel('Reason').fill('a mistake');
      await button('Undo').click();
      await shows(notice().getByText('1 permission added, 1 permission left alone: entry 15 of the trail.'));
      expect(await held(SAMUEL)).to.include('service.feedback.read');

      await link('Places').click();
      await page.getByLabel('An address').fill('JFK');
      await button('Look up').click();
      await shows(page.getByText('New York').first());

      await button('Sign out').click();
      await shows(notice().getByText('You are signed out.'));
      expect(await page.locator('#view').textContent()).to.equal('');
      expect(wrong).to.deep.equal([]);
    });
  }

  it('does it by the keyboard alone', async () => {
    const { keyboard } = page;
    /** Goes to something as who sees where the focus is. */
    const tabTo = async (target: Locator): Promise<void> => {
      await target.waitFor();
      const focused = target.and(page.locator(':focus'));
      for (let presses = 0; presses < 100; presses += 1) {
        await keyboard.press('Tab');
        if ((await focused.count()) === 0) continue;
        const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
        expect(outline, 'the focus is seen').to.equal('solid');
        return;
      }
      throw new Error(`the focus does not get to ${target}`);
    };
    const isFocused = (target: Locator) => target.and(page.locator(':focus')).waitFor({ state: 'attached' });

    await isFocused(page.getByLabel('Token'));
    await keyboard.insertText(service.adminToken);
    await keyboard.press('Enter');
    await isFocused(heading('Users'));
    await tabTo(page.getByLabel('A part of a name'));
    await keyboard.type('jonas');
    await keyboard.press('Enter');
    await tabTo(link('Jonas Lindqvist'));
    await keyboard.press('Enter');
    await isFocused(heading('Jonas Lindqvist'));

    await tabTo(button('Preview removal'));
    await keyboard.press('Enter');
    await isFocused(page.getByRole('checkbox').first());
    expect(await dialog().count(), 'nothing is chosen').to.equal(0);
    await tabTo(page.getByRole('checkbox', { name: 'service.geo.read' }));
    await keyboard.press('Space');
    await tabTo(button('Preview removal'));
    await keyboard.press('Enter');
    await isFocused(heading('Remove from Jonas Lindqvist?'));
    await keyboard.press('Escape');
    await isFocused(button('Preview removal'));
    await keyboard.press('Enter');
    await tabTo(page.getByLabel('Reason'));
    await keyboard.type('left');
    await tabTo(button('Remove'));
    await keyboard.press('Space');
    await notice().getByText('1 permission removed').waitFor();
    await isFocused(heading('Jonas Lindqvist'));
    expect(await held(JONAS)).to.not.include('service.geo.read');

    await tabTo(link('Changes in the trail'));
    await keyboard.press('Enter');
    await tabTo(page.getByRole('button', { name: 'Undo entry 12' }));
    await keyboard.press('Enter');
    await tabTo(page.getByLabel('Reason'));
    await keyboard.type('came back');
    await keyboard.press('Enter');
    await notice().getByText('1 permission added').waitFor();
    expect(await held(JONAS)).to.include('service.geo.read');

    await tabTo(link('Departments'));
    await keyboard.press('Enter');
    await tabTo(page.locator('summary', { hasText: 'Platform' }));
    await keyboard.press('Space');
    await page.getByText('Databases').waitFor();

    await tabTo(link('Places'));
    await keyboard.press('Enter');
    await tabTo(page.getByLabel('An address'));
    await keyboard.type('Lima');
    await keyboard.press('Enter');
    await page.getByText('PE', { exact: true }).waitFor();
    await tabTo(button('Sign out'));
    await keyboard.press('Enter');
    await isFocused(page.getByLabel('Token'));
    expect(wrong).to.deep.equal([]);
  });

  it('goes through users page by page, and back', async () => {
    const users = Array.from({ length: 120 }, (_, n) => ({
      _id: `65a2${String(n).padStart(20, '0')}`,
      emails: [],
      personalInformation: { firstName: '', lastName: '', name: `User ${n}` },
      permissions: [],
    }));
    await workplace.write('users.json', users);
    await workplace.run(['import', 'users', 'users.json']);
    await signIn();
    await page.getByText('1 to 50 of 132 users').waitFor();
    expect(await link('Previous').count()).to.equal(0);
    await link('Next').click();
    await page.getByText('51 to 100 of 132 users').waitFor();
    await link('Next').click();
    await page.getByText('101 to 132 of 132 users').waitFor();
    expect(await link('Next').count()).to.equal(0);
    await link('Previous').click();
    await page.getByText('51 to 100 of 132 users').waitFor();
    await page.goBack();
    await page.getByText('101 to 132 of 132 users').waitFor();
  });

  it('shows what is in the data as text, whatever it looks like, and fits it on a phone', async () => {
    const name = `<img src="x" onerror="document.title='hit'"> ${'Hohenlohe'.repeat(12)}`;
    const permission = `<svg onload="document.title='hit'">${'.long'.repeat(30)}`;
    const user = {
      _id: '65a200000000000000000000',
      emails: [`"<b>${'long'.repeat(20)}</b>"@demo.example`],
      personalInformation: { firstName: '', lastName: '', name },
      permissions: [permission],
    };
    const department = {
      _id: '65b200000000000000000000',
      name: `<script>document.title='hit'</script>${'Department'.repeat(12)}`,
      description: '<a href="javascript:alert(1)">description</a>',
      managerId: user._id,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    };
    await workplace.write('users.json', [user]);
    await workplace.write('departments.json', [department]);
    await workplace.run(['import', 'users', 'users.json']);
    await workplace.run(['import', 'departments', 'departments.json']);
    await open(NARROW);
    await signIn();
    await shows(link(name));
    await link('Departments').click();
    await shows(page.getByText(department.name));
    expect(await page.getByText(department.description).count()).to.equal(1);
    await link(name).click();
    await shows(heading(name));
    await page.getByRole('checkbox', { name: permission }).check();
    await button('Preview removal').click();
    await page.getByLabel('Reason').fill('<i>odd</i>');
    await shows(dialog());
    await button('Remove').click();
    await shows(notice().getByText('1 permission removed'));
    await link('Changes in the trail').click();
    await shows(page.getByText('Reason: <i>odd</i>'));
    await link('Users').click();
    await page.getByLabel('A part of a name').fill('"><script>');
    await button('Find').click();
    await shows(page.getByText('Nobody is found.'));
    expect(await page.locator('img, svg, b, i, script:not([src])').count()).to.equal(0);
    expect(wrong).to.deep.equal([]);
  });

  it('keeps to a policy that lets nothing of others in', async () => {
    await signIn();
    const attempts = {
      'markup from text': "document.body.innerHTML = '<b>text</b>'",
      'a script':
        "document.body.append(Object.assign(document.createElement('script'), { text: 'hit = 1' }))",
      'a request to elsewhere': "await fetch('http://127.0.0.1:9/')",
    };
    for (const [what, attempt] of Object.entries(attempts)) {
      const outcome = `(async () => { ${attempt}; return window.hit ?? 'nothing ran'; })().catch(String)`;
      const refused = /nothing ran|TypeError/;
      expect(await page.evaluate(outcome), what).to.match(refused);
    }
    expect(
      wrong.filter((line) => /Content Security Policy|TrustedHTML|TrustedScript/.test(line)).length,
    ).to.be.at.least(3);
  });

  it('refuses to take the last admin, and says so', async () => {
    await signIn();
    await find('amara', 'Amara Okafor');
    await page.getByRole('checkbox', { name: 'service.admin.access' }).check();
    await button('Preview removal').click();
    await dialog().getByText('This would take the rights of the last admin').waitFor();
    expect(await dialog().getByRole('button').allTextContents()).to.deep.equal(['Close']);
    await button('Close').click();
    expect(await held(ADMIN)).to.include('service.admin.access');
    expect(changes).to.deep.equal([]);
  });

  it('leads back to the sign-in when the token has expired, and forgets it', async () => {
    const { stdout } = await workplace.run(['token', 'issue', '--user', ADMIN, '--ttl', '1s']);
    const end = Date.now() + 1_000;
    await page.goto(`${home}#departments`);
    await signIn();
    await page.getByText('24 departments').waitFor();
    await until(() => Date.now() > end, 'the end of the token');
    await page.route(`${service.url}/**`, (route) => {
      const headers = { ...route.request().headers(), authorization: `Bearer ${stdout.trim()}` };
      return route.continue({ headers });
    });
    await link('Trail').click();
    await notice().getByText('You are signed out: The access token is invalid or has expired.').waitFor();
    expect(await page.getByLabel('Token').inputValue()).to.equal('');
    await page.unrouteAll();
    await signIn();
    await page.getByText('entries, the newest first').waitFor();
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')).to.equal(
      '[{},{},""]',
    );
    await page.reload();
    await heading('Sign in').waitFor();
  });

  it('shows who is no admin what they may do', async () => {
    await signIn(service.userToken);
    await notice().getByText('You are not an admin').waitFor();
    expect(await page.getByRole('navigation').getByRole('link').allTextContents()).to.deep.equal(['Places']);
  });

  it('says in words what went wrong, and under which request the log has more', async () => {
    await page.getByLabel('Token').fill('not.a.token');
    await button('Sign in').click();
    await page.getByRole('alert').getByText('The access token is invalid or has expired.').waitFor();
    await signIn();
    await page.goto(`${home}#user?id=65a1000000000000000000aa`);
    const alert = page.getByRole('alert');
    const shown = (await alert.textContent()) ?? '';
    const [, requestId] = /request ([\w-]+)$/.exec(shown) ?? [];
    expect(service.log()).to.include(requestId);
    await find('jonas', 'Jonas Lindqvist');
    await page.getByRole('checkbox', { name: 'service.geo.read' }).check();
    await button('Preview removal').click();
    await page.getByLabel('Reason').fill('left');
    await service.stop();
    await button('Remove').click();
    await dialog().getByText('Whether it was made is not known').waitFor();
    await page.reload();
    await page.getByLabel('Token').fill(service.adminToken);
    await button('Sign in').click();
    await page.getByText(`does its OPS_CORS_ORIGINS name ${new URL(home).origin}?`).waitFor();
  });

  for (const [viewport, scheme] of [
    [WIDE, 'light'],
    [NARROW, 'dark'],
  ] as const) {
    it(`is found accessible by axe at ${viewport.width} pixels, ${scheme}`, async () => {
      await open(viewport, scheme);
      const check = async (): Promise<void> => {
        await page.evaluate(axe.source);
        const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
        const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
        expect(found, page.url()).to.deep.equal([]);
      };
      await check();
      await signIn();
      await find('jonas', 'Jonas Lindqvist');
      await check();
      await page.getByRole('checkbox', { name: 'service.geo.read' }).check();
      await button('Preview removal').click();
      await page.getByLabel('Reason').fill('left');
      await check();
      await button('Remove').click();
      await notice().getByText('1 permission removed').waitFor();
      const views = {
        Users: '12 of 12 users',
        Departments: '24 departments',
        Trail: 'the newest first',
        Places: 'An address',
      };
      for (const [name, text] of Object.entries(views)) {
        await link(name).click();
        await page.getByText(text).waitFor();
        await check();
      }
      await page.goto(`${home}#places?address=nowhere%20at%20all%20zzz`);
      await page.getByRole('alert').waitFor();
      await check();
    });
  }
});
