import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { BIN, keysIn } from './organisation.mjs';

const REFERENCE = createRequire(import.meta.url).resolve(
  '../../packages/reference-data/data/reference.sqlite',
);
/** No look-up reaches the limit, but each is counted. */
const LOOK_UPS = 1_000_000;
const WINDOW_SECONDS = 10;

/** Starts the service on a database. */
export function startService(folder, db, nodeArgs = []) {
  return start([...nodeArgs, BIN, 'serve', '--port', '0', '--db', db], folder, {
    OPS_AUTH_KEYS: keysIn(folder),
    OPS_GEOCODE_RATE_LIMIT: String(LOOK_UPS),
    OPS_GEOCODE_RATE_WINDOW: String(WINDOW_SECONDS),
  });
}

/** Starts a server of `floors/` on a database. */
export function startFloor(name, folder, db) {
  const options = { db, keys: keysIn(folder), reference: REFERENCE, limit: LOOK_UPS, window: WINDOW_SECONDS };
  const args = Object.entries(options).flatMap(([option, value]) => [`--${option}`, String(value)]);
  return start([join(import.meta.dirname, 'floors', `${name}.mjs`), ...args], folder, {});
}

async function start(args, cwd, env) {
  const { PATH, OPS_LOG_LEVEL } = process.env;
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH, NODE_ENV: 'production', ...(OPS_LOG_LEVEL && { OPS_LOG_LEVEL }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await new Promise((resolve, reject) => {
    let text = '';
    // Both outputs are read to their ends: a process whose output nobody reads stops.
    child.stdout.on('data', (chunk) => {
      text = `${text}${chunk}`.slice(0, 10_000);
      const [found] = /http:[^\s"]+(?=[\s"])/.exec(text) ?? [];
      if (found) resolve(found);
    });
    let log = '';
    child.stderr.on('data', (chunk) => {
      log = `${log}${chunk}`.slice(-2000);
    });
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}: ${log}`)));
  });
  return {
    url,
    /** Seconds of processor time that the process has used. */
    processorTime: () => {
      // Fields after the name, which can hold anything: user and system time are the 12th and 13th, in 1/100 s.
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      return (Number(fields[11]) + Number(fields[12])) / 100;
    },
    /** Resident memory in MB (millions of bytes). */
    memory: () => {
      const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
      return (Number(kilobytes) * 1024) / 1e6;
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
