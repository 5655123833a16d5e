import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { BIN, Workplace } from './ops-admin.ts';

describe('ops-admin', () => {
  const workplace = new Workplace();

  it('prints help and version on standard output', async () => {
    const help = await workplace.run(['--help']);
    expect(help).to.deep.include({ code: 0, stderr: '' });
    for (const command of [
      'serve',
      'import',
      'token',
      'users',
      'departments',
      'permissions',
      'geocode',
      'airports',
    ]) {
      expect(help.stdout).to.include(`  ${command} `);
    }
    expect((await workplace.runReal(['--version'])).stdout).to.match(/^\d+\.\d+\.\d+\n$/);
  });

  const misused: Record<string, string[]> = {
    'no command': [],
    'an unknown command': ['frobnicate'],
    'a command called like a member of every object': ['constructor'],
    'an unknown option': ['users', 'list', '--frobnicate'],
    'a missing argument': ['users', 'show'],
    'an extra argument': ['users', 'list', 'x'],
    'an empty host': ['serve', '--host', ''],
    'a malformed port': ['serve', '--port', '65536'],
    'a malformed time': ['token', 'issue', '--user', 'x', '--ttl', '1y'],
    'a missing option': ['token', 'issue'],
    'no permission': ['permissions', 'remove', 'a@example.org'],
    'a missing database': ['users', 'list'],
  };
  for (const [what, args] of Object.entries(misused)) {
    it(`exits with 2 at ${what}, and explains it on standard error`, async () => {
      const { code, stdout, stderr } = await workplace.run(args);
      expect(code).to.equal(2);
      expect(stdout).to.equal('');
      expect(stderr).to.not.equal('');
    });
  }

  it('suggests a similar name', async () => {
    expect((await workplace.run(['permissions', 'remvoe', 'x', 'y'])).stderr).to.include('remove');
  });

  it('names all wrong variables in the environment in one message', async () => {
    const env = {
      OPS_ADMIN_PERMISSION: 'root',
      OPS_GEOCODERS: 'nominatim',
      OPS_GEOCODE_RATE_LIMIT: '-1',
      OPS_GEOCODE_RATE_WINDOW: '1.5',
      OPS_LOG_LEVEL: 'loud',
      OPS_NOMINATIM_URL: 'ftp://example.org',
    };
    const { code, stderr } = await workplace.run(['geocode', 'JFK'], { env });
    expect(code).to.equal(2);
    const named = [
      'OPS_ADMIN_PERMISSION',
      'OPS_GEOCODE_RATE_LIMIT',
      'OPS_GEOCODE_RATE_WINDOW',
      'OPS_LOG_LEVEL',
      'OPS_NOMINATIM_URL',
    ];
    for (const name of named) expect(stderr).to.match(new RegExp(`^ops-admin: ${name} must be`, 'm'));
  });

  it('reads its options from the environment too', async () => {
    await workplace.write('d.json', []);
    await workplace.run(['import', 'departments', 'd.json'], { env: { OPS_DB: 'other.db' } });
    const { code, stdout } = await workplace.run(['departments', 'list'], {
      env: { OPS_DB: 'other.db', OPS_JSON: '1' },
    });
    expect([code, JSON.parse(stdout)]).to.deep.equal([0, []]);
  });

  it('reads its own environment where several run in one process', async () => {
    const before = { ...process.env };
    const runs = await Promise.all(
      ['1', 'off'].map((json) => workplace.run(['geocode', 'JFK'], { env: { OPS_JSON: json } })),
    );
    expect(runs.map(({ stdout }) => stdout.slice(0, 4))).to.deep.equal(['{\n  ', 'CITY']);
    expect(process.env).to.deep.equal(before);
  });

  it('treats an empty variable as unset', async () => {
    const env = { OPS_DB: '', OPS_PORT: '', OPS_JSON: '', OPS_LOG_LEVEL: '' };
    await workplace.write('u.json', [
      { _id: '0'.repeat(24), emails: ['nil@example.org'], personalInformation: { name: 'Nil' } },
    ]);
    const { code, stdout } = await workplace.run(['import', 'users', 'u.json'], { env });
    expect([code, stdout]).to.deep.equal([0, 'users: 1 created, 0 updated, 0 unchanged\n']);
    expect(existsSync(workplace.path('ops-admin.db'))).to.equal(true);
  });

  for (const off of ['', '0', 'false', 'no', 'Off']) {
    it(`reads OPS_JSON=${off} as no`, async () => {
      expect((await workplace.run(['geocode', 'JFK'], { env: { OPS_JSON: off } })).stdout).to.match(/^CITY/);
    });
  }

  for (const name of ['OPS_JSON', 'OPS_QUIET']) {
    it(`refuses ${name}=maybe`, async () => {
      const { code, stderr, stdout } = await workplace.run(['geocode', 'JFK'], { env: { [name]: 'maybe' } });
      expect([code, stdout]).to.deep.equal([2, '']);
      expect(stderr).to.include(`${name} is not valid. Write 1 or 0.`);
    });
  }

  it('refuses OPS_DEMO=maybe', async () => {
    const { code, stderr } = await workplace.run(['serve'], { env: { OPS_DEMO: 'maybe' } });
    expect(code).to.equal(2);
    expect(stderr).to.include('OPS_DEMO is not valid. Write 1 or 0.');
  });

  it('refuses a database without a name', async () => {
    const { code, stderr } = await workplace.run(['users', 'list', '--db', '']);
    expect(code).to.equal(2);
    expect(stderr).to.include('no name');
  });

  it('leaves no file where it fails', async () => {
    await workplace.write('bad.json', 'x');
    await workplace.run(['import', 'users', 'bad.json']);
    await workplace.run(['import', 'users', 'missing.json']);
    await workplace.run(['token', 'issue', '--user', 'x', '--db', 'typo.db']);
    expect(readdirSync(workplace.path(''))).to.deep.equal(['bad.json']);
  });

  it('creates files that only their owner can read', async () => {
    await workplace.write('u.json', []);
    await workplace.runReal(['import', 'users', 'u.json']);
    expect(statSync(workplace.path('ops-admin.db')).mode & 0o777).to.equal(0o600);
  });

  it('runs every kind of command from the published bundle', async () => {
    await workplace.write('u.json', [
      {
        _id: anId(1),
        emails: ['ada@example.org'],
        personalInformation: { name: 'Ada' },
        permissions: ['service.a'],
      },
    ]);
    await workplace.write('d.json', [{ _id: anId(2), name: 'Top', createdAt: '2026-01-01T00:00:00Z' }]);
    const env = { OPS_DB: 'other.db', OPS_JSON: '1' };
    const commands = [
      ['import', 'departments', 'd.json'],
      ['departments', 'tree'],
      ['permissions', 'remove', 'ada@example.org', 'service.a'],
      ['audit', 'revert', '2'],
      ['db', 'check'],
      ['token', 'issue', '--user', 'ada@example.org'],
      ['airports', 'info'],
      ['cache', 'info'],
      ['config'],
      ['completion', 'bash'],
    ];
    const stdin = await readFile(workplace.path('u.json'));
    expect((await workplace.runReal(['import', 'users', '-'], { stdin, env })).code).to.equal(0);
    for (const args of commands) {
      const { code, stderr, stdout } = await workplace.runReal(args, { env });
      expect([code, stderr.replace(/^(?:batch|entry) .*\n/, '')], args.join(' ')).to.deep.equal([0, '']);
      expect(stdout, args.join(' ')).to.not.equal('');
    }
    expect((await workplace.runReal(['users', 'show', 'nobody@example.org'], { env })).code).to.equal(3);
  });

  it('refuses an old Node.js in one line, before it loads anything else', async () => {
    const old = 'Object.defineProperty(process.versions, "node", { value: "20.20.2" })';
    const loaded = `import { registerHooks } from 'node:module';
      registerHooks({ load: (url, context, next) => { console.log(url); return next(url, context); } });`;
    const imports = [old, loaded].flatMap((script) => [
      '--import',
      `data:text/javascript,${encodeURIComponent(script)}`,
    ]);
    const child = spawn(process.execPath, [...imports, BIN, '--version']);
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    expect([code, stderr]).to.deep.equal([
      2,
      'ops-admin: this is Node.js 20.20.2; install Node.js 22.19.0 or newer.\n',
    ]);
    expect(stdout.match(/^file:.*/gm)).to.deep.equal([pathToFileURL(BIN).href]);
  });

  it('reports that it cannot write its output', async () => {
    const child = spawn('sh', ['-c', `"${process.execPath}" "${BIN}" geocode JFK > /dev/full`]);
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([code, stderr]).to.deep.equal([
      1,
      'ops-admin: cannot write the output: ENOSPC: no space left on device, write\n',
    ]);
  });

  it('ends quietly when its reader closes the output', async () => {
    const users = Array.from({ length: 3000 }, (_, n) => ({
      _id: n.toString(16).padStart(24, '0'),
      emails: [`user${n}@example.org`],
      personalInformation: { name: `User ${n}` },
    }));
    await workplace.write('users.json', users);
    await workplace.run(['import', 'users', 'users.json']);
    const child = workplace.start(['users', 'list', '--json']);
    let stderr = '';
    child.stderr?.on('data', (chunk) => {
      stderr += chunk;
    });
    child.stdout?.once('data', () => child.stdout?.destroy());
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect([code, stderr]).to.deep.equal([141, '']);
  });
});
