import type Database from 'better-sqlite3';
import type { GazetteerSource } from '../dist/gazetteer/gazetteer-reference-info.js';
import { ABBREVIATION, FOREIGN_NAME } from '../dist/gazetteer/name-index.js';
import type { GazetteerIndex } from './index-gazetteer.ts';
import { NAMES_ROWS } from './names.ts';
import type { RegionCode } from './region-codes.ts';

const GIVEN_NAMES = NAMES_ROWS.flatMap(({ kind, names }) => (kind === 'given' ? names.split(',') : []));

/**
 * `place_name` has the places of a name side by side, the highest weight first, so a lookup is one read of a range that ends
 * early. An area is a country, a region or a county; 0 means none.
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
    section INTEGER NOT NULL,
    people INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE place_name (
    name TEXT NOT NULL,
    weight INTEGER NOT NULL,
    place INTEGER NOT NULL,
    own INTEGER NOT NULL,
    PRIMARY KEY (name, weight DESC, place)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE region_code (
    code TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    airports TEXT,
    same INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE given_name (name TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;

  CREATE TABLE gazetteer_meta (
    source TEXT NOT NULL,
    date TEXT NOT NULL,
    attribution TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    places INTEGER NOT NULL,
    names INTEGER NOT NULL
  ) STRICT;
`;

/**
 * Fills the empty tables. The many names go to SQLite in one piece, and SQLite sorts them: rows in the order of their key
 * make a compact table that is quick to write. Throws what SQLite throws.
 */
export function insertGazetteer(
  database: Database.Database,
  { areas, places, counts }: GazetteerIndex,
  regions: readonly RegionCode[],
  source: GazetteerSource,
): void {
  const insertArea = database.prepare(
    'INSERT INTO area (id, name, country, region, people) VALUES (?, ?, ?, ?, ?)',
  );
  for (const { id, name, country, region, people } of areas) {
    insertArea.run(id, name, country, region, people);
  }

  const areaNames = areas.flatMap(({ id, names }) =>
    names.map(({ name, code, foreign }) => [name, id, code ? ABBREVIATION : foreign ? FOREIGN_NAME : 0]),
  );
  database
    .prepare(
      `INSERT INTO area_name (name, area, code)
       SELECT value ->> 0 AS name, value ->> 1 AS area, value ->> 2 FROM json_each(?) ORDER BY name, area`,
    )
    .run(JSON.stringify(areaNames));

  const insertPlace = database.prepare(
    `INSERT INTO place (id, name, country, region, county, lat, long, seat, section, people)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { id, name, country, region, county, lat, long, seat, section, people } of places) {
    insertPlace.run(id, name, country, region, county, lat, long, seat, Number(section), people);
  }

  const placeNames = places.flatMap(({ id, names }) =>
    [...names].map(([name, { weight, own }]) => [name, weight, id, Number(own)]),
  );
  database
    .prepare(
      `INSERT INTO place_name (name, weight, place, own)
       SELECT value ->> 0 AS name, value ->> 1 AS weight, value ->> 2 AS place, value ->> 3 FROM json_each(?)
        ORDER BY name, weight DESC, place`,
    )
    .run(JSON.stringify(placeNames));

  const insertRegion = database.prepare(
    'INSERT INTO region_code (code, name, airports, same) VALUES (?, ?, ?, ?)',
  );
  for (const { code, name, airports, isSame } of regions) {
    insertRegion.run(code, name, airports ?? null, Number(isSame));
  }

  const insertGiven = database.prepare('INSERT INTO given_name (name) VALUES (?)');
  for (const name of GIVEN_NAMES) insertGiven.run(name);

  database
    .prepare(
      'INSERT INTO gazetteer_meta VALUES (:source, :date, :attribution, :fingerprint, :places, :names)',
    )
    .run({ ...source, ...counts });
}
