import { err, ok, type Result } from '../result.js';

/** A geocoded place (interface, "Geocoded location"). What the source does not know is an empty string. */
export interface Location {
  /** The settlement's name. */
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

/** A source gave something that is no place on earth. */
export interface InvalidLocation {
  readonly type: 'invalid-location';
  readonly reason: string;
}

/** Checks what a source gave: country in two letters of either case, or empty, coordinates in range. */
export function createLocation(given: Location): Result<Location, InvalidLocation> {
  const invalid = (reason: string) => err({ type: 'invalid-location' as const, reason });
  if (!/^(?:[a-z]{2})?$/i.test(given.country)) return invalid('country is not a two-letter code');
  // Written so that NaN fails.
  if (!(Math.abs(given.lat) <= 90)) return invalid('lat is not within -90 to 90');
  if (!(Math.abs(given.long) <= 180)) return invalid('long is not within -180 to 180');
  return ok({
    city: given.city,
    state: given.state,
    country: given.country.toUpperCase(),
    lat: given.lat,
    long: given.long,
  });
}
