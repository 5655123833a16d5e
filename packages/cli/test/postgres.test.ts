import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { type ADatabase, aDatabase, ask, hold } from '../../adapter-postgres/test/a-postgres.ts';
import { type RealService, type Service, Workplace } from './ops-admin.ts';

describe('ops-admin on PostgreSQL', () => {
  const workplace = new Workplace();
  let made: ADatabase;
  beforeEach(async () => {
    made = await aDatabase();
  });
  afterEach(() => made.drop());

  const run = (args: readonly string[], env: Record<string, string> = {}, stdin = '') =>
    workplace.run(args, { env: { OPS_DB: made.url, ...env }, stdin });
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await run([...args, '--json']);
    if (code !== 0) throw new Error(`exit ${code}: ${stderr}`);
    return JSON.parse(stdout);
  };
  const serve = (env: Record<string, string> = {}, ...args: string[]) =>
    workplace.serve(args, { OPS_DB: made.url, ...env });
  const importUsers = async () => {
    await workplace.write(
      'users.json',
      [1, 2, 3, 4].map((n) => ({
        _id: anId(n),
        emails: [`user${n}@example.org`],
        personalInformation: { name: `User ${n}` },
        permissions: n === 1 ? ['service.admin.access'] : ['service.a.read', 'service.a.write', 'service.b'],
      })),
    );
    return (await run(['import', 'users', 'users.json'])).stdout;
  };

  it('imports, changes one user and many, undoes and verifies, as on a file', async () => {
    expect((await run(['users', 'list'])).code).to.equal(2);
    expect(await importUsers()).to.equal('users: 4 created, 0 updated, 0 unchanged\n');
    const times = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };
    await workplace.write('departments.json', [
      { _id: anId(11), name: 'Top', ...times },
      { _id: anId(12), name: 'Below', parentId: anId(11), managerId: anId(1), ...times },
    ]);
    expect((await run(['import', 'departments', 'departments.json'])).stdout).to.include('2 created');
    expect((await run(['departments', 'tree'])).stdout).to.match(/Top[\s\S]*Below/);

    await run(['permissions', 'remove', 'user2@example.org', 'service.a.*', '--reason', 'left the team']);
    expect(await json('permissions', 'list', 'user2@example.org')).to.deep.equal(['service.b']);
    const last = await run(['permissions', 'remove', 'user1@example.org', 'service.admin.access']);
    expect([last.code, last.stderr]).to.deep.equal([
      2,
      'ops-admin: User 1 <user1@example.org> is the last admin; --force allows it\n',
    ]);

    const rows = [
      'user,permission',
      'user2@example.org,service.c',
      'user3@example.org,service.c',
      'nobody,service.c',
    ];
    const bulk = await run(['permissions', 'add', '--file', '-'], {}, rows.join('\n'));
    expect(bulk.code).to.equal(4);
    expect(await json('permissions', 'list', 'user3@example.org')).to.include('service.c');
    const batch = (await json('audit', 'list', '--limit', '1'))[0].batch;
    expect((await run(['audit', 'revert', '--batch', batch, '--yes'])).code).to.equal(0);
    expect(await json('permissions', 'list', 'user3@example.org')).to.not.include('service.c');

    const rename = ['permissions', 'rename', 'service.b', 'service.d', '--yes'];
    expect((await run([...rename, '--dry-run'])).code).to.equal(0);
    const leaver = ['permissions', 'remove', 'user4@example.org', '--everything', '--dry-run', '--json'];
    expect(JSON.parse((await run(leaver)).stdout)).to.include({ result: 'would-remove' });
    const twice = 'user,permission\nuser3@example.org,service.b\nuser3@example.org,service.b\n';
    const dry = await run(['permissions', 'remove', '--file', '-', '--dry-run'], {}, twice);
    expect(dry.stdout).to.match(/would remove service\.b\n.*nothing to remove/);

    expect((await run(['audit', 'verify'])).stdout).to.match(/^verified 11 entries\n/);
    expect(await json('audit', 'list', '--permission', 'service.a.read', '--source', 'cli')).to.have.length(
      1,
    );
    await ask(
      made.url,
      'set session_replication_role = replica',
      "update audit_entries set actor = 'x' where id = 6",
    );
    const broken = await run(['audit', 'verify']);
    expect([broken.code, broken.stderr]).to.satisfy(
      ([code, text]: [number, string]) => code === 1 && /6/.test(text),
    );
    expect(existsSync(workplace.path('ops-admin.db'))).to.equal(false);
  });

  it('never shows the password', async () => {
    const { stderr } = await run(['users', 'list']);
    expect(stderr).to.include(new URL(made.url).pathname).and.not.include(':test@');
    await workplace.write('password', ' test\n');
    const env = { OPS_DB: made.url.replace(':test@', '@'), OPS_DB_PASSWORD_FILE: 'password' };
    expect((await run(['users', 'list'], { ...env, OPS_DB_PASSWORD_FILE: 'none' })).code).to.equal(2);
    await importUsers();
    expect((await run(['users', 'list'], env)).code).to.equal(0);
    expect((await run(['users', 'list'], { OPS_DB_POOL: '1' })).stderr).to.include('OPS_DB_POOL must be');
    const service = await serve();
    expect(await service.stop()).to.equal(0);
    expect(service.log()).to.include('listening').and.not.include(':test@');
  });

  it('serves one organisation from two instances: removals, limit and chain', async () => {
    await importUsers();
    const env = { OPS_GEOCODE_RATE_LIMIT: '5' };
    const start = () => workplace.serveReal([], { OPS_DB: made.url, ...env });
    const [one, two] = (await Promise.all([start(), start()])) as [RealService, RealService];
    const token = async (n: number) =>
      (await run(['token', 'issue', '--user', `user${n}@example.org`])).stdout.trim();
    const [admin, plain] = await Promise.all([token(1), token(2)]);
    const call = (service: Service, bearer: string, path: string, init: RequestInit = {}) =>
      fetch(`${service.url}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      });
    const change = async (service: Service, verb: 'add' | 'remove', n: number, ...permissions: string[]) => {
      const body = JSON.stringify({ payload: { userId: anId(n), permissions } });
      return (await call(service, admin, `/user/${verb}-permissions`, { method: 'PUT', body })).status;
    };

    const looks = await Promise.all(
      Array.from({ length: 40 }, (_, n) => call(n % 2 ? one : two, plain, '/geo-locations/address/JFK')),
    );
    const statuses = looks.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).to.have.length(5);
    expect(statuses.filter((status) => status === 429)).to.have.length(35);

    for (let round = 0; round < 20; round++) {
      const [changing, asked] = round % 2 ? [one, two] : [two, one];
      expect(await change(changing, 'add', 2, 'service.admin.access')).to.equal(200);
      expect((await call(asked, plain, '/department/list/0/1')).status).to.equal(200);
      expect(await change(changing, 'remove', 2, 'service.admin.access')).to.equal(200);
      expect((await call(asked, plain, '/department/list/0/1')).status).to.equal(401);
    }
    const changes = await Promise.all(
      Array.from({ length: 60 }, (_, n) => change(n % 2 ? one : two, 'add', 3, `service.m${n}`)),
    );
    expect(new Set(changes)).to.deep.equal(new Set([200]));
    expect(await json('permissions', 'list', 'user3@example.org')).to.have.length(63);
    expect((await run(['audit', 'verify'])).stdout).to.match(/^verified 104 entries/);

    // Neither ends with its connections, and both continue.
    await ask(
      made.url,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    for (const service of [one, two]) {
      expect((await call(service, admin, '/department/list/0/1')).status).to.equal(200);
      expect(service.process.exitCode).to.equal(null);
    }
    await made.drop();
    expect((await fetch(`${one.url}/health/ready`)).status).to.equal(503);
    expect((await call(one, admin, '/department/list/0/1')).status).to.equal(500);
    expect((await fetch(`${one.url}/health/live`)).status).to.equal(200);
    made = await aDatabase();
  });

  it('shares answers of address providers, and a demo, between instances', async () => {
    let asked = 0;
    const provider = createServer((_, response) => {
      asked++;
      response.end(
        JSON.stringify([
          { lat: '47.1', lon: '9.5', address: { town: 'Vaduz', state: 'Oberland', country_code: 'li' } },
        ]),
      );
    });
    await once(provider.listen(0, '127.0.0.1'), 'listening');
    const env = {
      OPS_GEOCODERS: 'nominatim',
      OPS_NOMINATIM_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    };
    try {
      // Both fill the same empty database.
      const services = await Promise.all([serve(env, '--demo'), serve(env, '--demo')]);
      for (const { adminToken, url } of services) {
        const headers = { authorization: `Bearer ${adminToken}` };
        const response = await fetch(`${url}/geo-locations/address/St%C3%A4dtle%2037`, { headers });
        expect(await response.json()).to.have.nested.property('data.address.city', 'Vaduz');
        // An answer is kept after it has been given.
        await until(async () => (await json('cache', 'info')).answers === 1, 'the answer in the database');
      }
      expect((await run(['geocode', 'Städtle 37'], env)).stdout).to.include('Vaduz');
      expect(asked).to.equal(1);
      expect(await json('cache', 'info')).to.deep.include({ answers: 1 });
      expect((await run(['cache', 'info'])).stdout).to.not.include(':test@');
      expect(await json('cache', 'clear')).to.deep.equal({ cleared: 1 });
      for (let n = 0; n < 2; n++) await run(['geocode', 'Städtle 37'], env);
      expect(asked, 'by two commands').to.equal(2);
      expect(await json('users', 'list')).to.have.length(12);
      expect(existsSync(workplace.path('ops-admin.geocode-cache.sqlite'))).to.equal(false);
    } finally {
      provider.close();
    }
  });

  const change = (...args: string[]) =>
    run(['permissions', 'remove', 'user2@example.org', 'service.b', ...args]);
  const held = () => json('permissions', 'list', 'user2@example.org');

  it('creates no key file for a sealed audit log, from any folder', async () => {
    await importUsers();
    await rename(workplace.path('ops-admin.keys.json'), workplace.path('elsewhere.json'));
    const { code, stderr } = await change();
    expect(code).to.equal(2);
    expect(stderr).to.match(/the file \.\/ops-admin\.keys\.json does not exist; set OPS_AUTH_KEYS/);
    expect(existsSync(workplace.path('ops-admin.keys.json'))).to.equal(false);
    expect((await change('--dry-run')).code).to.equal(0);
    expect(existsSync(workplace.path('ops-admin.keys.json'))).to.equal(false);
    await rename(workplace.path('elsewhere.json'), workplace.path('ops-admin.keys.json'));
    expect((await run(['audit', 'verify'])).code).to.equal(0);
    expect(await held()).to.include('service.b');
  });

  it('waits for other writers as long as --wait says', async () => {
    await importUsers();
    const release = await hold(
      made.url,
      "select total from counters where name = 'audit_entries' for update",
    );
    try {
      const { code, stderr } = await change('--wait', '1s');
      expect([code, stderr]).to.deep.equal([
        1,
        'ops-admin: another program keeps the database locked, and only what is reported as done was changed; try again, or wait longer with --wait 30s\n',
      ]);
      const waiting = change('--wait', '30s');
      // Longer than it would be waited for by default.
      await sleep(5500);
      await release();
      expect((await waiting).code).to.equal(0);
      expect(await held()).to.not.include('service.b');
    } finally {
      await release().catch(() => {});
    }
  });

  it('reports a full disk on the server, and has changed nothing', async () => {
    await importUsers();
    // The error that a client receives for a full disk.
    await ask(
      made.url,
      `create function full_disk() returns trigger language plpgsql as $$ begin
         raise exception 'could not extend file' using errcode = '53100'; end $$`,
      'create trigger full_disk before insert on audit_entries for each row execute function full_disk()',
    );
    const { code, stderr } = await change();
    expect([code, stderr]).to.deep.equal([
      1,
      "ops-admin: no space left on the database's server, nothing was changed except what is reported as done; make room and try again\n",
    ]);
    expect(await held()).to.include('service.b');
  });
});
