import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { BulkWorkplace, HELD, linesIn } from './bulk-workplace.ts';
import { BIN } from './ops-admin.ts';

const ADMIN = 'service.admin.access';
/** A user who is new. */
const joiner = (n: number) => ({
  _id: anId(n),
  emails: [`user${n}@example.org`],
  personalInformation: { name: `User ${n}` },
});
const identity = (subject: string) => ({ issuer: 'https://id.example', subject });

describe('ops-admin import users, over existing users', () => {
  /** `user1` is the only admin; 2 to 4 hold {@link HELD}. */
  const workplace = new BulkWorkplace();
  const importing = async (users: object[], ...args: string[]) => {
    await workplace.write('again.json', users);
    return await workplace.run(['import', 'users', 'again.json', ...args]);
  };
  const user = async (n: number) =>
    (await workplace.json('users', 'show', anId(n))) as { identities: object[] };
  const link = (n: number, subject: string) =>
    workplace.run(['users', 'link', anId(n), '--issuer', identity(subject).issuer, '--subject', subject]);

  it('keeps permissions and identities that a record does not name', async () => {
    await link(2, 'bob');
    const before = await user(2);
    const { code, stdout } = await importing([
      { _id: anId(1), permissions: [ADMIN, 'service.z'] },
      { _id: anId(2), emails: ['user2@example.org'] },
    ]);
    expect([code, stdout]).to.deep.equal([0, 'users: 0 created, 1 updated, 1 unchanged\n']);
    expect(await user(2)).to.deep.equal(before);
    expect(workplace.held(1)).to.deep.equal([ADMIN, 'service.z']);
    expect(await user(1)).to.deep.include({ emails: ['user1@example.org'] });
    expect(workplace.held(2)).to.deep.equal(HELD);
    expect(await user(2)).to.deep.include({ identities: [identity('bob')] });
  });

  it('refuses the id of an erased user, and names its location in the file', async () => {
    for (const args of [['deactivate'], ['erase', '--yes']]) {
      expect((await workplace.run(['users', args[0] ?? '', anId(4), ...args.slice(1)])).code).to.equal(0);
    }
    const users = [5, 4].map(joiner);
    const { code, stderr, stdout } = await importing(users, '--dry-run', '--json');
    expect([code, stdout]).to.deep.equal([2, '']);
    expect(stderr).to.match(
      /"line":1,"column":\d+,"message":"the user 0{23}4 was erased; no other user can have the id/,
    );
    expect((await importing(users)).code).to.equal(2);
    expect((await workplace.run(['users', 'show', anId(5)])).code).to.equal(3);
  });

  it('refuses a file that would leave no admin, without --force', async () => {
    const users = [1, 2, 5].map((n) => ({ ...joiner(n), permissions: [] }));
    for (const args of [['--yes'], ['--dry-run'], []]) {
      const { code, stderr, stdout } = await importing(users, ...args);
      expect([code, stdout]).to.deep.equal([2, '']);
      expect(stderr).to.include(`this import would leave no admin: it removes admin access from ${anId(1)}`);
    }
    expect(workplace.held(1)).to.deep.equal([ADMIN]);
    expect(workplace.held(2)).to.deep.equal(HELD);
    const { code, stderr } = await importing(users, '--yes', '--force');
    expect(code).to.equal(0);
    expect(stderr).to.include('no admin is left\n');
    expect(workplace.held(1)).to.deep.equal([]);
  });

  it('reports how many users become admins, in a dry run too', async () => {
    const users = ['service.admin.*', 'service.admin', ADMIN, 'service.administration'].map(
      (permission, n) => ({
        ...joiner(n + 5),
        permissions: [permission],
      }),
    );
    const again = { _id: anId(1), permissions: [ADMIN, 'service.z'] };
    expect((await importing([...users, again], '--dry-run')).stderr).to.include(
      '3 users would become admin\n',
    );
    expect((await importing([...users, again])).stderr).to.include('3 users became admin\n');
    expect((await importing([...users, again])).stderr).to.not.include('admin');
  });

  it('removes nothing without confirmation', async () => {
    await link(3, 'eve');
    const { code, stderr } = await importing([
      { _id: anId(2), permissions: [] },
      { _id: anId(3), emails: ['other@example.org'], identities: [] },
    ]);
    expect([code, stderr]).to.deep.equal([
      2,
      'ops-admin: this import removes 3 permissions, 1 identity and 1 e-mail from 2 users, and requires --yes without a terminal; nothing was changed\n',
    ]);
    expect(workplace.held(2)).to.deep.equal(HELD);
    expect((await importing([{ _id: anId(2), permissions: [...HELD, 'service.c'] }])).code).to.equal(0);
  });

  it('is undone as one batch, with its reason and actor in the audit log, including identities', async () => {
    await link(2, 'bob');
    const args = ['--yes', '--batch', 'night-1', '--reason', 'from HR', '--actor', 'robot', '--json'];
    const { code, stderr, stdout } = await importing(
      [
        {
          _id: anId(2),
          emails: ['user2@example.org'],
          permissions: ['service.a.read', 'service.z'],
          identities: [],
        },
        { _id: anId(3), emails: ['user3@example.org'], identities: [identity('eve')] },
        { _id: anId(4), emails: ['user4@example.org'], permissions: HELD },
        { ...joiner(9), permissions: [] },
      ],
      ...args,
    );
    expect(code).to.equal(0);
    expect(stderr).to.include('batch night-1\n').and.include('audit revert --batch night-1');
    expect(linesIn(stdout)).to.deep.equal([
      {
        user: anId(2),
        userId: anId(2),
        email: 'user2@example.org',
        result: 'updated',
        added: ['service.z'],
        removed: ['service.a.write', 'service.b.read'],
        unlinked: [identity('bob')],
        entry: 7,
        batch: 'night-1',
        line: 1,
      },
      {
        user: anId(3),
        userId: anId(3),
        email: 'user3@example.org',
        result: 'updated',
        added: [],
        removed: [],
        linked: [identity('eve')],
        entry: 8,
        batch: 'night-1',
        line: 1,
      },
      {
        user: anId(4),
        userId: anId(4),
        email: 'user4@example.org',
        result: 'unchanged',
        added: [],
        removed: [],
        line: 1,
      },
      {
        user: anId(9),
        userId: anId(9),
        email: 'user9@example.org',
        result: 'created',
        added: [],
        removed: [],
        entry: 9,
        batch: 'night-1',
        line: 1,
      },
      { summary: { batch: 'night-1', rows: 4, changed: 3, failed: 0 } },
    ]);
    const entries = (await workplace.trail(4)).map((entry) => [
      entry.action,
      entry.actor,
      entry.reason,
      entry.batch,
    ]);
    expect(entries).to.deep.equal(
      ['create', 'link', 'set', 'unlink'].map((action) => [action, 'cli:robot', 'from HR', 'night-1']),
    );

    const undone = await workplace.run(['audit', 'revert', '--batch', 'night-1', '--yes']);
    expect(undone.code, undone.stderr).to.equal(0);
    expect(workplace.held(2)).to.have.members(HELD);
    expect(await user(2)).to.deep.include({ identities: [identity('bob')] });
    expect(await user(3)).to.deep.include({ identities: [] });
  });

  it('reports its changes in a dry run, and writes nothing, not even keys', async () => {
    await rm(workplace.path('ops-admin.keys.json'));
    const before = (await workplace.trail()).length;
    const users = [
      { _id: anId(2), permissions: [] },
      { ...joiner(7), permissions: ['service.a'] },
    ];
    const { code, stderr, stdout } = await importing(users, '--dry-run', '--json');
    expect([code, stderr]).to.deep.equal([
      0,
      'this import removes 3 permissions from 1 user\ndry run, nothing is written\n',
    ]);
    expect(linesIn(stdout)).to.deep.equal([
      {
        user: anId(2),
        userId: anId(2),
        email: 'user2@example.org',
        result: 'would-update',
        added: [],
        removed: HELD,
        line: 1,
        dryRun: true,
      },
      {
        user: anId(7),
        userId: anId(7),
        email: 'user7@example.org',
        result: 'would-create',
        added: ['service.a'],
        removed: [],
        line: 1,
        dryRun: true,
      },
      { summary: { batch: null, rows: 2, changed: 2, failed: 0 } },
    ]);
    expect([workplace.held(2), (await workplace.trail()).length]).to.deep.equal([HELD, before]);
    expect(existsSync(workplace.path('ops-admin.keys.json'))).to.equal(false);
    const { stdout: counts } = await importing(users, '--dry-run');
    expect(counts).to.equal('users: 1 would be created, 1 would be updated, 0 unchanged\n');
  });

  it('creates no database in a dry run', async () => {
    await workplace.write('again.json', [{ ...joiner(2), permissions: [] }]);
    const { code, stderr } = await workplace.run([
      'import',
      'users',
      'again.json',
      '--dry-run',
      '--db',
      'new.db',
    ]);
    expect(code).to.equal(2);
    expect(stderr).to.include('new.db');
  });

  it('refuses a malformed batch name', async () => {
    for (const name of ['', 'a b', 'x'.repeat(101), 'é']) {
      const { code, stderr } = await importing([{ ...joiner(9), permissions: [] }], '--batch', name);
      expect(code).to.equal(2);
      expect(stderr).to.include('1 to 100 characters from ! to ~');
    }
  });
});

