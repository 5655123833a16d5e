import { fold } from '../dist/gazetteer/fold.js';
import { writtenRegionName } from '../dist/gazetteer/written-name.js';
import type { OurAirportsRow } from './airports/ourairports-row.ts';
import { isUnassigned, type RegionNames } from './airports/region-name.ts';
import { type AdminArea, type IsoRegions, namesOf } from './area-names.ts';
import type { GeoNamesPlace } from './geonames-place.ts';
import { PlaceGrid, type Situated } from './place-grid.ts';

/** The name of a region, the same in every answer. */
export interface RegionCode {
  /** ISO 3166-2, or OurAirports' own code. */
  readonly code: string;
  /** GeoNames' name of the region that has the code at ISO, or of a larger one around it. */
  readonly name: string;
  /** The name of GeoNames' region for airports with that code, which OurAirports can use for another region. */
  readonly airports: string | undefined;
  /** Whether `airports` names exactly that region, and not a larger one around it. */
  readonly isSame: boolean;
}

/** The data for matching codes of regions. */
export interface RegionCodesInput {
  /** GeoNames' regions and counties. */
  readonly areas: readonly AdminArea[];
  readonly places: readonly GeoNamesPlace[];
  readonly airports: readonly OurAirportsRow[];
  readonly isoNames: RegionNames;
  /** OurAirports' names. */
  readonly officialNames: RegionNames;
}

const CODE = /^[A-Z]{2}-[A-Z0-9]{1,3}$/;
// OurAirports' names are sometimes wrong or old: this many airports in another region overrule them.
const MANY_AIRPORTS = 6;
const NEARLY_ALL = 0.9;
const MOST = 0.75;
const MORE_THAN_HALF = 0.6;

/**
 * The regions of GeoNames by their codes. No table on npm says which region of GeoNames has which code. So it is the region
 * with the same name; otherwise the region of the airports with that code, if its airports have that code; otherwise a
 * larger region around them.
 */
export function regionCodes(input: RegionCodesInput): RegionCode[] {
  const { isoNames, officialNames } = input;
  const regions = input.areas.filter(({ code }) => code.split('.').length === 2);
  const nameOf = new Map(regions.map(({ code, name }) => [code, writtenRegionName(name)]));
  const index = indexNames(regions);
  const votes = countVotes(input);
  const named = (code: string, names: RegionNames) => regionNamed(code, names.get(code), index);

  const known = new Set([...isoNames.keys(), ...officialNames.keys(), ...votes.pairs.keys()]);
  const codes = [...known].filter((code) => CODE.test(code) && !isUnassigned(code, officialNames)).sort();
  const taken = new Set(codes.flatMap((code) => named(code, officialNames) ?? named(code, isoNames) ?? []));

  return codes.flatMap((code): RegionCode[] => {
    const elected = electedBy(code, votes);
    const { region, airports = 0, share = 0 } = elected ?? {};
    const same = elected?.isMutual && !taken.has(elected.region) ? region : undefined;
    const around = airports > 1 && share >= MOST ? region : undefined;
    const byMany = airports >= MANY_AIRPORTS && share >= NEARLY_ALL ? region : undefined;
    const atIso = named(code, isoNames) ?? named(code, officialNames) ?? same ?? around;
    const atOurAirports = byMany ?? named(code, officialNames) ?? named(code, isoNames) ?? same;
    // OurAirports can use ISO's code for another region: Kenya's were numbered in another way.
    const isUsed = officialNames.has(code) || votes.pairs.has(code);
    const forAirports = isUsed ? nameOf.get(atOurAirports ?? around ?? '') : undefined;
    const name = nameOf.get(atIso ?? '') ?? forAirports;
    return name === undefined
      ? []
      : [{ code, name, airports: forAirports, isSame: isUsed && atOurAirports !== undefined }];
  });
}

/**
 * Which region of GeoNames is which of ISO 3166-2. Each has its own numbers and names, and no table on npm has both. But an
 * airport has an ISO code, and the nearest town GeoNames' code. Two codes belong together if most of the airports of either
 * lie in the other.
 */
export function matchRegions(input: Pick<RegionCodesInput, 'places' | 'airports'>): IsoRegions {
  const votes = countVotes(input);
  return new Map(
    [...votes.pairs.keys()].flatMap((code) => {
      const elected = CODE.test(code) ? electedBy(code, votes) : undefined;
      return elected?.isMutual ? [[elected.region, code] as const] : [];
    }),
  );
}

/** Codes of GeoNames' regions by country and folded name, with and without the kind of area. */
interface NameIndex {
  readonly whole: ReadonlyMap<string, ReadonlySet<string>>;
  readonly any: ReadonlyMap<string, ReadonlySet<string>>;
}

function indexNames(regions: readonly AdminArea[]): NameIndex {
  const whole = new Map<string, Set<string>>();
  const any = new Map<string, Set<string>>();
  for (const { code, name } of regions) {
    add(whole, `${code.slice(0, 2)} ${fold(name)}`, code);
    for (const each of namesOf(name)) add(any, `${code.slice(0, 2)} ${each}`, code);
  }
  return { whole, any };
}

/** The only region with that name; no region if several have it as a part. */
function regionNamed(code: string, name: string | undefined, { whole, any }: NameIndex): string | undefined {
  if (name === undefined) return undefined;
  const country = code.slice(0, 2);
  const exact = whole.get(`${country} ${fold(name)}`);
  const like = exact ?? new Set(namesOf(name).flatMap((each) => [...(any.get(`${country} ${each}`) ?? [])]));
  const [region, ...others] = like;
  return others.length === 0 ? region : undefined;
}

/** How many airports with a code lie in a region, by the town nearest to each. */
interface Votes {
  readonly pairs: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly ofRegion: ReadonlyMap<string, number>;
}

function countVotes({ places, airports }: Pick<RegionCodesInput, 'places' | 'airports'>): Votes {
  const grid = new PlaceGrid(places.filter(({ region }) => region !== ''));
  const pairs = new Map<string, Map<string, number>>();
  const ofRegion = new Map<string, number>();
  for (const airport of airports) {
    if (airport.type === 'closed') continue;
    const at: Situated = {
      country: airport.iso_country,
      lat: Number(airport.latitude_deg),
      long: Number(airport.longitude_deg),
    };
    const town = grid.nearest(at);
    if (!town) continue;
    const region = `${town.country}.${town.region}`;
    const ofCode = pairs.get(airport.iso_region) ?? new Map<string, number>();
    pairs.set(airport.iso_region, ofCode.set(region, (ofCode.get(region) ?? 0) + 1));
    ofRegion.set(region, (ofRegion.get(region) ?? 0) + 1);
  }
  return { pairs, ofRegion };
}

function electedBy(code: string, { pairs, ofRegion }: Votes) {
  const ofCode = [...(pairs.get(code) ?? [])].sort(([, one], [, other]) => other - one);
  const [first] = ofCode;
  if (!first) return undefined;
  const [region, count] = first;
  const airports = ofCode.reduce((sum, [, each]) => sum + each, 0);
  const share = count / airports;
  const isMutual = share >= MORE_THAN_HALF && count >= MORE_THAN_HALF * (ofRegion.get(region) ?? 0);
  return { region, airports, share, isMutual };
}

function add(to: Map<string, Set<string>>, key: string, value: string): void {
  const there = to.get(key);
  if (there) there.add(value);
  else to.set(key, new Set([value]));
}
