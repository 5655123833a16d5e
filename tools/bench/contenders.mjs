import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { BIN } from './command.mjs';
import { makeFloorCache } from './floors/floor-places.mjs';
import { keysIn } from './organisation.mjs';
import { ServerProcess } from './server-process.mjs';

const FLOORS = join(import.meta.dirname, 'floors');
const REFERENCE = createRequire(import.meta.url).resolve(
  '../../packages/reference-data/data/reference.sqlite',
);

/** No look-up meets the limit, unless it is to, but each is counted. */
const LOOKUPS = 1_000_000;
const WINDOW_SECONDS = 10;
/** Longer than a scenario takes. */
const LONG_WINDOW_SECONDS = 3600;

function limitOf(lookups = LOOKUPS) {
  return { most: lookups, seconds: lookups === LOOKUPS ? WINDOW_SECONDS : LONG_WINDOW_SECONDS };
}

/** Starts the service on a database; `nodeArgs` stand before the command. */
export function startService(folder, db, { lookups, nodeArgs = [], providerUrl } = {}) {
  const { most, seconds } = limitOf(lookups);
  return ServerProcess.start([...nodeArgs, BIN, 'serve', '--port', '0', '--db', db], {
    cwd: folder,
    env: {
      OPS_AUTH_KEYS: keysIn(folder),
      OPS_GEOCODE_RATE_LIMIT: most,
      OPS_GEOCODE_RATE_WINDOW: seconds,
      ...(providerUrl !== undefined && { OPS_GEOCODERS: 'photon', OPS_PHOTON_URL: providerUrl }),
    },
  });
}

/** Starts a floor on a database, with places it knows by their address. */
export function startFloor(name, folder, db, { lookups, nodeArgs = [], places = {} }) {
  const { most, seconds } = limitOf(lookups);
  const cache = join(folder, `${basename(db)}.${name}-places`);
  makeFloorCache(cache, places);
  return ServerProcess.start([
    ...nodeArgs,
    join(FLOORS, `${name}.mjs`),
    ...['--db', db, '--keys', keysIn(folder), '--reference', REFERENCE, '--cache', cache],
    ...['--limit', most, '--window', seconds].map(String),
  ]);
}
