import { fold } from '../dist/gazetteer/fold.js';
import type { GazetteerCounts } from '../dist/gazetteer/gazetteer-reference-info.js';
import { writtenRegionName } from '../dist/gazetteer/written-name.js';
import {
  type AdminArea,
  type AreaNames,
  areaNames,
  type IsoRegions,
  namesOf,
  type Subdivision,
} from './area-names.ts';
import type { CountryNames } from './country-names.ts';
import { type GeoNamesPlace, isListed } from './geonames-place.ts';
import { localNames } from './local-names.ts';
import { type AreaName, namesOfKind } from './names.ts';
import { commonTownName, townName } from './town-name.ts';

/** The sources of a gazetteer. */
export interface GazetteerInput {
  readonly places: readonly GeoNamesPlace[];
  /** GeoNames' regions and counties. */
  readonly areas: readonly AdminArea[];
  readonly subdivisions: readonly Subdivision[];
  readonly isoRegions: IsoRegions;
  /** Airports' codes of three letters, which GeoNames has among the names of towns. */
  readonly airportCodes: ReadonlySet<string>;
  /** Further names of regions and counties. */
  readonly furtherNames: AreaNames;
  /** The names of countries, by ISO 3166-1 alpha-2 code: names, then codes of three letters. */
  readonly countries: ReadonlyMap<string, CountryNames & { readonly alpha3: string }>;
}

/** A country, region or county in which a listed place lies. */
export interface GazetteerArea {
  readonly id: number;
  /** The name of a region or county, or the ISO 3166-1 alpha-2 code of a country. */
  readonly name: string;
  /** The country and the region that it lies in or is; 0 if there is none. */
  readonly country: number;
  readonly region: number;
  /** People in its listed places. */
  readonly people: number;
  readonly names: readonly AreaName[];
}

/** A listed place; unknown areas are 0. */
export interface GazetteerPlace {
  /** GeoNames' number. */
  readonly id: number;
  readonly name: string;
  readonly country: number;
  readonly region: number;
  readonly county: number;
  readonly lat: number;
  readonly long: number;
  /** 2 for the capital of a country, 1 for that of a region, otherwise 0. */
  readonly seat: 0 | 1 | 2;
  /** Whether it is a part of a town. */
  readonly section: boolean;
  readonly people: number;
  /** Its names, folded. */
  readonly names: ReadonlyMap<string, PlaceName>;
}

/** A name of a place. */
export interface PlaceName {
  /** The people of the place, a tenth of them under a name that is not its own, and a tenth for a part of a town. */
  readonly weight: number;
  /** Whether it is the place's own name. */
  readonly own: boolean;
}

/** The listed places and their areas, each in the order of their numbers. */
export interface GazetteerIndex {
  readonly areas: readonly GazetteerArea[];
  readonly places: readonly GazetteerPlace[];
  readonly counts: GazetteerCounts;
}

// Longer names are descriptions that nobody types.
const NAME_MAX_CHARACTERS = 60;
// A single letter says too little, a single character of Chinese or Japanese is a word.
const IS_NAME = /\p{L}.*\p{L}|\p{Lo}/u;
const SEATS: Readonly<Record<string, 1 | 2>> = { PPLA: 1, PPLC: 2 };
/** The weight of an alternate name, and of a part of a town, relative to a town's own name. */
export const LESSER_WEIGHT = 0.1;

