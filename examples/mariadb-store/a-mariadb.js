// A server for the tests: that of TEST_MARIADB_URL, or Debian's `mariadbd` in a temporary folder; undefined if there is neither.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection } from 'mariadb';

const PROGRAM = ['/usr/sbin/mariadbd', '/usr/libexec/mariadbd'].find((file) => existsSync(file));

/** @returns {Promise<{ url: string, stop(): Promise<void> } | undefined>} */
export async function aMariadb() {
  const { TEST_MARIADB_URL } = process.env;
  if (TEST_MARIADB_URL) return { url: TEST_MARIADB_URL, stop: async () => {} };
  if (!PROGRAM) return undefined;
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'mariadb-'));
  const data = join(folder, 'data');
  // It does not run as root.
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? 'mysql' : userInfo().username;
  if (isRoot) {
    const id = (/** @type {string} */ flag) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
    chownSync(folder, id('-u'), id('-g'));
  }
  const where = ['--no-defaults', `--user=${user}`, `--datadir=${data}`];
  execFileSync('mariadb-install-db', [...where, '--auth-root-authentication-method=normal'], {
    stdio: 'pipe',
  });
  const port = await freePort();
  const server = spawn(
    PROGRAM,
    [
      ...where,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(data, 'socket')}`,
      '--innodb-flush-log-at-trx-commit=0',
    ],
    { stdio: 'ignore' },
  );
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    if (server.exitCode === null && server.kill()) await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 100; tries++) {
    try {
      const connection = await createConnection({ host: '127.0.0.1', port, user: 'root' });
      await connection.query('create database tests');
      await connection.end();
      return { url: `mariadb://root@127.0.0.1:${port}/tests`, stop };
    } catch {
      await pause(100);
    }
  }
  await stop();
  throw new Error('mariadbd does not start');
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}
