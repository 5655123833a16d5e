import { expect } from 'chai';
import type { Route } from 'playwright-core';
import { DemoPage } from './a-demo-page.ts';

const JONAS = '65a100000000000000000002';

describe('The page, during failures and for all users', () => {
  const demo = new DemoPage();
  const { at, notice, open, workplace } = demo;
  const refuse = (status: number, code: string, seconds: string) => (route: Route) =>
    route.fulfill({
      status,
      headers: { 'Retry-After': seconds },
      json: { error: { code, message: 'The service has too much to do' } },
    });

  for (const [status, code] of [
    [503, 'SERVICE_UNAVAILABLE'],
    [429, 'RATE_LIMIT_EXCEEDED'],
  ] as const) {
    it(`reports that it retries after ${status}, and does`, async () => {
      // A wait that the client leaves to the page.
      await open.page.route('**/audit/list*', refuse(status, code, '31'));
      await open.page.clock.install();
      await open.link('Audit log').click();
      await open.page.getByText('The service has too much to do').waitFor();
      await open.page.getByText('tries again by itself').waitFor();
      await open.page.unrouteAll();
      await open.page.clock.runFor(32_000);
      await open.button('Entry 36').waitFor();
      expect(await open.page.getByText('too much to do').count()).to.equal(0);
    });

    it(`keeps a change that is refused with ${status}, for another attempt`, async () => {
      await open.page.goto(at(`users/${JONAS}?do=remove&what=["service.geo.read"]`));
      await open.page.getByLabel('Reason').fill('ticket 7');
      await open.page.route('**/user/change-permissions', refuse(status, code, '1'));
      await open.button('Remove 1 permission').click();
      await open.dialog().getByText('Nothing was changed.').waitFor();
      await open.button('Try again in 1 s').waitFor();
      await open.page.unrouteAll();
      expect(await open.page.getByLabel('Reason').inputValue()).to.equal('ticket 7');
      await open.button('Remove 1 permission').click();
      await notice('removed service.geo.read').waitFor();
    });
  }

  it('reports a read that waits for a busy service, and an answer by another server', async () => {
    await open.page.route('**/audit/list*', refuse(503, 'SERVICE_UNAVAILABLE', '1'));
    await open.link('Audit log').click();
    await open.page.getByText('The service is busy').waitFor();
    await open.page.unrouteAll();
    await open.button('Entry 36').waitFor();
    expect(await open.page.getByText('The service is busy').count()).to.equal(0);
    await open.page.route('**/audit/batches*', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<p>Bad gateway</p>' }),
    );
    await open.link('Batches').click();
    await open.page.getByText('does not come from the service (status 502)').waitFor();
  });

  it('reports that a change may have been made where its answer was lost', async () => {
    await open.page.goto(at(`users/${JONAS}?do=remove&what=["service.geo.read"]`));
    await open.button('Remove 1 permission').waitFor();
    await open.page.route('**/user/change-permissions', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await open.button('Remove 1 permission').click();
    await open.dialog().getByText('does not know whether the change was made').waitFor();
    await open.page.unrouteAll();
    await open.button('Refresh preview').click();
    await open.dialog().getByText('not held, no change').waitFor();
    expect(await open.page.getByRole('button', { name: /^Remove \d/ }).count()).to.equal(0);
  });

  it('works by keyboard alone, and restores the focus', async () => {
    const { keyboard } = open.page;
    await open.page.goto(at(`users/${JONAS}`));
    await open.shows(open.heading('Jonas Lindqvist'));
    await open.page.getByRole('checkbox', { name: 'service.geo.read' }).focus();
    await keyboard.press('Space');
    await open.link('Remove…').focus();
    await keyboard.press('Enter');
    await open.button('Remove 1 permission').waitFor();
    await keyboard.press('Escape');
    await open.dialog().waitFor({ state: 'detached' });
    expect(await open.page.evaluate('document.activeElement.textContent')).to.equal('Remove…');
    await keyboard.press('Enter');
    await open.button('Remove 1 permission').waitFor();
    for (let tabs = 0; tabs < 12; tabs++) {
      if ((await open.page.evaluate('document.activeElement.tagName')) === 'INPUT') break;
      await keyboard.press('Tab');
    }
    await keyboard.type('by keyboard');
    await keyboard.press('Enter');
    await notice('removed service.geo.read').waitFor();
    await open.page.getByText('by keyboard').waitFor();
    await keyboard.press('Tab');
    expect(await open.page.evaluate('document.activeElement.textContent')).to.equal('Undo');
    await open.link('Add permissions').press('Enter');
    await open.dialog().waitFor();
    await keyboard.type('service.parcels.read');
    await open.button('Preview changes').press('Enter');
    await open.button('Add 1 permission').waitFor();
    expect(await open.page.evaluate('document.activeElement.tagName'), 'within the dialog').to.equal('H2');
    await open.page.evaluate("document.querySelector('dialog').close()");
    await open.page.waitForURL((url) => !url.hash.includes('do='));
    expect(open.wrong).to.deep.equal([]);
  });

  for (const width of [390, 1280]) {
    it(`fits with text at 200 %, at ${width} pixels`, async () => {
      await open.open(at(`token=${demo.service.adminToken}`), { width });
      await open.signedIn();
      for (const view of [
        'users',
        `users/${JONAS}`,
        `users/${JONAS}?do=add`,
        'audit',
        'departments',
        'departments?do=create',
        'joiners',
        'permissions',
        'reviews?department=65b100000000000000000001',
        'me',
      ]) {
        await open.page.goto(at(view));
        await open.signedIn();
        await open.page.evaluate("document.documentElement.style.fontSize = '200%'");
        await open.shows(open.page.getByRole('heading').first());
        // A word that is broken into letters is higher than wide.
        for (const box of await Promise.all(
          (await open.page.getByRole('button').filter({ hasText: /\S/ }).all()).map((one) =>
            one.boundingBox(),
          ),
        )) {
          expect((box?.width ?? 2) / (box?.height ?? 1), view).to.be.greaterThan(1);
        }
      }
    });
  }

  it('stays usable while each answer needs half a second', async () => {
    await open.page.route('**/user/**', async (route) => {
      await open.page.waitForTimeout(500);
      await route.continue();
    });
    await open.page.goto(at(`users/${JONAS}`));
    await open.page.getByText('Loading').first().waitFor();
    await open.shows(open.heading('Jonas Lindqvist'));
    await open.page.getByRole('checkbox', { name: 'service.geo.read' }).check();
    await open.link('Remove…').click();
    await open.dialog().getByText('Preparing the preview').waitFor();
    await open.button('Remove 1 permission').click();
    await open.button('Working…').waitFor();
    await notice('removed service.geo.read').waitFor();
    expect(open.changes).to.have.length(1);
  });

  it('reports that it reads a list while the former one is still shown', async () => {
    await open.page.getByText('12 users').waitFor();
    const held: Route[] = [];
    await open.page.route('**/user/list/**', (route) => void held.push(route));
    await open.filter();
    await open.page.getByLabel('Status').selectOption('Inactive');
    await open.page.getByRole('status').getByText('Loading…').waitFor();
    await held[0]?.continue();
    await open.page.getByText('0 users').waitFor();
  });

  it('shows a limited part of 1,000 permissions, and finds the others', async () => {
    const permissions = Array.from({ length: 1000 }, (_, n) => `service.parcels.${n}`);
    await workplace.write('people.json', [
      {
        _id: '65c100000000000000000000',
        emails: ['many@demo.example'],
        personalInformation: { firstName: '', lastName: '', name: 'Many' },
        permissions,
      },
    ]);
    await workplace.run(['import', 'users', 'people.json']);
    await open.page.goto(at('users/65c100000000000000000000'));
    await open.page.getByText('1,000 permissions').waitFor();
    await open.page.getByRole('listitem').getByText('and 980 more').waitFor();
    expect(await open.page.getByRole('checkbox').count()).to.equal(100);
    await open.button('and 900 more').click();
    await open.page.getByRole('checkbox', { name: 'Select service.parcels.599', exact: true }).waitFor();
    await open.page.getByLabel('Find a permission of this user').fill('999');
    await open.page.getByRole('checkbox', { name: 'service.parcels.999' }).check();
    await open.link('Remove…').click();
    await open.button('Remove 1 permission').click();
    await notice('removed service.parcels.999').waitFor();
  });
});