/** Numbers the areas, folds the names and weighs them; see `GazetteerGeoLookup` for what the weights decide. */
export function indexGazetteer(input: GazetteerInput): GazetteerIndex {
  const listed = input.places.filter(isListed).sort((one, other) => one.id - other.id);
  const areas = indexAreas(listed, input);
  const idOf = (code: string) => areas.get(code)?.id ?? 0;
  const isDistrict = districtsOfTowns(listed);
  const places = listed.map((place): GazetteerPlace => {
    const { id, lat, long, feature } = place;
    const { country, region, county } = codesOf(place);
    const section = feature === 'PPLX' || isDistrict(place);
    return {
      id,
      name: townName(place),
      country: idOf(country),
      region: idOf(region),
      county: idOf(county),
      lat,
      long,
      seat: SEATS[feature] ?? 0,
      section,
      people: place.population,
      names: weighedNames(place, section, input.airportCodes),
    };
  });
  return {
    areas: [...areas.values()],
    places,
    counts: { places: places.length, names: places.reduce((sum, { names }) => sum + names.size, 0) },
  };
}

// Regions that are one town by their constitutions, so that all other places in them are its parts: federal districts, Bangkok, Jakarta,
// Seoul, Berlin, Hamburg, Vienna, Beijing, Shanghai, Tianjin.
const REGIONS_OF_A_TOWN = new Set(
  'AR.07 AT.09 CN.22 CN.23 CN.28 CO.34 DE.04 DE.16 ID.04 KR.11 MX.09 TH.40'.split(' '),
);
// City-states, where GeoNames has districts as towns.
const COUNTRIES_OF_A_TOWN = new Set(['GI', 'HK', 'MC', 'MO', 'SG', 'VA']);
// Where a region's seat of this size is one municipality with what lies around it (Turkey: laws 5216 and 6360).
const METROPOLITAN_COUNTRIES = new Set(['TR']);
const METROPOLITAN_PEOPLE = 500_000;
// The radius of 100,000 people; the area is proportional to the people.
const METROPOLITAN_KM = 2;
// GeoNames gives no people for young seats of counties, which a town has when it has grown: `Döşemealtı`.
const UNCOUNTED_TIMES = 2.5;
const KM_OF_A_DEGREE = 111;

/** Whether a place is a district of a metropolitan town, which GeoNames has as a town of its own: `Çankaya` of Ankara. */
function districtsOfTowns(listed: readonly GeoNamesPlace[]): (place: GeoNamesPlace) => boolean {
  const seats = new Map(
    listed
      .filter(
        ({ country, feature, population }) =>
          METROPOLITAN_COUNTRIES.has(country) && feature in SEATS && population >= METROPOLITAN_PEOPLE,
      )
      .map((place) => [codesOf(place).region, place]),
  );
  return (place) => {
    const { country, region } = codesOf(place);
    if (COUNTRIES_OF_A_TOWN.has(country)) return place.feature !== 'PPLC';
    if (REGIONS_OF_A_TOWN.has(region)) return !(place.feature in SEATS);
    const seat = seats.get(region);
    if (!seat || seat === place) return false;
    const north = (place.lat - seat.lat) * KM_OF_A_DEGREE;
    const east = (place.long - seat.long) * KM_OF_A_DEGREE * Math.cos((seat.lat * Math.PI) / 180);
    const times = place.population === 0 ? UNCOUNTED_TIMES : 1;
    return Math.hypot(north, east) < times * METROPOLITAN_KM * Math.sqrt(seat.population / 100_000);
  };
}

const LARGE_PEOPLE = 100_000;
const ENGLISH_NAMES = namesOfKind('english');
const ISLANDS = namesOfKind('island');
// They say less than a place of that name: `Polanco, México`, but not `Polanco`.
const QUARTERS = namesOfKind('quarter');
// GeoNames has the names of these regions among those of their towns.
const NOT_NAMES = new Set(['FR ile de france']);
const HALVES =
  /^(?!(?:Saint|Santa|Sankt|North|South|Upper|Lower|Grand)e?-)(\p{L}{5,})-(\p{L}{5,}(?: \p{L}+)?)$/u;

