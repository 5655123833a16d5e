import type { Parts } from '../compose.js';
import type { Config } from './config.js';

/** Whether `--db` names a database on a PostgreSQL server, and no file. */
export function isPostgresUrl(place: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(place);
}

/** The key file: `OPS_AUTH_KEYS`, or beside the database (decision 10). */
export function keysOf({ authKeys }: Config, { db }: { readonly db: string }): NonNullable<Parts['keys']> {
  return { file: authKeys ?? beside(db, 'keys.json') };
}

/** The renewed reference file: `OPS_REFERENCE`, or beside the database. */
export function referenceFileOf({ reference }: Config, databaseFile: string): string {
  return reference ?? beside(databaseFile, 'reference.sqlite');
}

/** The cache of addresses: `OPS_GEOCODE_CACHE`, or beside the database, or in it where that is PostgreSQL. */
export function cacheFileOf({ geocodeCache }: Config, databaseFile: string): string {
  if (geocodeCache.file === undefined && isPostgresUrl(databaseFile)) return databaseFile;
  return geocodeCache.file ?? beside(databaseFile, 'geocode-cache.sqlite');
}

/** What look-ups read: the renewed reference file, and the cache where it is wanted. */
export function locationsOf(
  config: Config,
  { db, cache = true }: { readonly db: string; readonly cache?: boolean },
): NonNullable<Parts['locations']> {
  return { referenceFile: referenceFileOf(config, db), ...(cache && { cacheFile: cacheFileOf(config, db) }) };
}

/** A database on a server has its files in the current folder. */
function beside(databaseFile: string, name: string): string {
  if (isPostgresUrl(databaseFile)) return `./ops-admin.${name}`;
  return `${databaseFile.replace(/\.db$/, '')}.${name}`;
}
