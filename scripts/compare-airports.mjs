// Compares the airport database of the package with an official OurAirports dump (airports.csv or airports.csv.gz, and
// regions.csv). Run it after a build:
//
//   node scripts/compare-airports.mjs [FOLDER] [--verbose]
//
// FOLDER is ../shared/data/ourairports beside the repository by default. Every share of a table has the same
// denominator, so an airport that is missing counts against every row. Exits with 1 where an aim is missed.

import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

// By their files: none of this is public.
const [{ AirportFolder }, { cleanAirport }, { AIRPORT_COLUMNS, readAirportFile }, { openReference }] =
  await Promise.all([
    built('airports/airport-folder.js'),
    built('airports/clean-airport.js'),
    built('airports/read-ourairports.js'),
    built('file/open-reference.js'),
  ]);

const NEAR_KM = 5;
const SHOWN = 10;

const { values: options, positionals } = parseArgs({
  options: { verbose: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const folder = resolve(positionals[0] ?? join(import.meta.dirname, '../../shared/data/ourairports'));

const regions = new Map();
await read('regions.csv', ['code', 'name'], ({ code, name }) => regions.set(code, name));
const official = [];
await read('airports.csv', AIRPORT_COLUMNS, (row) => {
  const airport = cleanAirport(row, regions);
  if (airport) official.push({ ...airport, scheduled: row.scheduled_service === 'yes' });
});

const database = openReference().match(
  (opened) => opened,
  (error) => fail(`The airport database cannot be opened: ${JSON.stringify(error)}`),
);
const byCode = database.prepare('SELECT city, state, country, lat, long FROM airport WHERE code = ?');

let missed = 0;

const scheduled = official.filter(({ iata, scheduled }) => iata !== '' && scheduled);
const pairs = scheduled
  .map(({ iata, location }) => ({ code: iata, wanted: location, got: byCode.get(iata) }))
  // Wrong answers tell more than missing ones, so they are listed first.
  .sort((one, other) => Number(one.got === undefined) - Number(other.got === undefined));
console.log(`Scheduled IATA codes of ${folder}: ${pairs.length}`);
report('present', pairs, () => '', 0.99);
report('country', pairs, ({ country }) => country, 0.99);
report('region', pairs, ({ state }) => state, 0.95);
report('city', pairs, ({ city }) => city, 0.95);
const distances = pairs.map(({ code, wanted, got }) => ({ code, km: got && kilometres(wanted, got) }));
distances.sort((one, other) => (other.km ?? -1) - (one.km ?? -1));
share(
  `within ${NEAR_KM} km`,
  distances,
  ({ km }) => km !== undefined && km <= NEAR_KM,
  0.99,
  ({ code, km }) => (km === undefined ? `${code} missing` : `${code} ${km.toFixed(1)} km off`),
);

console.log('\nICAO and other four-character codes');
const withIcao = official.filter(({ icao }) => icao !== '');
const hasIcao = ({ icao }) => byCode.get(icao) !== undefined;
share('of all', withIcao, hasIcao, 0.95, ({ icao }) => icao);
share(
  'of ICAO’s own',
  withIcao.filter(({ icaoIsOfficial }) => icaoIsOfficial),
  hasIcao,
  0.95,
  ({ icao }) => icao,
);

database.close();
process.exitCode = missed === 0 ? 0 : 1;

function report(name, pairs, part, aim) {
  const agrees = ({ wanted, got }) => got !== undefined && part(got) === part(wanted);
  share(name, pairs, agrees, aim, ({ code, wanted, got }) =>
    got
      ? `${code} ${JSON.stringify(part(got))}, officially ${JSON.stringify(part(wanted))}`
      : `${code} missing`,
  );
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

async function read(name, columns, onRow) {
  const done = await readAirportFile(new AirportFolder(folder), name, { columns, onRow });
  if (done.isErr())
    fail(`${name} cannot be read: ${done.error.reason}. Give the folder of an OurAirports dump.`);
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

async function built(file) {
  const found = await import(join(import.meta.dirname, '../packages/reference-data/dist', file)).catch(
    () => undefined,
  );
  return found ?? fail('The package is not built: run "npx -y pnpm@12 run build" first.');
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
