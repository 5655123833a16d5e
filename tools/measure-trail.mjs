/**
 * Times the filters of a trail of 226,000 entries: `node tools/measure-trail.mjs` on SQLite, with `OPS_DB=postgres://…` in an
 * empty database of PostgreSQL that it may fill. Run `npx tsc -b` first.
 */
import { measureTrail } from '../packages/cli/test/measure-trail.ts';

for (const { found, ms, name } of await measureTrail(process.env.OPS_DB)) {
  console.log(`${name.padEnd(44)} ${String(found).padStart(3)} found ${String(ms).padStart(6)} ms`);
}
