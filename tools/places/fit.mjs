// Fits the weights of the score and of the acceptance to the first half of every list, by coordinate descent: it changes one weight at a time, and
// keeps what costs least. A wrong or invented place costs five times a place that is not found. It prints what both halves cost before and after;
// `--write` writes the weights, if the half held out costs less, too. `node tools/places/fit.mjs [--rounds 2] [--write]`
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openReference } from '../../packages/reference-data/dist/file/open-reference.js';
import { candidatesOf } from '../../packages/reference-data/dist/gazetteer/candidates.js';
import { fold } from '../../packages/reference-data/dist/gazetteer/fold.js';
import { NameIndex } from '../../packages/reference-data/dist/gazetteer/name-index.js';
import { parentAmong } from '../../packages/reference-data/dist/gazetteer/parent-town.js';
import { contextOf, readingOf } from '../../packages/reference-data/dist/gazetteer/read-address.js';
import { airportIn } from '../../packages/reference-data/dist/gazetteer/read-airport.js';
import { ACCEPTANCE, ACCEPTED, SCORE, sum } from '../../packages/reference-data/dist/gazetteer/weights.js';
import { asAddress, judge, readLists } from './lists.mjs';

const STEPS = [0.6, 0.8, 0.9, 1.1, 1.25, 1.6];
const COST = { right: 0, wrong: 5, invented: 5, 'not found': 1 };
const WEIGHTS = new URL('../../packages/reference-data/src/gazetteer/weights.ts', import.meta.url);
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '2' }, write: { type: 'boolean' } },
});

const database = openReference()._unsafeUnwrap();
const index = new NameIndex(database);
const locationOf = database.prepare(
  `SELECT place.name AS city, coalesce(region.name, '') AS state, country.name AS country, place.lat, place.long
     FROM place JOIN area AS country ON country.id = place.country
     LEFT JOIN area AS region ON region.id = place.region WHERE place.id = ?`,
);

// The candidates and their facts do not depend on the weights: they are read once.
const texts = readLists().flatMap(({ queries }) =>
  queries.map((query) => {
    const address = asAddress(query.text);
    const context = contextOf(address, index);
    const airport = airportIn(context);
    const candidates = airport ? [] : candidatesOf(context);
    return { query, address, context, airport, candidates, order: '', read: undefined };
  }),
);

/** What both halves cost with the weights as they are. */
function costs() {
  const both = [0, 0];
  for (const text of texts) both[Number(text.query.isHeldOut)] += COST[judge(text.query, find(text), fold)];
  return both;
}

function find(text) {
  if (text.airport) return text.airport;
  const ranked = text.candidates
    .map((candidate) => ({ ...candidate, score: sum(candidate.facts, SCORE) }))
    .sort((one, other) => other.score - one.score);
  const order = ranked.map(({ place, span }) => `${place.id}:${span.run.at}:${span.start}`).join();
  if (!text.read || order !== text.order) {
    text.order = order;
    text.read = readOrder(text, ranked);
  }
  const { acceptance, location } = text.read;
  const isAccepted =
    acceptance?.refusal === undefined && sum(acceptance?.facts ?? {}, ACCEPTANCE) >= ACCEPTED;
  return isAccepted ? location : undefined;
}

/** The acceptance of a ranking, and where its best candidate is, whether or not it is accepted. */
function readOrder({ address, context }, ranked) {
  const [best] = ranked;
  if (!best) return {};
  const { acceptance } = readingOf(address, context, ranked);
  return { acceptance, location: locationOf.get((parentAmong(best, ranked) ?? best).place.id) };
}

const before = costs();
let [least, heldOut] = before;
console.log(`before: ${least}, held out ${heldOut}`);
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const weights of [SCORE, ACCEPTANCE]) {
    for (const name of Object.keys(weights)) {
      const first = weights[name];
      let best = first;
      for (const step of STEPS) {
        weights[name] = Math.round(first * step * 100) / 100;
        const [now, other] = costs();
        if (now < least) {
          console.log(`${name}: ${first} -> ${weights[name]}, ${least} -> ${now}, held out ${other}`);
          [least, heldOut, best] = [now, other, weights[name]];
        }
      }
      weights[name] = best;
    }
  }
}
console.log(`after: ${least}, held out ${heldOut}`);
if (values.write && heldOut < before[1]) {
  const [score, acceptance] = readFileSync(WEIGHTS, 'utf8').split(/(?=\n[^\n]*\nexport const ACCEPTANCE )/);
  const written = (text, weights) =>
    text.replace(/^ {2}(\w+): -?[\d.]+,$/gm, (_, name) => `  ${name}: ${weights[name]},`);
  writeFileSync(WEIGHTS, written(score, SCORE) + written(acceptance, ACCEPTANCE));
}
database.close();
