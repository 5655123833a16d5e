import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { fromThrowable, type Result } from 'neverthrow';
import type { AirportSource } from './airport-reference-info.js';
import type { AirportIndex } from './index-airports.js';
import { REFERENCE_APPLICATION_ID, REFERENCE_FORMAT, REFERENCE_SCHEMA } from './reference-format.js';

/** What goes into a reference file. */
export interface ReferenceContents {
  readonly airports: AirportIndex;
  readonly airportSource: AirportSource;
}

/** The reference file could not be written; the one that was there, if any, is as it was. */
export interface ReferenceNotWritten {
  readonly type: 'reference-not-written';
  readonly file: string;
  readonly cause: unknown;
}

/**
 * Writes a reference file, with its folder, in place of one that may be there: whoever opens the file meets the old one
 * or the new one, whole. The same contents give the same bytes. Errors: {@link ReferenceNotWritten}.
 */
export function writeReference(file: string, contents: ReferenceContents): Result<void, ReferenceNotWritten> {
  const draft = `${file}.${randomUUID()}.tmp`;
  return fromThrowable(
    () => {
      try {
        mkdirSync(dirname(file), { recursive: true });
        writeDatabase(draft, contents);
        flush(draft);
        renameSync(draft, file);
      } finally {
        rmSync(draft, { force: true });
      }
    },
    (cause) => ({ type: 'reference-not-written' as const, file, cause }),
  )();
}

function writeDatabase(file: string, contents: ReferenceContents): void {
  const database = new Database(file);
  try {
    // A draft that fails is thrown away, so it needs no journal.
    database.pragma('journal_mode = OFF');
    database.pragma('synchronous = OFF');
    database.pragma(`application_id = ${REFERENCE_APPLICATION_ID}`);
    database.pragma(`user_version = ${REFERENCE_FORMAT}`);
    database.transaction(() => {
      database.exec(REFERENCE_SCHEMA);
      insertAirports(database, contents);
    })();
  } finally {
    database.close();
  }
}

function insertAirports(database: Database.Database, { airports, airportSource }: ReferenceContents): void {
  const insert = database.prepare(
    'INSERT INTO airport (code, city, state, country, lat, long) VALUES (?, ?, ?, ?, ?, ?)',
  );
  for (const [code, { city, state, country, lat, long }] of airports.locations) {
    insert.run(code, city, state, country, lat, long);
  }
  database
    .prepare(
      `INSERT INTO airport_meta (source, date, attribution, fingerprint, airports, iata_codes, icao_codes)
       VALUES (:source, :date, :attribution, :fingerprint, :airports, :iataCodes, :icaoCodes)`,
    )
    .run({ ...airportSource, ...airports.counts });
}

function flush(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
