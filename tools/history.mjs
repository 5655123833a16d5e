/**
 * Changes permissions at random through services and commands, kills them at random moments, and compares what was
 * acknowledged and what users hold with the audit trail:
 * `node tools/history.mjs [--seconds 60] [--seed S] [--database sqlite|postgres] [--services N]`. Run `pnpm run build` first.
 */
import { parseArgs } from 'node:util';
import { aDatabase } from '../packages/adapter-postgres/test/a-postgres.ts';
import { tellHistory } from '../packages/cli/test/guard/history/history.ts';
import { anySeed } from '../packages/cli/test/guard/random.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(anySeed()) },
    database: { type: 'string', default: 'sqlite' },
    services: { type: 'string' },
  },
});
const { database, seconds, seed } = values;
// One file is most often served by one process.
const services = Number(values.services ?? (database === 'postgres' ? 2 : 1));
console.log(`seed ${seed}`);
const made = database === 'postgres' ? await aDatabase() : undefined;
const start = performance.now();
const { flaws, ...counts } = await tellHistory({
  seconds: Number(seconds),
  seed: Number(seed),
  services,
  ...(made && { database: made.url }),
});
await made?.drop();
for (const flaw of flaws) console.log(flaw);
console.log(`${((performance.now() - start) / 1000).toFixed(1)} s`, counts);
console.log(
  `history on ${database}: ${counts.rounds - (flaws.length > 0 ? 1 : 0)} passed, ${flaws.length > 0 ? 1 : 0} failed (seed ${seed})`,
);
process.exitCode = flaws.length === 0 ? 0 : 1;
