/**
 * Kills a bulk removal with SIGKILL at random moments, and checks each time that the audit trail is sound and agrees with
 * what users hold: `node tools/kill-bulk.mjs [ROUNDS=50]`. Run `npx tsc -b` first.
 */
import { killBulkRuns } from '../packages/cli/test/kill-bulk.ts';

const rounds = Number(process.argv[2] ?? 50);
const start = performance.now();
const { flaws, rows, written } = await killBulkRuns(rounds);
const seconds = ((performance.now() - start) / 1000).toFixed(1);
const inTheMiddle = written.filter((count) => count > 0 && count < rows).length;
console.log(
  `${written.length} runs of ${rows} rows killed in ${seconds} s, ${inTheMiddle} of them in the middle`,
);
console.log(`rows written: ${written.sort((a, b) => a - b).join(' ')}`);
console.log(flaws.length === 0 ? 'every trail is sound and agrees with the users' : flaws.join('\n'));
process.exitCode = flaws.length === 0 ? 0 : 1;
