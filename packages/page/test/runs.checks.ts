import { expect } from 'chai';
import { DemoPage } from './a-demo-page.ts';

const PEOPLE = 1_234;

describe('Batches over many users on the page', () => {
  const { notice, open, workplace } = new DemoPage(async (workplace) => {
    const people = Array.from({ length: PEOPLE }, (_, n) => ({
      _id: `65c1${String(n).padStart(20, '0')}`,
      emails: [`person.${n}@demo.example`],
      personalInformation: { firstName: '', lastName: '', name: `Person ${String(n).padStart(4, '0')}` },
      permissions: ['service.parcels.read'],
    }));
    await workplace.write('people.json', people);
    await workplace.run(['import', 'users', 'people.json']);
  });

  const holders = async () =>
    ((await workplace.json('users', 'list', '--holding', 'service.parcels.read')) as unknown[]).length;

  it('change the selected users', async () => {
    await open.page.getByRole('checkbox', { name: 'Select Person 0001' }).check();
    await open.page.getByRole('checkbox', { name: 'Select Person 0002' }).check();
    await open.search().fill('Person 0001');
    await open.page.getByText('2 selected (1 not in this list)').waitFor();
    await open.link('Change…').click();
    await open.page.getByLabel('Remove permissions').check();
    await open.page.getByLabel('Permission 1').fill('service.parcels.*');
    await open.button('Preview changes').click();
    await open.shows(open.dialog().getByText('would be removed: 2 users'));
    await open.button('Remove 1 permission from 2 users').click();
    await notice('Removed service.parcels.read from 2 users').waitFor();
    expect(await holders()).to.equal(PEOPLE - 2);
    await open.page.reload();
    await open.page.getByRole('checkbox', { name: 'Select Person 0001' }).check();
    await open.page.getByText('1 selected').waitFor();
    await open.search().fill('');
    await open.page.getByText('1,246 users').waitFor();
    await open.page.getByLabel('Select all on this page').check();
    await open.page.getByRole('checkbox', { name: 'Select Person 0002' }).uncheck();
    await open.page.getByText('49 selected').waitFor();
    await open.button('Clear').click();
    await open.page.getByRole('checkbox', { name: 'Select Person 0001', checked: false }).waitFor();
    await open.link('Users').click();
    expect(open.wrong).to.deep.equal([]);
  });

  it('change all users that a filter finds in one batch, in their shown state, and undo it', async () => {
    await open.search().fill('service.parcels.read');
    await open.page.getByText('1,234 users').waitFor();
    await open.choose('More for users', 'Change all 1,234 users found…');
    await open.page.getByLabel('Remove permissions').check();
    await open.page.getByLabel('Permission 1').fill('service.parcels.read');
    await open.button('Preview changes').click();
    await open.shows(open.dialog().getByText('would be removed: 1,234'));
    await open.dialog().getByText('and 1,134 more').waitFor();
    await workplace.run(['permissions', 'add', 'person.7@demo.example', 'service.other']);
    await open.page.getByLabel('Reason').fill('the service is gone');
    await open.button('Remove 1 permission from 1,234 users').click();
    await open.shows(open.dialog().getByText('Not everything was changed: 1 failed'));
    await open.dialog().getByText('changed after you opened it').first().waitFor();
    expect(await holders()).to.equal(1);
    expect(open.changes, 'at most 100 users in a request').to.have.length(13);
    await open.dialog().getByRole('button', { name: 'Close' }).first().click();
    await open.link('Batches').click();
    const batch = open.page.getByRole('row').filter({ hasText: 'the service is gone' });
    await open.shows(batch.getByText('1,233').first());
    await batch.getByRole('link').first().click();
    await open.link('1,233 entries in the audit log').waitFor();
    await open.link('Undo the whole batch…').click();
    await open.dialog().getByText('would be undone: 1,233').waitFor();
    await open.button('Undo 1,233 changes').click();
    await notice('1,233 changes undone').waitFor();
    expect(await holders()).to.equal(PEOPLE);
    expect(open.wrong).to.deep.equal([]);
  });

  it('change the users in a pasted list, and first show unknown ones', async () => {
    await open.choose('More for users', 'Change a pasted list…');
    await open.button('Preview changes').click();
    await open.dialog().getByRole('alert').getByText('Paste e-mails').waitFor();
    await open.dialog().getByRole('alert').getByText('Enter a permission.').waitFor();
    const list = open.page.getByLabel('E-mails or ids');
    const good =
      'Person <person.3@demo.example>; person.4@demo.example\nnobody@demo.example\nperson.3@demo.example';
    await list.fill(`${good}\nomar.farouk(at)example.org`);
    await open.dialog().getByText('3 users, 1 repeated, 1 line not understood').waitFor();
    await open.dialog().getByText('This is not an e-mail or an id.').waitFor();
    await open.dialog().getByText('Same user as line 1').waitFor();
    await open.dialog().getByText('Person 0004').waitFor();
    await open.dialog().getByText('not found').waitFor();
    await open.page.getByLabel('Deactivate', { exact: true }).check();
    await open.button('Preview changes').click({ force: true });
    await open.dialog().getByText('Correct or remove line 4 to continue.').waitFor();
    expect(await open.button('Back').count(), 'no preview').to.equal(0);
    await open.expectAccessible();
    await list.fill(good);
    await open.button('Preview changes').click();
    await open.shows(open.dialog().getByText('not found'));
    await open.dialog().getByText('1 user will be left out').waitFor();
    await open.button('Deactivate 2 users').click();
    await open.dialog().getByText('Not everything was changed: 1 failed').waitFor();
    await open.dialog().getByRole('button', { name: 'Close' }).first().click();
    expect(await workplace.json('users', 'show', 'person.3@demo.example')).to.include({ active: false });
    await open.expectAccessible();
  });

  it('report finished and unfinished rows of a batch, where a later request is refused', async () => {
    await open.choose('More for users', 'Change all 1,246 users found…');
    await open.page.getByLabel('Deactivate', { exact: true }).check();
    await open.button('Preview changes').click();
    await open.dialog().getByText('would be deactivated: 1,245').waitFor();
    await open.page.route('**/user/change-permissions', async (route) => {
      if (open.changes.length < 11) return await route.continue();
      const error = { code: 'SERVICE_UNAVAILABLE', message: 'The service has too much to do' };
      await route.fulfill({ status: 503, headers: { 'Retry-After': '31' }, json: { error } });
    });
    await open.button('Deactivate 1,245 users').click();
    await open.shows(open.dialog().getByText('Not everything was changed: 247 failed'));
    await open.dialog().getByText('not done: 246').waitFor();
    await open.dialog().getByText('The service has too much to do').first().waitFor();
    expect((await workplace.json('users', 'list', '--inactive')) as unknown[]).to.have.length(999);
    await open.page.unrouteAll();
    await open.button('Refresh preview').click();
    await open.button('Deactivate 246 users').click();
    await notice('246 users changed').waitFor();
  });

  it('name the command where too many users are found, and request none of them', async () => {
    await open.page.route('**/user/list/0/50', async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { data: { total: number } };
      await route.fulfill({ response, json: { ...json, data: { ...json.data, total: 10_001 } } });
    });
    let asked = 0;
    open.page.on('request', (request) => {
      if (request.url().includes('/user/list/0/1000')) asked++;
    });
    await open.page.reload();
    await open.choose('More for users', 'Change all 10,001 users found…');
    await open.dialog().getByText('10,001 users are found').waitFor();
    expect(await open.button('Preview changes').count()).to.equal(0);
    expect(asked).to.equal(0);
    // How many there are says nothing of a list.
    await open.dialog().getByRole('button', { name: 'Close' }).first().click();
    await open.choose('More for users', 'Change a pasted list…');
    await open.page.getByLabel('E-mails or ids').fill('person.3@demo.example');
    await open.button('Preview changes').waitFor();
  });

  it('request suggestions after a pause in typing, not for each letter', async () => {
    const asked: string[] = [];
    open.page.on('request', (request) => {
      if (request.url().includes('/permission/list/')) asked.push(request.url());
    });
    const text = 'service.parcels.read';
    await open.filter();
    await open.page.getByLabel('Permission', { exact: true }).pressSequentially(text);
    await open.page.locator(`option[value="${text}"]`).waitFor({ state: 'attached' });
    // On a busy machine a letter can come late enough to be taken for the last one.
    expect(asked.length).to.be.within(1, text.length / 2);
  });
});
