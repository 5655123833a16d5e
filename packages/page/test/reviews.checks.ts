import { expect } from 'chai';
import { DemoPage } from './a-demo-page.ts';

const JONAS = 'jonas.lindqvist@demo.example';
const TOMASZ = 'tomasz.nowak@demo.example';
const JONAS_ID = '65a100000000000000000002';

interface Held {
  readonly permissions: readonly string[];
  readonly ends: Readonly<Record<string, string>>;
}

describe('Reviews on the page', () => {
  const demo = new DemoPage();
  const { at, notice, open, workplace } = demo;

  beforeEach(async () => {
    await open.link('Access reviews').click();
    await open.link('Operations').click();
  });

  const held = async (user: string) => (await workplace.json('users', 'show', user)) as Held;
  const decide = (permission: string, decision: string) =>
    open.page
      .getByRole('radiogroup', { name: new RegExp(`^Decision for ${permission.replaceAll('.', '[.]')} of`) })
      .getByRole('radio', { name: decision, exact: true })
      .check();

  it("keep, end and remove permissions of users in a manager's department, in one batch", async () => {
    await open.shows(open.page.getByText('11 permissions to review'));
    expect(await open.page.evaluate('document.activeElement.textContent')).to.equal('Operations');
    expect(await open.page.getByLabel('Department, with those below it').inputValue()).to.equal(
      '65b100000000000000000001',
    );
    await decide('service.tickets.comment', 'Remove');
    await decide('service.geo.read', 'Keep until');
    await open.page.getByText('2 of 11 decided').waitFor();
    await open.page.getByText('Choose a day for 1 permission.').waitFor();
    await open.page.getByLabel('Keep service.geo.read until').fill('2099-12-31');
    await open.button('Keep 1 of Jonas Lindqvist').click();
    await open.page.getByText('3 of 11 decided').waitFor();
    await open.button('Keep the rest of this page…').click();
    await open.dialog().getByText('of 3 people').waitFor();
    await open.button('Cancel').click();
    await open.page.getByText('3 of 11 decided').waitFor();
    await open.button('Keep the rest of this page…').click();
    await open.button('Keep 8 permissions').click();
    await open.shows(open.page.getByText('11 of 11 decided'));
    await open.page.reload();
    await open.page.getByText('11 of 11 decided').waitFor();
    await open.button('Preview changes').click();
    await open.shows(open.dialog().getByText('end would be changed: 1 user · would be removed: 1 user · '));
    await open.expectAccessible();
    await open.page.getByLabel('Reason').fill('fourth quarter');
    expect(open.changes, 'it was a dry run').to.deep.equal([]);
    await open.button('Save the review').click();
    await notice('9 permissions confirmed, 1 removed, 1 with an end').waitFor();
    await open.shows(open.page.getByText('1 permission to review; 9 confirmed in the last 30 days'));
    await open.page.getByText('Confirmed by amara.okafor@demo.example').last().waitFor();

    const { ends, permissions } = await held(JONAS);
    expect(permissions).to.have.members(['service.geo.read', 'service.tickets.read']);
    expect(Object.keys(ends)).to.deep.equal(['service.geo.read']);
    await open.page.goto(at(`users/${JONAS_ID}`));
    const row = open.page
      .getByRole('row')
      .filter({ has: open.page.getByRole('checkbox', { name: 'service.tickets.read' }) });
    await row.getByText('Confirmed by amara.okafor@demo.example').last().waitFor();
    await open.link('Batches').click();
    await open.heading('Batches').waitFor();
    await open.page.getByRole('row').getByRole('link').first().click();
    await open.link('Undo the whole batch…').click();
    await open.page.getByRole('button', { name: /^Undo/ }).click();
    await open.dialog().waitFor({ state: 'detached' });
    await open.page.goto(at(`users/${JONAS_ID}`));
    await open.page.getByRole('checkbox', { name: 'service.tickets.comment' }).waitFor();
    expect(open.wrong).to.deep.equal([]);
  });

  it('leave permissions that others changed since the decision, and show those changes', async () => {
    await open.button('Keep the rest of this page…').click();
    await open.button('Keep 11 permissions').click();
    await open.page.getByText('11 of 11 decided').waitFor();
    await workplace.run(['permissions', 'remove', JONAS, 'service.geo.read', '--reason', 'moved']);
    await open.button('Preview changes').click();
    await open.shows(open.dialog().getByText('1 user will be left out'));
    await open.dialog().getByText('moved').first().waitFor();
    await workplace.run(['permissions', 'remove', TOMASZ, 'service.reports.read']);
    await open.button('Save the review').click();
    await open.shows(open.dialog().getByText('Not everything was changed: 2 failed'));
    await open.dialog().getByText('moved').first().waitFor();
    await open.button('Refresh preview').click();
    await open.page.getByText('0 of 0 decided').waitFor();
    const attested = (await workplace.json('audit', 'list', '--action', 'attest')) as unknown[];
    expect(attested).to.have.length(4);
    expect(open.wrong).to.deep.equal([]);
  });

  it('set no end on a permission that changed since the decision', async () => {
    await decide('service.geo.read', 'Keep until');
    await open.page.getByLabel('Keep service.geo.read until').fill('2099-12-31');
    await workplace.run(['permissions', 'add', JONAS, 'service.parcels.read']);
    await open.button('Preview changes').click();
    await open.dialog().getByText('changed after you opened it').waitFor();
    await open.dialog().getByText('service.parcels.read').waitFor();
    expect(await open.button('Save the review').count()).to.equal(0);
    await open.button('Back').click();
    await open.page.getByRole('radiogroup', { name: 'Decision for service.parcels.read' }).waitFor();
    expect((await held(JONAS)).ends).to.deep.equal({});
  });

  it('are read-only for readers', async () => {
    await workplace.run(['permissions', 'add', JONAS, 'service.admin.read']);
    await open.open(at(`token=${demo.service.userToken}`));
    await open.link('Access reviews').click();
    await open.page.getByLabel('Department, with').selectOption({ label: 'Operations' });
    await open.page.getByText('An admin decides').waitFor();
    await open.page.getByRole('rowheader', { name: 'service.tickets.read' }).waitFor();
    expect(await open.page.getByRole('radio').count()).to.equal(0);
    expect(await open.button('Preview changes').count()).to.equal(0);
  });
});
