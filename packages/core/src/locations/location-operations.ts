import { err, errAsync, ok, okAsync, type ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import { type Address, type InvalidAddress, parseAddress } from './address.js';
import {
  airportCodeIn,
  liesInArea,
  mixedCaseCodeIn,
  type NamedAirport,
  namedAirportIn,
} from './airport-code.js';
import type { Airport, AirportDirectory } from './airport-directory.js';
import type { GeoLookup, GeoLookupError } from './geo-lookup.js';
import { isTownMeant } from './is-town-meant.js';
import type { FoundLocation } from './location.js';
import { NO_PLACE_WORDS } from './no-place-words.js';
import type { TownDirectory } from './town-directory.js';

/** Finds locations: plain data, over the airport database and the providers, or over HTTP. `Failure` says why no answer came. */
export interface LocationOperations<Failure = StoreUnavailable> {
  /**
   * Locates an address or an airport code (interface, "GET /geo-locations/address/{address}"). A text that can be a code is first
   * looked up as one. Providers look up an unknown code, and a code in lower case that means a town.
   */
  find(text: string): ResultAsync<FoundLocation, InvalidAddress | GeoLookupError | Failure>;
  /** Reports whether a text in upper case is the code of a known airport. */
  isAirport(text: string): ResultAsync<boolean, Failure>;
}

/** Needed by {@link locationOperations}. */
export interface LocationOperationsPorts {
  readonly airports: AirportDirectory;
  readonly geoLookup: GeoLookup;
  readonly towns: TownDirectory;
}

/**
 * Makes the operations over airports, towns and address providers. They do not check the caller: `identify` of `AccessOperations`
 * is enough, because every user may ask.
 */
export function locationOperations(ports: LocationOperationsPorts): LocationOperations {
  const { airports } = ports;
  return {
    find: (text) => parseAddress(text).asyncAndThen((address) => locate(ports, address)),
    isAirport: (text) => {
      const code = airportCodeIn(text);
      return code === text ? airports.find(code).map((airport) => airport !== undefined) : okAsync(false);
    },
  };
}

function locate(
  ports: LocationOperationsPorts,
  address: Address,
): ResultAsync<FoundLocation, GeoLookupError | StoreUnavailable> {
  return airportMeant(ports, address).andThen((airport) =>
    airport
      ? okAsync(foundAirport(airport))
      : ports.geoLookup.lookup(address).orElse((error) => inMixedCase(ports, address, error)),
  );
}

/** Finds the airport of a code in mixed case, where the providers found nothing. */
function inMixedCase(
  { airports }: LocationOperationsPorts,
  address: Address,
  error: GeoLookupError,
): ResultAsync<FoundLocation, GeoLookupError | StoreUnavailable> {
  const code = error.type === 'location-not-found' ? mixedCaseCodeIn(address) : undefined;
  if (code === undefined) return errAsync(error);
  return airports.find(code).andThen((airport) => (airport ? ok(foundAirport(airport)) : err(error)));
}

/** Returns the airport that a text means, or `undefined` if the text is an address. */
export function airportMeant(
  { airports, towns }: Pick<LocationOperationsPorts, 'airports' | 'towns'>,
  address: Address,
): ResultAsync<Airport | undefined, StoreUnavailable> {
  const code = airportCodeIn(address);
  if (code === undefined) {
    const named = namedAirportIn(address);
    return named ? airportNamed({ airports, towns }, named) : okAsync(undefined);
  }
  return airports.find(code).andThen((airport) => {
    if (!airport) return okAsync(undefined);
    if (!/[a-z]/.test(address)) return okAsync(airport);
    if (!airport.isLarge && NO_PLACE_WORDS.has(address)) return okAsync(undefined);
    return towns
      .peopleOf(address)
      .map((people) => (isTownMeant(code, airport, people) ? undefined : airport));
  });
}

/** Returns the airport of the code, unless it lies elsewhere, or a town has the name: `HUE, Vietnam`, `LIMA Airport`. */
function airportNamed(
  { airports, towns }: Pick<LocationOperationsPorts, 'airports' | 'towns'>,
  { code, area }: NamedAirport,
): ResultAsync<Airport | undefined, StoreUnavailable> {
  return airports.find(code).andThen((airport) => {
    if (!airport || (area !== '' && !liesInArea(airport.location, area))) return okAsync(undefined);
    return towns.peopleOf(code.toLowerCase()).map((people) => (people > 0 ? undefined : airport));
  });
}

/** Returns the location of an airport. */
export function foundAirport({ location }: Airport): FoundLocation {
  return { ...location, source: 'airport', precision: 'airport' };
}
