import type Database from 'better-sqlite3';
import type { AirportSource } from '../../dist/airports/airport-reference-info.js';
import type { AirportName } from '../airport-names.ts';
import type { AirportIndex } from './index-airports.ts';

/** An airport has one row for each of its codes, so a lookup is one read by primary key. */
export const AIRPORT_SCHEMA = `
  CREATE TABLE airport (
    code TEXT NOT NULL PRIMARY KEY,
    city TEXT NOT NULL,
    state TEXT NOT NULL,
    country TEXT NOT NULL,
    lat REAL NOT NULL,
    long REAL NOT NULL,
    large INTEGER NOT NULL,
    scheduled INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE airport_name (
    name TEXT NOT NULL,
    code TEXT NOT NULL,
    PRIMARY KEY (name, code)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE airport_meta (
    source TEXT NOT NULL,
    date TEXT NOT NULL,
    attribution TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    airports INTEGER NOT NULL,
    iata_codes INTEGER NOT NULL,
    icao_codes INTEGER NOT NULL
  ) STRICT;
`;

/** Fills the empty tables. Throws what SQLite throws. */
export function insertAirports(
  database: Database.Database,
  airports: AirportIndex,
  source: AirportSource,
): void {
  const insert = database.prepare(
    `INSERT INTO airport (code, city, state, country, lat, long, large, scheduled)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const [code, { location, isLarge, isScheduled }] of airports.byCode) {
    const { city, state, country, lat, long } = location;
    insert.run(code, city, state, country, lat, long, Number(isLarge), Number(isScheduled));
  }
  database
    .prepare(
      `INSERT INTO airport_meta (source, date, attribution, fingerprint, airports, iata_codes, icao_codes)
       VALUES (:source, :date, :attribution, :fingerprint, :airports, :iataCodes, :icaoCodes)`,
    )
    .run({ ...source, ...airports.counts });
}

/** Fills the empty table of names. Throws what SQLite throws. */
export function insertAirportNames(database: Database.Database, names: readonly AirportName[]): void {
  const insert = database.prepare('INSERT OR IGNORE INTO airport_name (name, code) VALUES (?, ?)');
  for (const { name, code } of names) insert.run(name, code);
}
