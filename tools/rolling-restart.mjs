/**
 * Restarts two instances one after the other behind HAProxy, under load, with deploy/haproxy.cfg, and counts requests that
 * failed: `OPS_DB=postgres://… node tools/rolling-restart.mjs [ROUNDS=3]`. Wants a database it may fill, and `haproxy`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '..');
const CONNECTIONS = 8;
const rounds = Number(process.argv[2] ?? 3);
const folder = await mkdtemp(join(tmpdir(), 'ops-admin-rolling-'));
const running = new Set();

function start(program, args, env = {}) {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  child.stderr.resume();
  return child;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

async function serve(port) {
  const bin = join(ROOT, 'packages/cli/bin/ops-admin.js');
  const child = start(process.execPath, [bin, 'serve', '--demo', '--json', '--port', String(port)], {
    OPS_AUTH_KEYS: join(folder, 'keys.json'),
    OPS_DRAIN_SECONDS: '5',
  });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += chunk;
    if (printed.trimEnd().endsWith('}')) break;
  }
  return { child, ...JSON.parse(printed) };
}

try {
  const [bind, ...ports] = await Promise.all([freePort(), freePort(), freePort()]);
  const instances = [await serve(ports[0]), await serve(ports[1])];
  const token = instances[0].adminToken;
  start('haproxy', ['-db', '-f', join(ROOT, 'deploy/haproxy.cfg')], {
    BIND: `127.0.0.1:${bind}`,
    BACKEND_1: `127.0.0.1:${ports[0]}`,
    BACKEND_2: `127.0.0.1:${ports[1]}`,
    // All load comes from one address, with one token.
    CONNECTIONS: '1000000',
    REQUESTS: '1000000',
    CALLER_REQUESTS: '1000000',
  }).stdout.resume();
  await sleep(2000);

  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const outcomes = {};
  let slowest = 0;
  let isOver = false;
  const ask = (method, path, body) =>
    new Promise((resolve) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const sent = request(`http://127.0.0.1:${bind}${path}`, { method, agent, headers }, (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode));
        answer.once('error', (error) => resolve(error.code));
      });
      sent.once('error', (error) => resolve(error.code));
      sent.end(body);
    });
  const work = async (worker) => {
    for (let n = 0; !isOver; n++) {
      const began = performance.now();
      const permissions = [`service.load.w${worker}`];
      const payload = { userId: '65a100000000000000000002', permissions };
      const verb = n % 4 === 1 ? 'add' : 'remove';
      const outcome =
        n % 2 === 0
          ? await ask('GET', '/department/list/0/5')
          : await ask('PUT', `/user/${verb}-permissions`, JSON.stringify({ payload }));
      slowest = Math.max(slowest, performance.now() - began);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  };
  const workers = Array.from({ length: CONNECTIONS }, (_, worker) => work(worker));
  for (let round = 0; round < rounds; round++) {
    for (const index of [0, 1]) {
      const { child } = instances[index];
      child.kill('SIGTERM');
      const [code] = await once(child, 'close');
      if (code !== 0) console.log(`an instance ended with ${code}`);
      instances[index] = await serve(ports[index]);
      await sleep(1500);
    }
  }
  isOver = true;
  await Promise.all(workers);
  console.log(
    `${rounds * 2} restarts, answers: ${JSON.stringify(outcomes)}, slowest ${slowest.toFixed(0)} ms`,
  );
  process.exitCode = Object.keys(outcomes).join() === '200' ? 0 : 1;
} finally {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
}
