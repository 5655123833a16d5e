import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';

/** The airports of the service's reference file, and a cache of addresses in a table of its own. */
export function openFloorPlaces(referenceFile, cacheFile) {
  const reference = new Database(referenceFile, { fileMustExist: true, readonly: true });
  const airport = reference.prepare('select city, state, country, lat, long from airport where code = ?');
  const cache = new Database(cacheFile, { fileMustExist: true });
  const kept = cache.prepare('select location from place where key = ? and expires_at > ?').pluck();

  /** What is known of an address or an airport code; nobody else is asked. */
  return (address) => {
    const text = address.trim().normalize('NFC');
    if (/^(?:[A-Z]{3}|[a-z]{3}|[A-Z0-9]{4}|[a-z0-9]{4})$/.test(text)) {
      const found = airport.get(text.toUpperCase());
      if (found) return found;
    }
    const location = kept.get(keyOf(text), Date.now());
    return location === undefined ? undefined : JSON.parse(location);
  };
}

/** Makes the cache, with places by their address. */
export function makeFloorCache(cacheFile, places) {
  const cache = new Database(cacheFile);
  cache.pragma('journal_mode = wal');
  cache.exec(
    'create table place (key text primary key, expires_at integer not null, location text not null)',
  );
  const insert = cache.prepare('insert into place values (?, ?, ?)');
  for (const [address, place] of Object.entries(places))
    insert.run(keyOf(address), Date.now() + 86_400_000, JSON.stringify(place));
  cache.close();
}

function keyOf(text) {
  return createHash('sha256').update(text.replace(/\s+/gu, ' ').toLowerCase()).digest('base64url');
}
