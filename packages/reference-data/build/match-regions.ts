import type { OurAirportsRow } from './airports/ourairports-row.ts';
import type { GeoNamesPlace } from './geonames-place.ts';
import { kilometresBetween, PlaceGrid } from './place-grid.ts';

/** ISO 3166-2 codes by GeoNames' codes of regions: `DE-BY` under `DE.02`. */
export type IsoRegions = ReadonlyMap<string, string>;

// An airport further off, such as a platform at sea, can belong to another region.
const NEAR_KM = 40;

/**
 * Which region of GeoNames is which of ISO 3166-2. Each has its own numbers and names, and no table on npm has both. But an
 * airport has an ISO code, and the nearest town GeoNames' code. Two codes belong together if more than half of the airports
 * of either lie in the other.
 */
export function matchRegions(
  places: readonly GeoNamesPlace[],
  airports: readonly OurAirportsRow[],
): IsoRegions {
  const grid = new PlaceGrid(places.filter(({ region }) => region !== ''));
  const pairs = new Map<string, number>();
  const totals = new Map<string, number>();
  for (const airport of airports) {
    // OurAirports gives an unknown region a code such as `US-U-A`.
    if (!/^[A-Z]{2}-[A-Z0-9]+$/.test(airport.iso_region)) continue;
    const at = {
      country: airport.iso_country,
      lat: Number(airport.latitude_deg),
      long: Number(airport.longitude_deg),
    };
    const town = grid.nearest(at);
    if (!town || kilometresBetween(at, town) > NEAR_KM) continue;
    const region = `${town.country}.${town.region}`;
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

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
