import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { BulkWorkplace } from './bulk-workplace.ts';

describe('The batch of a command', () => {
  const workplace = new BulkWorkplace();
  const leavers = `user,permission\n${anId(2)},service.a.read\n${anId(3)},service.admin.access\nnobody@example.org,service.admin.access\n`;
  const run = (...args: string[]) =>
    workplace.run(['permissions', 'remove', '--file', '-', ...args], { stdin: leavers });

  it('is printed first, and in JSON ends the output with its counts', async () => {
    const { stdout, stderr } = await run('--json');
    const [, batch] = /^batch (\S+)\n/.exec(stderr) ?? [];
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) as string)).to.deep.equal({
      summary: { batch, rows: 3, changed: 1, failed: 1 },
    });
    const dry = await run('--json', '--dry-run');
    expect(dry.stderr).to.not.match(/^batch/);
    expect(JSON.parse(dry.stdout.trimEnd().split('\n').at(-1) as string)).to.deep.equal({
      summary: { batch: null, rows: 3, changed: 0, failed: 1 },
    });
  });

  it('is kept by a continued batch, with a warning if it is old or by another actor', async () => {
    const first = await run('--batch', 'ticket-7!', '--actor', 'Ada');
    expect(first.stderr)
      .to.match(/^batch ticket-7!\n/)
      .and.not.include('warning');
    const second = await workplace.run([
      ...['permissions', 'remove', anId(3), 'service.a.read', '--batch', 'ticket-7!', '--actor', 'Ada'],
    ]);
    expect(second.stderr).to.not.include('warning');
    const [entry] = await workplace.trail(1);
    expect(entry).to.deep.include({ batch: 'ticket-7!', userId: anId(3) });
    const other = await run('--batch', 'ticket-7!', '--actor', 'Bob');
    expect(other.stderr).to.match(/warning: .*ticket-7!.*cli:Ada/);
    const undone = await workplace.run(['audit', 'revert', '--batch', 'ticket-7!', '--yes', '--json']);
    expect(undone.code).to.equal(0);
    expect(JSON.parse(undone.stdout.trimEnd().split('\n').at(-1) as string).summary).to.deep.include({
      rows: 2,
      changed: 2,
      failed: 0,
    });
    expect(workplace.holders('service.a.read')).to.equal(3);
  });

  it('has no entry where nothing changes', async () => {
    const before = (await workplace.trail()).length;
    const { code } = await workplace.run([
      'permissions',
      'remove',
      '--all-users',
      'service.nothing.*',
      '--yes',
    ]);
    expect([code, (await workplace.trail()).length]).to.deep.equal([0, before]);
  });

  for (const batch of ['', 'a b', 'é', 'x'.repeat(101)]) {
    it(`is not ${JSON.stringify(batch)}`, async () => {
      expect((await run('--batch', batch)).code).to.equal(2);
    });
  }

  it('reports errors in JSON on standard error', async () => {
    const error = async (...args: string[]) => {
      const { code, stderr, stdout } = await workplace.run([...args, '--json']);
      expect(stdout).to.equal('');
      return [code, JSON.parse(stderr.trimEnd().split('\n').at(-1) as string).error];
    };
    expect(await error('permissions', 'remove', 'eve@example.org', 'x')).to.deep.equal([
      3,
      { code: 'USER_NOT_FOUND', message: 'no user has the id or e-mail eve@example.org' },
    ]);
    expect((await error('permissions', 'remove'))[1]).to.include({ code: 'VALIDATION_ERROR' });
    expect((await error('users', 'list', '--no-such'))[1]).to.include({ code: 'VALIDATION_ERROR' });
    const { stderr } = await workplace.run(['permissions', 'rename', 'x'], { env: { OPS_JSON: '1' } });
    expect(JSON.parse(stderr).error).to.include({ code: 'VALIDATION_ERROR' });
    expect((await error('audit', 'show', '999'))[1]).to.include({ code: 'NOT_FOUND' });
  });
});
