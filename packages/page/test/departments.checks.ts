import { expect } from 'chai';
import { DemoPage } from './a-demo-page.ts';

const FINANCE = '65b100000000000000000002';

interface Department {
  readonly _id: string;
  readonly name: string;
  readonly description: string;
  readonly code: string;
  readonly parentDepartment?: { readonly name: string };
  readonly manager?: { readonly emails: readonly string[] };
}

describe('Departments on the page', () => {
  const demo = new DemoPage();
  const { at, notice, open, workplace } = demo;
  const shown = async (department: string) =>
    (await workplace.json('departments', 'show', department)) as Department;
  const row = (name: string) => open.page.getByRole('row').filter({ has: open.link(name) });
  const cells = async (name: string) => (await row(name).getByRole('cell').allTextContents()).slice(0, -1);
  const preview = () => open.button('Preview changes').click();
  const undo = () => open.page.getByRole('status').getByRole('link', { name: 'Undo' }).click();

  beforeEach(async () => {
    await open.page.goto(at('departments'));
    await open.shows(open.heading('Departments'));
  });

  it('are a tree with code, manager, own users and all users, with links to them', async () => {
    expect(await cells('Finance')).to.deep.equal(['FIN', 'Priya Raman', '1', '3']);
    expect(await cells('Learning')).to.deep.equal(['PPL-LRN', 'No manager', '0', '0']);
    expect(await open.link('Bookkeeping').count(), 'below Accounting').to.equal(0);
    await open.button('Accounting: 2 departments below').click();
    await open.search().fill('fin-acc');
    await open.link('Finance').waitFor();
    await open.page.waitForURL(/search=fin-acc/);
    expect(await cells('Finance'), 'its totals stay').to.deep.equal(['FIN', 'Priya Raman', '1', '3']);
    await open.page.getByRole('link', { name: '3 users in Finance and below' }).click();
    await open.page.getByText('3 users').waitFor();
    expect(open.wrong).to.deep.equal([]);
  });

  it('are created with a manager and a parent, with errors at their fields, and undone', async () => {
    await open.choose('Actions for Finance', 'Create department below…');
    await preview();
    await open.dialog().getByRole('alert').getByText('Enter a name.').waitFor();
    await open.page.getByLabel('Name', { exact: true }).fill('Payables');
    await open.page.getByLabel('Code').fill('ops');
    await open.page.getByLabel('Manager').fill('nobody@demo.example');
    await preview();
    await open
      .dialog()
      .getByRole('alert')
      .getByText('no user has the id or e-mail nobody@demo.example')
      .waitFor();
    await open.page.getByLabel('Manager').fill('jonas');
    await open.page.locator('option[value="jonas.lindqvist@demo.example"]').waitFor({ state: 'attached' });
    await open.page.getByLabel('Manager').fill('jonas.lindqvist@demo.example');
    await open.dialog().getByRole('alert').waitFor({ state: 'detached' });
    await open.expectAccessible();
    await preview();
    const code = open.page.getByLabel('Code');
    await open.dialog().getByRole('alert').getByText('belongs to the department Operations').waitFor();
    await code.and(open.page.locator('[aria-invalid]')).waitFor();
    expect(await open.dialog().getByRole('alert').textContent()).not.to.match(/[0-9a-f]{24}/);
    await code.fill('FIN-PYB');
    await preview();
    await open.dialog().getByText('Payables').waitFor();
    await open.dialog().getByText('Jonas Lindqvist').waitFor();
    expect(open.changes, 'it was a dry run').to.deep.equal([]);
    await open.page.getByLabel('Reason').fill('ticket 12');
    await open.button('Create department').click();
    await notice('Payables is created').waitFor();
    const payables = await shown('FIN-PYB');
    expect(payables.parentDepartment?.name).to.equal('Finance');
    expect(payables.manager?.emails).to.deep.equal(['jonas.lindqvist@demo.example']);
    await open.link('Payables').waitFor();
    await undo();
    await open.dialog().getByText('would be deleted').waitFor();
    await open.button('Undo').click();
    await open.link('Payables').waitFor({ state: 'detached' });
    expect(open.wrong).to.deep.equal([]);
  });

  it('are edited and moved with a count of users, never below themselves, and restored', async () => {
    await open.choose('Actions for Finance', 'Edit or move…');
    await open.page.getByLabel('Part of').selectOption({ label: '\u00a0\u00a0Accounting' });
    await preview();
    await open.dialog().getByRole('alert').getByText('A department cannot be below itself').waitFor();
    await open.page.getByLabel('Part of').and(open.page.locator('[aria-invalid]')).waitFor();
    await open.page.getByLabel('Part of').selectOption('Operations');
    await open.page.getByLabel('Manager').fill('');
    await open.page.getByLabel('Description').fill('Money');
    await preview();
    await open.dialog().getByText('3 people move with it.').waitFor();
    await open.dialog().locator('del').getByText('Priya Raman').waitFor();
    await open.button('Save').click();
    await notice('Finance is saved').waitFor();
    const moved = await shown(FINANCE);
    expect([moved.parentDepartment?.name, moved.manager, moved.description]).to.deep.equal([
      'Operations',
      undefined,
      'Money',
    ]);
    await undo();
    await open.dialog().getByText('would be set back').waitFor();
    await open.button('Undo').click();
    await open.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await shown(FINANCE)).manager?.emails).to.deep.equal(['priya.raman@demo.example']);
    await open.link('Audit log').click();
    await open.page.getByText('Changed department').first().waitFor();
    await open.page.getByRole('row').getByRole('link', { name: 'Finance' }).first().waitFor();
    expect(open.wrong).to.deep.equal([]);
  });

  it('are created by keyboard alone, and the focus returns', async () => {
    const { keyboard } = open.page;
    await open.link('Create department').focus();
    await keyboard.press('Enter');
    await open.dialog().waitFor();
    await keyboard.type('Legal');
    await keyboard.press('Enter');
    await open.dialog().getByText('the department is deleted, unless').waitFor();
    for (let tabs = 0; tabs < 6; tabs++) {
      if ((await open.page.evaluate('document.activeElement.tagName')) === 'INPUT') break;
      await keyboard.press('Tab');
    }
    await keyboard.type('by keyboard');
    await keyboard.press('Enter');
    await notice('Legal is created').waitFor();
    await keyboard.press('Tab');
    await open.page.locator('a:focus', { hasText: 'Undo' }).waitFor();
    await open.button('Actions for Legal').press('Enter');
    // The menu takes the focus once it is drawn.
    await open.page.locator('[role=menuitem]:focus').waitFor();
    await keyboard.press('ArrowUp');
    await open.page.locator('[role=menuitem]:focus', { hasText: 'Delete…' }).waitFor();
    await keyboard.press('Enter');
    await open.button('Delete department').press('Enter');
    await notice('Legal is deleted').waitFor();
    expect(open.wrong).to.deep.equal([]);
  });

  it('keep changes that another admin saved meanwhile', async () => {
    await open.choose('Actions for Finance', 'Edit or move…');
    await open.page.getByLabel('Name', { exact: true }).fill('Money');
    await preview();
    await open.button('Save').waitFor();
    const saved = await workplace.run(['departments', 'update', FINANCE, '--description', 'Other']);
    expect(saved.code, saved.stderr).to.equal(0);
    await open.button('Save').click();
    await open.dialog().getByText('Somebody changed this after you opened it').waitFor();
    await open.button('Refresh preview').click();
    await open.button('Save').click();
    await notice('Money is saved').waitFor();
    const { description, name } = await shown(FINANCE);
    expect([name, description]).to.deep.equal(['Money', 'Other']);
  });

  it('are deleted only when empty, and name the obstacles', async () => {
    await open.choose('Actions for Finance', 'Delete…');
    await open.dialog().getByText('It has 1 user and 2 departments below it').waitFor();
    await open.expectAccessible();
    expect(
      await open
        .dialog()
        .getByRole('button', { name: /Delete/ })
        .count(),
    ).to.equal(0);
    await open.dialog().getByRole('link', { name: 'Show Payroll' }).click();
    await open.choose('Actions for Payroll', 'Delete…');
    await open.dialog().getByText('You cannot undo this').waitFor();
    await open.button('Delete department').click();
    await notice('Payroll is deleted').waitFor();
    expect(await open.page.getByRole('status').getByRole('link', { name: 'Undo' }).count()).to.equal(0);
    expect(await workplace.run(['departments', 'show', 'FIN-PAY'])).to.have.property('code', 3);
    expect(open.wrong).to.deep.equal([]);
  });

  it('are refused at the last moment if a user has joined', async () => {
    await open.search().fill('Payroll');
    await open.choose('Actions for Payroll', 'Delete…');
    await open.button('Delete department').waitFor();
    await workplace.run(['users', 'update', 'jonas.lindqvist@demo.example', '--department', 'FIN-PAY']);
    await open.button('Delete department').click();
    await open.dialog().getByText('Payroll is not empty: it has 1 user').waitFor();
    expect((await shown('FIN-PAY')).name).to.equal('Payroll');
  });

  it('are read-only for a reader', async () => {
    await workplace.run(['permissions', 'add', 'jonas.lindqvist@demo.example', 'service.admin.read']);
    await open.open(at(`token=${demo.service.userToken}`));
    await open.signedIn();
    await open.page.goto(at(`departments?do=edit&what=["${FINANCE}"]`));
    await open.button('Actions for Finance').click();
    await open.page.getByRole('menuitem', { name: 'Show people' }).waitFor();
    expect(await open.page.getByRole('menuitem').count()).to.equal(2);
    expect(await open.dialog().count()).to.equal(0);
    expect(await open.link('Create department').count()).to.equal(0);
  });

  for (const width of [390, 768]) {
    it(`fit at ${width} pixels`, async () => {
      await open.open(at(`token=${demo.service.adminToken}`), { width });
      await open.signedIn();
      for (const view of [
        'departments',
        'departments?do=create',
        `departments?do=edit&what=["${FINANCE}"]`,
      ]) {
        await open.page.goto(at(view));
        await open.shows(open.heading('Departments'));
        await open.link('Finance').waitFor();
        await open.expectAccessible();
      }
    });
  }
});
