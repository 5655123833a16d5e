// Samples texts of given kinds from the gazetteer by the thousand, and counts how many are found right. `node tools/places/samples.mjs [--size 400] [--seed 48] [--misses 0]`
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { FIRST_NAMES } from '../../packages/core/dist/adapter.js';
import { openReferenceData } from '../../packages/reference-data/dist/index.js';
import { kilometresBetween } from './lists.mjs';

const Database = createRequire(new URL('../../packages/reference-data/package.json', import.meta.url))(
  'better-sqlite3',
);
const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '400' },
    seed: { type: 'string', default: '48' },
    misses: { type: 'string', default: '0' },
  },
});
const size = Number(values.size);
let state = Number(values.seed);
const random = () => {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
const pick = (list) => list[Math.floor(random() * list.length)];
const sample = (list) => Array.from({ length: size }, () => pick(list));

const data = openReferenceData()._unsafeUnwrap();
const database = new Database(
  new URL('../../packages/reference-data/data/reference.sqlite', import.meta.url).pathname,
  { readonly: true },
);
const towns = database
  .prepare(
    `SELECT place.id, place.name, country.name AS country, region.name AS state, region.id AS region, lat, long, place.people, place.country AS countryId
       FROM place JOIN area country ON country.id = place.country LEFT JOIN area region ON region.id = place.region
      WHERE place.people >= 15000 AND NOT section`,
  )
  .all();
const english = new Intl.DisplayNames(['en'], { type: 'region' });
const largest = new Map();
for (const town of [...towns].sort((a, b) => a.people - b.people)) {
  largest.set(`${town.country} ${town.name}`, town.id);
  largest.set(`${town.country} ${town.state} ${town.name}`, town.id);
}
const first = towns.filter((town) => largest.get(`${town.country} ${town.name}`) === town.id);
const inRegion = towns.filter(
  (town) => largest.get(`${town.country} ${town.state} ${town.name}`) === town.id,
);
const codes = new Map(
  database
    .prepare("SELECT code, name FROM region_code WHERE code LIKE 'US-__'")
    .all()
    .map(({ code, name }) => [name, code.slice(3)]),
);
const american = inRegion.filter(({ country, state: name }) => country === 'US' && codes.has(name));
const STREETS = [
  '12 Main Street',
  '5 High Street',
  'Bahnhofstraße 7',
  '14 rue de la Gare',
  'Calle Mayor 3',
  'Via Roma 21',
];
const ZIPS = {
  AL: '350',
  AK: '995',
  AZ: '850',
  AR: '720',
  CA: '921',
  CO: '801',
  CT: '061',
  FL: '331',
  GA: '303',
  ID: '836',
  IL: '606',
  IN: '462',
  IA: '503',
  KS: '666',
  KY: '402',
  LA: '701',
  ME: '041',
  MD: '212',
  MA: '021',
  MI: '482',
  MN: '554',
  MS: '392',
  MO: '641',
  MT: '596',
  NE: '681',
  NV: '891',
  NH: '032',
  NJ: '071',
  NM: '871',
  NY: '112',
  NC: '276',
  ND: '581',
  OH: '441',
  OK: '731',
  OR: '972',
  PA: '191',
  RI: '029',
  SC: '292',
  SD: '571',
  TN: '372',
  TX: '770',
  UT: '841',
  VT: '054',
  VA: '232',
  WA: '981',
  WV: '253',
  WI: '532',
  WY: '820',
};
const zipped = american.filter((town) => ZIPS[codes.get(town.state)]);
const code = (town) => codes.get(town.state);
const nation = (town) => english.of(town.country);
const letters = 'abcdefghijklmnopqrstuvwxyz';
const misspell = (name) => {
  const at = 1 + Math.floor(random() * (name.length - 1));
  const kind = Math.floor(random() * 4);
  if (kind === 0) return name.slice(0, at) + name.slice(at + 1);
  if (kind === 1) return name.slice(0, at) + pick(letters) + name.slice(at);
  if (kind === 2 && at < name.length - 1)
    return name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2);
  return name.slice(0, at) + pick(letters) + name.slice(at + 1);
};
const long = first.filter(({ name }) => /^[A-Za-z]{5,}$/.test(name));

