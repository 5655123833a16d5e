import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { billOfMaterials } from './clean-room/bill-of-materials.ts';
import { until } from './until.ts';

/** `.ci/image` builds it and runs this file; mocha does not find it by itself, because it needs a Docker daemon. */
const IMAGE = process.env.IMAGE ?? 'ops-admin:ci';
const ROOT = join(import.meta.dirname, '..');
const ADMIN = 'amara.okafor@demo.example';
const JONAS = '65a100000000000000000002';

/** The options in docs/running.md. */
const HARDENED = [
  '--read-only',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
  '--memory=512m',
  '--pids-limit=100',
];
const PUBLISHED = '--publish=127.0.0.1:0:3000';
const QUICK_HEALTH = ['--health-interval=1s', '--health-retries=2'];

interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(program: string, args: readonly string[], env: Record<string, string> = {}): Outcome {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 60_000,
  });
  return { code: status, stdout, stderr };
}

function docker(...args: string[]): string {
  const { code, stdout, stderr } = run('docker', args);
  if (code !== 0) throw new Error(`docker ${args.join(' ')}: ${stderr}${stdout}`);
  return stdout.trim();
}

function inspect(container: string, format: string): string {
  return docker('inspect', `--format=${format}`, container);
}

/** Waits until the health of a container is no longer `starting`. */
async function healthOf(container: string): Promise<string> {
  const health = () => inspect(container, '{{.State.Health.Status}}');
  const log = () => run('docker', ['logs', container]).stderr;
  await until(
    () => health() !== 'starting',
    () => `${container}, which is starting still:\n${log()}`,
  );
  return health();
}

/** The output of a command in the container. */
function inside(container: string, ...command: string[]): string {
  return docker('exec', container, ...command);
}

function addressOf(container: string): string {
  return `http://${docker('port', container, '3000/tcp').split('\n')[0]}`;
}

const tokens = new Map<string, string>();

async function call(container: string, path: string, init: RequestInit = {}): Promise<[number, unknown]> {
  const token = tokens.get(container) ?? inside(container, 'ops-admin', 'token', 'issue', '--user', ADMIN);
  tokens.set(container, token);
  const response = await fetch(addressOf(container) + path, {
    ...init,
    headers: {
      authorization: `Bearer ${token}`,
      // What runs between two calls stops our own clock; a connection that is kept may be gone by then.
      connection: 'close',
      'content-type': 'application/json',
    },
  });
  return [response.status, await response.json()];
}

