import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { DemoPage } from './a-demo-page.ts';

const JONAS = 'jonas.lindqvist@demo.example';
const SAMUEL = 'samuel.adeyemi@demo.example';

/** decision 18 */
describe('Trail, departments, permissions and places on the page', () => {
  const { at, open, workplace } = new DemoPage();
  const entry = (n: number) => open.page.getByRole('article', { name: `Entry ${n}`, exact: true });

  it('finds entries by all filters, follows what comes, and undoes one with what is left alone', async () => {
    await workplace.run(['permissions', 'remove', SAMUEL, 'service.tickets.*', '--reason', 'ticket 7']);
    await open.link('Trail').click();
    await open.shows(entry(12).getByText('Reason: ticket 7'));
    await open.page.getByText('Filters', { exact: true }).click();
    await open.page.getByLabel('Changed user').fill(SAMUEL);
    await open.page.goto(at('trail?before=12'));
    await entry(12).waitFor({ state: 'detached' });
    await open.page.getByLabel('What', { exact: true }).selectOption('remove');
    await open.page.getByLabel('Part of the reason').fill('TICKET');
    await open.page.getByLabel('Module').fill('tickets');
    await open.page.getByLabel('From', { exact: true }).fill('2020-01-01');
    await open.button('Find').click();
    await entry(7).waitFor({ state: 'detached' });
    await open.shows(entry(12));
    expect(await open.page.getByRole('article').count()).to.equal(1);
    await open.page.reload();
    await open.shows(entry(12));

    await open.link('By me').click();
    await entry(12).waitFor({ state: 'detached' });
    await open.page.goto(at('trail'));
    await open.page.getByLabel('Show new entries as they come').check();
    await entry(12).waitFor();
    await workplace.run(['permissions', 'add', JONAS, 'service.parcels.read']);
    await open.shows(entry(13).getByText('service.parcels.read'));
    await workplace.run(['permissions', 'add', SAMUEL, 'service.tickets.*']);
    await entry(14).waitFor();
    await entry(12).getByRole('link', { name: 'Undo' }).click();
    await open.dialog().getByText('Left alone, because it was changed later').waitFor();
    await open.dialog().getByText('not undone', { exact: true }).waitFor();
    await open.button('Close').click();
    expect(open.wrong).to.deep.equal([]);
  });

  it('names the user or the entry in the title, and says where there is no such page', async () => {
    const note = open.page.getByText('There is no such page for you.');
    const title = (text: string) => until(async () => (await open.page.title()) === text, text);
    await title('Users – ops-admin');
    await workplace.run(['permissions', 'add', JONAS, 'service.parcels.read']);
    await open.page.goto(at('trail/12'));
    await title('Entry 12 – ops-admin');
    await open.page.goto(at('users/65a100000000000000000002'));
    await title('Jonas Lindqvist – ops-admin');
    await open.page.goto(at('users?search=jonas.lindqvist'));
    await title('Users – ops-admin');
    await open.shows(open.link('Change the one found'));
    expect(await note.count()).to.equal(0);
    for (const wrong of ['nonsense', 'constructor', 'permissions/x', 'users/x/y']) {
      await open.page.goto(at(wrong));
      await open.shows(note);
      await open.page.goto(at('trail'));
      await title('Trail – ops-admin');
      await note.waitFor({ state: 'detached' });
    }
    expect(open.wrong).to.deep.equal([]);
  });

  it('shows runs, and undoes a whole one', async () => {
    const file = await workplace.write(
      'leavers.csv',
      `user,permission\n${JONAS},service.geo.read\n${SAMUEL},service.feedback.read\n`,
    );
    await workplace.run(['permissions', 'remove', '--file', file, '--batch', 'a-run', '--reason', 'moved']);
    await open.link('Runs').click();
    await open.shows(open.page.getByText('2 entries, 2 users'));
    await open.page.getByText('Permissions removed, such as', { exact: true }).waitFor();
    await open.link('a-run').click();
    await open.link('Undo the whole run').click();
    await open.shows(open.dialog().getByText('change would be undone: 2'));
    await open.button('Undo').click();
    await open.page.getByRole('status').getByText('2 users changed').waitFor();
    expect(await workplace.json('permissions', 'list', JONAS)).to.include('service.geo.read');
    await open.page.getByText('undone', { exact: true }).waitFor();
    expect(
      await open.page.getByRole('main').getByRole('list').getByRole('link', { name: /^Undo/ }).count(),
    ).to.equal(0);
    await open.link('Runs').click();
    const run = open.page.getByRole('listitem').filter({ hasText: 'Reason: moved' });
    await run.getByText('undone', { exact: true }).waitFor();
    expect(await run.getByRole('link', { name: 'Undo', exact: true }).count()).to.equal(0);
    await open.page.goto(at('runs?undoRun=a-run'));
    await open.dialog().getByText('undone already: 2 users').waitFor();
    await open.page.goto(at('trail?reason=moved'));
    await open.page
      .getByText(/^undone by entry/)
      .first()
      .waitFor();
    expect(await open.page.getByRole('link', { name: 'Undo', exact: true }).count()).to.equal(0);
    expect(open.wrong).to.deep.equal([]);
  });

  it('shows an entry, and says of one that is not there that it is not', async () => {
    await open.page.goto(at('trail/7'));
    await open.shows(open.page.getByText('Held after'));
    await open.page.goto(at('trail/700'));
    await open.page.getByRole('alert').getByText('no entry').waitFor();
  });

  it('shows departments as a tree, with who leads them and their people', async () => {
    await open.link('Departments').click();
    await open.shows(open.page.getByText('24 departments'));
    expect(await open.page.getByText('Databases').isVisible()).to.equal(false);
    await open.page.getByLabel('Part of a name').fill('nowhere');
    await open.page.getByText('No department is found.').waitFor();
    await open.page.getByLabel('Part of a name').fill('');
    await open.page.getByText('Platform').click();
    await open.shows(open.page.getByText('Databases'));
    await open.page.getByLabel('Part of a name').fill('payroll');
    await open.link('Priya Raman').first().waitFor();
    await open.page.getByText('2 departments').waitFor();
    await open.page.getByText('Fleet').waitFor({ state: 'detached' });
    await open.page.getByRole('link', { name: 'People' }).last().click();
    await open.shows(open.page.getByText('0 users'));
    expect(open.wrong).to.deep.equal([]);
  });

  it('shows the permissions that exist, and who may do one', async () => {
    await open.page.goto(at('permissions?search=nowhere'));
    await open.page.getByText('No permission is found.').waitFor();
    await open.link('Show all').click();
    await open.shows(open.page.getByText('24 permissions'));
    await open.page.getByLabel('Module').selectOption('billing');
    await open.page.getByText('3 permissions').waitFor();
    const row = open.page.getByRole('listitem').filter({ hasText: 'service.billing.export' });
    await row.getByRole('link', { name: '1 holder' }).click();
    await open.shows(open.link('Priya Raman'));
    expect(open.wrong).to.deep.equal([]);
  });

  it('renames a permission for everybody who holds it, and says who can do more then', async () => {
    await open.page.goto(at('permissions?search=service.tickets.read'));
    await open.link('Rename service.tickets.read').click();
    await open.button('Show what happens').click();
    await open.shows(open.dialog().getByText('Give the new name.'));
    await open.page.getByLabel('New name').fill('service.tickets.*');
    await open.button('Show what happens').click();
    await open.shows(open.dialog().getByText('would get all of tickets'));
    await open.button('Back').click();
    await open.page.getByLabel('New name').fill('service.tickets.view');
    await open.button('Show what happens').click();
    await open.dialog().getByText('permission would be renamed').first().waitFor();
    await open.button('Rename').click();
    await open.link('Undo').waitFor();
    expect(await workplace.json('permissions', 'holders', 'service.tickets.read', '--exact')).to.deep.equal(
      [],
    );
    expect(open.wrong).to.deep.equal([]);
  });

  it('shows an airport and an address on a map, and says what is not found', async () => {
    await open.link('Places').click();
    await open.page.getByLabel('Address, town or airport').fill('JFK');
    await open.button('Find').click();
    await open.shows(open.page.getByRole('img', { name: 'New York' }));
    await open.page.getByText('This is the airport.').waitFor();
    await open.page.getByLabel('Address, town or airport').fill('nowhere at all zzz');
    await open.button('Find').click();
    await open.page.getByRole('alert').waitFor();
    expect(open.wrong).to.deep.equal([]);
  });
});
