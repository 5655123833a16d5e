import { expect } from 'chai';
import { type Service, Workplace } from '../../cli/test/ops-admin.ts';
import { OpenPage } from './a-page.ts';

const ADMIN = 'amara.okafor@demo.example';
const JONAS = '65a100000000000000000002';
const SAMUEL = '65a100000000000000000007';
const SAMUEL_EMAIL = 'samuel.adeyemi@demo.example';

describe('The page of the service', () => {
  const workplace = new Workplace();
  const open = new OpenPage();
  let service: Service;

  beforeEach(async () => {
    service = await workplace.serve(['--demo']);
  });

  const { button, dialog, heading, link } = {
    button: (name: string) => open.button(name),
    dialog: () => open.dialog(),
    heading: (name: string) => open.heading(name),
    link: (name: string) => open.link(name),
  };
  const at = (view: string) => `${service.url}/#${view}`;
  const held = async (user: string) => (await workplace.json('permissions', 'list', user)) as string[];
  const notice = (text: string) => open.page.getByRole('status').getByText(text);

  /** By the link of the demo, as its admin or its plain user. */
  async function enter(window = {}, token = service.adminToken): Promise<void> {
    await open.open(at(`token=${token}`), window);
    await open.signedIn();
  }

  it('signs in by the link of the demo, which leaves no token in the address, and stays signed in after a reload', async () => {
    await open.open(service.signInUrl ?? '');
    await open.shows(heading('Users'));
    expect(open.page.url()).to.equal(`${service.url}/`);
    // The list is loaded, so nothing else is about to change on the page.
    await link('Jonas Lindqvist').waitFor();
    expect(await open.page.getByText('Page not found').count()).to.equal(0);
    await open.page.reload();
    await open.shows(heading('Users'));
    expect(await open.page.evaluate('JSON.stringify([localStorage, document.cookie])')).to.equal('[{},""]');
    await open.signOut();
    await open.shows(heading('Sign in'));
    expect(await open.page.evaluate('JSON.stringify(sessionStorage)')).to.equal('{}');
    await open.page.reload();
    await open.shows(heading('Sign in'));
    expect(open.wrong).to.deep.equal([]);
  });

  it('signs in a new tab from an open one, and signs all of them out together', async () => {
    await enter();
    const tab = await open.context.newPage();
    await tab.goto(at('departments'));
    await tab.getByRole('heading', { name: 'Departments', exact: true }).waitFor();
    await open.signOut();
    await tab.getByText('You are signed out.').waitFor();
    expect(await tab.evaluate('JSON.stringify(sessionStorage)')).to.equal('{}');
    await tab.reload();
    await tab.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  });

  it('marks admins and readers by granted permissions, but no inactive user', async () => {
    for (const [user, permission] of [
      [JONAS, 'service.admin.read'],
      [SAMUEL, 'service.admin.*'],
    ] as const)
      expect((await workplace.run(['permissions', 'add', user, permission])).code).to.equal(0);
    await enter();
    const badges = (name: string) =>
      open.page.getByRole('row').filter({ hasText: name }).locator('.badge').allTextContents();
    await link('Jonas Lindqvist').waitFor();
    expect(await badges('Jonas Lindqvist')).to.deep.equal(['Reader']);
    expect(await badges('Samuel Adeyemi')).to.deep.equal(['Admin']);
    expect(await badges('Amara Okafor')).to.deep.equal(['Admin']);
    expect((await workplace.run(['users', 'deactivate', JONAS])).code).to.equal(0);
    await link('Samuel Adeyemi').click();
    await heading('Samuel Adeyemi').waitFor();
    expect(await open.page.locator('.profile .badge').allTextContents()).to.deep.equal(['Active', 'Admin']);
    await link('Users').first().click();
    await link('Jonas Lindqvist').waitFor();
    expect(await badges('Jonas Lindqvist')).to.deep.equal(['Inactive']);
  });

  it('accepts a pasted token, and explains an invalid one', async () => {
    await open.open(at(`users/${SAMUEL}`));
    await open.page.getByLabel('Token').fill('not.a.token');
    await button('Sign in').click();
    await open.page.getByRole('alert').getByText('This token is not valid.').waitFor();
    expect(await open.page.getByLabel('Token').inputValue(), 'what was typed').to.equal('not.a.token');
    const claims = Buffer.from(JSON.stringify({ exp: 1_000_000 })).toString('base64url');
    await open.page.getByLabel('Token').fill(`e30.${claims}.c2lnbmF0dXJl`);
    await button('Sign in').click();
    await open.page.getByRole('alert').getByText('This token has expired.').waitFor();
    await open.page.getByLabel('Token').fill('');
    await button('Sign in').click();
    await open.page.getByRole('alert').getByText('Paste a token.').waitFor();
    await open.page.getByLabel('Token').fill(service.adminToken);
    await button('Sign in').click();
    await open.shows(heading('Samuel Adeyemi'));
  });

  it('finds users by words, department, permission and state, with all of it in the address', async () => {
    const people = Array.from({ length: 130 }, (_, n) => ({
      _id: `65c1${String(n).padStart(20, '0')}`,
      emails: [`person.${n}@demo.example`],
      personalInformation: {
        firstName: 'Person',
        lastName: String(n),
        name: `Person ${String(n).padStart(3, '0')}`,
      },
      permissions: n === 7 ? ['service.parcels.*'] : [],
      departmentId: n < 60 ? '65b100000000000000000005' : null,
      active: n !== 9,
    }));
    await workplace.write('people.json', people);
    await workplace.run(['import', 'users', 'people.json']);
    await enter();
    await open.shows(open.page.getByText('142 users'));
    await link('Next').click();
    await open.page.getByText('51 to 100 of 142').waitFor();
    await link('Last').click();
    await open.page.getByText('101 to 142 of 142').waitFor();

    await open.search().fill('ADEYEMI');
    await open.page.getByText('1 user', { exact: true }).waitFor();
    await open.search().fill('');
    await open.page.getByText('142 users').waitFor();
    await open.filter();
    await open.page.getByLabel('Department').selectOption({ label: 'Operations' });
    await open.page.getByText('64 users').waitFor();
    await open.page.getByLabel('Status').selectOption({ label: 'Inactive' });
    await link('Person 009').waitFor();
    await open.page.getByText('1 user', { exact: true }).waitFor();
    await open.page.reload();
    await open.page.getByText('1 user', { exact: true }).waitFor();
    await open.page.goBack();
    await open.page.getByText('64 users').waitFor();
    await open.page.goForward();
    await button('Remove the filter Status: Inactive').click();
    await button('Remove the filter Department: Operations').click();
    await open.page.getByText('142 users').waitFor();
    await button('Name').click();
    await open.page
      .getByRole('columnheader', { name: 'Name' })
      .and(open.page.locator('[aria-sort=descending]'))
      .waitFor();
    await link('Yuki Tanaka').waitFor();
    await button('Department').click();
    await open.page.waitForURL(/sort=department/);

    await open.search().fill('service.ticket.comment');
    await open.page.getByText('service.ticket.comment is not a known permission').waitFor();
    await button('service.tickets.comment').click();
    await link('Jonas Lindqvist').waitFor();
    await button('Remove the filter Can do: service.tickets.comment').click();
    await open.search().fill('tickets.raed');
    await button('service.tickets.read').click();
    await link('Jonas Lindqvist').waitFor();
    await open.page.goto(at('users'));
    await open.search().fill('service.parcels.read');
    const row = open.page.getByRole('row').filter({ has: link('Person 007') });
    await row.getByText('service.parcels.*').last().waitFor();
    await row.getByText('Permanent').last().waitFor();
    await link('Person 007').click();
    await open.shows(heading('Person 007'));
    expect(open.wrong).to.deep.equal([]);
  });

  it('chooses a department of many from a list, and sends its id', async () => {
    const id = (n: number) => `65d1${String(n).padStart(20, '0')}`;
    const many = Array.from({ length: 1_000 }, (_, n) => ({
      _id: id(n),
      name: `Desk ${String(n).padStart(3, '0')}`,
      parentId: n === 0 ? null : id(0),
      createdAt: '2026-01-01T00:00:00.000Z',
    }));
    await workplace.write('departments.json', many);
    const imported = await workplace.run(['import', 'departments', 'departments.json']);
    expect(imported.code, imported.stderr).to.equal(0);
    await workplace.run(['users', 'update', SAMUEL_EMAIL, '--department', id(7)]);
    await enter();
    await open.filter();
    await open.page.getByLabel('Department').selectOption({ label: '\u00a0\u00a0Desk 007' });
    await open.page.getByText('1 user', { exact: true }).waitFor();
    expect(open.page.url()).to.include(`department=${id(7)}`);
    await open.page.reload();
    await button('Remove the filter Department: Desk 007').click();
    await open.page.getByText('12 users').waitFor();
    expect(open.page.url()).to.not.include('department=');

    await link('Samuel Adeyemi').click();
    await open.choose('Actions for Samuel Adeyemi', 'Edit details…');
    await dialog().locator('option:checked').getByText('Desk 007').waitFor({ state: 'attached' });
    expect(await dialog().getByLabel('Department').inputValue()).to.equal(id(7));
    await dialog().getByLabel('Department').selectOption(id(800));
    await button('Preview changes').click();
    await dialog().getByText('Desk 800').waitFor();
    await button('Save').click();
    await notice('are saved').waitFor();
    const [{ departmentId }] = (await workplace.json('users', 'list', '--search', SAMUEL_EMAIL)) as [
      { departmentId: string },
    ];
    expect(departmentId).to.equal(id(800));
    expect(open.wrong).to.deep.equal([]);
  });

  it('shows whether a user has a permission, and suggests one for a mistyped string', async () => {
    await enter();
    await open.page.goto(at(`users/${SAMUEL}`));
    const field = open.page.getByLabel('Permission to check');
    const box = open.page.getByRole('region', { name: 'Can they do …?' });
    await field.fill('service.tickets.comment');
    await box.getByText('service.tickets.*').waitFor();
    await box.getByText('Yes.').waitFor();
    await open.expectAccessible();
    await field.fill('service.tickets.raed');
    await box.getByText('Did you mean service.tickets.read?').waitFor();
    await field.fill('tickets');
    await box.getByText('tickets is not a known permission.').waitFor();
    expect(open.wrong).to.deep.equal([]);
  });

  for (const width of [390, 1280]) {
    it(`previews a removal, makes it once, and undoes it, at ${width} pixels`, async () => {
      await workplace.run(['permissions', 'add', SAMUEL_EMAIL, 'service.tickets.read']);
      await enter({ width });
      await link('Samuel Adeyemi').click();
      await open.shows(heading('Samuel Adeyemi'));
      await open.page.getByText('All actions in tickets').waitFor();
      await open.page.getByRole('checkbox', { name: 'service.tickets.read' }).check();
      await open.page.getByRole('checkbox', { name: 'service.feedback.read' }).check();
      await link('Remove…').click();
      await open.shows(dialog().getByText('Still granted by'));
      await open.page.getByLabel('Reason').fill('moved to another team');
      await open.page.evaluate('scrollTo(0, document.body.scrollHeight)');
      await button('Remove 2 permissions').dblclick();
      await open.shows(notice('removed service.feedback.read, service.tickets.read'));
      const seen = await notice('removed service.feedback.read').boundingBox();
      expect(seen?.y, 'where the notice is').to.be.within(0, 900);
      expect(open.changes, 'a double click').to.have.length(1);
      expect(await held(SAMUEL_EMAIL)).to.deep.equal(['service.tickets.*']);

      await open.page.getByText('moved to another team').waitFor();
      await open.page.getByRole('status').getByRole('link', { name: 'Undo' }).click();
      await open.shows(dialog().getByText('would be undone'));
      await button('Undo').click();
      await open.shows(notice('added'));
      expect((await held(SAMUEL_EMAIL)).sort()).to.deep.equal([
        'service.feedback.read',
        'service.tickets.*',
        'service.tickets.read',
      ]);
      const undone = open.page.getByRole('listitem').filter({ hasText: /undone by entry \d+/ });
      await undone.getByText('moved to another team').waitFor();
      expect(await undone.getByRole('link', { name: /^Undo/ }).count(), 'it is undone').to.equal(0);
      await link('Users').first().click();
      await notice('added').waitFor({ state: 'detached' });
      expect(open.wrong).to.deep.equal([]);
    });
  }

  it('adds permissions, and reports malformed ones before it changes anything', async () => {
    await enter();
    await open.page.goto(at(`users/${JONAS}`));
    await link('Add permissions').click();
    await open.page.getByLabel('Permission 1').fill('nonsense');
    await button('Preview changes').click();
    await dialog().getByRole('alert').getByText('Write service.module.action').waitFor();
    expect(await button('Back').count(), 'no preview').to.equal(0);
    await open.page.getByLabel('Permission 1').fill('service.parcels.read\nservice.parcels.write');
    await button('Preview changes').click();
    await button('Add 2 permissions').click();
    await notice('added service.parcels.read, service.parcels.write').waitFor();
    expect(await held(JONAS)).to.include.members(['service.parcels.read', 'service.parcels.write']);
    const row = open.page
      .getByRole('row')
      .filter({ has: open.page.getByRole('checkbox', { name: 'service.parcels.read' }) });
    await row.getByText(`By ${ADMIN}`).last().waitFor();
  });

  it('does not change users changed since they were shown, and shows the later change', async () => {
    await enter();
    await open.page.goto(at(`users/${JONAS}`));
    await open.page.getByRole('checkbox', { name: 'service.geo.read' }).check();
    await link('Remove…').click();
    await button('Remove 1 permission').waitFor();
    await workplace.run(['permissions', 'add', JONAS, 'service.parcels.read']);
    await button('Remove 1 permission').click();
    await dialog().getByText('changed after you opened it').waitFor();
    await dialog().getByText('service.parcels.read').waitFor();
    expect(await held(JONAS)).to.include('service.geo.read');
    await button('Refresh preview').click();
    await button('Remove 1 permission').click();
    await notice('removed service.geo.read').waitFor();
  });

  it('refuses to remove the last admin, and says so', async () => {
    await enter();
    await link('Amara Okafor').click();
    await open.page.getByRole('checkbox', { name: 'service.admin.access' }).check();
    await link('Remove…').click();
    await dialog().getByText('refused: the last admin').waitFor();
    expect(await open.page.getByRole('button', { name: /^Remove \d/ }).count()).to.equal(0);
    await dialog().getByRole('button', { name: 'Close' }).first().click();
    await open.choose('Actions for Amara Okafor', 'Deactivate…');
    await dialog()
      .getByText(/manages .*Operations/)
      .waitFor();
    expect(open.changes).to.deep.equal([]);
  });

  it('keeps typed values when the token is refused while a form is open', async () => {
    await enter();
    await open.page.goto(at(`users/${JONAS}?do=add`));
    await open.page.getByLabel('Permission 1').fill('service.parcels.read');
    await button('Preview changes').click();
    await open.page.getByLabel('Reason').fill('ticket 7');
    await open.page.route('**/user/change-permissions', (route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer not.a.token' } }),
    );
    await button('Add 1 permission').click();
    await open.page.getByText('This token is not valid.').waitFor();
    await open.page.unrouteAll();
    await open.page.getByLabel('Token').fill(service.adminToken);
    await button('Sign in').click();
    expect(await open.page.getByLabel('Permission 1').inputValue()).to.equal('service.parcels.read');
    await button('Preview changes').click();
    expect(await open.page.getByLabel('Reason').inputValue()).to.equal('ticket 7');
    await button('Add 1 permission').click();
    await notice('added service.parcels.read').waitFor();
    expect(await open.page.evaluate('Object.keys(sessionStorage).join()')).to.equal('token');
  });

  it('lets readers see everything and change nothing, and shows them other users', async () => {
    await workplace.run(['permissions', 'add', JONAS, 'service.admin.read']);
    await enter({}, service.userToken);
    await link('Samuel Adeyemi').click();
    await open.page.getByText('service.feedback.read').first().waitFor();
    expect(await open.page.getByRole('checkbox').count()).to.equal(0);
    expect((await link('Undo').count()) + (await link('Add permissions').count())).to.equal(0);
    await workplace.run(['permissions', 'remove', JONAS, 'service.admin.read']);
    await open.page.reload();
    await open.page.getByText('You can see your own permissions').waitFor();
    const views = open.page.getByRole('navigation', { name: 'Views' });
    expect((await views.getByRole('link').allTextContents()).map((one) => one.trim())).to.deep.equal([
      'Locations',
    ]);
    expect(open.wrong).to.deep.equal([]);
  });

  it('shows the remaining functions to an admin whose access another admin removes', async () => {
    await workplace.run(['permissions', 'add', JONAS, 'service.admin.access']);
    await workplace.run(['permissions', 'add', ADMIN, 'service.admin.read']);
    await enter();
    await open.page.goto(at(`users/${SAMUEL}?do=remove&what=["service.feedback.read"]`));
    await button('Remove 1 permission').waitFor();
    await workplace.run(['permissions', 'remove', ADMIN, 'service.admin.access']);
    await button('Remove 1 permission').click();
    await notice('Your access has changed. Nothing was saved.').waitFor();
    await open.shows(heading('Samuel Adeyemi'));
    expect((await dialog().count()) + (await link('Add permissions').count())).to.equal(0);
    expect(await open.page.getByRole('checkbox').count()).to.equal(0);
    expect(await held(SAMUEL_EMAIL)).to.include('service.feedback.read');
    expect(open.wrong).to.deep.equal([]);
  });

  it('continues by itself when the service is reachable again', async () => {
    await enter();
    await open.page.route('**/user/list/**', (route) => route.abort());
    await open.filter();
    await open.page.getByLabel('Status').selectOption('active');
    await open.page.getByText('The service cannot be reached.').waitFor();
    await open.page.getByText(/What you see was loaded at \d\d:\d\d\./).waitFor();
    await open.expectAccessible();
    expect(await open.page.getByRole('row').count(), 'rows that answer another filter').to.equal(0);
    await open.page.unrouteAll();
    await open.page.getByText('cannot be reached').waitFor({ state: 'detached' });
    await open.page.getByText('12 users').waitFor();
  });

  it('follows a policy that blocks foreign content', async () => {
    await enter();
    const attempts = {
      'markup from text': "document.body.innerHTML = '<b>text</b>'",
      'a script':
        "document.body.append(Object.assign(document.createElement('script'), { text: 'hit = 1' }))",
      'a request to another host': "await fetch('http://127.0.0.1:9/')",
    };
    for (const [what, attempt] of Object.entries(attempts)) {
      const outcome = `(async () => { ${attempt}; return window.hit ?? 'nothing ran'; })().catch(String)`;
      expect(await open.page.evaluate(outcome), what).to.match(/nothing ran|TypeError/);
    }
    expect(open.wrong.filter((line) => /Content Security Policy|Trusted/.test(line)).length).to.be.at.least(
      3,
    );
  });

  it('shows names and reasons of any kind unchanged', async () => {
    const name = `<img src=x onerror="document.title='hit'">${'Wide'.repeat(60)}\u202e`;
    const permission = 'odd <b>one</b> "quoted"';
    const user = {
      _id: '65c200000000000000000000',
      emails: [`${'x'.repeat(90)}@demo.example`],
      personalInformation: { firstName: '', lastName: '', name },
      permissions: [permission],
    };
    await workplace.write('users.json', [user]);
    expect((await workplace.run(['import', 'users', 'users.json'])).code).to.equal(0);
    await enter({ width: 390 });
    await open.shows(link(name.trim()));
    await link(name.trim()).click();
    await open.page.getByRole('checkbox', { name: permission }).check();
    await link('Remove…').click();
    await open.page.getByLabel('Reason').fill('<i>odd</i>');
    await button('Remove 1 permission').click();
    await open.shows(open.page.getByText('<i>odd</i>'));
    expect(await open.page.locator('img, b, i, script:not([src])').count()).to.equal(0);
    expect(open.wrong).to.deep.equal([]);
  });

  it('can be turned off', async () => {
    const off = await workplace.serve(['--demo'], { OPS_PAGE: 'false' });
    expect(off.signInUrl).to.equal(undefined);
    for (const path of ['/', '/page/config']) expect((await fetch(off.url + path)).status).to.equal(404);
  });

  for (const width of [390, 768, 1280]) {
    it(`is found accessible by axe at ${width} pixels, light and dark`, async () => {
      await open.open(at(''), { width });
      await heading('Sign in').waitFor();
      await open.expectAccessible();
      await enter({ width });
      const views = {
        users: '12 users',
        [`users/${SAMUEL}`]: 'All in the audit log',
        [`users/${SAMUEL}?do=add`]: 'You can paste several',
        [`users/${SAMUEL}?do=edit`]: 'Full name',
        [`users/${SAMUEL}?do=state`]: 'would be deactivated',
        [`users/${SAMUEL}?do=link`]: 'exactly as sub',
        [`users/${SAMUEL}?do=remove&what=["service.tickets.*"]`]: 'would be removed',
        [`users/${SAMUEL}?undo=31`]: 'would be deactivated',
        'users/65a1000000000000000000aa': 'This user does not exist',
        permissions: '24 permissions',
        audit: 'Today',
        'audit?user=jonas.lindqvist@demo.example': 'Clear filters',
        'audit/31': 'Held after',
        'audit?action=create': 'Today',
        'users?do=pasted': 'E-mails or ids',
        'users?search=service.tickets.raed': 'is not a known permission',
        nonsense: 'Page not found',
        batches: 'No batches yet',
        'reviews?department=65b100000000000000000001': '11 permissions to review',
        departments: '24 departments',
        'locations?address=JFK': 'New York',
        me: 'You are an admin',
      };
      for (const [view, text] of Object.entries(views)) {
        await open.page.goto(at(view));
        await open.shows(open.page.getByText(text));
        await open.expectAccessible();
      }
    });
  }
});