function weighedNames(
  place: GeoNamesPlace,
  section: boolean,
  airportCodes: ReadonlySet<string>,
): Map<string, PlaceName> {
  const { name, formerName, ascii, alternates, population } = place;
  const weight = Math.round(population * (section ? LESSER_WEIGHT : 1));
  const own = { weight, own: true };
  const lesser = { weight: Math.round(weight * LESSER_WEIGHT), own: false };
  const names = new Map<string, PlaceName>();
  const add = (text: string, as: PlaceName): void => {
    const folded = fold(text);
    if (names.has(folded) || (folded.length <= NAME_MAX_CHARACTERS && IS_NAME.test(folded)))
      names.set(folded, as);
  };
  for (const each of [...alternates, ...localNames(place)]) {
    if (!airportCodes.has(each) && !NOT_NAMES.has(`${place.country} ${fold(each)}`)) add(each, lesser);
  }
  const key = `${place.country} ${name}`;
  // `Dehiwala` of `Dehiwala-Mount Lavinia`
  const halves = !section && population >= LARGE_PEOPLE && HALVES.exec(name);
  for (const each of [...(QUARTERS.get(key) ?? []), ...(halves ? halves.slice(1) : [])])
    if (!names.has(fold(each))) add(each, { weight: 1, own: false });
  const english = [...(ENGLISH_NAMES.get(key) ?? []), ...(ISLANDS.get(key) ?? []), commonTownName(place)];
  // Of names that fold into the same text, the last counts. `Halle (Saale)` is Halle.
  const both = name.split(/\s+\/\s+/);
  for (const each of new Set([ascii, ...both, name.replace(/\s*\(.*?\)/g, ''), name, formerName, ...english]))
    add(each, own);
  return names;
}

function indexAreas(listed: readonly GeoNamesPlace[], input: GazetteerInput): Map<string, GazetteerArea> {
  const people = new Map<string, number>();
  for (const place of listed) {
    const { country, region, county } = codesOf(place);
    for (const code of new Set([country, region, county])) {
      people.set(code, (people.get(code) ?? 0) + place.population);
    }
  }
  const names = areaNames(input.areas, input.subdivisions, input.isoRegions, input.furtherNames);
  const officialNames = new Map(input.areas.map(({ code, name }) => [code, name]));
  const areas = new Map<string, GazetteerArea>();
  // A country comes before its regions, these before their counties.
  for (const code of [...people.keys()].sort()) {
    const [country = '', region] = code.split('.');
    const name = code === country ? code : officialNames.get(code);
    // Places outside of every region have the code `00`, which has no name.
    if (name === undefined) continue;
    const id = areas.size + 1;
    const isRegion = code.split('.').length === 2;
    areas.set(code, {
      id,
      name: writtenRegionName(name),
      country: areas.get(country)?.id ?? id,
      region: isRegion ? id : (areas.get(`${country}.${region}`)?.id ?? 0),
      people: people.get(code) ?? 0,
      names: code === country ? countryNames(code, input) : (names.get(code) ?? []),
    });
  }
  return areas;
}

function countryNames(code: string, { countries }: GazetteerInput): AreaName[] {
  const country = countries.get(code);
  // `Republic of China` is not China.
  const isOthers = (name: string) =>
    [...countries].some(([other, { names }]) => other !== code && names.some((each) => fold(each) === name));
  const names = new Set(
    country?.names.flatMap((name) => namesOf(name).filter((each) => each === fold(name) || !isOthers(each))),
  );
  const foreign = new Set(country?.foreignNames.flatMap(namesOf));
  const codes = [code, country?.alpha3 ?? ''].map((each) => each.toLowerCase());
  return [
    ...[...names].map((name) => ({ name, code: false })),
    ...[...foreign].filter((each) => !names.has(each)).map((name) => ({ name, code: false, foreign: true })),
    ...codes
      .filter((each) => each !== '' && !names.has(each) && !foreign.has(each))
      .map((name) => ({ name, code: true })),
  ];
}

function codesOf({
  country,
  region,
  county,
}: GeoNamesPlace): Record<'country' | 'region' | 'county', string> {
  return { country, region: `${country}.${region}`, county: `${country}.${region}.${county}` };
}
