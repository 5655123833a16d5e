// Counts the right answers of the offline gazetteer on every list of texts, the half that weights are fitted on and the half held out.
// `node tools/places/score.mjs [--misses] [--lists FOLDER] [--save FILE] [--against FILE]`; `--misses` prints those of the first half.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fold } from '../../packages/reference-data/dist/gazetteer/fold.js';
import { openReferenceData } from '../../packages/reference-data/dist/index.js';
import { asAddress, judge, readLists } from './lists.mjs';

const { values } = parseArgs({
  options: {
    misses: { type: 'boolean' },
    all: { type: 'boolean' },
    lists: { type: 'string' },
    save: { type: 'string' },
    against: { type: 'string' },
  },
});
const data = openReferenceData()._unsafeUnwrap();
const before = values.against ? JSON.parse(readFileSync(values.against, 'utf8')) : undefined;
const results = {};
const lost = [];
const sums = {};
for (const { name, queries } of readLists(values.lists)) {
  const counts = [{}, {}];
  for (const query of queries) {
    const found = await find(query.text);
    const result = judge(query, found, fold);
    const half = Number(query.isHeldOut);
    counts[half][result] = (counts[half][result] ?? 0) + 1;
    const line = `${name} ${query.kind}: ${JSON.stringify(query.text)} -> ${found ? `${found.city}, ${found.state}, ${found.country}` : 'nothing'} [${query.cities} ${query.country}]`;
    results[`${name}\t${query.text}`] = result;
    const was = before?.[`${name}\t${query.text}`];
    if (was === 'right' && result !== 'right' && (values.all || !query.isHeldOut))
      lost.push(`lost ${result} ${line}`);
    if (was && was !== 'right' && result === 'right') sums.won = (sums.won ?? 0) + 1;
    if (values.misses && result !== 'right' && (!query.isHeldOut || values.all))
      console.log(`${result}: ${line}`);
  }
  for (const [half, each] of counts.entries()) {
    const all = Object.values(each).reduce((sum, count) => sum + count, 0);
    console.log(
      `${name} ${half === 0 ? 'fitted  ' : 'held out'} ${(((each.right ?? 0) / all) * 100).toFixed(1)} % of ${all}: wrong ${each.wrong ?? 0}, not found ${each['not found'] ?? 0}, invented ${each.invented ?? 0}`,
    );
    for (const [key, count] of Object.entries(each))
      sums[`${half} ${key}`] = (sums[`${half} ${key}`] ?? 0) + count;
  }
}
if (before) for (const line of lost) console.log(line);
if (before) console.log(`lost ${lost.length}`);
console.log(sums);
if (values.save) writeFileSync(values.save, JSON.stringify(results));
data.close();

async function find(text) {
  return (await data.gazetteer.lookup(asAddress(text))).unwrapOr(undefined);
}
