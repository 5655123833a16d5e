/**
 * Sends requests to a service that are made of its own description, hostile ones among them, and compares each answer with
 * it: `node tools/fuzz.mjs [--requests 5000] [--seed S] [--only NUMBER] [--database sqlite|postgres]`. Run `pnpm run build` first.
 */
import { parseArgs } from 'node:util';
import { aDatabase } from '../packages/adapter-postgres/test/a-postgres.ts';
import { fuzz } from '../packages/cli/test/guard/fuzz/fuzz.ts';
import { anySeed } from '../packages/cli/test/guard/random.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(anySeed()) },
    only: { type: 'string' },
    database: { type: 'string', default: 'sqlite' },
  },
});
const { database, only, requests, seed } = values;
console.log(`seed ${seed}`);
const made = database === 'postgres' ? await aDatabase() : undefined;
const start = performance.now();
const { findings, sent, statuses } = await fuzz({
  requests: Number(requests),
  seed: Number(seed),
  ...(made && { database: made.url }),
  ...(only !== undefined && { only: Number(only) }),
});
await made?.drop();
for (const { curl, flaw, number, times } of findings) {
  console.log(`\n${flaw}\n  ${times} times; seed ${seed}, request ${number}\n  ${curl}`);
}
console.log(`${((performance.now() - start) / 1000).toFixed(1)} s`, statuses);
const failed = findings.reduce((sum, { times }) => sum + times, 0);
console.log(
  `fuzzer on ${database}: ${sent - Math.min(failed, sent)} passed, ${failed} failed (seed ${seed})`,
);
process.exitCode = failed === 0 ? 0 : 1;
