import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

describe('Departments by command', () => {
  const workplace = new Workplace();

  workplace.beginWith(async () => {
    const dates = { createdAt: '2026-01-31T12:00:00.000Z' };
    await workplace.write('departments.json', [
      { _id: anId(901), name: 'Ground crew', code: 'GC', ...dates },
      { _id: anId(902), name: 'Night shift', parentId: anId(901), ...dates },
      { _id: anId(903), name: 'Night Shift', code: 'NS2', ...dates },
      { _id: anId(904), name: 'GC', code: 'X', ...dates },
    ]);
    const person = (name: string) => ({ emails: [`${name}@example.org`], personalInformation: { name } });
    await workplace.write('users.json', [
      { _id: anId(1), ...person('ada'), permissions: ['service.admin.access'] },
      { _id: anId(2), ...person('bob'), departmentId: anId(902) },
    ]);
    for (const what of ['departments', 'users'])
      expect((await workplace.run(['import', what, `${what}.json`])).code).to.equal(0);
  });

  /** Over the database, and over HTTP. */
  const doors: readonly (readonly [name: string, env: () => Promise<Record<string, string>>])[] = [
    ['a database', async () => ({})],
    [
      'HTTP',
      async () => {
        const { stdout } = await workplace.run(['token', 'issue', '--user', 'ada@example.org']);
        const { url } = await workplace.serve([], { OPS_LOG_LEVEL: 'silent' });
        return { OPS_SERVER: url, OPS_TOKEN: stdout.trim() };
      },
    ],
  ];

  for (const [name, envOf] of doors) {
    describe(`over ${name}`, () => {
      let env: Record<string, string>;
      beforeEach(async () => {
        env = await envOf();
      });
      const run = (...args: string[]) => workplace.run(args, { env });
      const departments = (...args: string[]) => run('departments', ...args);
      const json = async (...args: string[]) => JSON.parse((await departments(...args, '--json')).stdout);

      it('merges two departments: creates one, moves the subtree, and deletes the empty one', async () => {
        const created = await json(
          ...['create', 'Crew', '--code', 'CR', '--parent', 'ground crew', '--manager', 'ada@example.org'],
        );
        expect(created).to.deep.include({ department: 'Crew', name: 'Crew', code: 'CR', result: 'created' });
        expect(created).to.have.keys('department', 'departmentId', 'name', 'code', 'result', 'entry');
        const tried = await json('update', anId(902), '--parent', 'CR', '--name', 'Nights', '--dry-run');
        expect(tried).to.deep.equal({
          department: anId(902),
          departmentId: anId(902),
          name: 'Nights',
          result: 'would-update',
          dryRun: true,
        });
        expect(await json('update', anId(902), '--parent', 'CR', '--name', 'Nights')).to.deep.include({
          result: 'updated',
          entry: created.entry + 1,
        });
        expect(await json('update', 'Nights', '--parent', 'CR')).to.deep.include({ result: 'unchanged' });
        const refused = await departments('delete', 'nights');
        expect([refused.code, refused.stderr]).to.satisfy(
          ([code, text]: [number, string]) => code === 2 && text.includes('it has 1 user; move them first'),
        );
        expect((await run('users', 'update', 'bob@example.org', '--department', 'crew')).code).to.equal(0);
        expect(await json('delete', 'nights')).to.deep.include({ result: 'deleted', name: 'Nights' });
        const crew = await json('show', 'CR');
        expect(crew).to.deep.include({ name: 'Crew', code: 'CR', users: 1, children: [] });
        expect(crew.manager._id).to.equal(anId(1));
        const listed = await json('list');
        expect(listed.map((one: { code: string; users: number }) => [one.code, one.users])).to.deep.equal([
          ['CR', 1],
          ['X', 0],
          ['NS2', 0],
          ['GC', 0],
        ]);
        expect((await departments('tree')).stdout).to.match(
          /^ {2}Crew {2}CR {2}[0-9a-f]{24} {2}ada {2}1 user$/m,
        );
        const undone = await run('audit', 'revert', String(created.entry), '--json');
        expect(JSON.parse(undone.stdout)).to.deep.include({
          department: created.departmentId,
          result: 'nothing-left',
        });
      });

      it('finds a department by id, then by code, then by a unique name', async () => {
        expect(await json('show', 'gc')).to.deep.include({ _id: anId(901) });
        expect(await json('show', anId(904).toUpperCase())).to.deep.include({ _id: anId(904) });
        expect(await json('show', 'GROUND crew')).to.deep.include({ _id: anId(901) });
        const several = await departments('show', 'night shift');
        expect([several.code, several.stderr]).to.deep.equal([
          2,
          `ops-admin: several departments are called "night shift"; name one by its id: ${anId(903)}, ${anId(902)}\n`,
        ]);
        const unknown = await departments('show', 'nowhere');
        expect(unknown.code).to.equal(3);
        expect(unknown.stderr).to.include(
          'no department has the id, the code or the name "nowhere"; list them',
        );
        const option = await run('users', 'list', '--department', 'nowhere');
        expect(option.code).to.equal(2);
        expect(option.stderr).to.include(
          '--department: no department has the id, the code or the name "nowhere"',
        );
        const found = await run('users', 'list', '--department', 'ground crew', '--json');
        expect(JSON.parse(found.stdout).map(({ _id }: { _id: string }) => _id)).to.deep.equal([anId(2)]);
        const taken = await run(
          ...['permissions', 'add', 'service.x', '--department', 'ground crew', '--yes', '--json'],
        );
        expect(taken.stdout).to.include('"user":"000000000000000000000002"');
      });

      it('refuses an impossible change with 2, and changes nothing', async () => {
        for (const [args, message] of [
          [['create', 'A', '--code', 'gc'], 'the code "gc" belongs to the department Ground crew'],
          [
            ['create', 'A', '--parent', 'nowhere'],
            '--parent: no department has the id, the code or the name "nowhere"',
          ],
          [
            ['create', 'A', '--manager', 'nobody@example.org'],
            'no user has the id or e-mail nobody@example.org',
          ],
          [['update', 'GC', '--parent', anId(902)], 'the department would be below itself: '],
          [['update', 'GC'], 'name what to change'],
          [['delete', 'GC'], 'it has 1 department; move them first'],
        ] as const) {
          const { code, stderr } = await departments(...args);
          expect([code, stderr], args.join(' ')).to.satisfy(
            ([exit, text]: [number, string]) => exit === 2 && text.includes(message),
          );
        }
        expect(await json('list')).to.have.length(4);
      });
    });
  }
});
