import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { type Service, Workplace } from './ops-admin.ts';

describe('A database that another process writes to for too long', () => {
  const workplace = new Workplace();
  let holder: ChildProcess;

  workplace.beginWith(async () => {
    const users = [
      {
        _id: anId(1),
        emails: ['user1@example.org'],
        personalInformation: { name: 'User1' },
        permissions: ['service.admin.access', 'service.a'],
      },
    ];
    await workplace.write('users.json', users);
    await workplace.run(['import', 'users', 'users.json']);
  });
  afterEach(() => {
    holder.kill();
  });

  /** Takes the write lock, in a process of its own, until that is killed. */
  async function hold(): Promise<void> {
    const script = `import Database from 'better-sqlite3';
      const database = new Database(${JSON.stringify(workplace.path('ops-admin.db'))});
      database.exec('begin immediate');
      console.log('held');
      // Nobody else refers to it: collected, it would let go of the lock.
      setInterval(() => database.inTransaction, 1000);`;
    const cwd = join(import.meta.dirname, '../../adapter-sqlite');
    holder = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd });
    await once(holder.stdout as NodeJS.ReadableStream, 'data');
  }

  async function release(): Promise<void> {
    holder.kill('SIGKILL');
    await once(holder, 'close');
  }

  const held = () => workplace.json('permissions', 'list', anId(1));

  it('answers a change with 503 and Retry-After, still reads, and changes nothing', async () => {
    const token = (await workplace.run(['token', 'issue', '--user', anId(1)])).stdout.trim();
    const service: Service = await workplace.serve();
    const call = (path: string, init: RequestInit = {}) =>
      fetch(`${service.url}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      });
    const change = (verb: 'add' | 'remove', permission: string) =>
      call(`/user/${verb}-permissions`, {
        method: 'PUT',
        body: JSON.stringify({ payload: { userId: anId(1), permissions: [permission] } }),
      });
    await hold();
    const changing = [change('remove', 'service.a'), change('add', 'service.b')];
    expect((await call('/department/list/0/1')).status).to.equal(200);
    for (const response of await Promise.all(changing)) {
      expect([response.status, response.headers.get('retry-after')]).to.deep.equal([503, '1']);
      const { error } = (await response.json()) as { error: { code: string; message: string } };
      expect(error.code).to.equal('SERVICE_UNAVAILABLE');
      expect(error.message).to.include('nothing was changed');
    }
    expect(service.log()).to.include('database is locked');
    expect((await call('/health/ready')).status).to.equal(200);
    await release();
    expect(await held()).to.deep.equal(['service.admin.access', 'service.a']);
    expect(await workplace.json('audit', 'list')).to.have.length(1);
    expect((await change('remove', 'service.a')).status).to.equal(200);
  });

  it('fails a command with a remedy, and changes nothing', async () => {
    await hold();
    const { code, stderr } = await workplace.run(['permissions', 'remove', anId(1), 'service.a']);
    expect([code, stderr]).to.deep.equal([
      1,
      'ops-admin: another program keeps the database locked, and only what is reported as done was changed; try again, or wait longer with --wait 30s\n',
    ]);
    await release();
    expect(await held()).to.deep.equal(['service.admin.access', 'service.a']);
  });

  it('is waited for as long as --wait says, by default 5 seconds', async () => {
    const change = (...args: string[]) =>
      workplace.run(['permissions', 'remove', anId(1), 'service.a', ...args]);
    await hold();
    let start = Date.now();
    expect((await change('--wait', '1s')).code).to.equal(1);
    expect(Date.now() - start).to.be.within(900, 4900);
    start = Date.now();
    const waiting = change('--wait', '30s');
    // Longer than it would be waited for by default.
    setTimeout(() => holder.kill('SIGKILL'), 5500);
    const { code, stderr } = await waiting;
    expect(code).to.equal(0);
    expect(stderr).to.match(/^entry 2; to undo it: /);
    expect(Date.now() - start).to.be.at.least(5400);
    expect(await held()).to.deep.equal(['service.admin.access']);
    expect((await workplace.run(['users', 'list', '--wait', '1s'])).code).to.equal(2);
    expect((await change('--wait', 'long')).code).to.equal(2);
  });
});
