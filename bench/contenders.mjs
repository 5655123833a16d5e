import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { BIN } from './command.mjs';
import { makeFloorCache } from './floors/floor-places.mjs';
import { keysIn } from './organisation.mjs';
import { ServerProcess } from './server-process.mjs';

const FLOORS = join(import.meta.dirname, 'floors');
const REFERENCE = createRequire(import.meta.url).resolve('../packages/reference-data/data/reference.sqlite');

/** No look-up of the bench meets the limit, but each is counted. */
const LIMIT = { most: 1_000_000, seconds: 10 };

/** Starts the service on a database; `nodeArgs` stand before the command. */
export function startService(folder, db, { nodeArgs = [], providerUrl } = {}) {
  return ServerProcess.start([...nodeArgs, BIN, 'serve', '--port', '0', '--db', db], {
    cwd: folder,
    env: {
      OPS_AUTH_KEYS: keysIn(folder),
      OPS_GEOCODE_RATE_LIMIT: LIMIT.most,
      OPS_GEOCODE_RATE_WINDOW: LIMIT.seconds,
      ...(providerUrl !== undefined && { OPS_GEOCODERS: 'photon', OPS_PHOTON_URL: providerUrl }),
    },
  });
}

/** Starts a floor on a database, with places it knows by their address. */
export function startFloor(name, folder, db, places = {}) {
  const cache = `${db}.${name}-places`;
  makeFloorCache(cache, places);
  return ServerProcess.start([
    join(FLOORS, `${name}.mjs`),
    ...['--db', db, '--keys', keysIn(folder), '--reference', REFERENCE, '--cache', cache],
    ...['--limit', LIMIT.most, '--window', LIMIT.seconds].map(String),
  ]);
}

/** Starts the constant: an answer of the service, to the byte. */
export function startHello(folder, answer) {
  const file = join(folder, 'answer.json');
  writeFileSync(file, answer);
  return ServerProcess.start([join(FLOORS, 'hello-koa.mjs'), file]);
}

/** A copy of a database for one server; every write of the others stays away from it. */
export function copyFor(server, db) {
  const folder = join(db, '..', server);
  mkdirSync(folder, { recursive: true });
  const copy = join(folder, `${basename(db, '.db')}-${Date.now()}.db`);
  cpSync(db, copy);
  return copy;
}
