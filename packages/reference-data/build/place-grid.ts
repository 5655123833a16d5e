/** A position: a country and degrees north and east. */
export interface Situated {
  readonly country: string;
  readonly lat: number;
  readonly long: number;
}

const CELL_DEGREES = 0.5;
const KM_PER_DEGREE = 111.2;

/** Places by position, so that the nearest is found without looking at all of them. */
export class PlaceGrid<Place extends Situated> {
  readonly #cells = new Map<string, Place[]>();

  constructor(places: Iterable<Place>) {
    for (const place of places) {
      const key = cellAt(place.country, place.lat, place.long);
      const cell = this.#cells.get(key);
      if (cell) cell.push(place);
      else this.#cells.set(key, [place]);
    }
  }

  /** The nearest place in the same country, or `undefined` if none lies within about 50 km. */
  nearest({ country, lat, long }: Situated): Place | undefined {
    let nearest: Place | undefined;
    let least = Number.POSITIVE_INFINITY;
    // Meridians draw together towards the poles, and so do the cells.
    const reach = Math.min(5, Math.ceil(1 / Math.max(0.2, Math.cos((lat * Math.PI) / 180))));
    for (const north of [-1, 0, 1]) {
      for (let east = -reach; east <= reach; east += 1) {
        const key = cellAt(country, lat + north * CELL_DEGREES, long + east * CELL_DEGREES);
        for (const place of this.#cells.get(key) ?? []) {
          const distance = kilometresBetween({ lat, long }, place);
          if (distance < least) [nearest, least] = [place, distance];
        }
      }
    }
    return nearest;
  }
}

/** The distance of two places, accurate enough up to a hundred kilometres. */
export function kilometresBetween(
  one: Pick<Situated, 'lat' | 'long'>,
  other: Pick<Situated, 'lat' | 'long'>,
): number {
  const east = Math.abs(one.long - other.long);
  const across = Math.min(east, 360 - east) * Math.cos((one.lat * Math.PI) / 180);
  return KM_PER_DEGREE * Math.hypot(one.lat - other.lat, across);
}

function cellAt(country: string, lat: number, long: number): string {
  return `${country} ${Math.floor(lat / CELL_DEGREES)} ${Math.floor(long / CELL_DEGREES)}`;
}
