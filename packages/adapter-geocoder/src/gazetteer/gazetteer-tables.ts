import type Database from 'better-sqlite3';
import type { GazetteerSource } from './gazetteer-reference-info.js';
import type { GazetteerIndex } from './index-gazetteer.js';

/**
 * `place_name` has the places of a name side by side, the weightiest first, so that a look-up is one read of a range
 * that ends early. An area is a country, a region or a county; 0 stands for none.
 */
export const GAZETTEER_SCHEMA = `
  CREATE TABLE area (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    country INTEGER NOT NULL,
    region INTEGER NOT NULL,
    people INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE area_name (
    name TEXT NOT NULL,
    area INTEGER NOT NULL,
    code INTEGER NOT NULL,
    PRIMARY KEY (name, area)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE place (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    country INTEGER NOT NULL,
    region INTEGER NOT NULL,
    county INTEGER NOT NULL,
    lat REAL NOT NULL,
    long REAL NOT NULL,
    seat INTEGER NOT NULL,
    section INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE place_name (
    name TEXT NOT NULL,
    weight INTEGER NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (name, weight DESC, place)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE gazetteer_meta (
    source TEXT NOT NULL,
    date TEXT NOT NULL,
    attribution TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    places INTEGER NOT NULL,
    names INTEGER NOT NULL
  ) STRICT;
`;

/** Fills the empty tables. Throws what SQLite throws. */
export function insertGazetteer(
  database: Database.Database,
  { areas, places, counts }: GazetteerIndex,
  source: GazetteerSource,
): void {
  const insertArea = database.prepare('INSERT INTO area VALUES (:id, :name, :country, :region, :people)');
  for (const { names: _, ...area } of areas) insertArea.run(area);

  const areaNames = areas.flatMap(({ id, names }) =>
    names.map(({ name, code }) => ({ name, area: id, code: Number(code) })),
  );
  const insertAreaName = database.prepare('INSERT INTO area_name VALUES (:name, :area, :code)');
  for (const row of areaNames.sort(byName)) insertAreaName.run(row);

  const insertPlace = database.prepare(
    'INSERT INTO place VALUES (:id, :name, :country, :region, :county, :lat, :long, :seat, :section)',
  );
  for (const { names: _, ...place } of places) insertPlace.run({ ...place, section: Number(place.section) });

  const placeNames = places.flatMap(({ id, names }) =>
    [...names].map(([name, weight]) => ({ name, weight, place: id })),
  );
  const insertPlaceName = database.prepare('INSERT INTO place_name VALUES (:name, :weight, :place)');
  for (const row of placeNames.sort(byName)) insertPlaceName.run(row);

  database
    .prepare(
      'INSERT INTO gazetteer_meta VALUES (:source, :date, :attribution, :fingerprint, :places, :names)',
    )
    .run({ ...source, ...counts });
}

/** Rows that come about in the order of their key make a table that is full and quick to write. */
function byName(one: { name: string }, other: { name: string }): number {
  return one.name < other.name ? -1 : Number(one.name > other.name);
}
