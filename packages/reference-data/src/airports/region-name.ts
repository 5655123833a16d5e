/** Names of regions by ISO 3166-2 code, or by the code OurAirports uses in its place. */
export type RegionNames = ReadonlyMap<string, string>;

/**
 * The name of a region, or empty where it is not known. OurAirports names what is no region with a bracket first:
 * `(unassigned)`, `(unassigned) County`, `(Oil platforms)`. Brackets further on belong to the name.
 */
export function regionName(code: string, regions: RegionNames): string {
  const name = regions.get(code)?.trim() ?? '';
  return name.startsWith('(') ? '' : name;
}
