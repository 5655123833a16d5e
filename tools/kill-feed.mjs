/**
 * Kills a reader of the trail as a feed, and its service, with SIGKILL while four writers change users, and checks that each
 * entry came once and in order: `node tools/kill-feed.mjs [ROUNDS=100] [POSTGRES_URL]`. Run `npx tsc -b` first. Without the
 * URL of an empty database it is SQLite.
 */
import { FaultBench } from '../packages/cli/test/faults/fault-bench.ts';
import { killFeed } from '../packages/cli/test/faults/kill-feed.ts';
import { PostgresBench } from '../packages/cli/test/faults/postgres-bench.ts';

const [, , rounds = '100', url] = process.argv;
const bench = url === undefined ? await FaultBench.open() : await PostgresBench.onServer(url);
const start = performance.now();
const { ids, killed, newestId } = await killFeed(bench, Number(rounds));
const seconds = ((performance.now() - start) / 1000).toFixed(1);
await bench.close();
const wrong = ids.findIndex((id, n) => id !== n + 1);
const isWhole = wrong < 0 && ids.length === newestId;
console.log(
  `${newestId} entries in ${seconds} s; reader killed ${killed.readers} times, service ${killed.services} times`,
);
console.log(isWhole ? 'each came once, in order' : `wrong from place ${wrong + 1} on, ${ids.length} came`);
process.exitCode = isWhole ? 0 : 1;
