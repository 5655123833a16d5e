// Compares the airport database of the package with an official OurAirports dump (airports.csv or airports.csv.gz, and
// regions.csv), and airports with the towns that they are named by. Run it after a build:
//
//   node tools/compare-airports.mjs [FOLDER] [--reference FILE] [--verbose]
//
// FOLDER is by default ../shared/data/ourairports, next to the repository. Every share of a table has the same
// denominator, so an airport that is missing counts against every row. Exits with 1 where an aim is missed.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { NO_PLACE_WORDS } from '../packages/core/dist/adapter.js';

// By their files: none of this is public.
const [
  { parseAddress },
  { locationOperations },
  { isTownMeant },
  { SqliteAirportDirectory },
  { openReference },
  { fold },
  { GazetteerGeoLookup },
  { SqliteTownDirectory },
] = await Promise.all([
  built('core', 'index.js'),
  built('core', 'operations.js'),
  built('core', 'locations/is-town-meant.js'),
  built('reference-data', 'airports/sqlite-airport-directory.js'),
  built('reference-data', 'file/open-reference.js'),
  built('reference-data', 'gazetteer/fold.js'),
  built('reference-data', 'gazetteer/gazetteer-geo-lookup.js'),
  built('reference-data', 'gazetteer/sqlite-town-directory.js'),
]);

const [{ SqliteAirportGazetteer }, { cleanAirport }, { writeAirport }] = await Promise.all(
  ['airport-gazetteer', 'clean-airport', 'write-airport'].map(
    (name) => import(`../packages/reference-data/build/airports/${name}.ts`),
  ),
);
const { parse } = createRequire(join(import.meta.dirname, '../packages/cli/package.json'))('csv-parse/sync');

const NEAR_KM = 5;
const SHOWN = 10;

