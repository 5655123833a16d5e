import { userInfo } from 'node:os';
import { openSqlite } from '@ops-admin/adapter-sqlite';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

describe('ops-admin permissions', () => {
  const workplace = new Workplace();
  const held = ['service.users.read', 'service.users', 'service.user.read'];

  workplace.beginWith(async () => {
    await workplace.write('users.json', [
      { _id: anId(1), emails: ['ada@example.org'], personalInformation: { name: 'Ada' }, permissions: held },
      { _id: anId(2), emails: ['both@example.org'], personalInformation: { name: 'Both' } },
    ]);
    await workplace.run(['import', 'users', 'users.json']);
  });
  const list = () => workplace.json('permissions', 'list', 'ada@example.org');

  it('lists permissions in their order', async () => {
    expect(await list()).to.deep.equal(held);
    expect((await workplace.run(['permissions', 'list', anId(1)])).stdout).to.equal(`${held.join('\n')}\n`);
  });

  it('removes a module, and lists the removed permissions', async () => {
    const { code, stdout } = await workplace.run([
      'permissions',
      'remove',
      'ada@example.org',
      'service.users.*',
      'nonsense',
    ]);
    expect([code, stdout]).to.deep.equal([
      0,
      'Ada <ada@example.org>: removed service.users.read\nAda <ada@example.org>: removed service.users\n',
    ]);
    expect(await list()).to.deep.equal(['service.user.read']);
  });

  it('reports changes in JSON', async () => {
    const remove = () => workplace.json('permissions', 'remove', anId(1), 'service.users');
    expect(await remove()).to.deep.include({
      userId: anId(1),
      result: 'removed',
      removed: ['service.users'],
    });
    expect(await remove()).to.deep.include({ userId: anId(1), result: 'nothing-held', removed: [] });
    const add = () => workplace.json('permissions', 'add', anId(1), 'service.users', 'service.x.*');
    expect(await add()).to.deep.equal({
      user: anId(1),
      userId: anId(1),
      email: 'ada@example.org',
      name: 'Ada',
      result: 'added',
      added: ['service.users', 'service.x.*'],
      entry: 5,
      message: 'service.x.* is not a known permission',
    });
    expect(await add()).to.deep.include({ result: 'already-held', added: [] });
  });

  it('refuses malformed permissions, and adds none', async () => {
    const { code, stderr } = await workplace.run(['permissions', 'add', anId(1), 'service.y', 'service.*.*']);
    expect(code).to.equal(2);
    expect(stderr).to.include('"service.*.*"');
    expect(await list()).to.deep.equal(held);
  });

  it('exits with 3 for an unknown user', async () => {
    for (const verb of ['list', 'add', 'remove']) {
      const permission = verb === 'list' ? [] : ['service.a'];
      expect((await workplace.run(['permissions', verb, 'nobody@example.org', ...permission])).code).to.equal(
        3,
      );
    }
  });

  it('writes audit entries for the import and each change, with the operating-system user', async () => {
    await workplace.run(['permissions', 'remove', anId(1), 'service.users.*']);
    await workplace.run(['permissions', 'remove', anId(1), 'service.users.*']);
    const database = openSqlite({ file: workplace.path('ops-admin.db') })._unsafeUnwrap();
    const trail = (await database.audit.list({ limit: 10 }))._unsafeUnwrap();
    await database.close();
    const actor = `cli:${userInfo().username}`;
    expect(trail).to.have.length(4);
    expect(trail[0]).to.deep.include({ actor, source: 'import', action: 'create', before: [], after: held });
    expect(trail[2]).to.deep.include({
      actor,
      source: 'cli',
      action: 'remove',
      requested: ['service.users.*'],
    });
    expect(trail[2]).to.deep.include({
      removed: ['service.users.read', 'service.users'],
      after: ['service.user.read'],
    });
    expect(trail[3]).to.deep.include({
      removed: [],
      before: ['service.user.read'],
      after: ['service.user.read'],
    });
  });

  it('reports its changes in a dry run, and changes nothing', async () => {
    const remove = ['permissions', 'remove', anId(1), 'service.users.*', '--dry-run'];
    expect((await workplace.run(remove)).stdout).to.equal(
      'Ada <ada@example.org>: would remove service.users.read\nAda <ada@example.org>: would remove service.users\n',
    );
    expect(await workplace.json(...remove)).to.deep.equal({
      user: anId(1),
      userId: anId(1),
      email: 'ada@example.org',
      name: 'Ada',
      result: 'would-remove',
      removed: ['service.users.read', 'service.users'],
      asOf: 1,
      dryRun: true,
    });
    expect(await list()).to.deep.equal(held);
  });

  it("removes the last admin's permission only with --force, and says so", async () => {
    const admin = 'service.admin.access';
    await workplace.run(['permissions', 'add', anId(1), admin]);
    const refused = await workplace.run(['permissions', 'remove', anId(1), admin]);
    expect([refused.code, refused.stderr]).to.deep.equal([
      2,
      `ops-admin: Ada <ada@example.org> is the last admin; --force allows it\n`,
    ]);
    const remove = ['permissions', 'remove', anId(1), admin, '--force'];
    expect((await workplace.run([...remove, '--dry-run'])).stderr).to.equal('no admin would be left\n');
    expect(await list()).to.include(admin);
    expect(await workplace.run(remove)).to.deep.include({
      code: 0,
      stderr: 'no admin is left\nentry 4; to undo it: ops-admin audit revert 4\n',
    });
    expect(await list()).to.deep.equal(held);

    await workplace.run(['permissions', 'add', anId(1), admin]);
    await workplace.run(['permissions', 'add', anId(2), 'service.admin.*']);
    expect(await workplace.run(['permissions', 'remove', anId(1), admin])).to.deep.include({
      code: 0,
      stderr: 'entry 7; to undo it: ops-admin audit revert 7\n',
    });
  });

  it('shows the permissions that each string grants, and the strings that cover it', async () => {
    await workplace.run(['permissions', 'add', anId(1), 'service.admin']);
    const effective = ['permissions', 'list', anId(1), '--effective'];
    expect(await workplace.json(...effective)).to.deep.equal({
      user: anId(1),
      admin: true,
      permissions: [
        { permission: 'service.users.read', coveredBy: ['service.users'] },
        { permission: 'service.users', module: 'users', coveredBy: [] },
        { permission: 'service.user.read', coveredBy: [] },
        { permission: 'service.admin', module: 'admin', coveredBy: [] },
      ],
    });
    expect(
      (await workplace.run(effective)).stdout.split('\n').map((line) => line.split(/ {2,}/)),
    ).to.deep.equal([
      ['PERMISSION', 'GRANTS', 'COVERED BY'],
      ['service.users.read', 'itself', 'service.users'],
      ['service.users', 'all of service.users'],
      ['service.user.read', 'itself'],
      ['service.admin', 'all of service.admin'],
      ['is an admin'],
      [''],
    ]);
  });

  it('shows the permissions that one user holds and another does not', async () => {
    await workplace.run(['permissions', 'add', anId(2), 'service.users', 'service.b']);
    const diff = ['permissions', 'diff', 'ada@example.org', anId(2)];
    expect(await workplace.json(...diff)).to.deep.equal({
      first: anId(1),
      second: anId(2),
      onlyFirst: ['service.users.read', 'service.user.read'],
      onlySecond: ['service.b'],
      both: ['service.users'],
    });
    expect((await workplace.run(diff)).stdout).to.equal(
      '- service.users.read\n- service.user.read\n+ service.b\n  service.users\n',
    );
    expect((await workplace.run(['permissions', 'diff', anId(1), anId(9)])).code).to.equal(3);
  });

  it('shows data without letting it control the terminal', async () => {
    await workplace.write('odd.json', [
      {
        _id: anId(5),
        emails: ['odd@example.org'],
        personalInformation: { name: 'Odd' },
        permissions: ['service.a\u202e', 'two\u2028lines'],
      },
    ]);
    await workplace.run(['import', 'users', 'odd.json']);
    expect((await workplace.run(['permissions', 'list', anId(5)])).stdout).to.equal(
      'service.a\\u202e\ntwo\\u2028lines\n',
    );
    expect(await workplace.json('permissions', 'list', anId(5))).to.deep.equal([
      'service.a\u202e',
      'two\u2028lines',
    ]);
  });
});
