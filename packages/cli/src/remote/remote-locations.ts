import { setTimeout as pause } from 'node:timers/promises';
import {
  airportCodeIn,
  err,
  type FoundLocation,
  type GeoLookupError,
  type InvalidAddress,
  ok,
  okAsync,
  parseAddress,
  type Result,
  ResultAsync,
} from '@ops-admin/core';
import type { LocationOperations } from '@ops-admin/core/operations';
import { type ComposeError, compose } from '@ops-admin/service';
import type { RemoteSource } from './remote-source.js';
import type { ServiceFailed } from './service-failed.js';

/** How often to wait for the end of the rate limit, and how long at most. */
const MAX_WAITS = 3;
const MAX_WAIT_SECONDS = 120;

/** Places, as a service looks them up. */
export function remoteLocations(source: RemoteSource): LocationOperations<ServiceFailed | ComposeError> {
  return {
    find: (text) =>
      parseAddress(text)
        // A path cannot hold these.
        .andThen((address) => (/^\.{1,2}$/.test(address) ? err(NOT_FOUND) : ok(address)))
        .asyncAndThen((address) => new ResultAsync(locate(source, address))),
    isAirport: (text) => {
      // Only the command knows which words are codes: the service would take each for a place.
      return airportCodeIn(text) === text ? isAirport(source, text) : okAsync(false);
    },
  };
}

const NOT_FOUND: GeoLookupError = { type: 'location-not-found' };

async function locate(
  { connection, io }: RemoteSource,
  address: string,
): Promise<Result<FoundLocation, InvalidAddress | GeoLookupError | ServiceFailed>> {
  for (let waits = 0; ; waits++) {
    const located = await connection.ask((client) => client.locate({ address }));
    const { code, retryAfter = 1 } = located.isErr() ? located.error : {};
    const isLimited = code === 'RATE_LIMIT_EXCEEDED' && retryAfter <= MAX_WAIT_SECONDS;
    if (isLimited && waits < MAX_WAITS) {
      io.stderr.write(`ops-admin: the service takes no more lookups for ${retryAfter} s; waiting\n`);
      await pause(retryAfter * 1000);
      continue;
    }
    return located
      .map(({ address: place, precision, source }) => ({ ...place, source, precision }))
      .mapErr(lookupError);
  }
}

/** Whether the error is about one address, so that others can work, or about the service. */
function lookupError(error: ServiceFailed): GeoLookupError | ServiceFailed {
  switch (error.code) {
    case 'NOT_FOUND':
      return NOT_FOUND;
    case 'RATE_LIMIT_EXCEEDED':
      return { type: 'quota-exceeded' };
    case 'SERVER_ERROR':
      return { type: 'lookup-unavailable', reason: error.message };
    default:
      return error;
  }
}

function isAirport({ config }: RemoteSource, code: string): ResultAsync<boolean, ComposeError> {
  // The file that is packaged with the command; nothing more is opened, and nothing kept.
  const settings = { config, database: './ops-admin.db', keepsAddresses: false };
  return compose(settings, ['locations']).andThen(({ close, parts }) =>
    parts.locations.isAirport(code).andThen((isOne) => ResultAsync.fromSafePromise(close()).map(() => isOne)),
  );
}
