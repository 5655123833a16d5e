import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const USAGE = join(import.meta.dirname, 'usage.cjs');

/**
 * Runs a script to its end: what it printed, how many milliseconds it took, how many of the processor, and the most memory
 * that it had, in MB.
 */
export function runMeasured(args, { cwd, env, input, statuses }) {
  const usage = join(cwd, 'usage.json');
  const start = performance.now();
  const { status, stderr, stdout } = spawnSync(process.execPath, ['--require', USAGE, ...args], {
    cwd,
    env: { PATH: process.env.PATH, BENCH_USAGE: usage, ...env },
    maxBuffer: 1e9,
    ...(input !== undefined && { input }),
  });
  const milliseconds = performance.now() - start;
  if (!statuses.includes(status)) throw new Error(`${args.join(' ')}: ${stderr}`);
  return { printed: stdout.toString(), milliseconds, ...JSON.parse(readFileSync(usage, 'utf8')) };
}
