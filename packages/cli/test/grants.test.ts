import { readFile } from 'node:fs/promises';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

describe('A file of held permissions', () => {
  const workplace = new Workplace();
  workplace.beginWith(async () => {
    const department = (n: number, code: string, given: object = {}) => ({
      _id: anId(100 + n),
      name: `Department ${n}`,
      description: '',
      code,
      parentId: null,
      managerId: null,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
      ...given,
    });
    await workplace.write('departments.json', [
      department(1, 'FIN', { managerId: anId(1) }),
      department(2, 'PAY', { parentId: anId(101) }),
      department(3, 'OPS'),
    ]);
    await workplace.write('users.json', [
      {
        _id: anId(1),
        emails: ['ada@example.org'],
        personalInformation: { name: 'Ada' },
        permissions: ['service.admin.access'],
        departmentId: anId(101),
      },
      {
        _id: anId(2),
        emails: ['bob@example.org'],
        personalInformation: { name: 'Bob' },
        permissions: ['service.a.*', 'odd one'],
        departmentId: anId(102),
      },
      {
        _id: anId(3),
        emails: ['cy@example.org'],
        personalInformation: { name: 'Cy' },
        permissions: ['service.a.read'],
        departmentId: anId(103),
      },
    ]);
    await workplace.run(['import', 'departments', 'departments.json', '--yes']);
    await workplace.run(['import', 'users', 'users.json', '--yes']);
  });
  const run = (...args: string[]) => workplace.run(['permissions', ...args]);
  const held = async () =>
    (await run('export', '--json')).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { user: string; permission: string; attestedBy: string | null });
  const pairs = async () => (await held()).map(({ permission, user }) => `${user} ${permission}`);

  it('changes nothing where it is applied after an export', async () => {
    const { stdout } = await run('export');
    expect(stdout.split('\r\n')[0]).to.equal(
      'user,userId,email,name,department,permission,until,since,by,reason,entry,attestedAt,attestedBy',
    );
    const before = (await workplace.run(['audit', 'head', '--json'])).stdout;
    const applied = await workplace.run(['permissions', 'apply', '-'], { stdin: stdout });
    expect([applied.code, applied.stderr]).to.deep.equal([
      0,
      `${applied.stderr.split('\n')[0]}\n3 rows: 3 unchanged\n`,
    ]);
    expect((await workplace.run(['audit', 'head', '--json'])).stdout).to.equal(before);
  });

  it('keeps values that look like formulas when it is applied, and so does a file of users', async () => {
    const odd = {
      _id: anId(4),
      emails: ['+dee@example.org'],
      personalInformation: { name: 'Dee' },
      permissions: ["'=1", '=1', 'a;-b'],
    };
    await workplace.write('odd.json', [odd]);
    await workplace.run(['import', 'users', 'odd.json']);
    const { stdout } = await run('export');
    const { stderr } = await workplace.run(['permissions', 'apply', '-'], { stdin: stdout });
    expect(stderr).to.include('4 rows: 4 unchanged');
    await workplace.write('odd.csv', `id,email,permissions\n${anId(4)},'+dee@example.org,''=1;'=1\n`);
    await workplace.run(['import', 'users', 'odd.csv', '--yes']);
    const shown = JSON.parse((await workplace.run(['users', 'show', anId(4), '--json'])).stdout);
    expect([shown.emails, shown.permissions]).to.deep.equal([odd.emails, ["'=1", '=1']]);
  });

  it('is the same where invisible characters are escaped, also in a review', async () => {
    const odd = ['=1', "'-2", 'a\nb', 'service.a\u200b', 'a,-b', '"q"', ' x '];
    await workplace.write('odd.json', [
      { _id: anId(3), emails: ['cy@example.org'], personalInformation: { name: 'Cy' }, permissions: odd },
    ]);
    await workplace.run(['import', 'users', 'odd.json', '--yes']);
    const exported = await run('export');
    const applied = await workplace.run(['permissions', 'apply', '-'], { stdin: exported.stdout });
    expect([applied.code, applied.stderr.split('\n').slice(1)]).to.deep.equal([
      0,
      ['3 rows: 3 unchanged', ''],
    ]);
    await run('export', '--by', 'department', '--dir', workplace.path('heads'));
    const file = await readFile(workplace.path('heads/others.csv'), 'utf8');
    await workplace.write('review.csv', file.replaceAll(/,\r\n/g, ',remove\r\n'));
    const reviewed = await run('review', 'review.csv');
    expect(reviewed.code, reviewed.stdout + reviewed.stderr).to.equal(0);
    expect((await pairs()).filter((one) => one.startsWith('cy@'))).to.deep.equal([]);
  });

  it('is applied within its scope, in one batch that can be undone', async () => {
    const before = await pairs();
    await workplace.write('a.csv', 'email,permission,until\ncy@example.org,service.a.write,2999-01-01\n');
    expect(await run('apply', 'a.csv', '--module', 'a')).to.deep.include({ code: 2 });
    expect(await pairs()).to.deep.equal(before);
    const { code, stderr } = await run('apply', 'a.csv', '--module', 'a', '--yes');
    expect(code).to.equal(0);
    expect(await pairs()).to.have.members([
      'ada@example.org service.admin.access',
      'bob@example.org odd one',
      'cy@example.org service.a.write',
    ]);
    const batch = /--batch (\S+)/.exec(stderr)?.[1] ?? '';
    expect((await workplace.run(['audit', 'revert', '--batch', batch, '--yes'])).code).to.equal(0);
    expect(await pairs()).to.have.members(before);
  });

  it('asks before it removes anything, and counts users who are not in the file separately', async () => {
    const before = await pairs();
    await workplace.write('named.csv', 'user,permission\ncy@example.org,service.a.write\n');
    for (const [scope, what] of [
      [['--module', 'a', '--department', 'OPS'], 'Remove 1 permission from 1 user'],
      [['--module', 'a'], /^Remove \d+ permissions from 2 users, 1 of them not in the file$/],
    ] as const) {
      const { code, stderr } = await run('apply', 'named.csv', ...scope);
      const said = /^ops-admin: (.*) requires --yes without a terminal$/m.exec(stderr)?.[1] ?? stderr;
      expect(code, stderr).to.equal(2);
      if (typeof what === 'string') expect(said).to.equal(what);
      else expect(said).to.match(what);
    }
    expect(await pairs()).to.deep.equal(before);
  });

  it('lists added and removed permissions on a terminal', async () => {
    await workplace.write('c.csv', 'user,permission\ncy@example.org,service.a.write\n');
    const { stdout } = await run('apply', 'c.csv', '--module', 'a', '--department', 'OPS', '--dry-run');
    expect(stdout).to.equal(
      'line 2: Cy <cy@example.org>: would remove service.a.read; would add service.a.write; service.a.write is not a known permission\n',
    );
  });

  it('names users by e-mail in any case and Unicode form', async () => {
    const eve = {
      _id: anId(9),
      emails: ['É@example.org'],
      personalInformation: { name: 'É' },
      permissions: ['service.b.read'],
    };
    await workplace.write('eve.json', [eve]);
    expect((await workplace.run(['import', 'users', 'eve.json', '--yes'])).code).to.equal(0);
    for (const email of ['é@example.org', 'É@EXAMPLE.org', 'e\u0301@example.org']) {
      await workplace.write('e.csv', `email,permission\n${email},service.b.read\n`);
      expect((await run('apply', 'e.csv', '--module', 'b')).stderr).to.include('1 row: 1 unchanged');
    }
  });

  it('is refused as a whole where a row is outside its scope', async () => {
    await workplace.write('b.csv', 'email,permission\ncy@example.org,service.b.read\n');
    const outside = await run('apply', 'b.csv', '--module', 'a', '--yes');
    expect([outside.code, outside.stderr]).to.satisfy(
      ([code, text]: [number, string]) => code === 2 && text.includes('b.csv:2:'),
    );
    expect((await run('apply', 'b.csv', '--department', 'FIN', '--yes')).code).to.equal(2);
  });

  it("is refused where two rows contradict each other about a user's permission", async () => {
    const before = await pairs();
    const rows = (...some: string[]) =>
      workplace.write('two.csv', `email,permission,until,entry,decision\n${some.join('\n')}\n`);
    const bob = 'bob@example.org,odd one';
    await rows(
      `${bob},,2,keep`,
      'cy@example.org,service.a.read,,3,',
      `${bob},,2,`,
      `BOB@example.org,odd one,,2,remove`,
      `${bob},,2,keep`,
    );
    expect(await run('review', 'two.csv')).to.deep.include({
      code: 2,
      stdout: '',
      stderr: 'ops-admin: two.csv:5:28: line 2 decides otherwise about the same permission, found "remove"\n',
    });
    await rows(`${bob},2999-01-01,,`, `${bob},,,`, `${bob},2999-01-01,,`, `${bob},2999-01-02,,`);
    expect(await run('apply', 'two.csv', '--department', 'PAY', '--yes')).to.deep.include({
      code: 2,
      stdout: '',
      stderr: [
        'ops-admin: two.csv:3:1: line 2 has another until of the same permission, found ""\n',
        'ops-admin: two.csv:5:25: line 2 has another until of the same permission, found "2999-01-02"\n',
      ].join(''),
    });
    await rows(`${bob},2999-01-01,,`, `${anId(2)},odd one,,,`);
    const mixed = await run('apply', 'two.csv', '--department', 'PAY', '--yes');
    expect([mixed.code, mixed.stderr]).to.deep.equal([
      2,
      'ops-admin: line 3: line 2 has another until of the same permission\n',
    ]);
    expect(await pairs()).to.deep.equal(before);
    await rows(`${bob},,2,keep`, `${anId(2)},odd one,,2,remove`);
    const named = await run('review', 'two.csv');
    expect([named.code, named.stdout]).to.deep.equal([
      4,
      [3, 2]
        .map(
          (line) => `line ${line}: Bob <bob@example.org>: keep and remove are both decided about odd one\n`,
        )
        .join(''),
    ]);
    expect(await pairs()).to.deep.equal(before);
    const [one] = (await held()).filter(({ permission }) => permission === 'odd one') as unknown as {
      entry: number;
    }[];
    await rows(`${bob},,${one?.entry},keep`, `${bob},,${one?.entry},keep`);
    expect(await run('review', 'two.csv')).to.deep.include({ code: 0 });
  });

  it('is named by a number where the code cannot be a file name', async () => {
    await workplace.write('long.csv', `id,name,code\n${anId(101)},Department 1,${'L'.repeat(300)}\n`);
    await workplace.run(['import', 'departments', 'long.csv']);
    const { stdout } = await run('export', '--by', 'department', '--dir', workplace.path('heads'), '--json');
    expect(JSON.parse(stdout)[0]).to.include({ file: '1.csv', department: 'Department 1' });
  });

  it('is written for each head of a department, and reviewed', async () => {
    const exported = await run('export', '--by', 'department', '--dir', workplace.path('heads'), '--json');
    expect(JSON.parse(exported.stdout)).to.deep.equal([
      { file: 'FIN.csv', department: 'Department 1', manager: 'ada@example.org', users: 2, permissions: 3 },
      { file: 'others.csv', department: null, manager: null, users: 1, permissions: 1 },
    ]);
    expect((await run('export', '--by', 'department', '--dir', workplace.path('heads'))).code).to.equal(2);
    const entries = new Map(
      (await held()).map((one) => [one.permission, (one as unknown as { entry: number }).entry]),
    );
    const row = (user: string, permission: string, decision: string) =>
      `${user},${permission},${entries.get(permission)},${decision}\n`;
    await workplace.write(
      'review.csv',
      `email,permission,entry,decision\n${row('bob@example.org', 'service.a.*', 'remove')}${row('bob@example.org', 'odd one', 'keep')}${row('cy@example.org', 'service.a.read', '')}`,
    );
    const review = await run('review', 'review.csv', '--reason', 'Q4', '--actor', 'head', '--json');
    expect(review.code, review.stderr).to.equal(0);
    expect(review.stderr).to.include('1 row without a decision: left as they are');
    const rows = review.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { result?: string });
    expect(rows.map(({ result }) => result)).to.deep.equal(['removed', 'kept', undefined]);
    expect((await held()).find(({ permission }) => permission === 'odd one')?.attestedBy).to.equal(
      'cli:head',
    );
    const listed = await workplace.run(['audit', 'list', '--action', 'attest']);
    expect(listed.stdout).to.match(/ attest +kept odd one$/m);
    const again = await run('review', 'review.csv');
    expect([again.code, again.stdout]).to.deep.equal([
      4,
      'line 2: Bob <bob@example.org>: another entry added or removed service.a.* since the export\nline 3: Bob <bob@example.org>: kept; odd one stays\n',
    ]);
  });
});
