import { expect } from 'chai';
import { DemoPage } from './a-demo-page.ts';

const JONAS = '65a100000000000000000002';

describe('The user lifecycle on the page', () => {
  const { at, notice, open, workplace } = new DemoPage();
  const shown = async (user: string) =>
    (await workplace.json('users', 'show', user)) as {
      active: boolean;
      emails: string[];
      ends: Record<string, string>;
    };

  it('creates, edits, deactivates, reactivates and erases', async () => {
    await open.link('Create user').click();
    await open.button('Preview changes').click();
    await open.dialog().getByRole('alert').getByText('Enter a name.').waitFor();
    await open.dialog().getByRole('alert').getByText('Enter an e-mail.').waitFor();
    expect(await open.page.locator(':focus').getAttribute('aria-invalid'), 'the first of them').to.equal(
      'true',
    );
    await open.expectAccessible();
    await open.page.getByLabel('First name').fill('Ada');
    await open.page.getByLabel('Last name').fill('Byron');
    await open.page.getByLabel('E-mails').fill('ada@demo.example\nnobody');
    await open.dialog().getByLabel('Department').selectOption({ index: 1 });
    await open.page.getByLabel('Permission 1').fill('service.parcels.read');
    await open.button('Preview changes').click();
    await open
      .dialog()
      .getByRole('alert')
      .getByText('E-mail 2 needs one @, without spaces and commas.')
      .waitFor();
    await open.page.getByLabel('E-mails').fill('ada@demo.example\nJonas.Lindqvist@demo.example');
    await open.button('Preview changes').click();
    await open.page.getByLabel('E-mails').and(open.page.locator('[aria-invalid]')).waitFor();
    await open
      .dialog()
      .getByRole('alert')
      .getByText(/jonas.lindqvist@demo.example/i)
      .waitFor();
    await open.page.getByLabel('E-mails').fill('ada@demo.example\nbyron@demo.example');
    await open.button('Preview changes').click();
    await open.dialog().getByText('Ada Byron').waitFor();
    await open.dialog().getByText('ada@demo.example, byron@demo.example').waitFor();
    expect(open.changes, 'it was a dry run').to.deep.equal([]);
    await open.button('Create user').click();
    await open.shows(open.heading('Ada Byron'));
    await notice('Ada Byron is created').waitFor();

    await open.choose('Actions for Ada Byron', 'Edit details…');
    await open.page.getByLabel('Last name').fill('Lovelace');
    await open.button('Preview changes').click();
    await open.dialog().getByText('Ada Lovelace').waitFor();
    await open.dialog().getByText('You cannot undo this').waitFor();
    await open.button('Save').click();
    await open.shows(open.heading('Ada Lovelace'));

    const menu = 'Actions for Ada Lovelace';
    await open.choose(menu, 'Deactivate…');
    await open.page.getByLabel('Reason').fill('left');
    await open.button('Deactivate').click();
    await open.shows(open.page.getByText('Inactive', { exact: true }));
    await open.choose(menu, 'Activate…');
    await open.button('Activate').click();
    await open.page.getByText('Active', { exact: true }).waitFor();
    expect((await shown('ada@demo.example')).active).to.equal(true);
    await open.choose(menu, 'Deactivate…');
    await open.button('Deactivate').click();
    await open.page.getByText('Inactive', { exact: true }).waitFor();
    await open.choose(menu, 'Erase…');
    await open.dialog().getByText('You cannot undo this').waitFor();
    await open.page.getByLabel('Type ada@demo.example to confirm').fill('Ada');
    await open.button('Erase permanently').click();
    await open.dialog().getByRole('alert').getByText('This is not the same text.').waitFor();
    expect(
      open.changes.some((body) => body.includes('erase')),
      'without the typed e-mail',
    ).to.equal(false);
    await open.page.getByLabel('Type ada@demo.example to confirm').fill('ada@demo.example');
    await open.button('Erase permanently').click();
    await notice('is erased').waitFor();
    await open.shows(open.page.getByText('12 users'));
    expect(await open.page.getByRole('status').getByRole('link', { name: 'Undo' }).count()).to.equal(0);
    expect(open.wrong).to.deep.equal([]);
  });

  it('suggests a permission for a mistyped one, and explains why an active user is not erased', async () => {
    await open.link('Create user').click();
    await open.page.getByLabel('First name').fill('Ada');
    await open.page.getByLabel('E-mails').fill('ada@demo.example');
    await open.page.getByLabel('Permission 1').fill('reports');
    await open.button('Preview changes').click();
    await open.dialog().getByRole('alert').getByText('Write service.module.action').waitFor();
    await open.page.getByLabel('Permission 1').fill('service.report.read');
    await open.button('Preview changes').click();
    await open.dialog().getByText('Did you mean service.reports.read?').waitFor();
    await open.dialog().getByRole('button', { name: 'Close' }).click();
    await open.page.goto(at(`users/${JONAS}?do=erase`));
    await open.dialog().getByText('Deactivate the user first.').waitFor();
    expect(await open.button('Erase permanently').count()).to.equal(0);
  });

  it('reports that a permanent permission received no end', async () => {
    await open.page.goto(at(`users/${JONAS}?do=add`));
    await open.page.getByLabel('Permission 1').fill('service.geo.read');
    await open.page.getByLabel(/^Until/).fill('2099-12-31');
    await open.button('Preview changes').click();
    await open
      .dialog()
      .getByText('service.geo.read stays permanent; to set an end, remove the permission and add it again')
      .waitFor();
    expect((await shown(JONAS)).ends).to.deep.equal({});
  });

  it('links and unlinks an account, and removes everything from a leaver, with an undo', async () => {
    await open.page.goto(at(`users/${JONAS}`));
    await open.link('Link').click();
    await open.button('Preview changes').click();
    await open.dialog().getByRole('alert').getByText('Enter the issuer.').waitFor();
    await open.dialog().getByRole('alert').getByText('Enter the subject.').waitFor();
    await open.page.getByLabel('Issuer').fill('https://id.example.org');
    await open.page.getByLabel('Subject').fill('00u1');
    await open.button('Preview changes').click();
    await open.button('Link account').click();
    await notice('00u1 now signs in as Jonas Lindqvist').waitFor();
    await open.choose('Actions for 00u1', 'Unlink…');
    await open.button('Unlink account').click();
    await notice('00u1 no longer signs in as Jonas Lindqvist').waitFor();
    await open.page.getByRole('status').getByRole('link', { name: 'Undo' }).click();
    await open.button('Undo').click();
    await open.button('Actions for 00u1').waitFor();

    await open.choose('Actions for Jonas Lindqvist', 'Remove all access…');
    await open.dialog().getByText('00u1').last().waitFor();
    await open.button('Remove all access').click();
    await open.page.getByText('Holds no permissions.').waitFor();
    expect(await workplace.json('permissions', 'list', JONAS)).to.deep.equal([]);
    await open.page.getByRole('status').getByRole('link', { name: 'Undo' }).click();
    await open.dialog().getByRole('button', { name: /^Undo/ }).click();
    await open.button('Actions for 00u1').waitFor();
    expect(await workplace.json('permissions', 'list', JONAS)).to.have.length(3);
    expect(open.wrong).to.deep.equal([]);
  });

  it('keeps typed values and changes that another admin saved meanwhile', async () => {
    await open.page.goto(at(`users/${JONAS}`));
    await open.choose('Actions for Jonas Lindqvist', 'Edit details…');
    await open.page.getByLabel('First name').fill('Jon');
    await open.button('Preview changes').click();
    await open.button('Save').waitFor();
    const saved = await workplace.run(['users', 'update', JONAS, '--email', 'jl@demo.example']);
    expect(saved.code, saved.stderr).to.equal(0);
    await open.button('Save').click();
    await open.dialog().getByText('Somebody changed this after you opened it').waitFor();
    await open.dialog().getByText('Changed details').waitFor();
    await open.button('Refresh preview').click();
    await open.button('Save').click();
    await open.shows(open.heading('Jon Lindqvist'));
    expect((await shown(JONAS)).emails).to.deep.equal(['jl@demo.example']);
  });

  it('completes known permissions, and grants one until the end of a day', async () => {
    await open.page.goto(at(`users/${JONAS}?do=add`));
    await open.page.getByLabel('Permission 1').fill('billing');
    await open.page.locator('option[value="service.billing.export"]').first().waitFor({ state: 'attached' });
    await open.page.getByLabel('Permission 1').fill('service.billing.export');
    const day = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10);
    await open.page.getByLabel(/^Until/).fill('2020-01-01');
    await open.button('Preview changes').click();
    await open.page
      .getByLabel(/^Until/)
      .and(open.page.locator(':invalid'))
      .waitFor();
    await open.dialog().getByRole('alert').getByText('Choose today or a later day.').waitFor();
    await open.page.getByLabel(/^Until/).fill(day);
    await open.button('Preview changes').click();
    await open
      .dialog()
      .getByText(/^until \d+ \w+ \d{4}, 23:59$/)
      .waitFor();
    await open.button('Add 1 permission').click();
    await notice('added service.billing.export').waitFor();
    await open.page.getByText('ends in 14 days').last().waitFor();
    expect(Object.keys((await shown(JONAS)).ends)).to.deep.equal(['service.billing.export']);
  });
});
