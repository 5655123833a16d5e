import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import type { AirportSource } from '../dist/airports/airport-reference-info.js';
import { REFERENCE_APPLICATION_ID, REFERENCE_FORMAT } from '../dist/file/open-reference.js';
import type { GazetteerSource } from '../dist/gazetteer/gazetteer-reference-info.js';
import { namesOfAirports, peopleOfTowns } from './airport-names.ts';
import { SqliteAirportGazetteer } from './airports/airport-gazetteer.ts';
import { AIRPORT_SCHEMA, insertAirportNames, insertAirports } from './airports/airport-tables.ts';
import type { OfficialAirport } from './airports/clean-airport.ts';
import type { AirportIndex } from './airports/index-airports.ts';
import { writeAirports } from './airports/write-airport.ts';
import { GAZETTEER_SCHEMA, insertGazetteer } from './gazetteer-tables.ts';
import type { GazetteerIndex } from './index-gazetteer.ts';
import type { RegionCode } from './region-codes.ts';

/** What goes into a reference file. */
export interface ReferenceContents {
  /** With the names of OurAirports; written with those of the gazetteer. */
  readonly airports: AirportIndex<OfficialAirport>;
  readonly airportSource: AirportSource;
  /** Names of airports in addition to the official ones, by code. */
  readonly otherAirportNames: ReadonlyMap<string, readonly string[]>;
  readonly gazetteer: GazetteerIndex;
  readonly gazetteerSource: GazetteerSource;
  readonly regions: readonly RegionCode[];
}

/**
 * Writes a reference file, with its folder, and replaces an existing one: readers get either the old or the new file,
 * complete. The same contents give the same bytes. Throws what SQLite and the file system throw.
 */
export function writeReference(file: string, contents: ReferenceContents): void {
  const draft = `${file}.${process.pid}.tmp`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    const database = new Database(draft);
    try {
      // If it fails, the draft is thrown away.
      database.pragma('journal_mode = OFF');
      database.pragma('synchronous = OFF');
      database.transaction(() => writeDatabase(database, contents))();
    } finally {
      database.close();
    }
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

function writeDatabase(database: Database.Database, contents: ReferenceContents): void {
  database.pragma(`application_id = ${REFERENCE_APPLICATION_ID}`);
  database.pragma(`user_version = ${REFERENCE_FORMAT}`);
  database.exec(GAZETTEER_SCHEMA);
  insertGazetteer(database, contents.gazetteer, contents.regions, contents.gazetteerSource);
  database.exec(AIRPORT_SCHEMA);
  const airports = writeAirports(contents.airports, new SqliteAirportGazetteer(database));
  insertAirports(database, airports, contents.airportSource);
  insertAirportNames(
    database,
    namesOfAirports(
      contents.airports,
      airports,
      contents.otherAirportNames,
      peopleOfTowns(contents.gazetteer),
    ),
  );
}
