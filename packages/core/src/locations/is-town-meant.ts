import type { AirportCode } from './airport-code.js';
import type { Airport } from './airport-directory.js';

const TOWN_PEOPLE = 15_000;
const LARGE_TOWN_PEOPLE = 100_000;

/**
 * Reports whether a text in lower case means the town of that name, with that many people, and not the airport: `lima`, `kobe` and
 * `hue` are towns, `jfk` and `eddm` are codes. A town of 15,000 people precedes a code of four letters and an airport without
 * scheduled flights, a town of 100,000 every airport that is not large.
 */
export function isTownMeant(
  code: AirportCode,
  { isLarge, isScheduled }: Omit<Airport, 'location'>,
  people: number,
): boolean {
  if (people >= LARGE_TOWN_PEOPLE && !isLarge) return true;
  return people >= TOWN_PEOPLE && (code.length === 4 || !isScheduled);
}