const KINDS = [
  ['town, Country', first, (town) => `${town.name}, ${nation(town)}`],
  ['street, town, Country', first, (town) => `${pick(STREETS)}, ${town.name}, ${nation(town)}`],
  ['town, ST', american, (town) => `${town.name}, ${code(town)}`],
  ['Hotel Ibis town, Country', first, (town) => `Hotel Ibis ${town.name}, ${nation(town)}`],
  ['Hampton Inn town, ST', american, (town) => `Hampton Inn ${town.name}, ${code(town)}`],
  ['a typo of one letter, Country', long, (town) => `${misspell(town.name)}, ${nation(town)}`],
  ['ST, town', american, (town) => `${code(town)}, ${town.name}`],
  ['United States | State | town', american, (town) => `United States | ${town.state} | ${town.name}`],
  [
    'Country | Region | town',
    inRegion.filter((town) => town.state),
    (town) => `${nation(town)} | ${town.state} | ${town.name}`,
  ],
  ['town ZIP', zipped, (town) => `${town.name} ${ZIPS[code(town)]}${String(Math.floor(random() * 90) + 10)}`],
];
for (const [kind, list, write] of KINDS) {
  let right = 0;
  let wrong = 0;
  let shown = 0;
  for (const town of sample(list)) {
    const text = write(town);
    const found = (await data.gazetteer.lookup(text)).unwrapOr(undefined);
    const isRight =
      found &&
      found.country === town.country &&
      (found.city === town.name || kilometresBetween([found.lat, found.long], [town.lat, town.long]) < 25);
    if (isRight) right += 1;
    else {
      if (found) wrong += 1;
      if (shown++ < Number(values.misses))
        console.log(
          `    ${text} -> ${found ? `${found.city}, ${found.state}, ${found.country}` : 'nothing'}`,
        );
    }
  }
  console.log(
    `${kind}: ${((right / size) * 100).toFixed(1)} %, wrong ${((wrong / size) * 100).toFixed(1)} %`,
  );
}

const LAST =
  'Miller Smith Johnson Brown Garcia Martinez Lopez Müller Schmidt Schneider Fischer Weber Meyer Rossi Russo Ferrari Silva Santos Oliveira Dubois Martin Bernard Petit Kowalski Nowak Novak Hansen Jensen Nielsen Larsen Andersson Johansson Virtanen Yılmaz Kaya Demir Ivanov Petrov Popov Nguyen Tran Kim Lee Park Chen Wang Li Zhang Singh Kumar Sharma Patel Khan Ahmed Okafor Mensah Toledo Lyon Paris London York Cordova Medina Salazar Navarro Lincoln Washington Hamilton Houston Madison Preston Burton Bolton'.split(
    ' ',
  );
const given = [...FIRST_NAMES];
const capital = (word) => word[0].toUpperCase() + word.slice(1);
const digits = (count) => String(Math.floor(random() * 10 ** count)).padStart(count, '0');
const iata = database.prepare('SELECT code FROM airport WHERE length(code) = 3').pluck().all();
const prefixes = [
  ...iata,
  'INC',
  'ORD',
  'REQ',
  'TCK',
  'OPS',
  'BUG',
  'SR',
  'CHG',
  'TASK',
  'PO',
  'INV',
  'RMA',
  'CASE',
];
const NONE = [
  [
    'ticket codes',
    () =>
      pick([
        () => `${pick(prefixes)}-${digits(5)}`,
        () => `${pick(prefixes)}-2026-${digits(5)}`,
        () => `${pick(prefixes)}${digits(6)}`,
        () => `#${digits(5)}`,
        () => `${pick(prefixes)}-${digits(3)}-${pick(prefixes)}`,
      ])(),
  ],
  ['persons', () => `${capital(pick(given))} ${pick(LAST)}`],
];
for (const [kind, write] of NONE) {
  let answered = 0;
  let shown = 0;
  for (let at = 0; at < 1000; at += 1) {
    const text = write();
    const found = (await data.gazetteer.lookup(text)).unwrapOr(undefined);
    if (!found) continue;
    answered += 1;
    if (shown++ < Number(values.misses)) console.log(`    ${text} -> ${found.city}, ${found.country}`);
  }
  console.log(`${kind}: ${(answered / 10).toFixed(1)} % answered`);
}
database.close();
data.close();
