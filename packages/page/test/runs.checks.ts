import { expect } from 'chai';
import { DemoPage } from './a-demo-page.ts';

const PEOPLE = 1_234;

/** decisions 11 and 18 */
describe('Runs over many users on the page', () => {
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

  it('changes those selected', async () => {
    await open.page.getByRole('checkbox', { name: 'Select Person 0001' }).check();
    await open.page.getByRole('checkbox', { name: 'Select Person 0002' }).check();
    await open.page.getByLabel('Name, e-mail or id').fill('Person 0001');
    await open.button('Find').click();
    await open.link('Change 2 selected users (1 not in this list)').click();
    await open.page.getByLabel('Permission 1').fill('service.parcels.*');
    await open.button('Show what happens').click();
    await open.shows(open.dialog().getByText('permissions would be removed: 2 users'));
    await open.button('Remove permissions').click();
    await notice('2 users changed').waitFor();
    expect(await holders()).to.equal(PEOPLE - 2);
    await open.page.reload();
    await open.page.getByRole('checkbox', { name: 'Select Person 0001' }).check();
    await open.link('Change 1 selected user').waitFor();
    await open.link('Show all').click();
    await open.page.getByLabel('Select all on this page').check();
    await open.page.getByRole('checkbox', { name: 'Select Person 0002' }).uncheck();
    await open.link('Change 49 selected users').waitFor();
    await open.button('Clear selection').click();
    await open.page.getByRole('checkbox', { name: 'Select Person 0001', checked: false }).waitFor();
    await open.link('Users').click();
    expect(open.wrong).to.deep.equal([]);
  });

  it('changes all that a filter finds in one run, as they were shown, and undoes it', async () => {
    await open.page.getByLabel('Permission', { exact: true }).fill('service.parcels.read');
    await open.button('Find').click();
    await open.link(`Change all 1,234 found`).click();
    await open.page.getByLabel('Permission 1').fill('service.parcels.read');
    await open.button('Show what happens').click();
    await open.shows(open.dialog().getByText('permissions would be removed: 1,234'));
    await open.dialog().getByText('and 1,134 more').waitFor();
    await workplace.run(['permissions', 'add', 'person.7@demo.example', 'service.other']);
    await open.page.getByLabel('Reason').fill('the service is gone');
    await open.button('Remove permissions').click();
    await open.shows(open.dialog().getByText('Not all was done: 1 failed'));
    await open.dialog().getByText('changed by somebody else meanwhile').first().waitFor();
    expect(await holders()).to.equal(1);
    expect(open.changes, 'at most 100 users in a request').to.have.length(13);
    await open.dialog().getByRole('button', { name: 'Close' }).click();
    await open.link('Runs').click();
    await open.shows(open.page.getByText('1,233 entries, 1,233 users'));
    await open.page.getByText('Reason: the service is gone').waitFor();
    const run = open.page.getByRole('listitem').filter({ hasText: 'the service is gone' });
    await run.getByRole('link', { name: 'Undo' }).click();
    await open.dialog().getByText('change would be undone: 1,233').waitFor();
    await open.button('Undo').click();
    await notice('1,233 users changed').waitFor();
    expect(await holders()).to.equal(PEOPLE);
    expect(open.wrong).to.deep.equal([]);
  });

  it('changes the users of a pasted list, and shows first whom it does not know', async () => {
    await open.link('Change a pasted list').click();
    await open.page.keyboard.type('Person');
    await open.button('Show what happens').click();
    await open.dialog().getByRole('alert').getByText('Paste the e-mails').waitFor();
    await open.page
      .getByLabel('Users', { exact: true })
      .fill('Person <person.3@demo.example>; person.4@demo.example\nnobody@demo.example');
    await open.dialog().getByText('3 users are named.').waitFor();
    await open.page.getByLabel('What').selectOption('Deactivate');
    await open.button('Show what happens').click();
    await open.shows(open.dialog().getByText('not found'));
    await open.dialog().getByText('1 is left out').waitFor();
    await open.button('Deactivate').click();
    await open.dialog().getByText('Not all was done: 1 failed').waitFor();
    await open.dialog().getByRole('button', { name: 'Close' }).click();
    expect(await workplace.json('users', 'show', 'person.3@demo.example')).to.include({ active: false });
    await open.expectAccessible();
  });

  it('says what was done of a run, and what was not, where a later request is refused', async () => {
    await open.link('Change all 1,246 found').click();
    await open.page.getByLabel('What').selectOption('Deactivate');
    await open.button('Show what happens').click();
    await open.dialog().getByText('would be deactivated: 1,245').waitFor();
    await open.page.route('**/user/change-permissions', async (route) => {
      if (open.changes.length < 11) return await route.continue();
      const error = { code: 'SERVICE_UNAVAILABLE', message: 'The service has too much to do' };
      await route.fulfill({ status: 503, headers: { 'Retry-After': '31' }, json: { error } });
    });
    await open.button('Deactivate').click();
    await open.shows(open.dialog().getByText('Not all was done: 247 failed'));
    await open.dialog().getByText('not done: 246').waitFor();
    await open.dialog().getByText('The service has too much to do').first().waitFor();
    expect((await workplace.json('users', 'list', '--inactive')) as unknown[]).to.have.length(999);
    await open.page.unrouteAll();
    await open.button('Look again').click();
    await open.button('Deactivate').click();
    await notice('246 users changed').waitFor();
  });

  it('names the command where too many are found, and asks for none of them', async () => {
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
    await open.link('Change all 10,001 found').click();
    await open.dialog().getByText('10,001 users are found').waitFor();
    expect(await open.button('Show what happens').count()).to.equal(0);
    expect(asked).to.equal(0);
    // How many there are says nothing of a list.
    await open.dialog().getByRole('button', { name: 'Close' }).click();
    await open.link('Change a pasted list').click();
    await open.page.getByLabel('Users', { exact: true }).fill('person.3@demo.example');
    await open.button('Show what happens').waitFor();
  });

  it('asks for suggestions once somebody has typed, and not for each letter', async () => {
    const asked: string[] = [];
    open.page.on('request', (request) => {
      if (request.url().includes('/permission/list/')) asked.push(request.url());
    });
    const text = 'service.parcels.read';
    await open.page.getByLabel('Permission', { exact: true }).pressSequentially(text);
    await open.page.locator(`option[value="${text}"]`).waitFor({ state: 'attached' });
    // On a busy machine a letter can come late enough to be taken for the last one.
    expect(asked.length).to.be.within(1, text.length / 2);
  });
});
