import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

const id = (n: number) => n.toString(16).padStart(24, '0');

describe('Lists', () => {
  const workplace = new Workplace();

  const user = (
    n: number,
    name: string,
    permissions: string[],
    email = `user${n}@example.org`,
    departmentId?: string,
  ) => ({
    _id: id(n),
    emails: [email],
    personalInformation: { name },
    permissions,
    departmentId,
  });
  const department = (n: number, name: string, parentId: string | null, description = '') => ({
    _id: id(n),
    name,
    description,
    code: `D${n}`,
    parentId,
    createdAt: `2026-01-0${n}T00:00:00.000Z`,
  });

  workplace.beginWith(async () => {
    await workplace.write('users.json', [
      user(1, 'Zoë', ['service.admin.access', 'service.fuel.read']),
      user(2, 'adam', ['service.fuel.*'], 'user2@example.org', id(3)),
      user(3, 'Émile', ['service.fuel', 'service.fuel.read'], 'Emile@ÜBUNG.example'),
      user(4, 'Berta', []),
    ]);
    await workplace.write('departments.json', [
      department(1, 'Flight', null),
      department(2, 'Crew', id(1), 'Those who FLY'),
      department(3, 'Cabin', id(2)),
      department(4, 'Sales', null),
      department(5, 'Cockpit', id(2)),
    ]);
    for (const kind of ['departments', 'users']) {
      expect((await workplace.run(['import', kind, `${kind}.json`])).code).to.equal(0);
    }
  });

  const names = async (...args: string[]) =>
    ((await workplace.json('users', 'list', ...args)) as { personalInformation: { name: string } }[]).map(
      ({ personalInformation: { name } }) => name,
    );
  const departments = async (...args: string[]) =>
    ((await workplace.json('departments', 'list', ...args)) as { name: string }[]).map(({ name }) => name);

  it('of users are ordered by name, without regard to case and accents', async () => {
    expect(await names()).to.deep.equal(['adam', 'Berta', 'Émile', 'Zoë']);
    const { stdout } = await workplace.run(['users', 'list']);
    expect(stdout).to.match(/^ID .*\n.* adam .*\n.* Berta .*\n.* Émile .*\n.* Zoë .*\n$/);
  });

  it('of users accept --search, --holding, --granted and --limit, which narrow each other', async () => {
    expect(await names('--search', 'éMI')).to.deep.equal(['Émile']);
    expect(await names('--search', 'EMI ubung')).to.deep.equal(['Émile']);
    expect(await names('--sort', '-name')).to.deep.equal(['Zoë', 'Émile', 'Berta', 'adam']);
    expect(await names('--search', '@übung')).to.deep.equal(['Émile']);
    expect(await names('--search', id(4).toUpperCase())).to.deep.equal(['Berta']);
    expect(await names('--search', 'nobody')).to.deep.equal([]);
    expect(await names('--holding', 'service.fuel.read')).to.deep.equal(['Émile', 'Zoë']);
    expect(await names('--holding', 'service.fuel.*')).to.deep.equal(['adam', 'Émile', 'Zoë']);
    expect(await names('--granted', 'service.fuel.write')).to.deep.equal(['adam', 'Émile']);
    expect(await names('--holding', 'service.fuel.*', '--limit', '2')).to.deep.equal(['adam', 'Émile']);
    const all = ['--holding', 'service.fuel.read', '--granted', 'service.fuel.write', '--search', 'E'];
    expect(await names(...all)).to.deep.equal(['Émile']);
  });

  it('of users accept --department by id, code or name, including departments below it, and the state', async () => {
    expect(await names('--department', 'D1')).to.deep.equal(['adam']);
    expect(await names('--department', id(2), '--active')).to.deep.equal(['adam']);
    expect(await names('--department', 'D1', '--inactive')).to.deep.equal([]);
    expect(await names('--department', 'D4')).to.deep.equal([]);
    expect(await names('--sort', 'department')).to.deep.equal(['Berta', 'Émile', 'Zoë', 'adam']);
    const { code, stderr } = await workplace.run(['users', 'list', '--department', 'D9']);
    expect([code, stderr]).to.deep.equal([
      2,
      'ops-admin: --department: no department has the id, the code or the name "D9"; list them with "ops-admin departments list"\n',
    ]);
  });

  it('of users are selected by --department for a change, which asks for confirmation', async () => {
    const change = ['permissions', 'add', '--department', 'D1', 'service.fuel.read', '--json'];
    expect((await workplace.run(change)).code).to.equal(2);
    const { code, stdout } = await workplace.run([...change, '--dry-run']);
    expect([code, stdout.match(/would-add/g)]).to.deep.equal([0, ['would-add']]);
    const narrowed = await workplace.run([...change, '--dry-run', '--holding', 'service.other']);
    expect(narrowed.stdout).to.not.include('would-add');
    expect((await workplace.run([...change, '--all-users', '--yes'])).code).to.equal(2);
  });

  it('of departments accept --search and --limit', async () => {
    expect(await departments()).to.deep.equal(['Cockpit', 'Sales', 'Cabin', 'Crew', 'Flight']);
    expect(await departments('--limit', '2')).to.deep.equal(['Cockpit', 'Sales']);
    expect(await departments('--search', 'fl')).to.deep.equal(['Crew', 'Flight']);
    expect(await departments('--search', 'c', '--limit', '2')).to.deep.equal(['Cockpit', 'Cabin']);
    expect(await departments('--search', id(3))).to.deep.equal(['Cabin']);
  });

  it('refuse an empty search and a malformed limit, and change nothing', async () => {
    for (const noun of ['users', 'departments']) {
      for (const [option, value] of [
        ['--search', ''],
        ['--search', ' '],
        ['--limit', '0'],
        ['--limit', '1.5'],
        ['--limit', '-1'],
        ['--limit', 'all'],
      ] as const) {
        const { code, stderr, stdout } = await workplace.run([noun, 'list', option, value]);
        expect([code, stdout], `${noun} ${option} ${value}`).to.deep.equal([2, '']);
        expect(stderr).to.include(option);
      }
    }
    for (const option of ['--holding', '--granted']) {
      const { code, stderr } = await workplace.run(['users', 'list', option, '']);
      expect([code, stderr.includes(option)]).to.deep.equal([2, true]);
    }
  });

  it('ignore leftover variables, which hide no user', async () => {
    const env = { OPS_SEARCH: 'adam', OPS_LIMIT: '1', OPS_HOLDING: 'x', OPS_GRANTED: 'x', OPS_DEPTH: '1' };
    const { stdout } = await workplace.run(['users', 'list', '--json'], { env });
    expect(JSON.parse(stdout)).to.have.length(4);
  });

  it('of departments as a tree stop at --depth, and count the departments below', async () => {
    const tree = async (...args: string[]) => (await workplace.run(['departments', 'tree', ...args])).stdout;
    const line = (name: string, n: number, users = 0) =>
      `${name}  D${n}  ${id(n)}  ${users} user${users === 1 ? '' : 's'}`;
    const top = [line('Sales', 4), line('Flight', 1)].join('\n');
    const whole = `${top}\n  ${line('Crew', 2)}\n    ${line('Cockpit', 5)}\n    ${line('Cabin', 3, 1)}\n`;
    expect(await tree()).to.equal(whole);
    expect(await tree('--depth', '3')).to.equal(whole);
    expect(await tree('--depth', '1')).to.equal(`${top}  (3 below)\n`);
    expect(await tree('--depth', '2')).to.equal(`${top}\n  ${line('Crew', 2)}  (2 below)\n`);
    const json = (await workplace.json('departments', 'tree', '--depth', '1')) as object[];
    expect(json).to.have.length(2);
    for (const node of json) expect(node).to.have.deep.property('children', []);
    for (const depth of ['0', '-1', 'x', '']) {
      const { code, stderr } = await workplace.run(['departments', 'tree', '--depth', depth]);
      expect([code, stderr.includes('--depth')], depth).to.deep.equal([2, true]);
    }
  });

  it('are measured in columns of the terminal', async () => {
    await workplace.write('wide.json', [
      user(5, '山田太郎', []),
      user(6, '👩‍👩‍👧 family', []),
      user(7, 'Zoe\u0308 combined', []),
      user(8, 'ＦＵＬＬ', []),
    ]);
    expect((await workplace.run(['import', 'users', 'wide.json'])).code).to.equal(0);
    const { stdout } = await workplace.run(['users', 'list']);
    // Columns before the e-mail, as measured on a terminal.
    const widths: Record<string, number> = {
      山田太郎: 8,
      '👩‍👩‍👧 family': 9,
      'Zoe\u0308 combined': 12,
      ＦＵＬＬ: 8,
      adam: 4,
    };
    const starts = Object.entries(widths).map(([name, width]) => {
      const line = stdout.split('\n').find((one) => one.includes(` ${name} `)) ?? '';
      const between = line.slice(line.indexOf(name) + name.length, line.indexOf('user'));
      return width + between.length;
    });
    expect(starts).to.deep.equal(starts.map(() => 14));
  });
});
