import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { err, ok, Result } from '@ops-admin/core';
import Database from 'better-sqlite3';

/** An open reference file; `close()` it when done. */
export type ReferenceDatabase = Database.Database;

/** The file does not exist. */
export interface ReferenceMissing {
  readonly type: 'reference-missing';
  readonly file: string;
}

/** The file is not a reference file, is damaged, or must not be read. */
export interface NotAReference {
  readonly type: 'not-a-reference';
  readonly file: string;
  readonly reason: string;
}

/** The file was written by an older version of this package, or by a newer one. */
export interface UnsupportedReferenceFormat {
  readonly type: 'unsupported-reference-format';
  readonly file: string;
  readonly found: number;
  readonly supported: number;
}

/** Why a file cannot be used as the reference file. */
export type OpenReferenceError = ReferenceMissing | NotAReference | UnsupportedReferenceFormat;

/** SQLite `application_id` of a reference file, "OpsR", which no other database has. */
export const REFERENCE_APPLICATION_ID = 0x4f707352;

/** SQLite `user_version` of the reference files this version reads and writes. */
export const REFERENCE_FORMAT = 6;

const BESIDE = new URL('reference-data/', import.meta.url);

/**
 * The reference file that is part of this package: in a folder `reference-data` next to this code if it was joined with other
 * code, otherwise where the package is installed.
 */
export const PACKAGED_REFERENCE: string = fileURLToPath(
  new URL(
    'data/reference.sqlite',
    existsSync(BESIDE) ? BESIDE : import.meta.resolve('@ops-admin/reference-data/package.json'),
  ),
);

/** Opens a reference file for reading. Errors: {@link OpenReferenceError}. */
export function openReference(
  file: string = PACKAGED_REFERENCE,
): Result<ReferenceDatabase, OpenReferenceError> {
  if (!existsSync(file)) return err({ type: 'reference-missing', file });
  const unreadable = (cause: unknown) =>
    notAReference(file, cause instanceof Error ? cause.message : String(cause));
  return Result.fromThrowable(() => new Database(file, { readonly: true }), unreadable)().andThen(
    (database) =>
      Result.fromThrowable(() => check(database, file), unreadable)()
        .andThen((checked) => checked)
        .map(() => database)
        .orTee(() => {
          database.close();
        }),
  );
}

/** Checks a database and sets it up for reading. Throws if SQLite cannot read the file. */
function check(database: ReferenceDatabase, file: string): Result<void, OpenReferenceError> {
  const pragma = (name: string) => database.pragma(name, { simple: true }) as number;
  if (pragma('application_id') !== REFERENCE_APPLICATION_ID) {
    return err(notAReference(file, 'another kind of database'));
  }
  const found = pragma('user_version');
  if (found !== REFERENCE_FORMAT) {
    return err({ type: 'unsupported-reference-format', file, found, supported: REFERENCE_FORMAT });
  }
  // SQLite does not notice if the last page is cut short.
  if (statSync(file).size !== pragma('page_count') * pragma('page_size')) {
    return err(notAReference(file, 'the file is cut short'));
  }
  database.prepare('SELECT 1 FROM airport, airport_name, airport_meta LIMIT 1').get();
  database
    .prepare('SELECT 1 FROM place_name, place, area_name, area, given_name, gazetteer_meta LIMIT 1')
    .get();
  database.prepare('SELECT 1 FROM region_code LIMIT 1').get();
  // The file is replaced, never written to, so one lock is enough for all reads; a lock for each makes them four times
  // slower.
  database.pragma('locking_mode = EXCLUSIVE');
  return ok();
}

function notAReference(file: string, reason: string): NotAReference {
  return { type: 'not-a-reference', file, reason };
}
