import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { errorIn, linesIn } from './bulk-workplace.ts';
import { Workplace } from './ops-admin.ts';

const JOINERS = [
  'Employee Number,Work E-Mail Address,First Name,Surname,Department,Permissions',
  '10025,eve@example.org,Eve,Ito,GC,service.a.read;service.b.read',
  '10026,finn@example.org,Finn,Olsen,,',
].join('\n');

describe('Joiners and movers in a file', () => {
  const workplace = new Workplace();
  workplace.beginWith(async () => {
    const user = (
      n: number,
      email: string,
      firstName: string,
      lastName: string,
      ...permissions: string[]
    ) => ({
      _id: anId(n),
      emails: [email],
      personalInformation: { firstName, lastName, name: `${firstName} ${lastName}` },
      permissions,
    });
    await workplace.write('users.json', [
      user(1, 'ada@example.org', 'Ada', 'Byron', 'service.admin.access'),
      user(2, 'bob@example.org', 'Bob', 'Reyes', 'service.a.read'),
    ]);
    await workplace.write('departments.json', [
      { _id: anId(901), name: 'Ground crew', code: 'GC' },
      { _id: anId(902), name: 'Night shift', code: 'NS' },
    ]);
    await workplace.run(['import', 'users', 'users.json']);
    await workplace.run(['import', 'departments', 'departments.json']);
  });
  const shown = (user: string) => workplace.json('users', 'show', user) as Promise<Record<string, unknown>>;

  for (const door of ['a database', 'a service'] as const) {
    describe(`over ${door}`, () => {
      let env: Record<string, string> = {};
      beforeEach(async () => {
        env = {};
        if (door === 'a database') return;
        const token = (await workplace.run(['token', 'issue', '--user', anId(1)])).stdout.trim();
        const { url } = await workplace.serve(['--db', workplace.path('ops-admin.db')], {
          OPS_LOG_LEVEL: 'silent',
        });
        env = { OPS_SERVER: url, OPS_TOKEN: token };
      });
      const run = (args: readonly string[], stdin: string) =>
        workplace.run(['users', ...args, '--file', '-'], { env, stdin });

      it('join in one batch, whose undo deactivates them, after a dry run with the same rows', async () => {
        const tried = await run(['create', '--dry-run', '--json'], JOINERS);
        expect([tried.code, ...linesIn(tried.stdout)], tried.stderr).to.deep.equal([
          0,
          {
            user: 'eve@example.org',
            email: 'eve@example.org',
            name: 'Eve Ito',
            result: 'would-create',
            added: ['service.a.read', 'service.b.read'],
            line: 2,
            dryRun: true,
          },
          {
            user: 'finn@example.org',
            email: 'finn@example.org',
            name: 'Finn Olsen',
            result: 'would-create',
            line: 3,
            dryRun: true,
          },
          { summary: { batch: null, rows: 2, changed: 2, failed: 0 } },
        ]);
        const { code, stderr, stdout } = await run(['create', '--batch', 'november'], JOINERS);
        expect(code, stderr).to.equal(0);
        expect(stdout).to.equal(
          [
            'line 2: Eve Ito <eve@example.org>: created; added service.a.read, service.b.read',
            'line 3: Finn Olsen <finn@example.org>: created',
            '',
          ].join('\n'),
        );
        expect(stderr)
          .to.include('"Employee Number"')
          .and.include('batch november\n')
          .and.include('2 rows: 2 created')
          .and.match(/to undo it: ops-admin audit revert .*--batch november/);
        expect(await shown('eve@example.org')).to.deep.include({
          departmentId: anId(901),
          permissions: ['service.a.read', 'service.b.read'],
          personalInformation: { firstName: 'Eve', lastName: 'Ito', name: 'Eve Ito' },
        });
        const undone = await workplace.run(['audit', 'revert', '--batch', 'november', '--yes'], { env });
        expect(undone.code, undone.stderr).to.equal(0);
        expect(await shown('finn@example.org')).to.include({ active: false });
      });

      it('move: found by e-mail or id, with only the columns of the file', async () => {
        const movers = [
          'id,email,last name,department',
          `,bob@example.org,,NS`,
          `${anId(1)},ada.king@example.org,King,`,
          `${anId(77)},,Nobody,`,
        ].join('\n');
        const { code, stderr, stdout } = await run(['update', '--json', '--batch', 'moves'], movers);
        expect(code, stderr).to.equal(4);
        const rows = linesIn(stdout) as { result: string; message?: string }[];
        expect(rows.map(({ result }) => result)).to.deep.equal([
          'updated',
          'updated',
          'user-not-found',
          undefined,
        ]);
        expect(rows[2]?.message).to.equal(`no user has the id or e-mail ${anId(77)}`);
        expect(await shown(anId(2))).to.deep.include({
          departmentId: anId(902),
          emails: ['bob@example.org'],
          personalInformation: { firstName: 'Bob', lastName: 'Reyes', name: 'Bob Reyes' },
          permissions: ['service.a.read'],
        });
        expect(await shown(anId(1))).to.deep.include({
          emails: ['ada.king@example.org'],
          personalInformation: { firstName: 'Ada', lastName: 'King', name: 'Ada King' },
        });
        const again = await run(['update', '--json'], movers.split('\n').slice(0, 2).join('\n'));
        expect(linesIn(again.stdout)[0]).to.deep.include({ user: 'bob@example.org', result: 'unchanged' });
        const batches = (await workplace.json('audit', 'batches')) as { batch: string; entries: number }[];
        expect(batches.map(({ batch, entries }) => [batch, entries])).to.deep.include(['moves', 2]);
      });

      it('are refused as a whole with the location of every mistake, before anything is changed', async () => {
        const before = (await workplace.run(['audit', 'head', '--json'])).stdout;
        for (const [use, file, mistakes] of [
          [
            'create',
            'email,name,department\nx@example.org,X,\n,Nobody,\nx@example.org,X,\nno,N,\n',
            [
              ['3:1', 'emails must hold at least one e-mail'],
              ['4:1', 'x@example.org is on line 2 already'],
              ['5:1', 'emails[0] must be an e-mail address'],
            ],
          ],
          [
            'create',
            'email,name,department\nx@example.org,X,ZZ\ny@example.org,Y,GC\n',
            [['2:17', 'no department has the id or the code "ZZ"']],
          ],
          ['create', 'first name,last name\nA,B\n', [['1:1', 'call it email']]],
          ['create', 'email,department\na@example.org,GC\n', [['2:1', 'a user needs a name']]],
          [
            'update',
            'email,name\nbob@example.org,Bob A\nBOB@example.org,Bob B\n',
            [['3:1', 'BOB@example.org is on line 2 already']],
          ],
          ['update', 'email\nbob@example.org\n', [['1:1', 'the header names nothing to change']]],
        ] as const) {
          const { code, stderr, stdout } = await run([use, '--json'], file);
          expect([code, stdout], stderr).to.deep.equal([2, '']);
          const details = JSON.parse(stderr).error.details as {
            line: number;
            column: number;
            message: string;
          }[];
          for (const [place, message] of mistakes)
            expect(
              details.some((one) => `${one.line}:${one.column}` === place && one.message.includes(message)),
              `${place} ${message} in ${stderr}`,
            ).to.equal(true);
        }
        expect((await workplace.run(['audit', 'head', '--json'])).stdout).to.equal(before);
      });

      it('fail row by row where the service or the database refuses them', async () => {
        const joiners = `id,email,name,permissions\n${anId(2)},new@example.org,New,\n,fine@example.org,Fine,\n,odd@example.org,Odd,odd one\n`;
        const { code, stdout } = await run(['create', '--json'], joiners);
        const rows = linesIn(stdout) as { result: string; message?: string }[];
        expect([code, ...rows.map(({ result }) => result)]).to.deep.equal([
          4,
          'conflict',
          'created',
          'invalid',
          undefined,
        ]);
        expect(rows[0]?.message).to.include(anId(2));
      });
    });
  }

  it('are not accepted together with options for one user', async () => {
    await workplace.write('j.csv', JOINERS);
    for (const args of [
      ['create', 'x@example.org', '--file', 'j.csv'],
      ['update', '--file', 'j.csv', '--department', 'GC'],
      ['create', 'x@example.org', '--name', 'X', '--batch', 'b'],
      ['create'],
    ]) {
      const { code, stderr } = await workplace.run(['users', ...args, '--json']);
      expect([code, errorIn(stderr).includes('--file')], stderr).to.deep.equal([2, true]);
    }
  });
});
