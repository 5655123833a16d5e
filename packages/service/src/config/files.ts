import type { Config } from './config.js';
import { isPostgresUrl } from './shown-place.js';

/** The key file: `OPS_AUTH_KEYS`, or next to the database. */
export function keyFileOf({ authKeys }: Config, database: string): string {
  return authKeys ?? beside(database, 'keys.json');
}

/** The cache of addresses: `OPS_GEOCODE_CACHE`, or next to the database, or in it if that is PostgreSQL. */
export function cacheFileOf({ geocodeCache }: Config, database: string): string {
  if (geocodeCache.file === undefined && isPostgresUrl(database)) return database;
  return geocodeCache.file ?? beside(database, 'geocode-cache.sqlite');
}

/** With a database on a server, the files are in the current folder. */
function beside(database: string, name: string): string {
  if (isPostgresUrl(database)) return `./ops-admin.${name}`;
  return `${database.replace(/\.db$/, '')}.${name}`;
}
