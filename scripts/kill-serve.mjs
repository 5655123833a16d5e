/**
 * Kills a service with SIGKILL at random moments of a load of changes, and checks each time that the database holds what
 * was acknowledged: `node scripts/kill-serve.mjs [ROUNDS=200]`. Run `npx tsc -b` first.
 */
import { killServices } from '../packages/cli/test/faults/kill-serve.ts';

const rounds = Number(process.argv[2] ?? 200);
const start = performance.now();
const { flaws, ...counts } = await killServices(rounds);
console.log(`${((performance.now() - start) / 1000).toFixed(1)} s`, counts);
console.log(flaws.length === 0 ? 'no acknowledged change is lost, none is there twice' : flaws.join('\n'));
process.exitCode = flaws.length === 0 ? 0 : 1;
