import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The `ops-admin` command. */
export const BIN = join(import.meta.dirname, '../../packages/cli/bin/ops-admin.js');

/** Runs the command to its end; gives what it printed. */
export function opsAdmin(args, cwd, { env = {}, input } = {}) {
  const { status, stderr, stdout } = spawnSync(process.execPath, [BIN, ...args], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env },
    maxBuffer: 1e9,
    ...(input !== undefined && { input }),
  });
  if (status !== 0) throw new Error(`ops-admin ${args.join(' ')}: ${stderr}`);
  return stdout;
}
