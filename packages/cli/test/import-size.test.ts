import { once } from 'node:events';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { type ADatabase, aDatabase } from '../../adapter-postgres/test/a-postgres.ts';
import { Workplace } from './ops-admin.ts';

const COUNT = 9000;
/** More text than is ever held as a whole. */
const users = Array.from({ length: COUNT }, (_, n) => ({
  _id: anId(n + 1),
  emails: [`user${n + 1}@example.org`],
  personalInformation: { name: `User ${n + 1} ${'x'.repeat(200)}` },
  permissions: n === 0 ? ['service.admin.access'] : ['service.a.read'],
}));

describe('ops-admin import users, with more users than fit in a transaction', function () {
  this.timeout(120_000);
  const workplace = new Workplace();
  let postgres: ADatabase;
  beforeEach(async () => {
    postgres = await aDatabase();
    await workplace.write('users.json', `[\n${users.map((user) => JSON.stringify(user)).join(',\n')}\n]`);
  });
  afterEach(() => postgres.drop());

  for (const kind of ['a file', 'PostgreSQL']) {
    it(`is completed by a repetition after it was killed, in ${kind}`, async () => {
      const env = { OPS_DB: kind === 'a file' ? 'killed.db' : postgres.url, OPS_AUTH_KEYS: 'keys.json' };
      const args = ['import', 'users', 'users.json', '--json'];
      const child = workplace.start([...args, '--batch', 'killed'], env);
      child.stdout?.once('data', () => child.kill('SIGKILL'));
      await once(child, 'close');
      const listed = async () =>
        JSON.parse((await workplace.run(['audit', 'batches', '--json'], { env })).stdout);
      const [{ entries: before }] = await listed();
      expect(before).to.be.greaterThan(0).and.lessThan(COUNT);
      const again = await workplace.run([...args, '--batch', 'again'], { env });
      expect(again.code, again.stderr).to.equal(0);
      const lines = again.stdout.trimEnd().split('\n');
      expect(lines).to.have.length(COUNT + 1);
      expect(JSON.parse(lines.at(-1) ?? '')).to.deep.equal({
        summary: { batch: 'again', rows: COUNT, changed: COUNT - before, failed: 0 },
      });
      expect(JSON.parse(lines.at(-2) ?? '')).to.include({ userId: anId(COUNT), line: COUNT + 1 });
      const batches = await listed();
      expect(
        batches.map(({ batch, entries }: { batch: string; entries: number }) => [batch, entries]),
      ).to.deep.equal([
        ['again', COUNT - before],
        ['killed', before],
      ]);
      const verified = await workplace.run(['audit', 'verify'], { env });
      expect(verified.stdout).to.include('verified 9,000 entries');
    });
  }

  it('finds every mistake before it writes anything, with its location', async () => {
    const wrong = users.map((user, n) => (n === 8000 ? { ...user, _id: anId(5) } : user));
    await workplace.write('users.json', `[\n${wrong.map((user) => JSON.stringify(user)).join(',\n')}\n]`);
    const { code, stderr } = await workplace.run(['import', 'users', 'users.json']);
    expect([code, stderr]).to.deep.equal([
      2,
      `ops-admin: users.json:8002:8: _id ${anId(5)} is on line 6 already, found "${anId(5)}"\n`.replace(
        /, found.*/,
        '',
      ),
    ]);
    await workplace.write('users.json', `[\n${users.map((user) => JSON.stringify(user)).join(',\n')}`);
    const cut = await workplace.run(['import', 'users', 'users.json']);
    expect([cut.code, cut.stderr.includes('the file ends too early')]).to.deep.equal([2, true]);
  });
});

