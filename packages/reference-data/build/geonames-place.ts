/** A populated place of GeoNames. */
export interface GeoNamesPlace {
  readonly id: number;
  readonly name: string;
  /** Its name in the older of two sources, or empty if that is the same. */
  readonly formerName: string;
  /** The name in ASCII. */
  readonly ascii: string;
  /** Further names in every language and script. */
  readonly alternates: readonly string[];
  /** Degrees north. */
  readonly lat: number;
  /** Degrees east. */
  readonly long: number;
  /** `PPL`, `PPLA`, `PPLX` and so on. */
  readonly feature: string;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  /** GeoNames' code of the region within the country, or empty. */
  readonly region: string;
  /** GeoNames' code of the county within the region, or empty. */
  readonly county: string;
  /** People who live there; 0 if unknown. */
  readonly population: number;
  /** The day GeoNames changed it last, `YYYY-MM-DD`. */
  readonly modified: string;
}

// Abandoned, destroyed, historical, former capital.
const GONE = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH']);
const MIN_PEOPLE = 1_000;

/** Whether the gazetteer has the place: a town of today with at least 1,000 people, or the seat of an administration. */
export function isListed({ feature, population }: GeoNamesPlace): boolean {
  return !GONE.has(feature) && (population >= MIN_PEOPLE || /^PPL[AC]/.test(feature));
}

/** Reads a row of GeoNames' `cities500.txt`, whose columns are separated by tabs, or `undefined` if it is not such a row. */
export function parseGeoNamesRow(row: string): GeoNamesPlace | undefined {
  const columns = row.split('\t');
  const [id, name, ascii, alternates, lat, long, , feature, country, , region, county] = columns;
  const [population, , , , modified] = columns.slice(14);
  if (!name || !country || modified === undefined) return undefined;
  return {
    id: Number(id),
    name: name.normalize('NFC'),
    formerName: '',
    ascii: ascii ?? '',
    alternates: (alternates ?? '').split(','),
    lat: Number(lat),
    long: Number(long),
    feature: feature ?? '',
    country,
    region: region ?? '',
    county: county ?? '',
    population: Number(population),
    modified,
  };
}
