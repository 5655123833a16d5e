import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

describe('ops-admin permissions remove', () => {
  const workplace = new Workplace();
  workplace.beginWith(async () => {
    await workplace.write('users.json', [
      {
        _id: anId(1),
        emails: ['ada@example.org'],
        personalInformation: { name: 'Ada' },
        permissions: ['service.admin.access', 'service.billing.read'],
      },
      {
        _id: anId(2),
        emails: ['bob@example.org'],
        personalInformation: { name: 'Bob' },
        permissions: ['service.fuel', 'service.fuel.*', 'service.fuel.read', 'odd one', 'service.*'],
        identities: [
          { issuer: 'https://id.example.org', subject: 'bob' },
          { issuer: 'https://other.example.org', subject: 'b' },
        ],
      },
      {
        _id: anId(3),
        emails: ['cy@example.org'],
        personalInformation: { name: 'Cy' },
        permissions: ['service.fuel.read'],
      },
    ]);
    await workplace.run(['import', 'users', 'users.json']);
  });
  const remove = (...args: string[]) => workplace.run(['permissions', 'remove', ...args]);
  const held = (n: number) => workplace.json('permissions', 'list', anId(n));
  const trail = async () => (await workplace.json('audit', 'list')) as Record<string, unknown>[];

  it('reports which strings still grant a removed permission', async () => {
    const { stdout } = await remove(anId(2), 'service.fuel.read');
    expect(stdout).to.equal(
      'Bob <bob@example.org>: removed service.fuel.read\nBob <bob@example.org>: still granted by service.fuel, service.fuel.*\n',
    );
    const nothing = await remove(anId(2), 'service.fuel.read');
    expect(nothing.stdout).to.match(
      /^Bob <bob@example.org>: nothing to remove.*\nBob <bob@example.org>: still granted by service.fuel, service.fuel.\*\n$/,
    );
    const many = await remove('--file', '-', '--dry-run').then(() =>
      workplace.run(['permissions', 'remove', '--file', '-'], {
        stdin: `user,permission\n${anId(2)},service.fuel\n`,
      }),
    );
    expect(many.stdout).to.include('still granted by service.fuel.*');
  });

  describe('warns of likely mistakes:', () => {
    const doubtful: Record<string, string> = {
      'service.biling.*': 'service.billing.*',
      'service.biling.read': 'service.billing.read',
      'service.billing.raed': 'service.billing.read',
      'service.fuel.write': '',
      '*': '',
      'service.*.*': '',
      'service.a.b,service.c.d': '',
      odd: '',
    };
    for (const [text, meant] of Object.entries(doubtful)) {
      it(text, async () => {
        const { code, stderr } = await remove(anId(1), text);
        expect(code).to.equal(0);
        expect(stderr).to.include('warning').and.to.include(text);
        if (meant !== '') expect(stderr).to.include(`did you mean ${meant}?`);
        expect((await remove(anId(1), text, '--strict')).code).to.equal(4);
        expect((await remove(anId(1), text, '--strict', '--dry-run')).code).to.equal(4);
        const many = await remove('--all-users', '--yes', '--literal', text, '--strict');
        expect(many.code).to.equal(4);
        expect(many.stderr).to.include('warning');
      });
    }

    it('in one string or several, which fail a strict batch', async () => {
      const one = await remove(anId(1), 'service.biling.read', '--strict');
      expect(one.stderr).to.include('a string that nobody holds looks mistyped (--strict)');
      const two = await remove(anId(1), 'service.biling.read', 'odd', '--strict');
      expect(two.stderr).to.include('2 strings that nobody holds look mistyped (--strict)');
    });

    it('but not in a string that a user holds or held, malformed or not', async () => {
      for (const text of [
        'odd one',
        'service.*',
        'service.fuel.read',
        'service.fuel.*',
        'service.billing.*',
      ]) {
        const { code, stderr } = await remove(anId(3), text, '--strict');
        expect([code, stderr.replace(/^entry .*\n/, '')], text).to.deep.equal([0, '']);
      }
      await remove(anId(1), 'service.billing.read');
      for (const [user, text] of [
        [1, 'service.billing.*'],
        [2, 'odd one'],
      ] as const) {
        const { code, stderr } = await remove(anId(user), text, '--strict');
        expect([code, stderr], text).to.deep.equal([0, stderr.match(/^entry \d+.*\n$/)?.[0]]);
      }
    });
  });

  it('accepts unknown users with --ignore-not-found', async () => {
    expect(await remove('eve@example.org', 'service.fuel.*', '--ignore-not-found')).to.deep.include({
      code: 0,
      stdout: 'no user has the id or e-mail eve@example.org\n',
    });
    const leaver = await remove('eve@example.org', '--everything', '--ignore-not-found');
    expect([leaver.code, leaver.stdout]).to.deep.equal([0, 'no user has the id or e-mail eve@example.org\n']);
    const stdin = `user,permission\neve@example.org,service.fuel.*\n${anId(99)},service.fuel.*\n${anId(3)},service.fuel.*\n`;
    for (const options of [['--dry-run'], ['--atomic', '--dry-run'], ['--atomic'], []]) {
      const args = ['permissions', 'remove', '--file', '-', '--ignore-not-found', '--json', ...options];
      const { code, stdout } = await workplace.run(args, { stdin });
      const lines = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(code).to.equal(0);
      expect(lines.slice(0, 2).map(({ result }) => result)).to.deep.equal([
        'user-not-found',
        'user-not-found',
      ]);
      expect(lines.at(-1).summary).to.deep.include({ rows: 3, failed: 0 });
    }
    expect(await held(3)).to.deep.equal([]);
  });

  describe('--everything', () => {
    it('removes all strings and identities in one batch, which can be undone', async () => {
      const before = await held(2);
      const dry = await remove('bob@example.org', '--everything', '--dry-run', '--json');
      expect(JSON.parse(dry.stdout)).to.deep.include({
        result: 'would-remove',
        removed: before,
        dryRun: true,
      });
      expect(await held(2)).to.deep.equal(before);

      const row = JSON.parse(
        (await remove('bob@example.org', '--everything', '--reason', 'left', '--json')).stdout,
      );
      expect(row).to.deep.include({ userId: anId(2), result: 'removed', removed: before });
      const entries = (await trail()).slice(0, 3);
      expect(entries.map(({ action }) => action).sort()).to.deep.equal(['remove', 'unlink', 'unlink']);
      for (const entry of entries) expect(entry).to.deep.include({ batch: row.batch, reason: 'left' });
      expect(await held(2)).to.deep.equal([]);
      expect(await workplace.json('users', 'show', anId(2))).to.deep.include({ identities: [] });

      await workplace.run(['audit', 'revert', '--batch', row.batch, '--yes']);
      expect(await held(2)).to.deep.equal(before);
      const { identities } = (await workplace.json('users', 'show', anId(2))) as { identities: unknown[] };
      expect(identities).to.have.length(2);
    });

    it('keeps identities with --keep-links', async () => {
      const { stdout } = await remove(anId(2), '--everything', '--keep-links');
      expect(stdout).to.include('removed service.fuel\n').and.not.include('unlinked');
      const { identities } = (await workplace.json('users', 'show', anId(2))) as { identities: unknown[] };
      expect(identities).to.have.length(2);
      expect((await remove(anId(2), '--everything')).stdout).to.include(
        'unlinked bob at https://id.example.org',
      );
      expect((await remove(anId(2), '--everything')).code).to.equal(0);
    });

    it('keeps the last admin, unless --force allows it', async () => {
      expect((await remove(anId(1), '--everything')).code).to.equal(2);
      expect(await held(1)).to.have.length(2);
      expect((await remove(anId(1), '--everything', '--force')).code).to.equal(0);
      expect(await held(1)).to.deep.equal([]);
    });

    const leavers = (content: string, ...args: string[]) =>
      workplace.run(['permissions', 'remove', '--file', '-', '--everything', ...args], { stdin: content });
    const rows = (stdout: string) =>
      stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    const HR = [
      'Personnel no.;Name;Work Email;Last day',
      '1001;Bob;bob@example.org;30.11.2026',
      '1002;Cy;CY@example.org;30.11.2026',
      '1003;Eve;eve@example.org;30.11.2026',
      '1004;Ada;ada@example.org;30.11.2026',
    ].join('\r\n');

    it('accepts a file of leavers, in one batch that can be undone', async () => {
      const before = [await held(2), await held(3)];
      const dry = await leavers(HR, '--dry-run', '--json');
      expect(
        rows(dry.stdout)
          .slice(0, 2)
          .map(({ result }) => result),
      ).to.deep.equal(['would-remove', 'would-remove']);
      expect([await held(2), await held(3)]).to.deep.equal(before);
      const done = await leavers(HR, '--batch', 'leavers', '--reason', 'left');
      expect(done.code).to.equal(4);
      expect(done.stdout).to.equal(
        [
          'line 2: Bob <bob@example.org>: removed service.fuel, service.fuel.*, service.fuel.read, odd one, service.*; unlinked bob at https://id.example.org; unlinked b at https://other.example.org',
          'line 3: Cy <cy@example.org>: removed service.fuel.read',
          'line 4: eve@example.org: no user has the id or e-mail eve@example.org',
          'line 5: Ada <ada@example.org> is the last admin; --force allows it',
          '',
        ].join('\n'),
      );
      expect(done.stderr).to.include('to undo it: ops-admin audit revert --batch leavers');
      // A batch that finds nothing to remove writes nothing.
      const entries = (await trail()).length;
      const again = await leavers(HR, '--json');
      expect(
        rows(again.stdout)
          .slice(0, 2)
          .map(({ entry, result }) => [result, entry]),
      ).to.deep.equal([
        ['nothing-held', undefined],
        ['nothing-held', undefined],
      ]);
      expect(await trail()).to.have.length(entries);
      await workplace.run(['audit', 'revert', '--batch', 'leavers', '--yes']);
      expect([await held(2), await held(3)]).to.deep.equal(before);
      const { identities } = (await workplace.json('users', 'show', anId(2))) as { identities: unknown[] };
      expect(identities).to.have.length(2);
    });

    it('accepts selections, which ask for confirmation, and can keep identities', async () => {
      expect((await remove('--holding', 'service.fuel.*', '--everything')).stderr).to.include('--yes');
      const { code, stdout } = await remove(
        ...['--holding', 'service.fuel.*', '--everything', '--keep-links', '--yes', '--json'],
      );
      expect(code).to.equal(0);
      expect(
        rows(stdout)
          .slice(0, -1)
          .map(({ result, unlinked, userId }) => [userId, result, unlinked]),
      ).to.deep.equal([
        [anId(2), 'removed', undefined],
        [anId(3), 'removed', undefined],
      ]);
      expect(await held(2)).to.deep.equal([]);
    });

    it('refuses a file that names permissions, and changes nothing', async () => {
      for (const [content, place] of [
        [`user,permission\n${anId(2)},service.fuel\n`, '<stdin>:1:1'],
        [`{"user":"${anId(3)}"}\n{"user":"${anId(2)}","permissions":["odd one"]}\n`, '<stdin>:2:'],
      ] as const) {
        const { code, stderr } = await leavers(content);
        expect([code, stderr.includes(place)], stderr).to.deep.equal([2, true]);
        expect(stderr).to.include('it names permissions, where users are to be named alone');
      }
      expect(await held(3)).to.have.length(1);
    });

    it('accepts no permissions', async () => {
      for (const args of [
        ['--everything'],
        [anId(2), 'service.fuel', '--everything'],
        [anId(2), '--keep-links'],
        ['--all-users', '--yes', '--everything', 'service.fuel'],
        ['--file', '-', '--everything', 'service.fuel'],
      ]) {
        expect((await remove(...args)).code, args.join(' ')).to.equal(2);
      }
      expect((await remove('eve@example.org', '--everything')).code).to.equal(3);
    });
  });
});
