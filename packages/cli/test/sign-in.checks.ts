import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../../../test/a-browser.ts';
import { codeBlocksOf, headingsOf } from '../../../test/markdown-page.ts';
import {
  type AuthorizationServer,
  startAuthorizationServer,
} from '../../adapter-auth-jose/test/provider/authorization-server.ts';
import { type Service, Workplace } from './ops-admin.ts';
import { expectShown, shownOn } from './page-answers.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../docs/http.md'), 'utf8');

const SECTION = headingsOf(DOCUMENT).find(({ text }) => text === 'Sign in')?.body ?? '';

/** The blocks of code of the recipe, to the letter, by their language. */
const RECIPE = new Map(codeBlocksOf(SECTION).map(({ code, language }) => [language, code]));

describe('The recipe of docs/http.md for a page that signs in', () => {
  const workplace = new Workplace();
  let browser: Browser | undefined;
  let context: BrowserContext;
  let page: Page;
  let pages: Server;
  let home: string;
  let provider: AuthorizationServer;
  let service: Service;
  /** The exceptions in the page. */
  let errors: string[];

  before(async function () {
    browser = await launchBrowser(this);
  });
  after(() => browser?.close());

  beforeEach(async () => {
    pages = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', home);
      const [type, text] =
        pathname === '/sign-in.js' ? ['text/javascript', recipe()] : ['text/html', RECIPE.get('html')];
      response.setHeader('content-type', `${type}; charset=utf-8`).end(text);
    });
    await once(pages.listen(0, '127.0.0.1'), 'listening');
    home = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/`;
    provider = await startAuthorizationServer({ page: { clientId: 'ops-page', redirectUri: home } });
    const identities = [{ issuer: provider.issuer, subject: 'ada' }];
    const person = { emails: ['ada@example.org'], personalInformation: { name: 'Ada' } };
    const ada = { _id: anId(1), ...person, permissions: ['service.admin'], identities };
    await workplace.write('users.json', [ada]);
    await workplace.run(['import', 'users', 'users.json']);
    service = await workplace.serve([], {
      OPS_AUTH_ISSUER: provider.issuer,
      OPS_AUTH_AUDIENCE: provider.audience,
      OPS_CORS_ORIGINS: new URL(home).origin,
    });
    context = await (browser as Browser).newContext();
    page = await context.newPage();
    page.setDefaultTimeout(20_000);
    errors = [];
    page.on('pageerror', ({ message }) => errors.push(message));
  });
  afterEach(async () => {
    await context?.close();
    await provider?.stop();
    pages?.closeAllConnections();
    pages?.close();
  });

  /** The service is elsewhere, and nothing else is different. */
  function recipe(): string {
    const [code, place] = [RECIPE.get('js') ?? '', "const SERVICE = 'https://ops.example.org';"];
    if (!code.includes(place)) throw new Error('the recipe names no service');
    return code.replace(place, `const SERVICE = '${service.url}';`);
  }

  /** Goes to the page, and signs in at the provider as somebody. */
  async function signInAs(account: string): Promise<void> {
    await page.goto(home);
    await page.waitForURL(`${provider.issuer}/**`);
    await page.getByLabel('Account').fill(account);
    await page.getByRole('button').click();
  }

  /** The answers of the service to the page. */
  async function shown(): Promise<string> {
    const answer = page.locator('pre', { hasText: /^\d/ });
    return (await answer.textContent()) ?? '';
  }

  /** The next address with a code that the browser is sent to. */
  const sentBack = async () =>
    (await page.waitForRequest((request) => request.url().startsWith(`${home}?`))).url();

  async function failed(): Promise<string> {
    if (errors.length === 0) await page.waitForEvent('pageerror');
    return errors.join();
  }

  it('begins with a refusal and the metadata on the page', async () => {
    const places = { 'https://ops.example.org': service.url, 'https://id.example.org': provider.issuer };
    const asked = shownOn(SECTION, places);
    expect(asked).to.have.length(2);
    for (const shown of asked) await expectShown(shown, places, {});
  });

  it('sends the person to the provider, returns with a token, and is served', async () => {
    const asked = page.waitForRequest((request) => request.url().startsWith(`${provider.issuer}/auth?`));
    await signInAs('ada');
    expect(await shown()).to.match(/^200 \{"message":"Session retrieved successfully"/);
    const { searchParams } = new URL((await asked).url());
    expect(searchParams.get('code_challenge_method')).to.equal('S256');
    expect(searchParams.get('resource')).to.equal(service.url);
    expect(page.url(), 'no code stays in the address').to.equal(home);
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).to.equal('[{},{}]');

    await page.reload();
    expect(await shown(), 'who is signed in is not asked again').to.match(/^200 /);
    expect(errors).to.deep.equal([]);
  });

  it('renews a token before it expires, without leaving the page', async () => {
    await signInAs('ada');
    expect(await shown()).to.match(/^200 /);
    await page.evaluate('Date.now = ((now) => () => now() + 599_000)(Date.now.bind(Date))');
    const again =
      "import('./sign-in.js').then(({ call }) => call('/auth/session')).then(({ status }) => status)";
    expect(await page.evaluate(again)).to.equal(200);
    expect([page.url(), provider.counts.token]).to.deep.equal([home, 2]);
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).to.equal('[{},{}]');
    expect(errors).to.deep.equal([]);
  });

  it('signs the person out, at the provider too', async () => {
    await signInAs('ada');
    expect(await shown()).to.match(/^200 /);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign out here too' }).click();
    // Back on the page, which sends them to the provider: it does not know them any more.
    await page.getByLabel('Account').waitFor();
    expect(errors).to.deep.equal([]);
  });

  it('shows a message to a person without an account, and does not redirect in circles', async () => {
    await signInAs('eve');
    expect(await shown()).to.match(/^401 \{"error":\{"code":"UNAUTHORIZED"/);
    expect(provider.counts.token).to.equal(1);
  });

  it('does not follow metadata that describes another service', async () => {
    await context.route(`${service.url}/.well-known/**`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        json: { ...(await response.json()), resource: 'https://other.example' },
      });
    });
    await page.goto(home);
    expect(await failed()).to.match(/oauth-protected-resource describes https:\/\/other\.example$/);
    expect(provider.counts.discovery, 'the service alone has asked').to.equal(1);
  });

  it('refuses a return with another state, and requests no token', async () => {
    const [sent] = await Promise.all([sentBack(), signInAs('ada')]);
    await shown();
    const { token } = provider.counts;
    const forged = new URL(sent);
    forged.searchParams.set('state', 'of-somebody-else');
    // The provider leaves the page where it is, in the middle of a sign-in.
    await context.route(`${provider.issuer}/auth?**`, (route) => route.fulfill({ status: 204 }));
    await page.goto(home);
    await page.waitForFunction("sessionStorage.getItem('sign-in') !== null");
    for (const url of [forged.href, sent]) {
      errors.length = 0;
      await page.goto(url);
      expect(await failed()).to.equal('This page did not start this sign-in');
    }
    expect(provider.counts.token).to.equal(token);
  });

  it('is refused a used code', async () => {
    // A browser that forgets nothing, so that the state of the first time is still good.
    await page.addInitScript('Storage.prototype.removeItem = () => {}');
    const [sent] = await Promise.all([sentBack(), signInAs('ada')]);
    expect(await shown()).to.match(/^200 /);
    await page.goto(sent);
    expect(await failed()).to.equal('The provider answers invalid_grant');
    expect(provider.counts.token).to.equal(2);
  });

  it('is refused a token for a code without its verifier', async () => {
    await page.addInitScript(`
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function (name, text) {
        setItem.call(this, name, JSON.stringify({ ...JSON.parse(text), verifier: 'x'.repeat(43) }));
      };
    `);
    await signInAs('ada');
    expect(await failed()).to.equal('The provider answers invalid_grant');
  });
});
