/**
 * How long the command takes to start: medians of whole processes, against an empty node script. `node bench/start.mjs
 * [RUNS=15]`; run `npx tsc -b` first. `--help` may take 2.5 times what nothing takes.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BIN = join(import.meta.dirname, '../packages/cli/bin/ops-admin.js');
const runs = Number(process.argv[2] ?? 15);
const folder = mkdtempSync(join(tmpdir(), 'ops-admin-start-'));
const empty = join(folder, 'empty.mjs');
writeFileSync(empty, '');

const commands = {
  'an empty script': [empty],
  '--help': [BIN, '--help'],
  'audit list --help': [BIN, 'audit', 'list', '--help'],
  '--version': [BIN, '--version'],
  'completion bash': [BIN, 'completion', 'bash'],
  'audit list': [BIN, 'audit', 'list'],
};

// One after the other in every round, so that a busy moment hits all of them.
const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
writeFileSync(join(folder, 'none.json'), '[]');
spawnSync(process.execPath, [BIN, 'import', 'users', 'none.json'], { cwd: folder });
for (let run = 0; run < runs; run++) {
  for (const [name, args] of Object.entries(commands)) {
    const start = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder });
    if (status !== 0) throw new Error(`${name}: ${stderr}`);
    times[name].push(performance.now() - start);
  }
}
rmSync(folder, { recursive: true });

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const floor = median(times['an empty script']);
for (const [name, values] of Object.entries(times)) {
  const one = median(values);
  console.log(`${name.padEnd(20)} ${one.toFixed(0).padStart(5)} ms  ${(one / floor).toFixed(2)}`);
}
