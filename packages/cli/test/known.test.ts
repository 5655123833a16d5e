import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

describe('Known permissions', () => {
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
        personalInformation: { name: 'Bob' },
        permissions: ['service.refunds.approve', 'odd one'],
      },
      {
        _id: anId(3),
        emails: ['cy@example.org'],
        personalInformation: { name: 'Cy' },
        permissions: ['service.refunds.*'],
      },
    ]);
    await workplace.write('catalogue.json', [
      { permission: 'service.refunds.approve', description: 'Approves refunds', owner: 'Finance' },
      { permission: 'service.billing.read', description: 'Reads bills' },
    ]);
    await workplace.run(['import', 'users', 'users.json']);
  });
  const env = { OPS_PERMISSIONS: 'catalogue.json' };
  const run = (...args: string[]) => workplace.run(args, { env });
  const DOUBT =
    'ops-admin: warning: service.refunds.aprove is not a known permission; did you mean service.refunds.approve?\n';

  it('are listed, with their modules', async () => {
    const { code, stdout } = await run('permissions', 'known');
    expect(code).to.equal(0);
    expect(stdout.split('\n').map((line) => line.trimEnd())).to.deep.equal([
      'PERMISSION               HOLDERS  LISTED  OWNER    DESCRIPTION',
      'odd one                  1        no',
      'service.admin.access     1        no',
      'service.billing.read     0        yes              Reads bills',
      'service.refunds.*        1        yes',
      'service.refunds.approve  1        yes     Finance  Approves refunds',
      '',
    ]);
    expect((await run('permissions', 'known', 'BILLS')).stdout).to.include('service.billing.read');
    const filtered = await run('permissions', 'known', '--listed', 'false', '--json');
    expect(JSON.parse(filtered.stdout).map((one: { permission: string }) => one.permission)).to.deep.equal([
      'odd one',
      'service.admin.access',
    ]);
    expect((await run('permissions', 'modules')).stdout).to.match(/^refunds +2 +2$/m);
  });

  describe('are suggested for a mistyped string', () => {
    for (const [door, args] of Object.entries({
      holders: ['permissions', 'holders', 'service.refunds.aprove'],
      check: ['permissions', 'check', 'cy@example.org', 'service.refunds.aprove'],
      rename: ['permissions', 'rename', 'service.refunds.aprove', 'service.refunds.ok', '--yes'],
      removal: ['permissions', 'remove', anId(2), 'service.refunds.aprove'],
      '--holding': [
        ...['permissions', 'add', '--holding', 'service.refunds.aprove', 'service.billing.read', '--dry-run'],
      ],
      '--granted': [
        ...['permissions', 'remove', '--granted', 'service.refunds.aprove', 'service.billing.read', '--yes'],
      ],
      'users list --holding': ['users', 'list', '--holding', 'service.refunds.aprove'],
      'users list --granted': ['users', 'list', '--granted', 'service.refunds.aprove'],
      'users create': [
        'users',
        'create',
        'x@example.org',
        '--name',
        'X',
        '--permission',
        'service.refunds.aprove',
      ],
      'audit list': ['audit', 'list', '--permission', 'service.refunds.aprove'],
      'audit export': ['audit', 'export', '--permission', 'service.refunds.aprove'],
    })) {
      it(`at ${door}`, async () => {
        const { code, stderr } = await run(...args);
        expect([code, stderr.includes(DOUBT)], stderr).to.deep.equal([0, true]);
      });
    }

    it('of a module', async () => {
      await workplace.write(
        'grants.csv',
        `userId,permission,until\n${anId(1)},service.refnuds.read,2026-01-01\n`,
      );
      for (const args of [
        ['audit', 'list'],
        ['audit', 'export'],
        ['permissions', 'known'],
        ['permissions', 'export'],
        ['permissions', 'apply', 'grants.csv', '--dry-run'],
      ]) {
        const { code, stderr } = await run(...args, '--module', 'refnuds');
        const rest = /^(?:no entries|dry run, .*|ignored 1 row .*)\n/gm;
        expect([code, stderr.replace(rest, '')], args.join(' ')).to.deep.equal([
          0,
          'ops-admin: warning: refnuds is not a known module; did you mean refunds?\n',
        ]);
      }
    });

    it('where one is added, once in its row', async () => {
      const add = ['permissions', 'add', anId(1), 'service.refunds.aprove'];
      const strict = await run(...add, '--strict', '--dry-run');
      expect([strict.code, strict.stderr]).to.deep.equal([
        4,
        'ops-admin: a string that nobody holds looks mistyped (--strict)\n',
      ]);
      const { code, stderr, stdout } = await run(...add);
      expect([code, stderr]).to.deep.equal([0, 'entry 4; to undo it: ops-admin audit revert 4\n']);
      expect(stdout).to.equal(
        'Ada <ada@example.org>: added service.refunds.aprove\nAda <ada@example.org>: service.refunds.aprove is not a known permission; did you mean service.refunds.approve?\n',
      );
      // Now somebody holds it.
      expect((await run('permissions', 'holders', 'service.refunds.aprove')).stderr).to.equal('');
    });

    it('where one is added to many users, at the end', async () => {
      const args = ['permissions', 'add', '--all-users', 'service.refunds.aprove', '--yes', '--strict'];
      const { code, stderr } = await run(...args);
      expect([code, stderr.split(DOUBT).length]).to.deep.equal([4, 2]);
    });

    it('but not for one that a user holds, nor for an admin permission', async () => {
      for (const text of ['odd one', 'service.refunds', 'service.billing.read', 'service.admin.access']) {
        expect((await run('permissions', 'holders', text)).stderr, text).to.equal('');
      }
    });
  });

  describe('the catalogue', () => {
    const refused = async (content: string | object, name = 'catalogue.json') => {
      await workplace.write(name, content);
      const { code, stderr } = await workplace.run(['permissions', 'known'], {
        env: { OPS_PERMISSIONS: name },
      });
      expect(code, stderr).to.equal(2);
      return stderr.replace('ops-admin: OPS_PERMISSIONS: ', '').trimEnd();
    };

    it('may be CSV', async () => {
      const csv =
        '\ufeffPermission;owner;Description;ours\r\nservice.refunds.approve;"Ann; ""Bob""";Approves;x\r\n\r\nservice.a;;"two\nlines"';
      await workplace.write('catalogue.csv', csv);
      const { stderr, stdout } = await workplace.run(['permissions', 'known', '--listed', '--json'], {
        env: { OPS_PERMISSIONS: 'catalogue.csv' },
      });
      expect(stderr).to.equal('');
      expect(JSON.parse(stdout).slice(0, 3)).to.deep.equal([
        {
          permission: 'service.a',
          module: 'a',
          description: 'two\nlines',
          owner: null,
          listed: true,
          holders: 0,
        },
        ...JSON.parse(stdout).slice(1, 2),
        {
          permission: 'service.refunds.approve',
          module: 'refunds',
          description: 'Approves',
          owner: 'Ann; "Bob"',
          listed: true,
          holders: 1,
        },
      ]);
    });

    it('that is invalid exits with 2 and a location', async () => {
      const good = { permission: 'service.a', description: '' };
      expect(await refused('')).to.equal('catalogue.json: the file is empty');
      expect(await refused('{}')).to.equal(
        'catalogue.json: it must be an array of { permission, description, owner }',
      );
      expect(await refused('[')).to.include('catalogue.json: it is not valid JSON: ');
      expect(await refused('[{"permission":"a","permission":"b"}]')).to.include('a member is repeated');
      expect(await refused([good, 7])).to.equal('catalogue.json: [1] must be an object');
      expect(await refused([good, { ...good, permission: 'a.b' }])).to.include('[1]: permission must be');
      expect(await refused([{ permission: 'service.a' }])).to.include('[0]: description must be a string');
      expect(await refused([{ ...good, owner: 7 }])).to.include('[0]: owner must be a string');
      expect(await refused([good, good])).to.equal('catalogue.json: [1]: service.a is listed twice');
      expect(await refused('permission\nservice.a\n', 'x.csv')).to.equal(
        'x.csv: it has no column description',
      );
      expect(await refused('permission,description\n', 'x.csv')).to.equal(
        'x.csv: the file has a header and no rows',
      );
      expect(await refused('permission,description\nservice.a,"x\n', 'x.csv')).to.include(
        'x.csv: line 2: a quote',
      );
      expect(await refused('permission,description\nservice.a,b\n"a b",c\n', 'x.csv')).to.include(
        'x.csv: line 3:',
      );
      const missing = await workplace.run(['permissions', 'modules'], { env: { OPS_PERMISSIONS: 'none' } });
      expect([missing.code, missing.stderr]).to.deep.equal([
        2,
        'ops-admin: OPS_PERMISSIONS: none: the file does not exist\n',
      ]);
    });

    it('that is strict refuses permissions it does not list', async () => {
      const strict = { env: { ...env, OPS_PERMISSIONS_STRICT: 'true' } };
      const added = await workplace.run(['permissions', 'add', anId(1), 'service.refunds.aprove'], strict);
      expect([added.code, added.stderr]).to.deep.equal([
        2,
        'ops-admin: the catalogue of permissions does not list service.refunds.aprove; did you mean service.refunds.approve?\n',
      ]);
      expect(
        (await workplace.run(['permissions', 'add', anId(1), 'service.billing.*'], strict)).code,
      ).to.equal(0);
      const alone = await workplace.run(['permissions', 'known'], {
        env: { OPS_PERMISSIONS_STRICT: 'true' },
      });
      expect([alone.code, alone.stderr]).to.deep.equal([
        2,
        'ops-admin: OPS_PERMISSIONS_STRICT requires OPS_PERMISSIONS\n',
      ]);
    });

    it('is reloaded while a service runs; an invalid file causes one warning', async () => {
      const service = await workplace.serve([], env);
      const { stdout: token } = await workplace.run(['token', 'issue', '--user', anId(1)]);
      const headers = { authorization: `Bearer ${token.trim()}` };
      const listed = async () => {
        const answer = await fetch(`${service.url}/permission/list/0/0?listed=true&module=new`, { headers });
        return ((await answer.json()) as { data: { total: number } }).data.total;
      };
      expect(await listed()).to.equal(0);
      await workplace.write('catalogue.json', [{ permission: 'service.new.read', description: 'New' }]);
      expect(await listed()).to.equal(1);
      await workplace.write('catalogue.json', 'nothing good');
      expect([await listed(), await listed()]).to.deep.equal([1, 1]);
      await service.stop();
      const stderr = service.log();
      expect(stderr.match(/the changed catalogue of permissions cannot be used/g)).to.have.length(1);
      expect(stderr.match(/the catalogue of permissions has changed/g)).to.have.length(1);
    });
  });

  describe('a rename that grants users more', () => {
    const rename = (...args: string[]) => run('permissions', 'rename', ...args);

    it('is reported with numbers, also in a dry run', async () => {
      const dry = await rename('odd one', 'service.refunds.*', '--dry-run', '--json');
      expect(JSON.parse(dry.stdout.split('\n')[0] ?? '')).to.include({
        result: 'would-rename',
        dryRun: true,
      });
      expect(dry.stderr).to.include(
        'ops-admin: warning: the name service.refunds.* lets users do more: 1 user would get all of refunds, 2 users hold something of refunds already\n',
      );
      const admin = await rename('odd one', 'service.admin.access', '--yes');
      expect(admin.stderr).to.include('lets users do more: 1 user would be admins\n');
      expect(admin.stdout).to.include('Bob <bob@example.org>: renamed odd one; added service.admin.access');
    });

    it('is not reported for a rename that grants nothing new', async () => {
      const { code, stderr } = await rename('service.refunds.*', 'service.money.*', '--yes');
      expect([code, stderr.includes('do more')]).to.deep.equal([0, false]);
    });
  });

  describe('a reason that is required', () => {
    const required = { OPS_REASON_REQUIRED: '^OPS-[0-9]+' };
    const asked = (...args: string[]) => workplace.run(args, { env: required });

    it('must accompany every change, which exits with 2 otherwise', async () => {
      for (const args of [
        ['permissions', 'add', anId(1), 'service.billing.read'],
        ['permissions', 'remove', '--all-users', 'service.refunds.*', '--yes'],
        ['permissions', 'copy', anId(2), anId(1)],
        ['permissions', 'rename', 'service.refunds.*', 'service.money.*', '--yes'],
        ['users', 'create', 'new@example.org', '--name', 'New'],
        ['users', 'deactivate', anId(3)],
        ['audit', 'revert', '1'],
      ]) {
        const { code, stderr } = await asked(...args);
        const message = 'ops-admin: the reason must match ^OPS-[0-9]+; add it with --reason\n';
        expect([code, stderr], args.join(' ')).to.deep.equal([2, message]);
      }
      expect(
        (await asked('permissions', 'add', anId(1), 'service.refunds.*', '--reason', 'OPS-7')).code,
      ).to.equal(0);
      expect((await asked('permissions', 'add', anId(2), 'service.refunds.*', '--dry-run')).code).to.equal(0);
      expect((await asked('import', 'users', 'users.json', '--yes')).code).to.equal(0);
    });

    it('may be given by a row', async () => {
      await workplace.write('rows.csv', `user,reason\n${anId(1)},OPS-1\n${anId(2)},OPS-2\n`);
      const file = ['permissions', 'add', '--file', 'rows.csv', 'service.billing.read'];
      expect((await asked(...file)).code).to.equal(0);
      await workplace.write('rows.csv', `user,reason\n${anId(1)},OPS-1\n${anId(2)},none\n`);
      const refused = await asked('permissions', 'remove', '--file', 'rows.csv', 'service.billing.read');
      expect([refused.code, refused.stdout]).to.deep.equal([
        4,
        `line 2: Ada <ada@example.org>: removed service.billing.read\nline 3: ${anId(2)}: the reason must match ^OPS-[0-9]+\n`,
      ]);
    });

    it('fails the row whose own reason does not match, also in a dry run, but never a batch halfway', async () => {
      const token = (await workplace.run(['token', 'issue', '--user', anId(1)])).stdout.trim();
      const { url } = await workplace.serve(['--db', workplace.path('ops-admin.db')], {
        ...required,
        OPS_LOG_LEVEL: 'silent',
      });
      const rows = (reasons: readonly string[]) =>
        workplace.write(
          'many.csv',
          `user,permission,reason\n${reasons.map((reason, n) => `${anId(2)},service.m${n}.a,${reason}\n`).join('')}`,
        );
      const doors = [required, { OPS_SERVER: url, OPS_TOKEN: token }];
      for (const env of doors) {
        const run = (...args: string[]) =>
          workplace.run(['permissions', ...args, '--file', 'many.csv'], { env });
        await rows(Array.from({ length: 600 }, (_, n) => (n === 550 ? 'oops' : n === 551 ? '' : 'OPS-1')));
        for (const how of [['--dry-run'], ...('OPS_SERVER' in env ? [] : [['--atomic']]), []]) {
          const { code, stderr, stdout } = await run('add', ...how);
          expect(code, stderr).to.equal(4);
          for (const line of [552, 553])
            expect(
              stdout
                .split('\n')
                .filter((one) => one.startsWith(`line ${line}`))
                .join(),
            ).to.include(`: the reason must match ^OPS-[0-9]+`);
          const done =
            how.length === 0
              ? '598 added, 2 invalid'
              : how[0] === '--atomic'
                ? '598 not done'
                : '598 would add';
          expect(stderr).to.include(done);
        }
        expect((await run('remove', '--reason', 'OPS-2')).stderr).to.include(
          '598 removed, 1 invalid, 1 nothing held',
        );
        await rows(Array.from({ length: 505 }, (_, n) => (n < 500 ? 'OPS-1' : '')));
        const late = await run('add', '--json');
        expect(late.code).to.equal(1);
        expect(late.stderr).to.match(
          /must match \^OPS-\[0-9\]\+.*; lines 502 to 506 and all later ones are not done/,
        );
        expect((await run('remove', '--reason', 'OPS-2')).code).to.equal(0);
      }
    });

    it('must be a pattern', async () => {
      const { code, stderr } = await workplace.run(['permissions', 'known'], {
        env: { OPS_REASON_REQUIRED: '(' },
      });
      expect([code, stderr]).to.deep.equal([
        2,
        'ops-admin: OPS_REASON_REQUIRED must be a regular expression such as [A-Z]+-[0-9]+\n',
      ]);
    });
  });
});
