import { expect } from 'chai';
import { DemoPage } from './a-demo-page.ts';

const CHLOE = '65a100000000000000000008';
const JONAS = '65a100000000000000000002';
const SAMUEL = '65a100000000000000000007';

describe('A newcomer to the page', () => {
  const { at, notice, open, workplace } = new DemoPage();

  const users = async () =>
    (await workplace.json('users', 'list')) as {
      _id: string;
      emails: string[];
      personalInformation: { name: string };
      permissions: string[];
    }[];
  const change = async (ids: readonly string[]) =>
    open.page.goto(at(`users?do=selected&what=${JSON.stringify(ids)}`));

  /** The largest number of lines over which a text on the page is broken. */
  const lines = async (text: string) =>
    open.page.evaluate(
      `(() => {
        const walk = document.createTreeWalker(document.querySelector('dialog') ?? document.querySelector('.notice'), 4);
        const rects = [];
        for (let node = walk.nextNode(); node; node = walk.nextNode()) {
          const at = node.data.indexOf(${JSON.stringify(text)});
          if (at < 0) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + ${text.length});
          if (range.getClientRects().length) rects.push(new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size);
        }
        return Math.max(...rects);
      })()`,
    );

  it('learns which permission no user lost, and removes the suggested one', async () => {
    await change([JONAS, SAMUEL]);
    await open.page.getByLabel('Remove permissions').check();
    await open.page.getByLabel('Permission 1').fill('service.tickets.raed');
    await open.button('Preview changes').click();
    const doubt = open.dialog().getByText('service.tickets.raed is not a known permission. Did you mean');
    await open.shows(doubt);
    expect(await doubt.count(), 'not once for each user').to.equal(1);
    expect(await open.dialog().getByRole('row').getByText('service.tickets.raed').count()).to.be.above(1);
    await open.expectAccessible();
    await open.dialog().getByRole('button', { name: 'service.tickets.read', exact: true }).click();
    await open.page.getByRole('button', { name: /^Remove 1 permission/ }).waitFor();
    expect(await doubt.count()).to.equal(0);
    expect(open.wrong).to.deep.equal([]);
  });

  it('creates a user with the suggested permission', async () => {
    await open.page.goto(at('users?do=create'));
    await open.page.getByLabel('First name').fill('Ada');
    await open.page.getByLabel('E-mails').fill('ada@demo.example');
    await open.page.getByLabel('Permission 1').fill('service.report.read');
    await open.button('Preview changes').click();
    await open.dialog().getByRole('button', { name: 'service.reports.read', exact: true }).click();
    await open.dialog().locator('ins').getByText('service.reports.read').waitFor();
    expect(await open.dialog().getByText('is not a known permission').count()).to.equal(0);
    await open.button('Create user').click();
    await notice('Ada is created').waitFor();
    expect((await users()).find(({ emails }) => emails[0] === 'ada@demo.example')?.permissions).to.deep.equal(
      ['service.reports.read'],
    );
  });

  it('asks "Can they do …?" with an incomplete permission, and learns what is missing', async () => {
    await open.page.goto(at(`users/${SAMUEL}`));
    const box = open.page.getByRole('region', { name: 'Can they do …?' });
    for (const half of ['service.tickets', 'read']) {
      await open.page.getByLabel('Permission to check').fill(half);
      await box.getByText('Write service.module.action').waitFor();
    }
  });

  it('learns which user keeps a permission permanently, and the results for the others', async () => {
    await workplace.run(['permissions', 'add', JONAS, 'service.departments.export']);
    await change([JONAS, SAMUEL]);
    await open.page.getByLabel('Add permissions').check();
    await open.page.getByLabel('Permission 1').fill('service.departments.export');
    await open.page.getByLabel(/^Until/).fill('2099-12-24');
    await open.button('Preview changes').click();
    const why = open.dialog().getByText('service.departments.export stays permanent; to set an end');
    await open.shows(why);
    const colour = "getComputedStyle(document.querySelector('dialog .sub.amber')).color";
    expect(await open.page.evaluate(colour), 'amber').to.equal('rgb(133, 80, 0)');
    expect(await lines('departments')).to.equal(1);
    await open.page.getByRole('button', { name: /^Add 1 permission/ }).click();
    await notice('Added service.departments.export to 1 user; already permanently held by 1 user.').waitFor();
  });

  it('learns that a department loses its manager when the user is erased, and keeps it otherwise', async () => {
    const departments = (await workplace.json('departments', 'list')) as {
      name: string;
      manager?: { _id: string };
    }[];
    const { manager, name } = departments.find((one) => one.manager && one.manager._id !== JONAS) ?? {};
    const id = manager?._id ?? '';
    await open.page.goto(at(`users/${id}?do=state`));
    await open
      .dialog()
      .getByText(/and stays the manager\.$/)
      .getByText(name ?? '')
      .waitFor();
    await workplace.run(['users', 'deactivate', id]);
    await open.page.goto(at(`users/${id}?do=erase`));
    await open.page.reload();
    await open.dialog().getByText('Nobody will manage them.').waitFor();
    await workplace.run(['users', 'erase', id, '--yes']);
    const now = (await workplace.json('departments', 'list')) as typeof departments;
    expect(now.find((one) => one.name === name)).to.not.have.property('manager');
  });

  it('filters the audit log by a name, or reads the reason at the field', async () => {
    await workplace.run(['permissions', 'add', CHLOE, 'service.parcels.read']);
    await open.page.goto(at('audit'));
    const ask = async (text: string) => {
      await open.filter();
      await open.page.getByLabel('Whom').fill(text);
      await open.button('Apply filters').click();
    };
    await ask('Nobody known');
    await open.page.getByRole('alert').getByText('No single user matches.').waitFor();
    await open.page.locator('[aria-invalid]:focus').waitFor();
    expect(await open.button('Try again').count()).to.equal(0);
    await open.page.getByLabel('Whom').fill('@demo.example');
    await open.page.getByLabel('Whom').press('Enter');
    await open.page.getByRole('alert').getByText('Several users match: ').waitFor();
    await open.page.getByLabel('Whom').fill('jonas');
    await open.page.getByLabel('Whom').press('Enter');
    await open.page.waitForURL(/user=jonas.lindqvist(@|%40)demo.example/);
    await open.shows(open.page.getByText('Whom:'));
    await open.page.goto(at('audit?user=nobody%40demo.example'));
    await open.page.getByRole('alert').getByText('No user has the id or e-mail').waitFor();
    expect(await open.button('Try again').count(), 'it can only fail again').to.equal(0);
    expect(open.wrong).to.deep.equal([]);
  });

  it('names the manager of a department by name', async () => {
    await open.page.goto(at('departments?do=create'));
    await open.page.getByLabel('Name', { exact: true }).fill('Night desk');
    await open.page.getByLabel('Manager').fill('Nobody known');
    await open.button('Preview changes').click();
    await open.dialog().getByRole('alert').getByText('No single user matches.').waitFor();
    await open.page.getByLabel('Manager').fill('jonas lindqvist');
    await open.button('Preview changes').click();
    await open.dialog().locator('ins').getByText('Jonas Lindqvist').waitFor();
    await open.button('Create department').last().click();
    await notice('Night desk is created').waitFor();
  });

  it('learns which changes an undo reverts, and that it deactivates a created user', async () => {
    await workplace.run(['users', 'create', 'ada@demo.example', '--name', 'Ada Byron']);
    const ada = (await users()).find(({ emails }) => emails[0] === 'ada@demo.example')?._id ?? '';
    await open.page.goto(at(`users/${ada}`));
    await open.page.getByRole('link', { name: /^Undo entry/ }).click();
    await open
      .dialog()
      .getByRole('heading', { name: /^Undo entry \d+: Created user$/ })
      .waitFor();
    await open.shows(open.dialog().getByText('This deactivates the user.'));
    await open.expectAccessible();
  });

  it('reads whole words on a phone: Undo in the bar, e-mails and permissions in a preview', async () => {
    await open.page.setViewportSize({ width: 390, height: 844 });
    await change([JONAS, CHLOE]);
    await open.page.getByLabel('Add permissions').check();
    await open.page.getByLabel('Permission 1').fill('service.departments.export');
    await open.button('Preview changes').click();
    await open.shows(open.dialog().getByText('@demo.example').first());
    for (const part of ['jonas.lindqvist', '@demo.example', 'departments']) {
      expect(await lines(part), part).to.equal(1);
    }
    await open.page.getByRole('button', { name: /^Add 1 permission/ }).click();
    await notice('Added service.departments.export to 2 users').waitFor();
    expect(await lines('Undo')).to.equal(1);
  });
});
