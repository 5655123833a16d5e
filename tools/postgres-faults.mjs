/**
 * Does faults to two services on PostgreSQL, each so many times under load, and checks after each that the database holds
 * what was acknowledged: `node tools/postgres-faults.mjs [ROUNDS=20]`. Run `npx tsc -b` first.
 */
import { repeatPostgresFaults } from '../packages/cli/test/faults/repeat-postgres-faults.ts';

const rounds = Number(process.argv[2] ?? 20);
const start = performance.now();
let flawed = 0;
await repeatPostgresFaults(rounds, ({ flaws, ...counts }) => {
  flawed += flaws.length;
  console.log(JSON.stringify(counts), ...flaws);
});
console.log(`${((performance.now() - start) / 1000).toFixed(1)} s`);
console.log(flawed === 0 ? 'no acknowledged change is lost, none is there twice' : `${flawed} flaws`);
process.exitCode = flawed === 0 ? 0 : 1;