describe('ops-admin import users, on a terminal', () => {
  const workplace = new BulkWorkplace();
  /** Runs it with a typed answer, and returns its question and exit code. */
  const answered = async (answer: string, ...args: string[]) => {
    await workplace.write('again.json', [{ _id: anId(2), permissions: ['service.a.read'] }]);
    const command = [process.execPath, BIN, 'import', 'users', 'again.json', ...args].join(' ');
    const { status, stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
      cwd: workplace.path(''),
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '' },
      input: answer,
    });
    return { code: status, stdout };
  };

  it('asks before it removes anything, but not in a dry run', async function () {
    if (spawnSync('script', ['--version']).error) return this.skip();
    const no = await answered('n\n');
    expect([no.code, workplace.held(2)], no.stdout).to.deep.equal([2, HELD]);
    expect(no.stdout)
      .to.include('Remove 2 permissions from 1 user? [y/N]')
      .and.include('not confirmed: nothing was changed');
    const dry = await answered('', '--dry-run');
    expect([dry.code, workplace.held(2)]).to.deep.equal([0, HELD]);
    expect(dry.stdout).to.not.include('[y/N]');
    const yes = await answered('y\n');
    expect([yes.code, workplace.held(2)], yes.stdout).to.deep.equal([0, ['service.a.read']]);
  });
});
