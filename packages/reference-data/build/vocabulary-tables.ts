import type Database from 'better-sqlite3';
import type { RegionCode } from './region-codes.ts';

/** Data that every answer uses: regions by their codes, and the people of towns whose names can be airports' codes. */
export interface Vocabulary {
  readonly regions: readonly RegionCode[];
  readonly towns: ReadonlyMap<string, number>;
}

export const VOCABULARY_SCHEMA = `
  CREATE TABLE region_code (
    code TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    airports TEXT,
    same INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE town (
    name TEXT NOT NULL PRIMARY KEY,
    people INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

/** Fills the empty tables. Throws what SQLite throws. */
export function insertVocabulary(database: Database.Database, { regions, towns }: Vocabulary): void {
  const insertRegion = database.prepare(
    'INSERT INTO region_code (code, name, airports, same) VALUES (?, ?, ?, ?)',
  );
  for (const { code, name, airports, isSame } of regions) {
    insertRegion.run(code, name, airports ?? null, Number(isSame));
  }
  const insertTown = database.prepare('INSERT INTO town (name, people) VALUES (?, ?)');
  for (const [name, people] of towns) insertTown.run(name, people);
}
