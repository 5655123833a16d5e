import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BIN, opsAdmin } from '../command.mjs';
import { startService } from '../contenders.mjs';

/**
 * Milliseconds of whole processes from their start, by what they do, and of `serve` until it says that it is ready. One
 * after the other in every round, so that a busy moment meets all of them.
 */
export async function runStart({ folder: parent, plan }) {
  const folder = join(parent, 'start');
  mkdirSync(folder, { recursive: true });
  const empty = join(folder, 'empty.mjs');
  writeFileSync(empty, '');
  opsAdmin(['import', 'users', '-'], folder, { input: '[]' });
  const commands = {
    'an empty script': [empty],
    '--help': [BIN, '--help'],
    'audit list --help': [BIN, 'audit', 'list', '--help'],
    '--version': [BIN, '--version'],
    'completion bash': [BIN, 'completion', 'bash'],
    'audit list': [BIN, 'audit', 'list'],
  };
  const times = Object.fromEntries([...Object.keys(commands), 'serve'].map((name) => [name, []]));
  for (let run = 0; run < plan.starts; run++) {
    for (const [name, args] of Object.entries(commands)) {
      const start = performance.now();
      const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder });
      if (status !== 0) throw new Error(`${name}: ${stderr}`);
      times[name].push(performance.now() - start);
    }
    times.serve.push(await untilReady(folder));
  }
  return { title: 'start', milliseconds: times };
}

async function untilReady(folder) {
  const start = performance.now();
  const server = await startService(folder, 'ops-admin.db');
  try {
    const { status } = await fetch(`${server.url}/health/ready`);
    if (status !== 200) throw new Error(`/health/ready: ${status}`);
    return performance.now() - start;
  } finally {
    await server.stop();
  }
}
