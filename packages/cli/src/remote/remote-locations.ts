import {
  airportCodeIn,
  err,
  type GeoLookupError,
  ok,
  okAsync,
  parseAddress,
  ResultAsync,
} from '@ops-admin/core';
import type { LocationOperations } from '@ops-admin/core/operations';
import { type ComposeError, type Config, compose } from '@ops-admin/service';
import type { Connection } from './service-connection.js';
import type { ServiceFailed } from './service-failed.js';

/** Returns the lookups of a service. */
export function remoteLocations(
  config: Config,
  { ask }: Connection,
): LocationOperations<ServiceFailed | ComposeError> {
  return {
    find: (text) =>
      parseAddress(text)
        // A path cannot hold these.
        .andThen((address) => (/^\.{1,2}$/.test(address) ? err(NOT_FOUND) : ok(address)))
        .asyncAndThen((address) => ask((client) => client.locate({ address })).mapErr(lookupError))
        .map(({ address: place, precision, source }) => ({ ...place, source, precision })),
    isAirport: (text) => {
      // Only the command knows which words are codes: the service would look each one up as a place.
      return airportCodeIn(text) === text ? isAirport(config, text) : okAsync(false);
    },
  };
}

const NOT_FOUND: GeoLookupError = { type: 'location-not-found' };

/** Returns the error of one address, after which others can be looked up, or of the service. */
function lookupError(error: ServiceFailed): GeoLookupError | ServiceFailed {
  switch (error.code) {
    case 'NOT_FOUND':
      return NOT_FOUND;
    case 'SERVER_ERROR':
      return { type: 'lookup-unavailable', reason: error.message };
    default:
      return error;
  }
}

function isAirport(config: Config, code: string): ResultAsync<boolean, ComposeError> {
  // The file that is packaged with the command; nothing more is opened, and nothing kept.
  const settings = { config, database: './ops-admin.db', keepsAddresses: false };
  return compose(settings, ['locations']).andThen(({ close, parts }) =>
    parts.locations.isAirport(code).andThen((isOne) => ResultAsync.fromSafePromise(close()).map(() => isOne)),
  );
}