const { values: options, positionals } = parseArgs({
  options: { reference: { type: 'string' }, verbose: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const folder = resolve(positionals[0] ?? join(import.meta.dirname, '../../shared/data/ourairports'));

const regions = new Map();
for (const { code, name } of read('regions.csv')) regions.set(code, name);
const official = [];
for (const row of read('airports.csv')) {
  const airport = cleanAirport(row, regions);
  if (airport) official.push(airport);
}

const database = openReference(options.reference).match(
  (opened) => opened,
  (error) => fail(`The airport database cannot be opened: ${JSON.stringify(error)}`),
);
const gazetteer = new SqliteAirportGazetteer(database);
const towns = new GazetteerGeoLookup(database);
const airports = new SqliteAirportDirectory(database);
const find = async (code) => (await airports.find(code))._unsafeUnwrap();
const lookup = async (text) => (await towns.lookup(parseAddress(text)._unsafeUnwrap())).unwrapOr(undefined);

let missed = 0;

const scheduled = await pairsOf(official.filter(({ iata, isScheduled }) => iata !== '' && isScheduled));
console.log(`Scheduled IATA codes of ${folder}: ${scheduled.length}`);
const has = (part) => (pair) => pair.got !== undefined && part(pair.got) === part(pair.wanted);
share(
  'present',
  scheduled,
  ({ got }) => got !== undefined,
  0.99,
  ({ code }) => code,
);
share(
  'country',
  scheduled,
  has(({ country }) => country),
  0.99,
  told(({ country }) => country),
);
share(
  'a city',
  scheduled,
  ({ got }) => got === undefined || got.city !== '',
  1,
  ({ code }) => code,
);
share(
  'city',
  scheduled,
  has(({ city }) => city),
  0.99,
  told(({ city }) => city),
);
share(
  'state',
  scheduled,
  has(({ state }) => state),
  0.99,
  told(({ state }) => state),
);
const regioned = scheduled.filter(({ region }) => region?.isSame);
share(
  'region',
  regioned,
  ({ got, region }) => got?.state === region.name,
  0.99,
  told(({ state }) => state),
);
share(
  `within ${NEAR_KM} km`,
  scheduled,
  ({ got, wanted }) => got !== undefined && kilometres(wanted, got) <= NEAR_KM,
  0.99,
  ({ code, got, wanted }) => `${code} ${got ? `${kilometres(wanted, got).toFixed(1)} km off` : 'missing'}`,
);

console.log('\nICAO and other four-character codes');
const withIcao = official.filter(({ icao }) => icao !== '');
const known = new Set(database.prepare('SELECT code FROM airport').pluck().iterate());
const hasIcao = ({ icao }) => known.has(icao);
share('of all', withIcao, hasIcao, 0.95, ({ icao }) => icao);
share(
  'of ICAO’s own',
  withIcao.filter(({ icaoIsOfficial }) => icaoIsOfficial),
  hasIcao,
  0.95,
  ({ icao }) => icao,
);

console.log('\nLarge airports, and the town that the gazetteer has under their city and country');
const large = (await pairsOf(official.filter(({ iata, isLarge }) => iata !== '' && isLarge))).filter(
  ({ got }) => got !== undefined,
);
const countryName = new Intl.DisplayNames(['en'], { type: 'region' });
const withTown = [];
for (const pair of large) {
  const town =
    (await lookup(`${pair.got.city}, ${pair.got.state}, ${countryName.of(pair.got.country)}`)) ??
    (await lookup(`${pair.got.city}, ${countryName.of(pair.got.country)}`));
  if (town && kilometres(town, pair.got) < 100) withTown.push({ ...pair, town });
}
const beside = ({ code, got, town }) =>
  `${code} in ${got.city}, ${got.state}; the town is ${town.city}, ${town.state}`;
share(
  'found',
  large,
  ({ code }) => withTown.some((one) => one.code === code),
  0.8,
  ({ code }) => code,
);
share('city', withTown, ({ got, town }) => got.city === town.city, 0.98, beside);
// The others lie in another region than their town.
share('state', withTown, ({ got, town }) => got.state === town.state, 0.9, beside);

console.log('\nNames of towns in small letters that could be codes, by the people who live there');
const directory = new SqliteTownDirectory(database);
const locations = locationOperations({ airports, geoLookup: towns, towns: directory });
for (const [least, aim] of [
  [15_000, 0.9],
  [100_000, 0.96],
]) {
  // First names and placeholders mean no town.
  const names = database
    .prepare('SELECT name, people FROM town WHERE people >= ? ORDER BY name')
    .all(least)
    .filter(({ name }) => !NO_PLACE_WORDS.has(name));
  const answers = [];
  for (const { name, people } of names) {
    const airport = await find(name.toUpperCase());
    const answer = (await locations.find(name)).unwrapOr(undefined);
    const isCode = airport !== undefined && !isTownMeant(name.toUpperCase(), airport, people);
    answers.push({ name, airport: airport?.location, answer, isCode });
  }
  const isTown = ({ name, airport, answer }) =>
    answer !== undefined &&
    (airport === undefined || kilometres(airport, answer) > 0.001) &&
    fold(answer.city) === name;
  const shown = ({ name, answer, isCode }) =>
    `${name}: ${answer ? `${answer.city}, ${answer.country}` : 'not found'}${isCode ? ', the code by the rule' : ''}`;
  share(`${least / 1000},000`, answers, isTown, aim, shown);
  share('or by the rule', answers, (one) => one.isCode || isTown(one), 0.95, shown);
}

database.close();
process.exitCode = missed === 0 ? 0 : 1;

/** The file's values for airports, next to those computed from the dump. */
async function pairsOf(some) {
  const pairs = [];
  for (const airport of some) {
    pairs.push({
      code: airport.iata,
      wanted: writeAirport(airport, gazetteer).location,
      region: gazetteer.regionOf(airport.region),
      got: (await find(airport.iata))?.location,
    });
  }
  // Wrong answers are worse than missing ones, so they are listed first.
  return pairs.sort((one, other) => Number(one.got === undefined) - Number(other.got === undefined));
}

function told(part) {
  return ({ code, wanted, got }) =>
    got
      ? `${code} ${JSON.stringify(part(got))}, officially ${JSON.stringify(part(wanted))}`
      : `${code} missing`;
}

function share(name, items, agrees, aim, describe) {
  const wrong = items.filter((item) => !agrees(item));
  const right = items.length - wrong.length;
  const met = right >= aim * items.length;
  if (!met) missed += 1;
  const percent = `${((100 * right) / items.length).toFixed(2)} %`;
  console.log(
    `  ${name.padEnd(14)} ${right} of ${items.length}`.padEnd(34),
    percent.padStart(8),
    `  aim ${100 * aim} %${met ? '' : ', missed'}`,
  );
  if (!options.verbose) return;
  for (const item of wrong.slice(0, SHOWN)) console.log(`      ${describe(item)}`);
  if (wrong.length > SHOWN) console.log(`      and ${wrong.length - SHOWN} more`);
}

function read(name) {
  const file = [name, `${name}.gz`].map((one) => join(folder, one)).find((one) => existsSync(one));
  if (file === undefined) fail(`${folder} has no ${name}. Give the folder of an OurAirports dump.`);
  const bytes = readFileSync(file);
  return parse(file.endsWith('.gz') ? gunzipSync(bytes) : bytes, { bom: true, columns: true });
}

/** Great-circle distance. */
function kilometres(one, other) {
  const radians = (degrees) => (degrees * Math.PI) / 180;
  const haversine = (angle) => Math.sin(radians(angle) / 2) ** 2;
  const chord =
    haversine(other.lat - one.lat) +
    Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * haversine(other.long - one.long);
  return 2 * 6371 * Math.asin(Math.sqrt(chord));
}

async function built(packageName, file) {
  const found = await import(join(import.meta.dirname, '../packages', packageName, 'dist', file)).catch(
    () => undefined,
  );
  return found ?? fail('The package is not built: run "npx -y pnpm@12 run build" first.');
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
