import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENDPOINTS } from '@ops-admin/adapter-http-koa';
import { type Logger, ok } from '@ops-admin/core';
import { compose, readConfig, type ServiceSettings } from '@ops-admin/service';
import { expect } from 'chai';
import { PARTS } from '../dist/compose.js';
import { openParts } from '../dist/open-parts.js';
import { bindValue } from '../dist/part.js';

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

  for (const name of Object.keys(PARTS) as (keyof typeof PARTS)[]) {
    // These two are about a second database; see below.
    if (name === 'source' || name === 'copy') continue;
    it(`opens ${name} after nothing but what the table says it needs`, async () => {
      const opened = (await openParts(PARTS, [name], settings()))._unsafeUnwrap();
      await opened.close();
    });
  }

  it('copies from one database into another', async () => {
    const source = join(folder, 'source.db');
    const first = (await compose(settings({ database: source }), ['demo']))._unsafeUnwrap();
    (await first.parts.demo.prepare('cli:ada'))._unsafeUnwrap();
    await first.close();
    const second = (await compose(settings({ source }), ['copy']))._unsafeUnwrap();
    expect((await second.parts.copy.execute())._unsafeUnwrap()).to.include({ users: 12, departments: 24 });
    await second.close();
  });

  it('opens what is requested, and nothing else', async () => {
    const opened = (await compose(settings(), ['users']))._unsafeUnwrap();
    expect((await opened.parts.users.list())._unsafeUnwrap()).to.deep.equal([]);
    await opened.close();
    expect(readdirSync(folder)).to.deep.equal(['ops-admin.db']);
  });

  it('makes no keys for a database that cannot be used', async () => {
    const opened = await compose(settings({ access: 'update' }), ['permissions']);
    expect(opened._unsafeUnwrapErr()).to.include({ type: 'database-unusable', problem: 'missing' });
    expect(existsSync(folder) && readdirSync(folder)).to.deep.equal([]);
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

  it('takes the endpoints that a program hands it', async () => {
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

  describe('closes what was opened, the last first,', () => {
    class Token {}
    const closed: string[] = [];
    const part = (name: string, needs: readonly string[]) => {
      const gives = class extends Token {};
      const open = () => ok([bindValue(gives, name as never, () => void closed.push(name))]);
      return { gives, needs, open };
    };
    beforeEach(() => closed.splice(0));

    it('at the end', async () => {
      const table = { c: part('c', ['b']), a: part('a', []), b: part('b', ['a']) };
      const opened = (await openParts(table, ['c'], settings()))._unsafeUnwrap();
      expect(closed).to.deep.equal([]);
      await opened.close();
      expect(closed).to.deep.equal(['c', 'b', 'a']);
      await opened.close();
      expect(closed).to.have.length(3);
    });

    it('where a later part fails, without a trace of that', async () => {
      const keys = { ...PARTS.keys, needs: ['b'], after: [] };
      const table = { b: part('b', ['a']), a: part('a', []), keys };
      const failed = await openParts(table, ['keys'], settings({ keys: 'require' }));
      expect(failed._unsafeUnwrapErr().type).to.equal('key-file-unusable');
      expect(closed).to.deep.equal(['b', 'a']);
    });
  });
});
