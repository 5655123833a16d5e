/** Names of regions by ISO 3166-2 code, or by the code OurAirports uses in its place. */
export type RegionNames = ReadonlyMap<string, string>;

/** The name of a region, or empty where it is not known or no region. Brackets further on belong to the name. */
export function regionName(code: string, regions: RegionNames): string {
  return isUnassigned(code, regions) ? '' : (regions.get(code)?.trim() ?? '');
}

/**
 * Whether a code is that of no region. OurAirports names what is none with a bracket first: `(unassigned)`, `(unassigned)
 * County`, `(Oil platforms)`.
 */
export function isUnassigned(code: string, regions: RegionNames): boolean {
  return code.endsWith('-U-A') || (regions.get(code)?.trim().startsWith('(') ?? false);
}
