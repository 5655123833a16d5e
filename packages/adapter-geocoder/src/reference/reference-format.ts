/** SQLite `application_id` of a reference file, "OpsR", which tells it from any other database. */
export const REFERENCE_APPLICATION_ID = 0x4f707352;

/** SQLite `user_version` of the reference files this version reads and writes. */
export const REFERENCE_FORMAT = 1;

/**
 * The tables of a reference file. An airport stands once under each of its codes, so that a look-up is one read by
 * primary key.
 */
export const REFERENCE_SCHEMA = `
  CREATE TABLE airport (
    code TEXT NOT NULL PRIMARY KEY,
    city TEXT NOT NULL,
    state TEXT NOT NULL,
    country TEXT NOT NULL,
    lat REAL NOT NULL,
    long REAL NOT NULL
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
