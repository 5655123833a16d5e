import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { linesIn } from './bulk-workplace.ts';
import { Workplace } from './ops-admin.ts';

describe('An import of records without ids', () => {
  const workplace = new Workplace();
  workplace.beginWith(async () => {
    const user = (n: number, name: string, ...emails: string[]) => ({
      _id: anId(n),
      emails,
      personalInformation: { name },
      permissions: n === 1 ? ['service.admin.access'] : ['service.a.read'],
    });
    await workplace.write('users.json', [
      user(1, 'Ada', 'ada@example.org'),
      user(2, 'Bob', 'bob@example.org', 'robert@example.org'),
    ]);
    await workplace.write('d.json', [{ _id: anId(11), name: 'Ground crew', code: 'GC' }]);
    await workplace.run(['import', 'users', 'users.json']);
    await workplace.run(['import', 'departments', 'd.json']);
  });
  const shown = (user: string) => workplace.json('users', 'show', user) as Promise<Record<string, unknown>>;
  const imported = async (kind: string, file: string, content: string | object, ...args: string[]) => {
    await workplace.write(file, content);
    return await workplace.run(['import', kind, file, ...args]);
  };

  it('finds users by e-mail in any spelling, keeps their other e-mails, and creates missing users', async () => {
    const csv =
      'Work E-Mail Address,First Name,Surname,Department\nROBERT@example.org,Bob,Reyes,GC\neve@example.org,Eve,Ito,\n';
    const tried = await imported('users', 'u.csv', csv, '--dry-run', '--json');
    expect(
      linesIn(tried.stdout).map((row) => Object.entries(row).filter(([name]) => /^user|^result/.test(name))),
    ).to.deep.equal([
      [
        ['user', 'ROBERT@example.org'],
        ['userId', anId(2)],
        ['result', 'would-update'],
      ],
      [
        ['user', 'eve@example.org'],
        ['result', 'would-create'],
      ],
      [],
    ]);
    const { code, stderr, stdout } = await imported('users', 'u.csv', csv);
    expect([code, stdout], stderr).to.deep.equal([0, 'users: 1 created, 1 updated, 0 unchanged\n']);
    expect(await shown(anId(2))).to.deep.include({
      emails: ['bob@example.org', 'robert@example.org'],
      personalInformation: { firstName: 'Bob', lastName: 'Reyes', name: 'Bob Reyes' },
      departmentId: anId(11),
      permissions: ['service.a.read'],
    });
    expect(await shown('eve@example.org')).to.deep.include({ emails: ['eve@example.org'] });
    const again = await imported('users', 'u.csv', csv);
    expect(again.stdout).to.equal('users: 0 created, 0 updated, 2 unchanged\n');
  });

  it('refuses two records about one user, and an e-mail that another record releases', async () => {
    const swap = [
      { _id: anId(1), emails: ['bob@example.org'] },
      { _id: anId(2), emails: ['ada@example.org'] },
    ];
    const swapped = await imported('users', 's.json', swap, '--yes');
    expect(swapped.code).to.equal(2);
    expect(swapped.stderr).to.match(/s\.json:1:\d+: .*earlier import\n.*s\.json:1:\d+: .*earlier import\n/);
    const twice = [
      { _id: anId(2), emails: ['new@example.org'] },
      { emails: ['bob@example.org'], personalInformation: { name: 'Bob' } },
    ];
    const { code, stderr } = await imported(
      'users',
      't.ndjson',
      twice.map((one) => JSON.stringify(one)).join('\n'),
      '--yes',
    );
    expect(code).to.equal(2);
    expect(stderr).to.match(
      /t\.ndjson:1:\d+: another record is also about the user .*\n.*t\.ndjson:2:\d+: another record is also about the user/,
    );
    expect(await shown(anId(2))).to.deep.include({ emails: ['bob@example.org', 'robert@example.org'] });
  });

  it('reports the location of a mistake that only the database finds, also for users without ids', async () => {
    const lines = ['id,email,name,department', ',bob@example.org,Bob,', ',zoe@example.org,Zoe,ZZ'];
    const { code, stderr } = await imported('users', 'n.csv', `${lines.join('\n')}\n`);
    expect(code).to.equal(2);
    expect(stderr).to.match(/^ops-admin: n\.csv:3:22: no department has the id or the code "ZZ"/);
    const none = await imported('users', 'n.ndjson', '{"personalInformation":{"name":"X"}}');
    expect(none.stderr).to.equal(
      'ops-admin: n.ndjson:1:1: the record names no user: it needs an _id or an e-mail\n',
    );
  });

  it('refuses a cycle of departments found by code, and names their codes', async () => {
    const csv = 'code,name,parent\nGC,Ground crew,RAMP\nRAMP,Ramp,GC\n';
    const { code, stderr } = await imported('departments', 'cycle.csv', csv);
    expect([code, stderr]).to.deep.equal([
      2,
      'ops-admin: cycle.csv:2:16: departments would be below themselves: GC < RAMP, found "RAMP"\n',
    ]);
  });

  it('explains the form of a parent and of ends', async () => {
    const above = await imported('departments', 'above.json', [
      { name: 'Ramp', code: 'RAMP', parentDepartment: 'GC' },
    ]);
    expect(above.stderr).to.match(/parentDepartment must be an object, found "GC"\n$/);
    const ends = await imported('users', 'ends.json', [{ emails: ['ada@example.org'], ends: 5 }]);
    expect(ends.stderr).to.match(/ends must be an object, found 5\n$/);
  });

  it('refuses new users without an e-mail or name, with the location of each mistake', async () => {
    const bare = { _id: anId(7), permissions: ['service.a.read'] };
    const csv = 'email,name,department\nfay@example.org,Fay,\ngil@example.org,,GC\n';
    const refused = await imported('users', 'bare.ndjson', `${JSON.stringify(bare)}\n`);
    expect([refused.code, refused.stderr.split('\n')]).to.deep.equal([
      2,
      [
        'ops-admin: bare.ndjson:1:1: no user has this id or e-mail, and a new user needs an e-mail (emails)',
        'ops-admin: bare.ndjson:1:1: no user has this id or e-mail, and a new user needs a name, or a first or last name (personalInformation)',
        '',
      ],
    ]);
    const nameless = await imported('users', 'nameless.csv', csv);
    expect([nameless.code, nameless.stderr]).to.deep.equal([
      2,
      'ops-admin: nameless.csv:3:1: no user has this id or e-mail, and a new user needs a name, or a first or last name (personalInformation), found ""\n',
    ]);
    expect((await workplace.run(['users', 'show', 'fay@example.org'])).code).to.equal(3);
  });

  it('has the same result in several transactions as in one', async () => {
    const count = 4500;
    const rows = Array.from({ length: count }, (_, n) => `u${n}@example.org,User ${n}`);
    rows[4200] = 'bob@example.org,Robert Reyes';
    const csv = `email,name\n${rows.join('\n')}\n`;
    const { code, stderr, stdout } = await imported('users', 'many.csv', csv);
    expect([code, stdout], stderr).to.deep.equal([0, 'users: 4,499 created, 1 updated, 0 unchanged\n']);
    expect((await imported('users', 'many.csv', csv)).stdout).to.equal(
      'users: 0 created, 0 updated, 4,500 unchanged\n',
    );
    const both = `id,email,name\n${anId(2)},new@example.org,Bob\n${rows.map((row) => `,${row}`).join('\n')}\n`;
    const refused = await imported('users', 'both.csv', both, '--yes');
    expect(refused.code).to.equal(2);
    expect(refused.stderr).to.match(
      /both\.csv:2:\d+: another record.*\n.*both\.csv:4203:\d+: another record/,
    );
  });

  it('finds departments by code, and managers created by the same import', async () => {
    const csv = `code,name,parent,manager\ngc,Ground,,${anId(77)}\nNS,Night shift,GC,ada@example.org\n`;
    const { code, stderr, stdout } = await imported('departments', 'd.csv', csv);
    expect([code, stdout], stderr).to.deep.equal([0, 'departments: 1 created, 1 updated, 0 unchanged\n']);
    expect(stderr).to.include(`no user has these ids of managers yet: ${anId(77)}\n`);
    const listed = (await workplace.json('departments', 'list')) as {
      _id: string;
      name: string;
      parentId: string | null;
    }[];
    expect(listed.map(({ name, parentId }) => [name, parentId])).to.deep.include.members([
      ['Ground', null],
      ['Night shift', anId(11)],
    ]);
    const unknown = await imported('departments', 'd.csv', 'code,name,manager\nX,X,nobody@example.org\n');
    expect(unknown.stderr).to.equal(
      'ops-admin: d.csv:2:5: no user has the id or the e-mail "nobody@example.org", found "nobody@example.org"\n',
    );
  });
});
