import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

describe('ops-admin permissions', () => {
  const workplace = new Workplace();
  workplace.beginWith(async () => {
    await workplace.write('users.json', [
      {
        _id: anId(1),
        emails: ['ada@example.org'],
        permissions: ['service.admin.access', 'service.fuel'],
        personalInformation: { name: 'Ada' },
      },
      {
        _id: anId(2),
        emails: ['bob@example.org'],
        personalInformation: { name: 'Bob' },
        permissions: ['service.fuel.*', 'odd', 'service.energy.read', 'service.fuel.read'],
      },
      {
        _id: anId(3),
        emails: ['cy@example.org'],
        personalInformation: { name: 'Cy' },
        permissions: ['service.fuel.read.all', 'service.fuels.read'],
      },
    ]);
    await workplace.run(['import', 'users', 'users.json']);
  });
  const run = (...args: string[]) => workplace.run(['permissions', ...args]);
  const held = (n: number) => workplace.json('permissions', 'list', anId(n));
  const trail = async () => (await workplace.json('audit', 'list')) as Record<string, unknown>[];
  const lines = (stdout: string) =>
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  describe('holders', () => {
    it('lists the users who hold a permission, and the string that grants it', async () => {
      expect(await workplace.json('permissions', 'holders', 'service.fuel.read')).to.deep.equal([
        { userId: anId(1), email: 'ada@example.org', name: 'Ada', through: ['service.fuel'] },
        {
          userId: anId(2),
          email: 'bob@example.org',
          name: 'Bob',
          through: ['service.fuel.*', 'service.fuel.read'],
        },
      ]);
      expect(await workplace.json('permissions', 'holders', 'service.fuel.read', '--exact')).to.deep.equal([
        { userId: anId(2), email: 'bob@example.org', name: 'Bob', through: ['service.fuel.read'] },
      ]);
      const { stdout } = await run('holders', 'service.fuel.read');
      expect(stdout).to.match(/^ada@example.org +Ada +service\.fuel$|ada@example\.org/m);
    });
  });

  describe('copy', () => {
    it('adds the exact permissions of one user to another', async () => {
      const dry = await run('copy', 'bob@example.org', anId(3), '--dry-run', '--json');
      expect(JSON.parse(dry.stdout)).to.deep.include({ result: 'would-add', dryRun: true });
      const row = JSON.parse(
        (await run('copy', 'bob@example.org', anId(3), '--reason', 'new', '--json')).stdout,
      );
      expect(row).to.deep.include({ userId: anId(3), result: 'added' });
      expect(await held(3)).to.deep.equal([
        ...['service.fuel.read.all', 'service.fuels.read', 'service.fuel.*', 'odd'],
        ...['service.energy.read', 'service.fuel.read'],
      ]);
      expect((await trail())[0]).to.deep.include({
        action: 'add',
        userId: anId(3),
        reason: 'new',
        id: row.entry,
      });
      expect((await run('copy', anId(2), anId(3))).stdout).to.equal(
        'Cy <cy@example.org>: nothing to add: the user holds all of it\n',
      );
    });

    it('exits with 3 for unknown users', async () => {
      expect((await run('copy', anId(9), anId(3))).code).to.equal(3);
      expect((await run('copy', anId(3), anId(9))).code).to.equal(3);
    });
  });

  describe('rename', () => {
    it('renames one string once, for all users who hold it', async () => {
      expect((await run('rename', 'service.fuel.read', 'service.energy.read', '--yes')).code).to.equal(0);
      expect(await held(2)).to.deep.equal(['service.fuel.*', 'odd', 'service.energy.read']);
      expect(await held(3)).to.deep.equal(['service.fuel.read.all', 'service.fuels.read']);
    });

    it('renames a whole module, in one batch that can be undone', async () => {
      const before = [await held(1), await held(2), await held(3)];
      const { code, stderr, stdout } = await run(
        'rename',
        'service.fuel.*',
        'service.energy.*',
        '--yes',
        '--json',
      );
      expect(code).to.equal(0);
      expect(await held(1)).to.deep.equal(['service.admin.access', 'service.energy']);
      expect(await held(2)).to.deep.equal(['service.energy.*', 'odd', 'service.energy.read']);
      expect(await held(3)).to.deep.equal(['service.energy.read.all', 'service.fuels.read']);
      const rows = lines(stdout);
      const { batch } = rows.at(-1).summary;
      expect(stderr).to.match(new RegExp(`^batch ${batch}\n`));
      expect(rows.at(-1).summary).to.deep.equal({ batch, rows: 3, changed: 3, failed: 0 });
      expect(rows[1]).to.deep.include({
        userId: anId(2),
        removed: ['service.fuel.*', 'service.fuel.read'],
        added: ['service.energy.*'],
      });
      await workplace.run(['audit', 'revert', '--batch', batch, '--yes']);
      for (const n of [1, 2, 3]) expect(await held(n)).to.have.members(before[n - 1] as string[]);
    });

    it('asks for confirmation, and has a dry run', async () => {
      const refused = await run('rename', 'service.fuel.*', 'service.energy.*');
      expect([refused.code, refused.stdout]).to.deep.equal([2, '']);
      expect(refused.stderr).to.include('--yes');
      const dry = await run('rename', 'service.fuel.*', 'service.energy.*', '--dry-run', '--json');
      expect(dry.code).to.equal(0);
      expect(
        lines(dry.stdout)
          .slice(0, -1)
          .every(({ dryRun }) => dryRun),
      ).to.equal(true);
      expect(await held(1)).to.include('service.fuel');
    });

    it('keeps the last admin, and in that case all users unchanged', async () => {
      await run('add', anId(2), 'service.admin.access');
      const { code } = await run('rename', 'service.admin.*', 'service.boss.*', '--yes');
      expect(code).to.equal(4);
      expect(await held(1)).to.include('service.admin.access');
      expect(await held(2)).to.include('service.admin.access');
    });

    for (const [from, to] of [
      ['service.fuel.*', 'service.energy.read'],
      ['service.fuel', 'energy'],
      ['service.fuel', 'service.fuel'],
    ] as const) {
      it(`refuses ${from} ${to}`, async () => {
        expect((await run('rename', from, to, '--yes')).code).to.equal(2);
      });
    }

    it('renames a malformed string, and does nothing for an unused one', async () => {
      expect((await run('rename', 'odd', 'service.odd.read', '--yes')).code).to.equal(0);
      expect(await held(2))
        .to.include('service.odd.read')
        .and.not.include('odd');
      const nothing = await run('rename', 'none', 'service.odd.read', '--yes', '--json');
      expect([nothing.code, lines(nothing.stdout).length]).to.deep.equal([0, 1]);
    });
  });
});
