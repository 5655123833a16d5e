import { withoutKind } from '../dist/gazetteer/area-kinds.js';
import { fold } from '../dist/gazetteer/fold.js';
import type { AreaName } from './names.ts';

/** A region or county under GeoNames' code, `US.CA` or `US.CA.085`. */
export interface AdminArea {
  readonly code: string;
  readonly name: string;
}

/** A subdivision of a country under its ISO 3166-2 code, `DE-BY`; it can come several times with several names. */
export interface Subdivision {
  readonly code: string;
  readonly name: string;
}

/** ISO 3166-2 codes by GeoNames' codes of regions: `DE-BY` under `DE.02`. */
export type IsoRegions = ReadonlyMap<string, string>;

/** The names of regions and counties, by their codes at GeoNames. */
export type AreaNames = ReadonlyMap<string, readonly AreaName[]>;

const IRISH = /^(?:county|co) /;

/**
 * The names of regions and counties: GeoNames' own, those of the ISO subdivision that is the same, and all of them without
 * `State of`, `Province` and similar words. "The same" means the subdivision with the same code of letters, otherwise the
 * one that `isoRegions` names, otherwise the one with the same name, unless that is a region's: Washington County is not
 * US-WA. Further names are given. Codes of digits are not names, because digits in an address are house numbers
 * and postcodes.
 */
export function areaNames(
  areas: readonly AdminArea[],
  subdivisions: readonly Subdivision[],
  isoRegions: IsoRegions,
  furtherNames: AreaNames = new Map(),
): AreaNames {
  const iso = indexSubdivisions(subdivisions);
  const taken = new Set<string>();
  const all = new Map<string, AreaName[]>();
  const isCounty = ({ code }: AdminArea) => code.split('.').length > 2;
  // Codes that two sources give to different regions would make `Paphos` a name of Limassol, too.
  const regionsNamed = new Map<string, Set<string>>();
  for (const { code, name } of areas.filter((area) => !isCounty(area)))
    add(regionsNamed, `${code.slice(0, 2)} ${fold(name)}`, code);
  const isOfAnother = (area: AdminArea, name: string): boolean => {
    const owners = regionsNamed.get(`${area.code.slice(0, 2)} ${name}`);
    return !isCounty(area) && owners !== undefined && !owners.has(area.code);
  };
  for (const area of [...areas].sort((one, other) => Number(isCounty(one)) - Number(isCounty(other)))) {
    const own = namesOf(area.name);
    const same = sameSubdivisions(area, own, iso, isoRegions).filter(
      (code) => !(isCounty(area) && taken.has(code)),
    );
    if (!isCounty(area)) for (const code of same) taken.add(code);
    const others = same.flatMap((code) => [...(iso.names.get(code) ?? [])]);
    const names = new Set([...own, ...others.filter((name) => !isOfAnother(area, name))]);
    const codes = new Set(
      same.map((code) => code.slice(3).toLowerCase()).filter((code) => /^[a-z]{2,3}$/.test(code)),
    );
    all.set(
      area.code,
      uniqueNames([
        ...[...names].map((name) => ({ name, code: false })),
        ...(furtherNames.get(area.code) ?? []),
        ...[...codes].map((name) => ({ name, code: true })),
      ]),
    );
  }
  return all;
}

/** A text that is both a name and an abbreviation counts as a name. */
function uniqueNames(names: readonly AreaName[]): AreaName[] {
  const seen = new Set<string>();
  return [...names]
    .sort((one, other) => Number(one.code) - Number(other.code))
    .filter(({ name }) => name !== '' && !seen.has(name) && seen.add(name));
}

interface SubdivisionIndex {
  /** Names by code. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
  /** Codes by country and name, with and without the kind of area. */
  readonly byName: ReadonlyMap<string, ReadonlySet<string>>;
  readonly byAnyName: ReadonlyMap<string, ReadonlySet<string>>;
}

function indexSubdivisions(subdivisions: readonly Subdivision[]): SubdivisionIndex {
  const names = new Map<string, Set<string>>();
  const byName = new Map<string, Set<string>>();
  const byAnyName = new Map<string, Set<string>>();
  for (const { code, name } of subdivisions) {
    // OurAirports' `(unassigned)`.
    if (name.startsWith('(')) continue;
    const country = code.slice(0, 2);
    add(byName, `${country} ${fold(name)}`, code);
    for (const each of namesOf(name)) {
      add(names, code, each);
      add(byAnyName, `${country} ${each}`, code);
    }
  }
  return { names, byName, byAnyName };
}

function sameSubdivisions(
  { code }: AdminArea,
  ownNames: readonly string[],
  iso: SubdivisionIndex,
  isoRegions: IsoRegions,
): string[] {
  const country = code.slice(0, 2);
  const likeIso = `${country}-${code.split('.').at(-1)}`;
  const same = iso.names.has(likeIso) && /[A-Z]$/.test(likeIso) ? likeIso : isoRegions.get(code);
  const codesNamed = (names: Iterable<string>, index: SubdivisionIndex['byName']) =>
    [...names].flatMap((each) => [...(index.get(`${country} ${each}`) ?? [])]);
  // OurAirports has codes that ISO has given up, so the same name can have a second code.
  if (same) return [same, ...codesNamed(iso.names.get(same) ?? [], iso.byName)];
  return codesNamed(ownNames, iso.byAnyName);
}

/**
 * The name, its parts if it has two areas or languages, and each without the kind of area: `Newfoundland and Labrador` also
 * gives both parts, `Bursa Province` also `bursa`, `Iran, Islamic Republic of` also `islamic republic of iran` and `iran`.
 */
export function namesOf(name: string): string[] {
  const turned = /^([^,]+), (The|.* (?:of|of the|de|del|du))$/.exec(name);
  const whole = [
    name,
    ...name.split(/\/| and | & /),
    name.replace(/\s*\(.*?\)/g, ''),
    ...(turned ? [`${turned[2]} ${turned[1]}`, turned[1] ?? ''] : []),
  ].map((each) => fold(each).replace(/^the /, ''));
  const bare = whole.flatMap((each) => [
    ...withoutKind(each),
    ...(IRISH.test(each) ? [each.replace(IRISH, 'co ')] : []),
  ]);
  return [...new Set([...whole, ...bare])].filter((each) => each !== '');
}

function add(to: Map<string, Set<string>>, key: string, value: string): void {
  const there = to.get(key);
  if (there) there.add(value);
  else to.set(key, new Set([value]));
}
