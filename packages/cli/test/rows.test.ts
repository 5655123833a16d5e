import { anId } from '@ops-admin/testing';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

const ADA = 'Ada Byron <ada@example.org>';
const BOB = 'Bob Reyes <bob.reyes@example.org>';
const FILE = [
  'user,permission',
  'ada@example.org,service.a.read',
  'bob.reyess@example.org,service.a.read',
  'BOB.reyes@example.org,service.a.read',
  `${anId(3)},service.a.read`,
].join('\n');

describe('A row on a terminal', () => {
  const workplace = new Workplace();
  workplace.beginWith(async () => {
    const user = (
      n: number,
      email: string,
      [firstName, lastName]: [string, string],
      permissions: string[],
    ) => ({
      _id: anId(n),
      emails: [email],
      personalInformation: { firstName, lastName, name: `${firstName} ${lastName}` },
      permissions,
    });
    await workplace.write('users.json', [
      user(1, 'ada@example.org', ['Ada', 'Byron'], ['service.admin.access', 'service.a.read']),
      user(2, 'bob.reyes@example.org', ['Bob', 'Reyes'], []),
      user(3, 'zoe@example.org', ['Zoë', 'Łuczak'], ['service.a.read']),
    ]);
    await workplace.run(['import', 'users', 'users.json']);
    // An import creates nobody without an e-mail, but a database can hold somebody who came before that.
    const database = new Database(workplace.path('ops-admin.db'));
    database.prepare('delete from user_emails where user_id = ?').run(anId(3));
    database.close();
  });

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
      const run = (args: readonly string[], stdin = '') => workplace.run(args, { env, stdin });

      it('names the user, and marks new admins', async () => {
        const added = await run(['permissions', 'add', 'bob.reyes@example.org', 'service.admin']);
        expect(added.stdout).to.equal(`${BOB}: added service.admin\n${BOB}: is an admin now\n`);
        const many = await run(
          ['permissions', 'add', '--file', '-', '--dry-run'],
          `user,permission\n${anId(3)},service.admin`,
        );
        expect(many.stdout).to.equal(
          `line 2: Zoë Łuczak (${anId(3)}): would add service.admin; would be an admin\n`,
        );
        await run(['permissions', 'remove', 'bob.reyes@example.org', 'service.admin']);
        const refused = await run(['permissions', 'remove', 'ada@example.org', 'service.admin.*']);
        expect(refused.stderr).to.equal(`ops-admin: ${ADA} is the last admin; --force allows it\n`);
      });

      it('is repeated at the end if it failed, and is the only output on request', async () => {
        const failed =
          'line 3: bob.reyess@example.org: no user has the id or e-mail bob.reyess@example.org; ' +
          `did you mean ${BOB}? (dry run)\n`;
        const removed = [`line 2: ${ADA}`, `line 5: Zoë Łuczak (${anId(3)})`].map(
          (who) => `${who}: would remove service.a.read\n`,
        );
        const command = ['permissions', 'remove', '--file', '-', '--dry-run'];
        const all = await run(command, FILE);
        const nothing = `line 4: ${BOB}: nothing to remove: the user holds none of it (dry run)\n`;
        expect(all.stdout).to.equal(removed[0] + failed + nothing + removed[1]);
        expect(all.stderr)
          .to.match(/^failed:\nline 3: .*\ndry run/)
          .and.include(failed);
        expect((await run([...command, '--only', 'changed'], FILE)).stdout).to.equal(removed.join(''));
        const onlyFailed = await run([...command, '--only', 'failed'], FILE);
        expect(onlyFailed.stdout).to.equal(failed);
        expect(onlyFailed.stderr).to.match(/^dry run, nothing is written: 4 rows: /);
        const json = await run([...command, '--only', 'changed', '--json'], FILE);
        expect(
          json.stdout
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line).name ?? 'summary'),
        ).to.deep.equal(['Ada Byron', 'Zoë Łuczak', 'summary']);
        expect(json.stderr).to.not.include('failed:');
        expect(
          (await run(['permissions', 'remove', anId(1), 'service.a', '--only', 'failed'])).code,
        ).to.equal(2);
      });

      it('suggests users for an unknown e-mail, in every command', async () => {
        for (const typed of ['bob.reyess@example.org', 'obb.reyes@example.org', 'bob.reyes@exmple.org']) {
          const message = `ops-admin: no user has the id or e-mail ${typed}; did you mean ${BOB}?\n`;
          for (const command of [
            ['users', 'show', typed],
            ['permissions', 'list', typed],
            ['permissions', 'add', typed, 'service.a'],
          ]) {
            expect(await run(command), command.join(' ')).to.deep.include({ code: 3, stderr: message });
          }
        }
        expect((await run(['users', 'show', 'eve@example.org'])).stderr).to.equal(
          'ops-admin: no user has the id or e-mail eve@example.org\n',
        );
      });
    });
  }

  it('describes an undone entry too, and the message for a batch in its place names the batch option', async () => {
    await workplace.run([
      'permissions',
      'remove',
      '--holding',
      'service.a.read',
      'service.a.read',
      '--yes',
      '--batch',
      'mine',
    ]);
    const hint = await workplace.run(['audit', 'revert', 'mine']);
    expect(hint.code).to.equal(2);
    expect(hint.stderr).to.include('a batch is named by --batch mine');
    const { stdout } = await workplace.run([
      'audit',
      'revert',
      '--batch',
      'mine',
      '--yes',
      '--only',
      'changed',
    ]);
    expect(stdout.split('\n').filter((line) => line.startsWith('entry'))).to.deep.equal([
      `entry 5, Zoë Łuczak (${anId(3)})`,
      `entry 4, ${ADA}`,
    ]);
  });
});
