import type { Locator } from 'playwright-core';
import { type Service, Workplace } from '../../cli/test/ops-admin.ts';
import { OpenPage } from './a-page.ts';

/** The page of a demo, made for the suite it is called in: each test has a service of its own, where its admin has just signed in. */
export class DemoPage {
  readonly workplace: Workplace = new Workplace();
  readonly open: OpenPage = new OpenPage();
  #service: Service | undefined;

  /** `prepare` comes before anybody looks at the page. */
  constructor(prepare: (workplace: Workplace) => Promise<void> = async () => {}) {
    beforeEach(async () => {
      this.#service = await this.workplace.serve(['--demo']);
      await prepare(this.workplace);
      await this.open.open(this.at(`token=${this.service.adminToken}`));
      await this.open.signedIn();
    });
  }

  get service(): Service {
    if (!this.#service) throw new Error('it is served when a test begins');
    return this.#service;
  }

  readonly at = (view: string): string => `${this.service.url}/#${view}`;

  readonly notice = (text: string): Locator => this.open.page.getByRole('status').getByText(text);
}
