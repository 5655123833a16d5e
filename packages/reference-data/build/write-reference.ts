import { Result } from '@ops-admin/core';
import type Database from 'better-sqlite3';
import { SqliteAirportGazetteer } from '../dist/airports/airport-gazetteer.js';
import type { AirportSource } from '../dist/airports/airport-reference-info.js';
import { AIRPORT_SCHEMA, insertAirports } from '../dist/airports/airport-tables.js';
import type { OfficialAirport } from '../dist/airports/clean-airport.js';
import type { AirportIndex } from '../dist/airports/index-airports.js';
import { writeAirports } from '../dist/airports/write-airport.js';
import { REFERENCE_APPLICATION_ID, REFERENCE_FORMAT } from '../dist/file/open-reference.js';
import { type ReferenceNotWritten, replaceFile, writeDraft } from '../dist/file/replace-file.js';
import type { GazetteerSource } from '../dist/gazetteer/gazetteer-reference-info.js';
import { namesOfAirports } from './airport-names.ts';
import { GAZETTEER_SCHEMA, insertGazetteer, insertNames } from './gazetteer-tables.ts';
import type { GazetteerIndex } from './index-gazetteer.ts';
import { insertVocabulary, VOCABULARY_SCHEMA, type Vocabulary } from './vocabulary-tables.ts';

/** What goes into a reference file. */
export interface ReferenceContents {
  /** With the names of OurAirports; written with those of the gazetteer. */
  readonly airports: AirportIndex<OfficialAirport>;
  readonly airportSource: AirportSource;
  /** Names of airports by which only their towns are found, by code. */
  readonly otherAirportNames: ReadonlyMap<string, readonly string[]>;
  readonly gazetteer: GazetteerIndex;
  readonly gazetteerSource: GazetteerSource;
  readonly vocabulary: Vocabulary;
}

/**
 * Writes a reference file, with its folder, and replaces an existing one: readers get either the old or the new file,
 * complete. The same contents give the same bytes. Errors: {@link ReferenceNotWritten}.
 */
export function writeReference(file: string, contents: ReferenceContents): Result<void, ReferenceNotWritten> {
  return Result.fromThrowable(
    () => replaceFile(file, (draft) => writeDraft(draft, (database) => writeDatabase(database, contents))),
    (cause) => ({ type: 'reference-not-written' as const, file, cause }),
  )();
}

function writeDatabase(database: Database.Database, contents: ReferenceContents): void {
  database.pragma(`application_id = ${REFERENCE_APPLICATION_ID}`);
  database.pragma(`user_version = ${REFERENCE_FORMAT}`);
  database.exec(GAZETTEER_SCHEMA);
  insertGazetteer(database, contents.gazetteer, contents.gazetteerSource);
  database.exec(VOCABULARY_SCHEMA);
  insertVocabulary(database, contents.vocabulary);
  database.exec(AIRPORT_SCHEMA);
  const airports = writeAirports(contents.airports, new SqliteAirportGazetteer(database));
  insertAirports(database, airports, contents.airportSource);
  insertNames(
    database,
    namesOfAirports(contents.airports, airports, contents.gazetteer, contents.otherAirportNames),
  );
}
