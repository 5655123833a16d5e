import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { BulkWorkplace, HELD } from './bulk-workplace.ts';

describe('ops-admin permissions: one user or many', () => {
  const workplace = new BulkWorkplace();
  const remove = (...args: string[]) => workplace.rows(['remove', ...args]);

  for (const user of ['user3@example.org', anId(3), 'odd']) {
    it(`refuses ${user} together with a selection by permission`, async () => {
      for (const selection of [
        ['--holding', 'service.a.*'],
        ['--granted', 'service.a.read'],
        ['--all-users'],
        ['--file', 'leavers.csv'],
      ]) {
        await workplace.write('leavers.csv', `user,permission\n${anId(2)},service.a.read\n`);
        const { code, rows, stderr } = await remove(user, 'service.a.*', ...selection, '--yes');
        expect([code, rows], selection.join(' ')).to.deep.equal([2, []]);
        expect(stderr).to.include(user).and.to.include('--literal');
      }
      expect(workplace.holders('service.a.read')).to.equal(3);
      expect(await workplace.trail()).to.have.length(4);
    });
  }

  it('accepts arbitrary strings by --literal, repeated or alone', async () => {
    await workplace.write('odd.json', [
      {
        _id: anId(9),
        emails: ['odd@example.org'],
        personalInformation: { name: 'Odd' },
        permissions: ['odd', 'a@b', 'service.a.read'],
      },
    ]);
    await workplace.run(['import', 'users', 'odd.json']);
    const both = await remove('--literal', 'odd', '--literal', 'a@b', '--holding', 'odd', '--yes');
    expect(both.rows.map(({ user, removed }) => [user, removed])).to.deep.equal([[anId(9), ['odd', 'a@b']]]);
    const beside = await remove('service.a.read', '--literal', 'x', '--all-users', '--yes');
    expect(beside.results.filter((one) => one === 'removed')).to.have.length(4);
    const user = await workplace.run([
      ...['permissions', 'remove', anId(2), '--literal', 'service.a.write', '--dry-run'],
    ]);
    expect(user.code).to.equal(0);
  });

  it('selects users by --granted through every string that grants it', async () => {
    await workplace.run(['permissions', 'add', anId(1), 'service.a']);
    const { rows } = await remove('--granted', 'service.a.other', 'service.a.*', '--yes');
    expect(rows.map(({ user, removed }) => [user, removed])).to.deep.equal([[anId(1), ['service.a']]]);
    expect(workplace.held(2)).to.deep.equal(HELD);
    expect((await remove('--granted', 'x', '--holding', 'y', 'service.a')).code).to.equal(2);
  });

  for (const selection of [['--holding', 'service.a.*'], ['--granted', 'service.a.read'], ['--all-users']]) {
    it(`changes nothing by ${selection[0]} without --yes and without a terminal`, async () => {
      const { code, rows, stderr } = await remove(...selection, 'service.a.*');
      expect([code, rows]).to.deep.equal([2, []]);
      expect(stderr).to.include('--yes');
      expect(workplace.holders('service.a.read')).to.equal(3);
      expect((await remove(...selection, 'service.a.*', '--dry-run')).code).to.equal(0);
      expect((await remove(...selection, 'service.a.*', '--yes')).code).to.equal(0);
      expect(workplace.holders('service.a.read')).to.equal(0);
    });
  }

  it('undoes a batch without a question only with --yes, but a single entry always', async () => {
    const { rows } = await remove('--all-users', 'service.a.read', '--yes');
    const batch = rows.find(({ batch }) => batch !== undefined)?.batch as string;
    const refused = await workplace.run(['audit', 'revert', '--batch', batch]);
    expect([refused.code, refused.stdout]).to.deep.equal([2, '']);
    expect(refused.stderr).to.include('--yes');
    expect(workplace.holders('service.a.read')).to.equal(0);
    expect((await workplace.run(['audit', 'revert', '--batch', batch, '--dry-run'])).code).to.equal(0);
    expect((await workplace.run(['audit', 'revert', '--batch', batch, '--yes'])).code).to.equal(0);
    expect(workplace.holders('service.a.read')).to.equal(3);
    const [{ id } = { id: 0 }] = await workplace.trail(1);
    expect((await workplace.run(['audit', 'revert', String(id)])).code).to.equal(0);
  });

  describe('and the environment', () => {
    it('selects no user, forces nothing and confirms nothing: leftover variables cause a warning', async () => {
      const env = {
        OPS_HOLDING: 'service.a.*',
        OPS_ALL_USERS: '1',
        OPS_FILE: 'x.csv',
        OPS_YES: '1',
        OPS_FORCE: '1',
      };
      const { code, stderr, stdout } = await workplace.run(
        ['permissions', 'remove', 'user3@example.org', 'service.a.*'],
        { env },
      );
      expect([code, stdout]).to.deep.equal([
        0,
        'User 3 <user3@example.org>: removed service.a.read\nUser 3 <user3@example.org>: removed service.a.write\n',
      ]);
      for (const name of Object.keys(env))
        expect(stderr).to.match(new RegExp(`^ops-admin: warning: ${name} `, 'm'));
      expect(workplace.holders('service.a.read')).to.equal(2);
    });

    for (const [name, option] of [
      ['OPS_DRY_RUN', '--dry-run'],
      ['OPS_ATOMIC', '--atomic'],
    ] as const) {
      it(`lets no change happen while ${name} is set`, async () => {
        const args = ['permissions', 'remove', anId(2), 'service.a.*'];
        const { code, stderr } = await workplace.run(args, { env: { [name]: '1' } });
        expect(code).to.equal(2);
        expect(stderr).to.include(name).and.to.include(option);
        expect(workplace.held(2)).to.deep.equal(HELD);
        const off = await workplace.run(args, { env: { [name]: 'no' } });
        expect(off.code).to.equal(0);
      });
    }
  });
});