describe('The image', function () {
  this.timeout(60_000);
  const prefix = `ops-admin-check-${randomBytes(4).toString('hex')}`;
  const service = `${prefix}-service`;
  const volume = `${prefix}-data`;

  function serve(...command: string[]): void {
    docker(
      ...['run', '--detach', `--name=${service}`, ...HARDENED, ...QUICK_HEALTH, PUBLISHED],
      ...[`--volume=${volume}:/data`, IMAGE, ...command],
    );
  }

  before(() => serve('serve', '--demo'));
  after(() => {
    for (const line of docker('ps', '--all', '--format={{.Names}}').split('\n'))
      if (line.startsWith(prefix)) docker('rm', '--force', '--volumes', line);
    docker('volume', 'rm', '--force', volume);
  });

  it('becomes healthy with a read-only root file system and no capabilities', async () => {
    expect(await healthOf(service)).to.equal('healthy');
    expect(inspect(service, '{{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}}')).to.equal('true [ALL]');
  });

  it('runs Node.js as process 1, as a user who is not root and can gain no privileges', () => {
    const status = inside(service, 'cat', '/proc/1/status');
    expect(inside(service, 'cat', '/proc/1/cmdline')).to.match(/^node\0/);
    expect(status).to.match(/^Uid:\t10001\t10001\t10001\t10001$/m);
    expect(status).to.match(/^Gid:\t10001\t10001\t10001\t10001$/m);
    expect(status).to.match(/^CapEff:\t0+$/m);
    expect(status).to.match(/^NoNewPrivs:\t1$/m);
  });

  it('lists departments and removes permissions over HTTP', async () => {
    const [status, list] = await call(service, '/department/list/0/2');
    expect(status).to.equal(200);
    expect(list).to.have.nested.property('data.departments').with.lengthOf(2);

    const payload = { userId: JONAS, permissions: ['service.tickets.*'] };
    const removal = { method: 'PUT', body: JSON.stringify({ payload }) };
    expect((await call(service, '/user/remove-permissions', removal))[0]).to.equal(200);
    expect(inside(service, 'ops-admin', 'permissions', 'list', JONAS)).to.equal('service.geo.read');
  });

  it('finds airports and towns, and serves the page, from its own files', async () => {
    const [, airport] = await call(service, '/geo-locations/address/JFK');
    expect(airport).to.have.nested.property('data.address.city', 'New York');
    const [, town] = await call(service, '/geo-locations/address/12%20Rue%20de%20Rivoli%2C%20Paris');
    expect(town).to.have.nested.property('data.address.city', 'Paris');
    expect((await fetch(`${addressOf(service)}/docs`)).status).to.equal(200);
    expect((await fetch(`${addressOf(service)}/docs/swagger-ui-bundle.js`)).status).to.equal(200);
  });

  it('contains the command, and names its user in the audit log', () => {
    inside(service, 'ops-admin', 'permissions', 'add', JONAS, 'service.reports.read');
    const entry = JSON.parse(inside(service, 'ops-admin', 'audit', 'list', '--limit', '1', '--json'));
    expect(JSON.stringify(entry)).to.include('"cli:ops-admin"');
  });

  it('keeps everything in /data, readable by its user only', () => {
    const files = inside(service, 'find', '/data', '-type', 'f', '-printf', '%f %m %U\\n').split('\n');
    expect(files).to.include('ops-admin.db 600 10001').and.to.include('ops-admin.keys.json 600 10001');
    for (const file of files) expect(file).to.match(/ 600 10001$/);
  });

  it('ends within seconds on docker stop, with exit code 0', () => {
    const start = performance.now();
    docker('stop', '--time=20', service);
    expect(performance.now() - start).to.be.below(5000);
    expect(inspect(service, '{{.State.ExitCode}}')).to.equal('0');
    expect(run('docker', ['logs', service]).stderr)
      .to.include('"signal":"SIGTERM"')
      .and.include('"stopped"');
  });

  it('keeps its data in another container', async () => {
    docker('rm', service);
    serve();
    expect(await healthOf(service)).to.equal('healthy');
    const [, list] = await call(service, '/department/list/0/0');
    expect(list).to.have.nested.property('data.total', 24);
    expect(inside(service, 'ops-admin', 'permissions', 'list', JONAS).split('\n')).to.have.members([
      'service.geo.read',
      'service.reports.read',
    ]);
  });

  it('is backed up and restored with tar, as in the documents', () => {
    const other = `${prefix}-restored`;
    const tar = ['--network=none', '--entrypoint=tar'];
    docker('stop', '--time=20', service);
    const { stdout: backup } = spawnSync('docker', [
      ...['run', '--rm', ...tar, `--volume=${volume}:/data:ro`, IMAGE],
      ...['--create', '--directory=/data', '.'],
    ]);
    spawnSync(
      'docker',
      ['run', '--rm', '--interactive', ...tar, `--volume=${other}:/data`, IMAGE, '--extract'],
      {
        input: backup,
      },
    );
    const verify = (from: string): string =>
      docker('run', '--rm', '--network=none', `--volume=${from}:/data`, IMAGE, 'audit', 'verify');
    expect(verify(other))
      .to.match(/^head /m)
      .and.to.equal(verify(volume));
    docker('volume', 'rm', other);
  });

  it('writes nothing outside of /data where it could', async () => {
    const name = `${prefix}-writable`;
    docker(
      ...['run', '--detach', `--name=${name}`, ...QUICK_HEALTH, PUBLISHED],
      ...[`--tmpfs=/data:uid=10001,mode=700`, IMAGE, 'serve', '--demo'],
    );
    expect(await healthOf(name)).to.equal('healthy');
    expect((await call(name, '/geo-locations/address/Lima'))[0]).to.equal(200);
    expect(docker('diff', name)).to.equal('');
  });

  it('is unhealthy where the service does not answer', async () => {
    const name = `${prefix}-mute`;
    docker(
      ...['run', '--detach', `--name=${name}`, ...QUICK_HEALTH, '--health-start-period=1s'],
      ...[
        '--entrypoint=node',
        IMAGE,
        '-e',
        "process.on('SIGTERM', process.exit); setInterval(() => {}, 1000)",
      ],
    );
    expect(await healthOf(name)).to.equal('unhealthy');
  });

  it('checks its health at the port in OPS_PORT', async () => {
    const name = `${prefix}-port`;
    docker(
      ...['run', '--detach', `--name=${name}`, ...HARDENED, ...QUICK_HEALTH],
      ...['--env=OPS_PORT=8080', IMAGE],
    );
    expect(await healthOf(name)).to.equal('healthy');
  });

  it('is the command when arguments are given', () => {
    const help = run('docker', ['run', '--rm', '--network=none', ...HARDENED, IMAGE, '--help']);
    expect(help).to.include({ code: 0 });
    expect(help.stdout).to.match(/^Usage: ops-admin /);
    const wrong = run('docker', ['run', '--rm', '--network=none', ...HARDENED, IMAGE, 'departements']);
    expect(wrong).to.include({ code: 2 });
  });

  it('contains the runtime, and no sources, tools, tests or build settings', () => {
    const found = docker(
      ...['run', '--rm', '--network=none', '--user=0', '--entrypoint=find', IMAGE],
      ...['/app', '/usr/local', '/data', '/root', '-regextype', 'posix-extended', '('],
      ...['-regex', String.raw`.*\.([cm]?ts|map|tsbuildinfo|o|a|c|cpp)`],
      ...['-o', '-regex', '/app/packages/[^/]+/(src|test|page)'],
      ...['-o', '-regex', '.*/node_modules/(mocha|typescript|chai|@biomejs|[.]modules[.]yaml)'],
      ...['-o', '-name', 'npm', '-o', '-name', '.npmrc', '-o', '-path', '/data/*', ')'],
    );
    expect(found).to.equal('');
    const history = docker('history', '--no-trunc', '--format={{.CreatedBy}}', IMAGE);
    expect(history).not.to.match(/npmrc|token|https?:\/\/(?!127\.0\.0\.1)/i);
  });

  it('has a valid bill of materials with exactly Node.js and the installed and bundled libraries', async () => {
    const inImage = (...command: string[]): string =>
      docker('run', '--rm', '--network=none', '--entrypoint=node', IMAGE, ...command);
    const bundle = '/app/packages/cli/bundle';
    const found = await billOfMaterials(inImage('-p', `fs.readFileSync('${bundle}/sbom.cdx.json', 'utf8')`));
    const list = `for (const one of fs.globSync('/app/node_modules/.pnpm/*/node_modules/{*,@*/*}/package.json'))
      if (!fs.lstatSync(path.dirname(one)).isSymbolicLink()) console.log(JSON.parse(fs.readFileSync(one)).name);
      for (const { name } of JSON.parse(fs.readFileSync('${bundle}/joined.json'))) console.log(name)`;
    const there = inImage('--no-warnings', '-e', list).split('\n');
    expect(found.names).to.deep.equal([...new Set([...there, 'node', 'swagger-ui-dist'])].sort());
    expect(there.filter((name) => /^@(ops-admin|types|rollup)\//.test(name))).to.deep.equal([]);
  });

  it('belongs to root where it could be changed', () => {
    const found = docker(
      ...['run', '--rm', '--network=none', '--user=0', '--entrypoint=find', IMAGE, '/app', '/usr/local'],
      ...['(', '!', '-user', 'root', '-o', '!', '-type', 'l', '-perm', '/022', ')'],
    );
    expect(found).to.equal('');
  });

  it('states its version, its revision and its licence', () => {
    const labels = JSON.parse(inspect(IMAGE, '{{json .Config.Labels}}'));
    const version = docker('run', '--rm', '--network=none', IMAGE, '--version');
    expect(labels).to.include({
      'org.opencontainers.image.title': 'ops-admin',
      'org.opencontainers.image.licenses': 'MIT',
      'org.opencontainers.image.version': version,
    });
    expect(labels['org.opencontainers.image.revision']).to.match(/^([0-9a-f]{40}|unknown)$/);
  });
});

/** Compose in a project of its own, as a plugin or as the program that it was. */
function composeFor(env: Record<string, string>): (...args: string[]) => Outcome {
  const project = { COMPOSE_PROJECT_NAME: `opscheck${randomBytes(4).toString('hex')}` };
  const plugin = run('docker', ['compose', 'version']).code === 0;
  const all = { IMAGE, PUBLISH: '127.0.0.1:0', ...project, ...env };
  return (...args) => (plugin ? run('docker', ['compose', ...args], all) : run('docker-compose', args, all));
}

describe('The compose file', function () {
  this.timeout(60_000);
  const compose = composeFor({ OPS_LOG_LEVEL: 'debug' });

  before(function () {
    if (compose('version').code === 0) return;
    console.log('skipped: there is no docker compose');
    this.skip();
  });
  after(() => compose('down', '--volumes', '--timeout', '5'));

  it('is valid', () => {
    const { code, stderr } = compose('config', '--quiet');
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
  });

  it('starts a healthy service with the settings in the documents', async () => {
    const up = compose('up', '--detach', '--no-build');
    expect(up.code, up.stderr).to.equal(0);
    const container = compose('ps', '--quiet', 'ops-admin').stdout.trim();
    expect(await healthOf(container)).to.equal('healthy');

    const host = JSON.parse(inspect(container, '{{json .HostConfig}}'));
    expect(host).to.deep.include({
      CapDrop: ['ALL'],
      Init: true,
      Memory: 512 * 1024 * 1024,
      PidsLimit: 100,
      ReadonlyRootfs: true,
      SecurityOpt: ['no-new-privileges:true'],
    });
    expect(host.RestartPolicy.Name).to.equal('unless-stopped');
    expect(host.PortBindings['3000/tcp'][0].HostIp).to.equal('127.0.0.1');
    expect(inspect(container, '{{range .Mounts}}{{.Type}} {{.Destination}}{{end}}')).to.equal('volume /data');
    expect(inspect(container, '{{.Config.Env}}')).to.include('OPS_LOG_LEVEL=debug');
    expect((await fetch(`${addressOf(container)}/health/ready`)).status).to.equal(200);
  });

  it('passes SIGTERM to the service', () => {
    const container = compose('ps', '--quiet', 'ops-admin').stdout.trim();
    expect(compose('stop').code).to.equal(0);
    expect(inspect(container, '{{.State.ExitCode}}')).to.equal('0');
  });
});

describe('Two instances with deploy/compose.yaml', function () {
  this.timeout(120_000);
  const { BALANCER_IMAGE, POSTGRES_IMAGE } = process.env;
  const folder = mkdtempSync(join(tmpdir(), 'ops-admin-compose-'));
  const inFolder = composeFor({});
  const compose = (...args: string[]): string => {
    const { code, stderr, stdout } = inFolder('--file', join(folder, 'compose.yaml'), ...args);
    if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}${stdout}`);
    return stdout.trim();
  };
  const opsAdmin = (service: string, ...args: string[]) =>
    compose('exec', '-T', service, 'ops-admin', ...args);

  before(function () {
    if (POSTGRES_IMAGE && BALANCER_IMAGE && inFolder('version').code === 0) return;
    console.log('skipped: there is no docker compose, or no image of PostgreSQL and HAProxy');
    this.skip();
  });
  after(() => {
    inFolder('--file', join(folder, 'compose.yaml'), 'down', '--volumes', '--timeout', '5');
    rmSync(folder, { recursive: true, force: true });
  });

  it('start as described in deploy/README.md, and share one database and one key', async () => {
    cpSync(join(ROOT, 'deploy'), folder, {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    });
    const secrets = join(folder, 'secrets');
    mkdirSync(secrets, { mode: 0o700 });
    writeFileSync(join(secrets, 'db-password'), `${randomBytes(24).toString('hex')}\n`);
    const keys = { OPS_DB: join(folder, 'scratch.db'), OPS_AUTH_KEYS: join(secrets, 'keys.json') };
    const bin = join(ROOT, 'packages/cli/bin/ops-admin.js');
    spawnSync(process.execPath, [bin, 'import', 'users', '-'], {
      env: { ...process.env, ...keys },
      input: '[]',
    });
    for (const name of ['db-password', 'keys.json']) {
      chmodSync(join(secrets, name), 0o600);
      chownSync(join(secrets, name), 10001, 10001);
    }
    compose('up', '--detach');
    expect(opsAdmin('two', 'audit', 'verify')).to.match(/^verified 0 entries/);
  });

  it('answer through the balancer, and continue while one is replaced', async () => {
    const url = `http://${compose('port', 'balancer', '8080')}/health/ready`;
    const ask = async () => (await fetch(url, { headers: { connection: 'close' } })).status;
    expect(await ask()).to.equal(200);
    compose('stop', 'one');
    const statuses = await Promise.all(Array.from({ length: 10 }, ask));
    expect(new Set(statuses)).to.deep.equal(new Set([200]));
  });
});
