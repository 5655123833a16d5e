import { userInfo } from 'node:os';
import { openDatabase, SqliteAuditLog } from '@ops-admin/adapter-sqlite';
import { anId } from '@ops-admin/core/testing';
import { expect } from 'chai';
import { Workplace } from './ops-admin.js';

describe('ops-admin permissions', function () {
  this.timeout(20_000);
  const workplace = new Workplace();
  const held = ['service.users.read', 'service.users', 'service.user.read'];

  beforeEach(async () => {
    await workplace.write('users.json', [
      { _id: anId(1), emails: ['ada@example.org', 'both@example.org'], permissions: held },
      { _id: anId(2), emails: ['both@example.org'] },
    ]);
    await workplace.run(['import', 'users', 'users.json']);
  });
  const list = () => workplace.json('permissions', 'list', 'ada@example.org');

  it('lists them in their order', async () => {
    expect(await list()).to.deep.equal(held);
    expect((await workplace.run(['permissions', 'list', anId(1)])).stdout).to.equal(`${held.join('\n')}\n`);
  });

  it('removes a module, and says what went', async () => {
    const { code, stdout } = await workplace.run([
      'permissions',
      'remove',
      'ada@example.org',
      'service.users.*',
      'nonsense',
    ]);
    expect([code, stdout]).to.deep.equal([0, 'removed service.users.read\nremoved service.users\n']);
    expect(await list()).to.deep.equal(['service.user.read']);
  });

  it('tells programs what happened', async () => {
    const remove = () => workplace.json('permissions', 'remove', anId(1), 'service.users');
    expect(await remove()).to.deep.equal({ user: anId(1), result: 'removed', removed: ['service.users'] });
    expect(await remove()).to.deep.equal({ user: anId(1), result: 'nothing-held', removed: [] });
    const add = () => workplace.json('permissions', 'add', anId(1), 'service.users', 'service.x.*');
    expect(await add()).to.deep.equal({
      user: anId(1),
      result: 'added',
      added: ['service.users', 'service.x.*'],
    });
    expect(await add()).to.deep.equal({ user: anId(1), result: 'already-held', added: [] });
  });

  it('refuses to add what is off the pattern, and adds nothing', async () => {
    const { code, stderr } = await workplace.run(['permissions', 'add', anId(1), 'service.y', 'service.*.*']);
    expect(code).to.equal(2);
    expect(stderr).to.include('"service.*.*"');
    expect(await list()).to.deep.equal(held);
  });

  it('exits with 3 for an unknown user, and with 2 for an e-mail of several', async () => {
    for (const verb of ['list', 'add', 'remove']) {
      const permission = verb === 'list' ? [] : ['service.a'];
      expect((await workplace.run(['permissions', verb, 'nobody@example.org', ...permission])).code).to.equal(
        3,
      );
      const shared = await workplace.run(['permissions', verb, 'both@example.org', ...permission]);
      expect(shared.code).to.equal(2);
      expect(shared.stderr).to.include(anId(1)).and.include(anId(2));
    }
  });

  it('leaves a trail of the import and each change, with the operating-system user', async () => {
    await workplace.run(['permissions', 'remove', anId(1), 'service.users.*']);
    await workplace.run(['permissions', 'remove', anId(1), 'service.users.*']);
    const database = openDatabase(workplace.path('ops-admin.db'))._unsafeUnwrap();
    const trail = (await new SqliteAuditLog(database).list({ limit: 10 }))._unsafeUnwrap();
    database.close();
    const actor = `cli:${userInfo().username}`;
    expect(trail).to.have.length(3);
    expect(trail[0]).to.deep.include({ actor, source: 'import', action: 'set', before: [], after: held });
    expect(trail[1]).to.deep.include({
      actor,
      source: 'cli',
      action: 'remove',
      requested: ['service.users.*'],
    });
    expect(trail[1]).to.deep.include({
      removed: ['service.users.read', 'service.users'],
      after: ['service.user.read'],
    });
    expect(trail[2]).to.deep.include({
      removed: [],
      before: ['service.user.read'],
      after: ['service.user.read'],
    });
  });

  it('shows data without letting it steer the terminal', async () => {
    await workplace.write('odd.json', [{ _id: anId(5), permissions: ['service.a\u001b[31m', 'two\nlines'] }]);
    await workplace.run(['import', 'users', 'odd.json']);
    expect((await workplace.run(['permissions', 'list', anId(5)])).stdout).to.equal(
      'service.a\uFFFD[31m\ntwo\uFFFDlines\n',
    );
    expect(await workplace.json('permissions', 'list', anId(5))).to.deep.equal([
      'service.a\u001b[31m',
      'two\nlines',
    ]);
  });
});
