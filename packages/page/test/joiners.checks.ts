import { expect } from 'chai';
import { DemoPage } from './a-demo-page.ts';

const LIST = `email,first name,last name,department,Team
tomas.novak@demo.example,Tomáš,Novák,FIN
sara.berg@demo.example,Sara,Berg,payroll
Jonas.Lindqvist@demo.example,Jo,Lind,
yusuf.demir@demo.example,Yusuf,Demir,SALES
,Lucía,"Ferreira, Santos",OPS
TOMAS.NOVAK@demo.example,Tom,Novak,OPS
anna@demo.example,,,OPS
`;

describe('Joiners on the page', () => {
  const demo = new DemoPage();
  const { at, notice, open, workplace } = demo;
  const csv = () => open.page.getByLabel('CSV');
  const field = (column: string, line: number) => open.page.getByLabel(`${column}, line ${line}`);
  const counts = (text: string) => open.page.getByRole('status').getByText(text, { exact: true }).waitFor();
  const users = async () =>
    (await workplace.json('users', 'list')) as { emails: string[]; active: boolean }[];

  beforeEach(async () => {
    await open.choose('More for users', 'Create users from CSV…');
    await open.shows(open.heading('Create users from CSV'));
  });

  it('account for every line, stop at mistakes, and are created in one batch with one undo', async () => {
    await csv().fill(LIST);
    await counts('7 rows: 2 ready, 5 to correct');
    await open.page.getByText('Ignored columns: Team.').waitFor();
    await open.expectAccessible();
    for (const problem of [
      'belongs to Jonas Lindqvist <jonas.lindqvist@demo.example>',
      'No department has this code or name.',
      'Enter an e-mail.',
      'Line 2 has the same e-mail.',
      'Enter a name.',
    ])
      await open.page.getByText(problem).first().waitFor();
    await open.page.getByText('Correct 5 rows, or leave them out, to continue.').waitFor();
    await open.button('Create 2 users').click({ force: true });
    expect(open.changes, 'nothing is made').to.deep.equal([]);

    await open.button('Leave out line 4').click();
    await open.button('Leave out line 7').click();
    await field('Department', 5).fill('ops');
    await field('E-mail', 6).fill('lucia@demo.example');
    await field('First name', 8).fill('Anna');
    await counts('5 rows: 5 ready');
    expect(await csv().inputValue()).to.include('"Ferreira, Santos"');
    await open.page.getByLabel('Reason').fill('joiners of May');
    await open.button('Create 5 users').click();
    await notice('5 users created.').waitFor();
    await open.shows(open.page.getByText('joiners of May'));
    const created = (await users()).flatMap(({ emails }) => emails);
    expect(created).to.include.members([
      'tomas.novak@demo.example',
      'sara.berg@demo.example',
      'yusuf.demir@demo.example',
      'lucia@demo.example',
      'anna@demo.example',
    ]);
    const lucia = (await workplace.json('users', 'show', 'lucia@demo.example')) as {
      personalInformation: { lastName: string };
    };
    expect(lucia.personalInformation.lastName).to.equal('Ferreira, Santos');

    await open.page.getByRole('status').getByRole('link', { name: 'Undo' }).click();
    await open.dialog().getByRole('button', { name: 'Undo 5 changes' }).click();
    await notice('5 changes undone.').waitFor();
    expect((await users()).filter(({ active }) => !active)).to.have.length(5);
    await open.page.goto(at('joiners'));
    expect(await csv().inputValue(), 'a new list').to.equal('');
    expect(open.wrong).to.deep.equal([]);
  });

  it('come from a chosen file too, in the form of a spreadsheet, with permissions', async () => {
    const sheet =
      '\ufeffWork E-Mail;Full name;Permissions\r\nada@demo.example;"Ada ""Countess"" Byron";service.parcels.read\r\n';
    await open.page
      .locator('input[type=file]')
      .setInputFiles({ name: 'joiners.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
    await counts('1 row: 1 ready');
    await open.page.getByText('Ada "Countess" Byron').last().waitFor();
    await open.button('Create 1 user').click();
    await notice('1 user created.').waitFor();
    expect(await workplace.json('permissions', 'list', 'ada@demo.example')).to.deep.equal([
      'service.parcels.read',
    ]);
  });

  for (const [what, text, says] of [
    [
      'a first line without column names',
      'ada@demo.example,Ada',
      'The first line must name each column once',
    ],
    [
      'a column twice',
      'email,name,mail\na@b.example,A,a@b.example',
      'The first line must name each column once',
    ],
    ['an open quotation mark', 'email,name\na@b.example,"A\n', 'The quotation mark in line 2 is not closed.'],
  ] as const) {
    it(`explain the mistake: ${what}`, async () => {
      await csv().fill(text);
      await open.page.getByRole('alert').getByText(says).waitFor();
      expect(await open.page.getByRole('button', { name: /^Create \d/ }).count()).to.equal(0);
    });
  }

  it('stop at a line with too many cells, and at a malformed permission or e-mail', async () => {
    await csv().fill(
      'email\tname\tpermissions\na@demo.example\tA\tservice.parcels.read\tmore\nb@demo.example\tB\tparcels\nc\tC\t\n',
    );
    await counts('3 rows: 0 ready, 3 to correct');
    await open.page.getByText('This line has more cells').waitFor();
    await field('E-mail', 4).fill('c@demo.example');
    await counts('3 rows: 1 ready, 2 to correct');
  });

  it('keep lines that were not created, and explain them', async () => {
    await csv().fill('email,name\na@demo.example,A\nb@demo.example,B\n');
    await counts('2 rows: 2 ready');
    const other = await workplace.run(['users', 'create', 'b@demo.example', '--name', 'Other']);
    expect(other.code, other.stderr).to.equal(0);
    await open.button('Create 2 users').click();
    await notice('1 user created.').waitFor();
    await counts('1 row: 0 ready, 1 to correct');
    await open.page.getByText('belongs to Other <').waitFor();
    await field('E-mail', 3).fill('b2@demo.example');
    await counts('1 row: 1 ready');
    await open.button('Create 1 user').click();
    await notice('1 user created.').waitFor();
    await open.page.getByText('2 entries').waitFor();
    expect(open.wrong).to.deep.equal([]);
  });

  it('are checked again after a busy service, without a loss', async () => {
    await open.page.route('**/user/create', (route) =>
      route.fulfill({
        status: 503,
        headers: { 'Retry-After': '1' },
        json: { error: { code: 'SERVICE_UNAVAILABLE', message: 'The service has too much to do' } },
      }),
    );
    await csv().fill('email,name\na@demo.example,A\n');
    await open.page.getByText('The service has too much to do').waitFor();
    await open.page.unrouteAll();
    await open.button('Try again').click();
    await counts('1 row: 1 ready');
  });

  for (const width of [390, 768]) {
    it(`fit at ${width} pixels`, async () => {
      await open.open(at(`token=${demo.service.adminToken}`), { width });
      await open.signedIn();
      await open.page.goto(at('joiners'));
      await csv().fill(LIST);
      await counts('7 rows: 2 ready, 5 to correct');
      await open.shows(open.heading('Preview'));
      await open.expectAccessible();
    });
  }
});
