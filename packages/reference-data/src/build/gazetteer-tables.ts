import type Database from 'better-sqlite3';
import type { GazetteerSource } from '../gazetteer/gazetteer-reference-info.js';
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
  const insertArea = database.prepare(
    'INSERT INTO area (id, name, country, region, people) VALUES (?, ?, ?, ?, ?)',
  );
  for (const { id, name, country, region, people } of areas) {
    insertArea.run(id, name, country, region, people);
  }

  const areaNames = new NamedRows<[area: number, code: number]>();
  for (const { id, names } of areas) {
    for (const { name, code } of names) areaNames.add(name, [id, Number(code)]);
  }
  const insertAreaName = database.prepare('INSERT INTO area_name (name, area, code) VALUES (?, ?, ?)');
  for (const [name, row] of areaNames.inOrder()) insertAreaName.run(name, ...row);

  const insertPlace = database.prepare(
    `INSERT INTO place (id, name, country, region, county, lat, long, seat, section)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { id, name, country, region, county, lat, long, seat, section } of places) {
    insertPlace.run(id, name, country, region, county, lat, long, seat, Number(section));
  }

  const placeNames = new NamedRows<[weight: number, place: number]>();
  for (const { id, names } of places) {
    for (const [name, weight] of names) placeNames.add(name, [weight, id]);
  }
  const insertPlaceName = database.prepare('INSERT INTO place_name (name, weight, place) VALUES (?, ?, ?)');
  for (const [name, row] of placeNames.inOrder()) insertPlaceName.run(name, ...row);

  database
    .prepare(
      'INSERT INTO gazetteer_meta VALUES (:source, :date, :attribution, :fingerprint, :places, :names)',
    )
    .run({ ...source, ...counts });
}

/** Rows in the order of their names: a table whose rows come about in the order of its key is full and quick to write. */
class NamedRows<Row> {
  readonly #rows = new Map<string, Row[]>();

  add(name: string, row: Row): void {
    const namesakes = this.#rows.get(name);
    if (namesakes) namesakes.push(row);
    else this.#rows.set(name, [row]);
  }

  *inOrder(): Generator<[name: string, row: Row]> {
    for (const name of [...this.#rows.keys()].sort()) {
      for (const row of this.#rows.get(name) ?? []) yield [name, row];
    }
  }
}
