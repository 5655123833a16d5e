import { once } from 'node:events';
import { statSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { anId } from '@ops-admin/testing';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { Workplace } from './ops-admin.ts';

describe('ops-admin serve', () => {
  const workplace = new Workplace();
  const get = (url: string, token?: string) =>
    fetch(url, { headers: token ? { authorization: `Bearer ${token}` } : {} });

  it('serves on a free port, and stops with 0 at SIGTERM and SIGINT', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const service = await workplace.serveReal();
      expect((await get(`${service.url}/health/ready`)).status).to.equal(200);
      expect(await service.stop(signal)).to.equal(0);
      const lines = service
        .log()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { msg: string });
      expect(lines.map(({ msg }) => msg)).to.include.members(['listening', 'stopping', 'stopped']);
      expect(service.log()).to.include('local keys');
    }
    expect(statSync(workplace.path('ops-admin.keys.json')).mode & 0o777).to.equal(0o600);
  });

  it('leaves no write-ahead log behind: the database is closed', async () => {
    const service = await workplace.serve(['--demo']);
    expect(statSync(workplace.path('ops-admin.db-wal')).size).to.be.greaterThan(0);
    await service.stop();
    expect(statSync(workplace.path('ops-admin.db-wal'), { throwIfNoEntry: false })).to.equal(undefined);
  });

  it('completes a running request when it is stopped', async () => {
    const service = await workplace.serve(['--demo']);
    const body = JSON.stringify({
      payload: { userId: '65a100000000000000000002', permissions: ['service.geo.read'] },
    });
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write(
      'PUT /user/remove-permissions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
        `Authorization: Bearer ${service.adminToken}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    );
    // Data sent later is read later.
    await fetch(`${service.url}/health/live`);
    const stopped = service.stop();
    await until(() => service.log().includes('"msg":"stopping"'), 'a service that stops');
    socket.write(body.slice(10));
    expect(await text(socket)).to.match(/^HTTP\/1\.1 200 OK/);
    expect(await stopped).to.equal(0);
    expect(await workplace.json('permissions', 'list', '65a100000000000000000002')).to.not.include(
      'service.geo.read',
    );
  });

  it('lets only pages from the origins in OPS_CORS_ORIGINS call it', async () => {
    const origins = ['https://ops.example.org', 'http://localhost:5173'];
    const service = await workplace.serve([], { OPS_CORS_ORIGINS: origins.join(', ') });
    for (const origin of [...origins, 'https://evil.example']) {
      const { headers } = await fetch(`${service.url}/health/live`, { headers: { origin } });
      const allowed = origins.includes(origin) ? origin : null;
      expect(headers.get('access-control-allow-origin')).to.equal(allowed);
    }
    const wrong =
      'https://ops.example.org/,*,null,ops.example.org,HTTPS://a.example,https://a.example:443,ftp://a';
    const { code, stderr } = await workplace.run(['serve'], { env: { OPS_CORS_ORIGINS: wrong } });
    expect(code).to.equal(2);
    expect(stderr.match(/OPS_CORS_ORIGINS\[\d\] must be an origin/g)).to.have.length(7);
  });

  it('refuses malformed origins, and shows a correct one', async () => {
    const wrong: Record<string, string> = {
      'https://*.example.org': 'patterns do not work: name each origin',
      'https://*': 'patterns do not work: name each origin',
      '*': 'patterns do not work: name each origin',
      'https://ops.example.org/': 'write https://ops.example.org',
      'https://ops.example.org/app': 'write https://ops.example.org',
      'https://OPS.example.org': 'write https://ops.example.org',
      'https://ops.example.org:443': 'write https://ops.example.org',
      'http://ops.example.org:80': 'write http://ops.example.org',
      'https://büro.example.org': 'write https://xn--bro-hoa.example.org',
      'https://ops.example.org?key=hunter2': 'write https://ops.example.org',
      'https://ada:hunter2@ops.example.org': 'write https://ops.example.org',
      'https://(ops).example.org': '',
      'ops.example.org': '',
      null: '',
    };
    for (const [origin, remedy] of Object.entries(wrong)) {
      const env = { OPS_CORS_ORIGINS: `https://a.example, ${origin}` };
      const { code, stderr } = await workplace.run(['serve', '--port', '0'], { env });
      const found = origin.replace('hunter2', '***').replace('ada:***@', '***@');
      const said = `OPS_CORS_ORIGINS[1] must be an origin such as https://ops.example.org, not "${found}"`;
      expect(stderr).to.equal(`ops-admin: ${said}${remedy && `; ${remedy}`}\n`);
      expect(code).to.equal(2);
    }
  });

  it('reports a port in use', async () => {
    const service = await workplace.serve();
    const { code, stderr } = await workplace.run(['serve', '--port', new URL(service.url).port]);
    expect(code).to.equal(1);
    expect(stderr).to.include('EADDRINUSE');
  });

  it('refuses a database that is a directory or unreadable', async () => {
    expect((await workplace.run(['serve', '--port', '0', '--db', '.'])).stderr).to.include('directory');
    await workplace.write('notes.db', 'Dear diary, '.repeat(100));
    expect((await workplace.run(['serve', '--port', '0', '--db', 'notes.db'])).stderr).to.include(
      'not a SQLite database',
    );
  });

  it('accepts a token that the command issued until it expires', async () => {
    await workplace.write('users.json', [
      {
        _id: anId(1),
        emails: ['ada@example.org'],
        personalInformation: { name: 'Ada' },
        permissions: ['service.admin'],
      },
    ]);
    expect((await workplace.run(['import', 'users', 'users.json'])).code).to.equal(0);
    const service = await workplace.serve();
    const { code, stdout } = await workplace.run([
      'token',
      'issue',
      '--user',
      'ada@example.org',
      '--ttl',
      '15m',
    ]);
    expect(code).to.equal(0);
    expect(stdout).to.match(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    const list = () => get(`${service.url}/department/list/0/0`, stdout.trim());
    expect((await list()).status).to.equal(200);
    const [, payload = ''] = stdout.split('.');
    const { exp, iat } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(exp - iat).to.equal(15 * 60);
    expect((await workplace.run(['token', 'issue', '--user', 'nobody@example.org'])).code).to.equal(3);
    expect(service.log()).to.not.include(stdout.trim());
  });

  it('sees changes by another process in the next request, and the reverse', async () => {
    const service = await workplace.serve(['--demo']);
    const status = async () => (await get(`${service.url}/department/list/0/1`, service.userToken)).status;
    const user = 'jonas.lindqvist@demo.example';
    for (let round = 0; round < 2; round++) {
      expect(await status()).to.equal(401);
      await workplace.runReal(['permissions', 'add', user, 'service.admin.access']);
      expect(await status()).to.equal(200);
      await workplace.runReal(['permissions', 'remove', user, 'service.admin.*']);
    }
    await fetch(`${service.url}/user/add-permissions`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${service.adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ payload: { userId: '65a100000000000000000002', permissions: ['service.new'] } }),
    });
    expect(await workplace.json('permissions', 'list', user)).to.include('service.new');
  });

  describe('--demo', () => {
    it('prints the address, tokens and a line that runs in a shell as printed', async () => {
      const child = workplace.start(['serve', '--demo', '--port', '0']);
      let printed = '';
      child.stdout?.on('data', (chunk) => {
        printed += chunk;
      });
      while (!printed.includes('/department/list')) await once(child.stdout as NodeJS.ReadableStream, 'data');
      const [, link, page, origin] =
        /^Open the page as an admin:\n(\S+)\n\nTry the interface: (\S+)\nops-admin listens on (\S+)\n/.exec(
          printed,
        ) ?? [];
      expect(link?.startsWith(`${origin}/#token=`)).to.equal(true);
      expect(page).to.equal(`${origin}/docs`);
      const shown = await get(page as string);
      expect([shown.status, shown.headers.get('content-type')]).to.deep.equal([
        200,
        'text/html; charset=utf-8',
      ]);

      const script = printed.split('\n').filter((line) => /^(?:ADMIN_TOKEN|USER_TOKEN|curl| {2})/.test(line));
      const spawned = (await import('node:child_process')).spawnSync('sh', ['-eu'], {
        input: script.join('\n').replaceAll(/^curl -sS/gm, "curl -sS -w '\\n%{http_code}\\n'"),
        encoding: 'utf8',
      });
      expect(spawned.stderr).to.equal('');
      const statuses = spawned.stdout.match(/^\d{3}$/gm);
      expect(statuses).to.deep.equal(['200']);
    });

    it('can start again, and twice concurrently, without failing or doubling data', async () => {
      const both = await Promise.all([workplace.serveReal(['--demo']), workplace.serveReal(['--demo'])]);
      for (const service of both) {
        const response = await get(`${service.url}/department/list/0/0`, service.adminToken);
        expect(((await response.json()) as { data: { total: number } }).data.total).to.equal(24);
        await service.stop();
      }
      const again = await workplace.serve(['--demo']);
      expect((await get(`${again.url}/department/hierarchy`, again.adminToken)).status).to.equal(200);
      expect(await workplace.json('users', 'list')).to.have.length(12);
    });

    it('completes a demo that another process or an earlier start left incomplete', async () => {
      const service = await workplace.serve(['--demo']);
      await service.stop();
      const database = new Database(workplace.path('ops-admin.db'));
      database.exec('delete from user_permissions; delete from user_emails; delete from users').close();
      await workplace.serve(['--demo']);
      expect(await workplace.json('users', 'list')).to.have.length(12);
    });

    it('does not change an organisation that is not the demo', async () => {
      const own = { _id: anId(1), emails: ['own@example.org'], personalInformation: { name: 'Own' } };
      await workplace.write('users.json', [own]);
      await workplace.run(['import', 'users', 'users.json']);
      const { code, stderr } = await workplace.run(['serve', '--demo', '--port', '0']);
      expect(code).to.equal(2);
      expect(stderr).to.include('--db');
      expect(await workplace.json('users', 'list')).to.have.length(1);

      await workplace.write('d.json', [{ _id: anId(2), name: 'Own', createdAt: '2026-01-01T00:00:00Z' }]);
      await workplace.run(['import', 'departments', 'd.json', '--db', 'departments.db']);
      const demo = ['serve', '--demo', '--port', '0', '--db', 'departments.db'];
      expect((await workplace.run(demo)).code).to.equal(2);
    });
  });
});