describe('ops-admin import of wrong files', () => {
  const workplace = new Workplace();
  const dates = { createdAt: '2026-01-01T00:00:00Z' };
  const tried = async (kind: string, file: string, content: string | object) => {
    await workplace.write(file, content);
    const { code, stderr, stdout } = await workplace.run(['import', kind, file, '--yes', '--batch', 'b']);
    return [code, `${stderr}${stdout}`.replace(/^batch b\n/m, '')];
  };
  const refused = async (kind: string, file: string, content: string | object) => {
    const [code, text] = await tried(kind, file, content);
    expect(code, String(text)).to.equal(2);
    return text;
  };

  it('suggests the known member, and names values of a wrong type', async () => {
    const email = [{ _id: anId(1), email: ['a@example.org'] }];
    expect(await refused('users', 'u.json', email)).to.equal(
      'ops-admin: u.json:1:44: unknown member email; did you mean emails?\n',
    );
    const department = { _id: anId(1), name: 'Top', code: 'T', ...dates };
    expect(await refused('users', 'u.json', [department])).to.include(
      'this looks like a department, because it has code; use "import departments"',
    );
    const user = {
      _id: anId(1),
      emails: ['a@example.org'],
      ends: { 'service.a': '2027-01-01' },
      personalInformation: { name: 'Ada' },
    };
    expect(await refused('departments', 'd.json', [user])).to.include(
      'this looks like a user, because it has emails; use "import users"',
    );
    expect(await refused('users', 'u.json', [user])).to.include('must be a time such as');
    const ends = { 'service.a': '2020-01-01T00:00:00Z' };
    expect(await refused('users', 'u.json', [{ ...user, ends }])).to.include(
      'ends names service.a, which is not among permissions',
    );
    expect(await refused('users', 'u.json', [{ ...user, permissions: ['service.a'], ends }])).to.equal(
      'ops-admin: u.json:1:83: service.a would end at 2020-01-01T00:00:00.000Z, which has passed\n',
    );
    const more = { ...user, ends: {}, __v: 0, createdAt: 1 };
    const another = { ...more, _id: anId(2), emails: ['b@example.org'] };
    const [code, text] = await tried('users', 'u.json', [more, another]);
    expect(code).to.equal(0);
    expect(String(text).split('ignored unknown members')).to.have.lengthOf(2);
    expect(text).to.match(/^ops-admin: warning: ignored unknown members: "__v", "createdAt"$/m);
  });

  it('refuses CSV rows with more cells than the header, with the location of each', async () => {
    const user = { _id: anId(1), emails: ['jonas@example.org'], personalInformation: { name: 'Jonas' } };
    await workplace.write('u.json', [{ ...user, permissions: ['service.a', 'service.b'] }]);
    await workplace.run(['import', 'users', 'u.json']);
    const users = `id,name,permissions\n${anId(1)},Lindqvist, Jonas,service.a.b\n${anId(2)},Ada,service.a\nx,Bo,,\n`;
    expect(await refused('users', 'u.csv', users)).to.equal(
      [
        'ops-admin: u.csv:2:43: this row has 4 cells, and the header 3; put quotes around a cell with a comma in it, found "service.a.b"\n',
        'ops-admin: u.csv:4:7: this row has 4 cells, and the header 3; put quotes around a cell with a comma in it, found ""\n',
      ].join(''),
    );
    expect(await workplace.json('users', 'show', anId(1))).to.deep.include({
      permissions: ['service.a', 'service.b'],
    });
    expect(await refused('departments', 'd.csv', `id\tname\n${anId(11)}\tSales\tS\n`)).to.equal(
      'ops-admin: d.csv:2:32: this row has 3 cells, and the header 2; put quotes around a cell with a tab in it, found "S"\n',
    );
  });

  it('refuses CSV users without e-mail, name and permissions, and permissions without semicolons', async () => {
    const header = 'id,email,name,department,permissions';
    expect(
      await refused(
        'users',
        'u.csv',
        `${header}\n${anId(1)},,,,\n${anId(2)}\n${anId(3)},,,X\n${anId(4)},,Ada\n`,
      ),
    ).to.equal(
      [1, 2, 3]
        .map(
          (n) =>
            `ops-admin: u.csv:${n + 1}:1: not a user record: it needs emails, personalInformation or permissions, found "${anId(n)}"\n`,
        )
        .join(''),
    );
    const cells = ['"service.a.b,service.a.c"', 'service.a.b service.a.c', 'service.a;service.b|service.c'];
    const rows = cells.map((cell, n) => `${anId(n)},,Ada,,${cell}\n`).join('');
    const message = 'several permissions in one place; separate them by a semicolon, found';
    expect(
      await refused('users', 'u.csv', `${header}\n${anId(9)},,Ada,,service.a; b;service.c\n${rows}`),
    ).to.equal(
      [
        `ops-admin: u.csv:3:33: ${message} "service.a.b,service.a.c"\n`,
        `ops-admin: u.csv:4:32: ${message} "service.a.b service.a.c"\n`,
        `ops-admin: u.csv:5:32: ${message} "service.a;service.b|service.c"\n`,
      ].join(''),
    );
  });

  it('reads CSV of departments and users, and names the wrong cell', async () => {
    const departments = `id,name,code,parent,manager\n${anId(11)},Top,T,,\n${anId(12)},Below,B,T,\n`;
    expect(await tried('departments', 'd.csv', departments)).to.deep.equal([
      0,
      'made the database ./ops-admin.db\ndepartments: 2 created, 0 updated, 0 unchanged\n',
    ]);
    const users = (department: string) =>
      `ID;E-Mail;First Name;Department;Permissions\n${anId(1)};"a@example.org;b@example.org";Ada;${department};service.a;service.b\n`.replaceAll(
        'service.a;service.b',
        '"service.a;service.b"',
      );
    expect(await refused('users', 'u.csv', users('Z'))).to.equal(
      'ops-admin: u.csv:2:60: no department has the id or the code "Z", found "Z"\n',
    );
    expect((await tried('users', 'u.csv', users('B')))[0]).to.equal(0);
    const shown = (await workplace.json('users', 'show', anId(1))) as Record<string, unknown>;
    expect(shown).to.deep.include({
      emails: ['a@example.org', 'b@example.org'],
      permissions: ['service.a', 'service.b'],
    });
    expect((await tried('users', 'again.csv', `id,email,name\n${anId(1)},,A. Byron\n`))[0]).to.equal(0);
    expect(await workplace.json('users', 'show', anId(1))).to.deep.include({
      emails: ['a@example.org', 'b@example.org'],
      personalInformation: { firstName: 'Ada', lastName: '', name: 'A. Byron' },
    });
    expect(await refused('users', 'n.csv', `id,name,code,parent\n${anId(1)},Top,T,\n`)).to.include(
      'n.csv:1:1: this looks like a file of departments, because it has the column code',
    );
    expect(
      await refused('departments', 'n.csv', `id,name,E-Mail\n${anId(1)},Ada,a@example.org\n`),
    ).to.include(
      'n.csv:1:1: this looks like a file of users, because it has the column E-Mail; use "import users"',
    );
    expect(await refused('users', 'n.csv', 'number,first name\n1,Xi\n')).to.include('call it id or email');
    expect((await tried('departments', 'd.csv', `id,name,parent\n${anId(12)},Below\n`))[1]).to.equal(
      'departments: 0 created, 0 updated, 1 unchanged\n',
    );
    await workplace.write('d.csv', `id,name,parent\n${anId(12)},Below,\n`);
    const asked = await workplace.run(['import', 'departments', 'd.csv']);
    expect([asked.code, asked.stderr]).to.deep.equal([
      2,
      'ops-admin: this import removes the parent of 1 department, and requires --yes without a terminal; nothing was changed\n',
    ]);
  });
});
