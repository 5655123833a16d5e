import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { DemoPage } from './a-demo-page.ts';

const JONAS = 'jonas.lindqvist@demo.example';
const SAMUEL = 'samuel.adeyemi@demo.example';

describe('Audit log, departments, permissions and locations on the page', () => {
  const { at, open, workplace } = new DemoPage();
  const entry = (n: number) => open.page.getByRole('row', { name: `Entry ${n}`, exact: true });

  it('finds entries by all filters, follows new ones, and undoes one with a list of skipped changes', async () => {
    await workplace.run(['permissions', 'remove', SAMUEL, 'service.tickets.*', '--reason', 'ticket 7']);
    await open.link('Audit log').click();
    await open.shows(entry(37).getByText('ticket 7').last());
    await open.page.goto(at('audit?before=37'));
    await entry(37).waitFor({ state: 'detached' });
    await open.filter();
    await open.page.getByLabel('Whom').fill('demo.example');
    await open.button('Apply filters').click();
    await open.page.getByRole('alert').getByText('Several users match: ').waitFor();
    await open.page.locator(`option[value="${SAMUEL}"]`).waitFor({ state: 'attached' });
    await open.page.getByLabel('Whom').fill(SAMUEL);
    await open.page.getByLabel('What', { exact: true }).selectOption('remove');
    await open.page.getByLabel('Part of the reason').fill('TICKET');
    await open.page.getByLabel('Module').fill('tickets');
    await open.page.getByLabel('From', { exact: true }).fill('2020-01-01');
    await open.button('Apply filters').click();
    await open.page.keyboard.press('Escape');
    await entry(31).waitFor({ state: 'detached' });
    await open.shows(entry(37));
    expect(await open.page.getByRole('row', { name: /^Entry/ }).count()).to.equal(1);
    await open.page.reload();
    await open.shows(entry(37));

    await open.page.goto(at('audit'));
    await open.page.getByLabel('Show new entries').check();
    await entry(37).waitFor();
    await workplace.run(['permissions', 'add', JONAS, 'service.parcels.read']);
    await open.shows(entry(38).getByText('service.parcels.read'));
    await workplace.run(['permissions', 'add', SAMUEL, 'service.tickets.*']);
    await entry(39).waitFor();
    await open.button('Entry 37').click();
    await open.page.getByText('Held before').waitFor();
    await open.expectAccessible();
    await open.link('Undo entry 37…').click();
    await open.dialog().getByText('Left as it is, because it was changed later').waitFor();
    await open.dialog().getByText('not undone', { exact: true }).waitFor();
    await open.dialog().getByRole('button', { name: 'Close' }).first().click();
    expect(open.wrong).to.deep.equal([]);
  });

  it('shows no rows of another filter where one fails', async () => {
    await open.page.goto(at('audit'));
    await entry(36).waitFor();
    await open.page.goto(at('audit?user=nobody@demo.example'));
    await open.page.getByRole('alert').waitFor();
    expect(await open.page.getByRole('row').count()).to.equal(0);
  });

  it('names the user or the entry in the title, and reports a missing page', async () => {
    const note = open.heading('Page not found');
    const title = (text: string) => until(async () => (await open.page.title()) === text, text);
    await title('Users – ops-admin');
    await workplace.run(['permissions', 'add', JONAS, 'service.parcels.read']);
    await open.page.goto(at('audit/37'));
    await title('Entry 37 – ops-admin');
    await open.page.goto(at('users/65a100000000000000000002'));
    await title('Jonas Lindqvist – ops-admin');
    await open.page.goto(at('users?search=jonas.lindqvist'));
    await title('Users – ops-admin');
    await open.shows(open.page.getByText('1 user', { exact: true }));
    expect(await note.count()).to.equal(0);
    for (const wrong of ['nonsense', 'constructor', 'permissions/x', 'users/x/y']) {
      await open.page.goto(at(wrong));
      await open.shows(note);
      await open.link('Back to Users').waitFor();
      await open.page.goto(at('audit'));
      await title('Audit log – ops-admin');
      await note.waitFor({ state: 'detached' });
    }
    expect(open.wrong).to.deep.equal([]);
  });

  it('shows batches, undoes a row of one, and then the whole batch', async () => {
    const file = await workplace.write(
      'leavers.csv',
      `user,permission\n${JONAS},service.geo.read\n${SAMUEL},service.feedback.read\n`,
    );
    await workplace.run(['permissions', 'remove', '--file', file, '--batch', 'a-run', '--reason', 'moved']);
    await open.link('Batches').click();
    const batch = open.page.getByRole('row').filter({ hasText: 'moved' });
    await open.shows(batch.getByText('Removed'));
    await open.link('a-run').click();
    await open.link('2 entries in the audit log').waitFor();
    await open.page.getByRole('checkbox', { name: `Select ${JONAS}` }).check();
    await open.page.getByText('1 of 2 selected').waitFor();
    await open.expectAccessible();
    await open.link('Undo…').click();
    await open.dialog().getByText('would be undone').waitFor();
    await open.button('Undo').click();
    await open.page.getByText('1 of 2 undone').waitFor();
    expect(await workplace.json('permissions', 'list', JONAS)).to.include('service.geo.read');
    expect(await workplace.json('permissions', 'list', SAMUEL)).not.to.include('service.feedback.read');
    await open.page.getByText(/^undone by entry/).waitFor();
    expect(await open.page.getByRole('checkbox', { name: `Select ${JONAS}` }).count()).to.equal(0);
    await open.link('Undo the whole batch…').click();
    await open.shows(open.dialog().getByText('would be undone: 1 user'));
    await open.button('Undo').click();
    await open.page.getByRole('status').getByText('1 change undone').waitFor();
    await open.page.getByText('Undone', { exact: true }).waitFor();
    expect(await open.page.getByRole('main').getByRole('link', { name: /^Undo/ }).count()).to.equal(0);
    await open.page.goto(at('batches?undoBatch=a-run'));
    await open.dialog().getByText('already undone: 2 users').waitFor();
    await open.page.goto(at('audit?reason=moved'));
    await open.page.getByText('Undone', { exact: true }).first().waitFor();
    expect(open.wrong).to.deep.equal([]);
  });

  it('shows an entry, and reports a missing one', async () => {
    await open.page.goto(at('audit/31'));
    await open.shows(open.page.getByText('Held after'));
    await open.page.goto(at('audit/700'));
    await open.page.getByRole('alert').getByText('no entry').waitFor();
  });

  it('names a deleted department, and first shows the recognised part of an address', async () => {
    await workplace.run(['departments', 'create', 'Night desk']);
    const deleted = await workplace.run(['departments', 'delete', 'Night desk']);
    expect(deleted.code, deleted.stderr).to.equal(0);
    await open.page.goto(at('audit'));
    await entry(38).getByText('Night desk').last().waitFor();
    await open.button('Entry 38').click();
    await open.page.getByRole('definition').getByText('Night desk').waitFor();
    await open.page.goto(at('locations?address=221B Baker Street, London'));
    await open.shows(open.page.getByText('Only the town was found'));
    expect(open.wrong).to.deep.equal([]);
  });

  it('shows departments as a tree, with their managers and users', async () => {
    await open.link('Departments').click();
    await open.shows(open.page.getByText('24 departments'));
    expect(await open.link('Databases').count()).to.equal(0);
    await open.search().fill('nowhere');
    await open.page.getByText('No departments match').waitFor();
    await open.search().fill('');
    await open.page.getByRole('button', { name: /^Platform: / }).click();
    await open.shows(open.link('Databases'));
    await open.search().fill('payroll');
    await open.link('Priya Raman').first().waitFor();
    await open.page.getByText('2 departments').waitFor();
    await open.link('Fleet').waitFor({ state: 'detached' });
    await open.choose('Actions for Payroll', 'Show people');
    await open.shows(open.page.getByText('0 users'));
    expect(open.wrong).to.deep.equal([]);
  });

  it('shows existing permissions, and the users to whom one is granted', async () => {
    await open.page.goto(at('permissions?search=nowhere'));
    await open.page.getByText('No permissions match').waitFor();
    await open.link('Show all permissions').click();
    await open.shows(open.page.getByText('24 permissions'));
    await open.search().fill('billing');
    await open.page.getByText('3 permissions').waitFor();
    await open.link('service.billing.export').click();
    await open.shows(open.link('Priya Raman'));
    expect(open.wrong).to.deep.equal([]);
  });

  it('renames a permission for all users who hold it, and counts users whose access grows', async () => {
    await open.page.goto(at('permissions?search=service.tickets.read'));
    await open.choose('Actions for service.tickets.read', 'Rename…');
    await open.button('Preview changes').click();
    await open.shows(open.dialog().getByText('Enter the new name.'));
    await open.page.getByLabel('New name').fill('tickets');
    await open.button('Preview changes').click();
    await open.dialog().getByRole('alert').getByText('Write service.module.action').waitFor();
    await open.page.getByLabel('New name').fill('service.tickets.*');
    await open.button('Preview changes').click();
    await open.shows(open.dialog().getByText('would get all of tickets'));
    await open.button('Back').click();
    await open.page.getByLabel('New name').fill('service.tickets.view');
    await open.button('Preview changes').click();
    await open.dialog().getByText('would be renamed').first().waitFor();
    await open.button('Rename').click();
    await open.link('Undo').waitFor();
    expect(await workplace.json('permissions', 'holders', 'service.tickets.read', '--exact')).to.deep.equal(
      [],
    );
    expect(open.wrong).to.deep.equal([]);
  });

  it('shows the location of an airport and an address, with links to maps, and reports unknown ones', async () => {
    await open.link('Locations').click();
    await open.page.getByLabel('Address, town or airport').fill('JFK');
    await open.button('Find').click();
    await open.shows(open.page.getByText('New York').first());
    await open.page.getByText('The airport itself').waitFor();
    await open.button('Open in a map').click();
    const map = open.page.getByRole('menuitem', { name: 'OpenStreetMap' });
    expect(await map.getAttribute('href')).to.match(/^https:\/\/www\.openstreetmap\.org\/\?mlat=40\.6/);
    await open.page.keyboard.press('Escape');
    await open.page.getByLabel('Address, town or airport').fill('nowhere at all zzz');
    await open.button('Find').click();
    await open.page.getByRole('alert').waitFor();
    expect(open.wrong).to.deep.equal([]);
  });
});
