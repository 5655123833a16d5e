import { err, ok, type Result } from '../result.js';
import { membersOf } from '../values/members-of.js';
import { isLongerThan } from '../values/text-problem.js';

/** A location (interface, "Geocoded location"). An unknown text is an empty string. */
export interface Location {
  /** The name of the town. */
  readonly city: string;
  /** The name of the state or region, not its code. */
  readonly state: string;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  /** Degrees north, -90 to 90. */
  readonly lat: number;
  /** Degrees east, -180 to 180. */
  readonly long: number;
}

/** How exactly a location was found. */
export type Precision = 'airport' | 'address' | 'street' | 'postcode' | 'district' | 'town';

/** A location, who found it, and how exactly. */
export interface FoundLocation extends Location {
  /** `airport`, `gazetteer`, or the configured name of the provider: `nominatim:backup`. */
  readonly source: string;
  readonly precision: Precision;
}

/** The source returned a location that cannot exist. */
export interface InvalidLocation {
  readonly type: 'invalid-location';
  readonly reason: string;
}

const MAX_NAME = 200;

/**
 * Checks a location from a source: names of at most 200 characters, the country in two letters of either case or empty, coordinates
 * in range and not both 0. Errors: `invalid-location`.
 */
export function createLocation(given: unknown): Result<Location, InvalidLocation> {
  const { city, country, lat, long, state } = membersOf(given);
  const invalid = (reason: string) => err({ type: 'invalid-location' as const, reason });
  if (typeof city !== 'string') return invalid('city is not a text');
  if (typeof state !== 'string') return invalid('state is not a text');
  if (isLongerThan(MAX_NAME, city)) return invalid(`city is not within ${MAX_NAME} characters`);
  if (isLongerThan(MAX_NAME, state)) return invalid(`state is not within ${MAX_NAME} characters`);
  if (typeof country !== 'string' || !/^(?:[a-z]{2})?$/i.test(country))
    return invalid('country is not a two-letter code');
  if (!isWithin(90, lat)) return invalid('lat is not within -90 to 90');
  if (!isWithin(180, long)) return invalid('long is not within -180 to 180');
  // Sources write 0, 0 for an unknown position.
  if (lat === 0 && long === 0) return invalid('lat,long is not a position: both are 0');
  return ok({ city, state, country: country.toUpperCase(), lat, long });
}

/** NaN also fails. */
function isWithin(most: number, degrees: unknown): degrees is number {
  return typeof degrees === 'number' && Math.abs(degrees) <= most;
}
