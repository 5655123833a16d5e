import { join } from 'node:path';
import { openReferenceData, type ReferenceData } from '@ops-admin/reference-data';
import Database from 'better-sqlite3';

/** The reference file that this package brings. */
export const PACKAGED_FILE: string = join(import.meta.dirname, '../data/reference.sqlite');

/** What the package gives of a reference file; of its own one, unless another is named. The test closes it. */
export function openData(file: string = PACKAGED_FILE): ReferenceData {
  return openReferenceData(file)._unsafeUnwrap();
}

/** The tables of a reference file, past the package. The test closes them. */
export function openTables(file: string = PACKAGED_FILE): Database.Database {
  return new Database(file, { readonly: true, fileMustExist: true });
}
