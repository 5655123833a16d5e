import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENDPOINTS } from '@ops-admin/adapter-http-koa';
import type { Logger } from '@ops-admin/core';
import { compose, readConfig, type ServiceParts, type ServiceSettings } from '@ops-admin/service';
import { expect } from 'chai';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

describe('compose', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ops-admin-service-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const settings = (more: Partial<ServiceSettings> = {}): ServiceSettings => ({
    config: readConfig({})._unsafeUnwrap(),
    database: join(folder, 'ops-admin.db'),
    log: silent,
    ...more,
  });

  // Without `copy`, which is about a second database; see below.
  const parts: { readonly [Name in Exclude<keyof ServiceParts, 'copy'>]: true } = {
    addressCache: true,
    airports: true,
    audit: true,
    backups: true,
    checks: true,
    demo: true,
    departmentChangeDryRuns: true,
    departmentChanges: true,
    departments: true,
    dryRuns: true,
    expiry: true,
    gazetteer: true,
    http: true,
    importDryRuns: true,
    imports: true,
    integrity: true,
    keyCare: true,
    keyRotation: true,
    knownPermissions: true,
    locations: true,
    log: true,
    metrics: true,
    permissions: true,
    server: true,
    tokenIssue: true,
    trailFiles: true,
    userChangeDryRuns: true,
    userChanges: true,
    users: true,
  };
  it('creates databases and a key file that only their owner can read, for any umask', async () => {
    const before = process.umask(0);
    try {
      const names = ['http', 'imports', 'addressCache', 'locations'] as const;
      const opened = (await compose(settings(), names))._unsafeUnwrap();
      const modes = readdirSync(folder).map((file) => [file, statSync(join(folder, file)).mode & 0o777]);
      expect(modes.length).to.be.greaterThan(3);
      expect(modes.filter(([, mode]) => mode !== 0o600)).to.deep.equal([]);
      await opened.close();
    } finally {
      process.umask(before);
    }
  });

  for (const name of Object.keys(parts) as (keyof typeof parts)[]) {
    it(`opens ${name} with only what it needs`, async () => {
      const opened = (await compose(settings(), [name]))._unsafeUnwrap();
      expect(opened.parts).to.have.property(name);
      await opened.close();
    });
  }

  it('copies from one database into another', async () => {
    const source = join(folder, 'source.db');
    const first = (await compose(settings({ database: source }), ['demo']))._unsafeUnwrap();
    (await first.parts.demo.prepare('cli:ada'))._unsafeUnwrap();
    await first.close();
    const second = (await compose(settings({ source }), ['copy']))._unsafeUnwrap();
    expect((await second.parts.copy.copy())._unsafeUnwrap()).to.include({ users: 12, departments: 24 });
    await second.close();
  });

  it('opens only requested parts', async () => {
    const opened = (await compose(settings(), ['users']))._unsafeUnwrap();
    expect((await opened.parts.users.list())._unsafeUnwrap().total).to.equal(0);
    await opened.close();
    expect(readdirSync(folder)).to.deep.equal(['ops-admin.db']);
  });

  it('creates no keys for a database that cannot be used', async () => {
    const opened = await compose(settings({ access: 'update' }), ['permissions']);
    expect(opened._unsafeUnwrapErr()).to.include({ type: 'database-unusable', problem: 'missing' });
    expect(existsSync(folder) && readdirSync(folder)).to.deep.equal([]);
  });

  it('closes opened parts before it reports a failure', async function () {
    if (!existsSync('/proc/self/fd')) this.skip();
    const inFolder = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        const link = `/proc/self/fd/${fd}`;
        return existsSync(link) && readlinkSync(link).startsWith(folder);
      });
    const opened = (await compose(settings(), ['users']))._unsafeUnwrap();
    expect(inFolder()).to.not.deep.equal([]);
    await opened.close();
    writeFileSync(join(folder, 'ops-admin.keys.json'), '{}', { mode: 0o600 });
    const failed = await compose(settings(), ['users', 'permissions']);
    expect(failed._unsafeUnwrapErr().type).to.equal('key-file-unusable');
    expect(inFolder()).to.deep.equal([]);
  });

  it('serves, until it is stopped', async () => {
    const opened = (await compose(settings(), ['server', 'metrics']))._unsafeUnwrap();
    const where = { host: '127.0.0.1', port: 0 };
    const metrics = (await opened.parts.metrics.start(where))._unsafeUnwrap();
    const running = (await opened.parts.server.start(where))._unsafeUnwrap();
    expect((await fetch(`${running.url}/health/ready`)).status).to.equal(200);
    expect(await (await fetch(metrics.url)).text()).to.include('route="/health/ready"');
    await running.stop();
    await metrics.stop();
    await opened.close();
    expect(readdirSync(folder).sort()).to.deep.equal(['ops-admin.db', 'ops-admin.keys.json']);
  });

  it('reads the password of a database again from its file, and keeps the former one while the file is missing', () => {
    const file = join(folder, 'password');
    writeFileSync(file, 'first\n');
    const { password } = readConfig({ OPS_DB_PASSWORD_FILE: file })._unsafeUnwrap().postgres;
    const read = () => (typeof password === 'function' ? password() : password);
    expect(read()).to.equal('first');
    writeFileSync(file, 'second\n');
    expect(read()).to.equal('second');
    writeFileSync(file, '');
    expect(read()).to.equal('first');
  });

  it('uses the given clock for all times', async () => {
    for (const time of ['2001-02-03T04:05:06.007Z', '2041-02-03T04:05:06.007Z']) {
      const clock = () => new Date(time);
      const database = join(folder, `${time.slice(0, 4)}.db`);
      const opened = (
        await compose(settings({ clock, database }), ['audit', 'demo', 'server'])
      )._unsafeUnwrap();
      const { audit, demo, server } = opened.parts;
      const { adminToken, userId } = (await demo.prepare('cli:ada'))._unsafeUnwrap();
      const running = (await server.start({ host: '127.0.0.1', port: 0 }))._unsafeUnwrap();
      const answer = await fetch(`${running.url}/user/add-permissions`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ payload: { userId, permissions: ['service.clock.read'] } }),
      });
      const newest = (await audit.list({ limit: 1 }))._unsafeUnwrap();
      await running.stop();
      await opened.close();
      expect(answer.status, await answer.text()).to.equal(200);
      expect(newest.entries[0]).to.include({ source: 'http', time });
    }
  });

  it('accepts endpoints from an embedding program', async () => {
    const [health] = ENDPOINTS.filter(({ path }) => path === '/health/live');
    if (!health) throw new Error('there is no such endpoint');
    const endpoints = [{ ...health, path: '/alive' }];
    const opened = (await compose(settings({ endpoints }), ['server']))._unsafeUnwrap();
    const running = (await opened.parts.server.start({ host: '127.0.0.1', port: 0 }))._unsafeUnwrap();
    expect((await fetch(`${running.url}/alive`)).status).to.equal(200);
    expect((await fetch(`${running.url}/health/live`)).status).to.equal(404);
    await running.stop();
    await opened.close();
  });

  it('opens the source of a copy first: it creates no database without one', async () => {
    const opened = await compose(settings({ source: join(folder, 'none.db') }), ['copy']);
    expect(opened._unsafeUnwrapErr()).to.include({ type: 'database-unusable', problem: 'missing' });
    expect(readdirSync(folder)).to.deep.equal([]);
  });
});
