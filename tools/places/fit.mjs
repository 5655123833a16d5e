// Fits the weights of the score and of the acceptance to the first half of every list: it changes one weight at a time, and keeps what costs
// least. A wrong or invented place costs five times a place that is not found. It prints the weights and both halves; nothing is written.
// `node tools/places/fit.mjs [--rounds 1]`
import { parseArgs } from 'node:util';
import { fold } from '../../packages/reference-data/dist/gazetteer/fold.js';
import { ACCEPTANCE, SCORE } from '../../packages/reference-data/dist/gazetteer/weights.js';
import { openReferenceData } from '../../packages/reference-data/dist/index.js';
import { judge, readLists } from './lists.mjs';

const STEPS = [0.8, 1.25];
const COST = { right: 0, wrong: 5, invented: 5, 'not found': 1 };
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '1' } } });
const data = openReferenceData()._unsafeUnwrap();
const queries = readLists().flatMap((list) => list.queries);

function cost(isHeldOut) {
  let sum = 0;
  for (const query of queries) {
    if (query.isHeldOut !== isHeldOut) continue;
    const address = query.text
      .normalize('NFC')
      .trim()
      .replace(/\s*[\r\n]+\s*/g, ', ');
    sum += COST[judge(query, data.explain(address)._unsafeUnwrap().location, fold)];
  }
  return sum;
}

let least = cost(false);
console.log(`before: ${least}, held out ${cost(true)}`);
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const weights of [SCORE, ACCEPTANCE]) {
    for (const name of Object.keys(weights)) {
      for (const step of STEPS) {
        const before = weights[name];
        weights[name] = Math.round(before * step * 100) / 100;
        const now = cost(false);
        if (now < least) {
          console.log(`${name}: ${before} -> ${weights[name]}, ${least} -> ${now}`);
          least = now;
        } else weights[name] = before;
      }
    }
  }
}
console.log(`after: ${least}, held out ${cost(true)}`);
data.close();
