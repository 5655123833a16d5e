import axe from 'axe-core';
import { expect } from 'chai';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../../../test/a-browser.ts';

/** A window that the page is tried in. */
export interface Window {
  readonly width?: number;
  /** The zone of its clock; that of the machine by default. */
  readonly timezone?: string;
}

/**
 * The page of a service in a browser, made for the suite it is called in; each test opens it. Notes what nobody may see:
 * errors, messages in the console, requests to elsewhere, sideways scrolling.
 */
export class OpenPage {
  #browser: Browser | undefined;
  #context: BrowserContext | undefined;
  #page: Page | undefined;
  /** Events that must not occur. */
  readonly wrong: string[] = [];
  /** Requests for real changes. */
  readonly changes: string[] = [];

  constructor() {
    const open = async (suite: { skip(): never }) => {
      this.#browser = await launchBrowser(suite);
    };
    before(async function () {
      await open(this);
    });
    after(() => this.#browser?.close());
    afterEach(() => this.#context?.close());
  }

  get page(): Page {
    if (!this.#page) throw new Error('open it first');
    return this.#page;
  }

  get context(): BrowserContext {
    return this.page.context();
  }

  /** Opens a page in a new profile. `mayAsk` lists addresses, in addition to the page's own, that it may send requests to. */
  async open(url: string, { timezone, width = 1280 }: Window = {}, ...mayAsk: string[]): Promise<void> {
    await this.#context?.close();
    const viewport = { width, height: 900 };
    this.#context = await (this.#browser as Browser).newContext({
      viewport,
      locale: 'en-GB',
      ...(timezone && { timezoneId: timezone }),
    });
    this.#page = await this.#context.newPage();
    this.#page.setDefaultTimeout(20_000);
    this.wrong.length = 0;
    this.changes.length = 0;
    // The browser itself writes a line for every answer that is an error.
    this.page.on('console', (message) => {
      if (!message.text().startsWith('Failed to load resource')) this.wrong.push(message.text());
    });
    this.page.on('pageerror', (error) => this.wrong.push(String(error)));
    this.page.on('request', (request) => {
      const known = [new URL(url).origin, 'data:', ...mayAsk];
      if (!known.some((start) => request.url().startsWith(start))) this.wrong.push(request.url());
      const body = request.postData() ?? '';
      if (/^(?:POST|PUT)$/.test(request.method()) && !body.includes('"dryRun":true')) this.changes.push(body);
    });
    await this.page.goto(url);
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  link(name: string): Locator {
    return this.page.getByRole('link', { name, exact: true });
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { name, exact: true });
  }

  /** Waits until somebody is signed in. */
  async signedIn(): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor();
  }

  /** Opens the menu of what is named, and chooses from it. */
  async choose(menu: string, item: string): Promise<void> {
    await this.button(menu).click();
    await this.page.getByRole('menuitem', { name: item, exact: true }).click();
  }

  /** Opens the fields of the filters; Escape closes them. */
  async filter(): Promise<void> {
    await this.page.getByRole('button', { name: 'Filter', exact: true }).click();
  }

  async signOut(): Promise<void> {
    if (!(await this.page.locator('.account').isVisible())) await this.button('Open the menu').click();
    await this.page.locator('.account').click();
    await this.page.getByRole('menuitem', { name: 'Sign out' }).click();
  }

  /** The field that finds while somebody types. */
  search(): Locator {
    return this.page.getByRole('searchbox', { name: /^Find / });
  }

  dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** Waits until it is there, and sees that nothing is wider than the window. */
  async shows(locator: Locator): Promise<void> {
    await locator.first().waitFor();
    const { width } = this.page.viewportSize() ?? {};
    expect(await this.page.evaluate('document.documentElement.scrollWidth'), 'sideways scrolling').to.equal(
      width,
    );
  }

  /** The problems that axe finds on the current page, light and dark. */
  async expectAccessible(): Promise<void> {
    if (!(await this.page.evaluate('"axe" in window'))) await this.page.evaluate(axe.source);
    for (const colorScheme of ['dark', 'light'] as const) {
      await this.page.emulateMedia({ colorScheme });
      const { violations } = (await this.page.evaluate('axe.run()')) as axe.AxeResults;
      const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
      expect(found, `${this.page.url()}, ${colorScheme}`).to.deep.equal([]);
    }
  }
}
