import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

describe('The user lifecycle by command', () => {
  const workplace = new Workplace();

  workplace.beginWith(async () => {
    await workplace.write('users.json', [
      {
        _id: anId(1),
        emails: ['ada@example.org'],
        personalInformation: { name: 'Ada' },
        permissions: ['service.admin.access'],
      },
      {
        _id: anId(2),
        emails: ['bob@example.org'],
        personalInformation: { firstName: 'Bob', lastName: 'Reyes', name: 'Bob Reyes' },
        permissions: ['service.a.read'],
      },
    ]);
    const dates = { createdAt: '2026-01-31T12:00:00.000Z' };
    await workplace.write('departments.json', [
      { _id: anId(901), name: 'Ground crew', code: 'GC', ...dates },
    ]);
    await workplace.run(['import', 'users', 'users.json']);
    await workplace.run(['import', 'departments', 'departments.json']);
  });

  const users = (...args: string[]) => workplace.run(['users', ...args]);
  const shown = (user: string) => workplace.json('users', 'show', user) as Promise<Record<string, unknown>>;

  it('creates a user with names, e-mails, a department and permissions', async () => {
    const named = ['--first-name', 'Eve', '--last-name', 'Ito', '--email', 'ito@example.org'];
    const what = ['eve@example.org', ...named, '--department', 'GC', '--permission', 'service.a.read'];
    const tried = await users('create', ...what, '--permission', 'service.admin.access', '--dry-run');
    expect(tried).to.deep.equal({
      code: 0,
      stdout: [
        'Eve Ito <eve@example.org>: would create',
        'Eve Ito <eve@example.org>: would add service.a.read',
        'Eve Ito <eve@example.org>: would add service.admin.access',
        'Eve Ito <eve@example.org>: would be an admin',
        '',
      ].join('\n'),
      stderr: '',
    });
    expect((await users('show', 'eve@example.org')).code).to.equal(3);
    const created = await users('create', ...what, '--reason', 'joined');
    expect(created.stdout).to.match(/^Eve Ito <eve@example.org>: created, with the id [0-9a-f]{24}\n/);
    expect(await shown('ito@example.org')).to.deep.include({
      emails: ['eve@example.org', 'ito@example.org'],
      personalInformation: { firstName: 'Eve', lastName: 'Ito', name: 'Eve Ito' },
      permissions: ['service.a.read'],
      departmentId: anId(901),
      active: true,
    });
    expect((await users('show', 'eve@example.org')).stdout)
      .to.include('STATE       active\n')
      .and.include(`DEPARTMENT  Ground crew (${anId(901)})\n`);
  });

  it('changes the given names, and keeps the others', async () => {
    const update = async (...args: string[]) => {
      expect((await users('update', anId(2), ...args)).code, args.join(' ')).to.equal(0);
      return await shown(anId(2));
    };
    expect((await update('--last-name', 'Ray')).personalInformation).to.deep.equal({
      firstName: 'Bob',
      lastName: 'Ray',
      name: 'Bob Ray',
    });
    const { personalInformation } = await update('--name', 'Bobby', '--department', anId(901));
    expect(personalInformation).to.deep.equal({ firstName: 'Bob', lastName: 'Ray', name: 'Bobby' });
    const moved = await update('--email', 'b@example.org', '--department', 'none', '--first-name', 'Rob');
    expect(moved).to.deep.include({
      emails: ['b@example.org'],
      departmentId: null,
      personalInformation: { firstName: 'Rob', lastName: 'Ray', name: 'Bobby' },
    });
    expect((await users('update', anId(2), '--name', 'Bobby')).stdout).to.equal(
      'Bobby <b@example.org>: nothing to update: the user already has these values\n',
    );
  });

  it('refuses an e-mail that another user has, and names that user', async () => {
    const owner = `Bob Reyes <bob@example.org>, the user ${anId(2)}`;
    for (const args of [
      ['create', 'Bob@example.org', '--name', 'Robert', '--dry-run'],
      ['create', 'eve@example.org', '--email', ' Bob@example.org\u200b', '--name', 'Robert'],
      ['update', anId(1), '--email', 'Bob@example.org'],
    ]) {
      const { code, stderr, stdout } = await users(...args);
      expect([code, stdout, stderr], args.join(' ')).to.deep.equal([
        2,
        '',
        `ops-admin: the e-mail Bob@example.org belongs to ${owner}\n`,
      ]);
    }
    expect((await users('update', anId(2), '--email', 'BOB@example.org')).code).to.equal(0);
    expect((await users('deactivate', anId(2))).code).to.equal(0);
    const inactive = await users('create', 'bob@example.org', '--name', 'Robert');
    expect(inactive.stderr).to.include(`ops-admin users activate ${anId(2)}`);
    expect((await users('erase', anId(2), '--yes')).code).to.equal(0);
    expect((await users('create', 'bob@example.org', '--name', 'Robert')).code).to.equal(0);
  });

  it('creates no user without a name, and removes no name', async () => {
    for (const args of [
      ['create', 'eve@example.org'],
      ['create', 'eve@example.org', '--name', ' '],
      ['create', 'no address', '--name', 'Eve'],
      ['update', anId(2), '--first-name', '', '--last-name', '', '--name', ''],
    ])
      expect((await users(...args)).code, args.join(' ')).to.equal(2);
  });

  it('merges names with the existing ones, and keeps concurrent changes', async () => {
    const outcomes = await Promise.all(
      [
        ['--first-name', 'Rob'],
        ['--last-name', 'Ray'],
      ].map(async (given) => ({ given, ...(await users('update', anId(2), ...given)) })),
    );
    const names = JSON.stringify((await shown(anId(2))).personalInformation);
    for (const { code, given, stderr } of outcomes) {
      if (code === 0) expect(names).to.include(given[1]);
      else
        expect([code, stderr]).to.deep.equal([
          1,
          'ops-admin: others changed this user meanwhile; try again\n',
        ]);
    }
    expect(outcomes.some(({ code }) => code === 0)).to.equal(true);
  });

  it('deactivates a user, who then receives no token, and activates them again', async () => {
    expect((await users('deactivate', 'bob@example.org', '--dry-run')).stdout).to.equal(
      'Bob Reyes <bob@example.org>: would deactivate\n',
    );
    const record = { user: 'bob@example.org', userId: anId(2), email: 'bob@example.org', name: 'Bob Reyes' };
    const change = (verb: string) => workplace.json('users', verb, 'bob@example.org');
    expect(await change('deactivate')).to.deep.equal({ ...record, result: 'deactivated', entry: 4 });
    expect(await change('deactivate')).to.deep.equal({ ...record, result: 'already-so' });
    expect((await users('show', anId(2))).stdout).to.match(/^STATE +inactive$/m);
    const issued = await workplace.run(['token', 'issue', '--user', 'bob@example.org']);
    expect([issued.code, issued.stderr]).to.deep.equal([
      2,
      'ops-admin: bob@example.org is not active: no token is issued\n',
    ]);
    expect(await change('activate')).to.deep.equal({ ...record, result: 'activated', entry: 5 });
    expect(await shown(anId(2))).to.deep.include({ permissions: ['service.a.read'], active: true });
  });

  describe('deactivation and activation of many', () => {
    const HR =
      'No.;Name;E-Mail\r\n1;Bob;BOB@example.org\r\n2;Ada;ada@example.org\r\n3;Eve;eve@example.org\r\n';
    const run = (verb: string, args: readonly string[], stdin = HR) =>
      workplace.run(['users', verb, ...args], { stdin });
    const rows = (stdout: string) =>
      stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));

    it('reads a file of users, in one batch that can be undone, and keeps the last admin', async () => {
      const dry = await run('deactivate', ['--file', '-', '--dry-run', '--json']);
      const words = (stdout: string) => rows(stdout).map(({ result, summary }) => result ?? summary.changed);
      expect(words(dry.stdout)).to.deep.equal(['would-deactivate', 'no-admin-left', 'user-not-found', 1]);
      const done = await run('deactivate', ['--file', '-', '--batch', 'leave', '--ignore-not-found']);
      expect(done.code).to.equal(4);
      expect(done.stdout).to.equal(
        [
          'line 2: Bob Reyes <bob@example.org>: deactivated',
          'line 3: Ada <ada@example.org> is the last admin; --force allows it',
          'line 4: eve@example.org: no user has the id or e-mail eve@example.org',
          '',
        ].join('\n'),
      );
      expect(done.stderr).to.include('to undo it: ops-admin audit revert --batch leave');
      expect((await shown(anId(2))).active).to.equal(false);
      const again = await run('deactivate', ['--file', '-', '--json']);
      expect(rows(again.stdout)[0]).to.deep.include({ result: 'already-so' }).and.not.have.property('entry');
      await workplace.run(['audit', 'revert', '--batch', 'leave', '--yes']);
      expect(await shown(anId(2))).to.deep.include({ active: true, permissions: ['service.a.read'] });
    });

    it('accepts a selection, which asks for confirmation', async () => {
      const how = ['--holding', 'service.a.read'];
      expect(await run('deactivate', how)).to.deep.include({ code: 2, stdout: '' });
      const done = await run('deactivate', [...how, '--yes', '--json']);
      expect(rows(done.stdout).map(({ result, userId }) => [userId, result])).to.deep.equal([
        [anId(2), 'deactivated'],
        [undefined, undefined],
      ]);
      const back = await run('activate', [...how, '--yes', '--only', 'changed']);
      expect(back.stdout).to.equal('Bob Reyes <bob@example.org>: activated\n');
    });

    it('accepts only users', async () => {
      for (const args of [
        [],
        [anId(2), anId(1)],
        ['--file', '-', anId(2)],
        ['--holding', 'service.a.read', 'service.a.read', '--yes'],
      ]) {
        expect((await run('deactivate', args)).code, args.join(' ')).to.equal(2);
      }
      const named = await run('activate', ['--file', '-'], `user,permission\n${anId(2)},service.b\n`);
      expect([named.code, named.stderr.includes('users are to be named alone')]).to.deep.equal([2, true]);
    });
  });

  it('keeps the last admin without --force', async () => {
    const refused = await users('deactivate', 'ada@example.org');
    expect(refused).to.deep.equal({
      code: 2,
      stdout: '',
      stderr: 'ops-admin: Ada <ada@example.org> is the last admin; --force allows it\n',
    });
    const forced = await users('deactivate', 'ada@example.org', '--force');
    expect([forced.code, forced.stderr]).to.deep.equal([
      0,
      'no admin is left\nentry 4; to undo it: ops-admin audit revert 4\n',
    ]);
  });

  it('erases only inactive users, and only after confirmation', async () => {
    const active = await users('erase', 'bob@example.org', '--yes');
    expect([active.code, active.stderr]).to.deep.equal([
      2,
      'ops-admin: bob@example.org is active; deactivate them before they are erased: ops-admin users deactivate bob@example.org\n',
    ]);
    await users('deactivate', 'bob@example.org');
    expect(await users('erase', 'bob@example.org')).to.deep.equal({
      code: 2,
      stdout: '',
      stderr: 'ops-admin: users erase requires --yes without a terminal\n',
    });
    expect((await users('erase', anId(2), '--dry-run')).stdout).to.equal(
      'Bob Reyes <bob@example.org>: would erase\n',
    );
    expect((await users('erase', anId(2), '--yes')).stdout).to.equal('Bob Reyes <bob@example.org>: erased\n');
    for (const verb of ['show', 'activate', 'update']) {
      const args = verb === 'update' ? ['--name', 'B'] : [];
      expect((await users(verb, anId(2), ...args)).code, verb).to.equal(3);
    }
    expect((await workplace.run(['audit', 'verify'])).code).to.equal(0);
  });

  it('refuses malformed values with 2, and names the location', async () => {
    const refused: [args: string[], message: RegExp][] = [
      [['create', 'eve', '--name', 'Eve'], /emails\[0\] must be an e-mail address/],
      [
        ['create', 'eve@example.org', '--name', 'Eve', '--email', 'no'],
        /emails\[1\] must be an e-mail address/,
      ],
      [['create', 'eve@example.org', '--name', 'Eve', '--permission', 'off'], /"off" is not a permission/],
      [
        ['create', 'eve@example.org', '--name', 'Eve', '--department', 'XX'],
        /--department: no department has .* "XX"/,
      ],
      [['update', anId(2), '--department', 'XX'], /--department: no department has .* "XX"/],
      [['update', anId(2)], /name what to change: --email/],
    ];
    for (const [args, message] of refused) {
      const { code, stdout, stderr } = await users(...args);
      expect([code, stdout], args.join(' ')).to.deep.equal([2, '']);
      expect(stderr).to.match(message);
    }
  });
});
