import type { OurAirportsRow } from './airports/ourairports-row.ts';
import type { GeoNamesPlace } from './geonames-place.ts';

/** ISO 3166-2 codes by GeoNames' codes of regions: `DE-BY` under `DE.02`. */
export type IsoRegions = ReadonlyMap<string, string>;

/**
 * Which region of GeoNames is which of ISO 3166-2. Each has its own numbers and names, and no table on npm has both. But an
 * airport has an ISO code, and the nearest town GeoNames' code. Two codes belong together if more than half of the airports
 * of either lie in the other.
 */
export function matchRegions(
  places: readonly GeoNamesPlace[],
  airports: readonly OurAirportsRow[],
): IsoRegions {
  const cells = new Map<string, GeoNamesPlace[]>();
  for (const place of places) {
    if (place.region === '') continue;
    const key = cellAt(place.country, place.lat, place.long);
    const cell = cells.get(key);
    if (cell) cell.push(place);
    else cells.set(key, [place]);
  }
  const pairs = new Map<string, number>();
  const totals = new Map<string, number>();
  for (const airport of airports) {
    const region = nearestRegion(airport, cells);
    if (region === undefined) continue;
    count(pairs, `${region} ${airport.iso_region}`);
    count(totals, region);
    count(totals, airport.iso_region);
  }
  const matches = [...pairs].flatMap(([pair, common]) => {
    const [region = '', iso = ''] = pair.split(' ');
    const most = Math.max(totals.get(region) ?? 0, totals.get(iso) ?? 0);
    return 2 * common > most ? [[region, iso] as const] : [];
  });
  return new Map(matches);
}

function nearestRegion(
  { iso_country, iso_region, latitude_deg, longitude_deg }: OurAirportsRow,
  cells: ReadonlyMap<string, readonly GeoNamesPlace[]>,
): string | undefined {
  // OurAirports gives an unknown region a code such as `US-U-A`.
  if (!/^[A-Z]{2}-[A-Z0-9]+$/.test(iso_region)) return undefined;
  const [lat, long] = [Number(latitude_deg), Number(longitude_deg)];
  const scale = Math.cos((lat * Math.PI) / 180);
  let nearest: GeoNamesPlace | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const north of [-1, 0, 1]) {
    for (const east of [-1, 0, 1]) {
      for (const place of cells.get(
        cellAt(iso_country, lat + north * CELL_DEGREES, long + east * CELL_DEGREES),
      ) ?? []) {
        const distance = (place.lat - lat) ** 2 + ((place.long - long) * scale) ** 2;
        if (distance < least) [nearest, least] = [place, distance];
      }
    }
  }
  return nearest && `${nearest.country}.${nearest.region}`;
}

const CELL_DEGREES = 0.25;

function cellAt(country: string, lat: number, long: number): string {
  return `${country} ${Math.floor(lat / CELL_DEGREES)} ${Math.floor(long / CELL_DEGREES)}`;
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
