/** Names of regions by ISO 3166-2 code, or by OurAirports' own code. */
export type RegionNames = ReadonlyMap<string, string>;

/** The name of a region, or empty if it is unknown or not a region. Brackets further on belong to the name. */
export function regionName(code: string, regions: RegionNames): string {
  return isUnassigned(code, regions) ? '' : (regions.get(code)?.trim() ?? '');
}

/**
 * Whether a code is not that of a region. OurAirports begins the names of such codes with a bracket: `(unassigned)`,
 * `(unassigned) County`, `(Oil platforms)`.
 */
export function isUnassigned(code: string, regions: RegionNames): boolean {
  return code.endsWith('-U-A') || (regions.get(code)?.trim().startsWith('(') ?? false);
}
