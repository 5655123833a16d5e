import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { until } from '../../../test/until.ts';
import { ask } from './a-postgres.ts';

/** A PgBouncer in front of a server. */
export interface APgBouncer {
  /** The URL of the database, over it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** The user `nobody`: PgBouncer does not run as root. */
const NOBODY = 65_534;

/** Whether there is a PgBouncer on this machine. */
export const hasPgBouncer: boolean = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].some(
  (folder) => existsSync(join(folder, 'pgbouncer')),
);

/** Starts Debian's PgBouncer with its own settings, except for folders and the number of shared server connections. */
export async function aPgBouncer(
  url: string,
  mode: 'session' | 'transaction',
  connections: number,
): Promise<APgBouncer> {
  const server = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), 'ops-admin-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const users = join(folder, 'users');
  await writeFile(users, `"${server.username}" "${decodeURIComponent(server.password)}"\n`);
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${connections}
`,
  );
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const said: string[] = [];
  const path = [process.env.PATH, '/usr/sbin'].join(delimiter);
  const bouncer = spawn('pgbouncer', [settings], { ...identity, env: { PATH: path } });
  bouncer.stderr.on('data', (bytes) => said.push(String(bytes)));
  const ended = new Promise((resolve) => bouncer.once('exit', resolve));
  const bounced = new URL(url);
  bounced.host = `127.0.0.1:${port}`;
  const answers = () =>
    ask(bounced.href, 'select 1').then(
      () => true,
      () => false,
    );
  await until(answers, () => `PgBouncer\n${said.join('')}`);
  return {
    url: bounced.href,
    stop: async () => {
      end(bouncer);
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

function end(child: ChildProcess): void {
  if (child.exitCode === null) child.kill('SIGKILL');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
