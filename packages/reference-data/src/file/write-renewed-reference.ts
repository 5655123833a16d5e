import { chmodSync, closeSync, copyFileSync, openSync, readSync, realpathSync } from 'node:fs';
import { type Airport, err, ok, Result } from '@ops-admin/core';
import { insertAirports } from '../airports/airport-tables.js';
import type { OurAirports } from '../airports/read-ourairports.js';
import { openReference, PACKAGED_REFERENCE, REFERENCE_APPLICATION_ID } from './open-reference.js';
import { removeOldDrafts } from './remove-old-drafts.js';
import { type ReferenceNotWritten, replaceFile, writeDraft } from './replace-file.js';

/**
 * Checks that a file can be replaced: it does not exist, or is a reference file (even a damaged one), and not the packaged
 * one. So a wrong setting cannot overwrite a database. Errors: `reference-not-written`.
 */
export function checkReplaceable(file: string): Result<void, ReferenceNotWritten> {
  const refuse = (cause: unknown): ReferenceNotWritten => ({ type: 'reference-not-written', file, cause });
  return Result.fromThrowable(() => {
    const header = readHeader(file);
    if (header === undefined) return undefined;
    if (realpathSync(file) === realpathSync(PACKAGED_REFERENCE)) return 'it is part of the package';
    return isReference(header) ? undefined : 'the file exists and is not a reference file';
  }, refuse)().andThen((reason) => (reason ? err(refuse(new Error(reason))) : ok()));
}

/**
 * Replaces `file` by the packaged reference file with other airports: readers get either the old or the new file, complete.
 * Errors: `reference-not-written`.
 */
export function writeRenewedReference(
  file: string,
  renewed: OurAirports<Airport>,
): Result<void, ReferenceNotWritten> {
  return Result.fromThrowable(
    () => {
      removeOldDrafts(file);
      replaceFile(file, (draft) => {
        copyFileSync(PACKAGED_REFERENCE, draft);
        // The packaged file can be read-only; only its owner can read this one, like the files next to it.
        chmodSync(draft, 0o600);
        writeDraft(draft, (database) => {
          database.exec('DELETE FROM airport; DELETE FROM airport_meta;');
          insertAirports(database, renewed.airports, renewed.airportSource);
        });
        openReference(draft).match(
          (database) => database.close(),
          ({ type }) => {
            throw new Error(`the new file cannot be opened: ${type}`);
          },
        );
      });
    },
    (cause) => ({ type: 'reference-not-written' as const, file, cause }),
  )();
}

const SQLITE_MAGIC = 'SQLite format 3\0';
const APPLICATION_ID_OFFSET = 68;
const HEADER_BYTES = 72;

/** The first bytes of a file, or `undefined` if it does not exist or is empty. */
function readHeader(file: string): Buffer | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cause;
  }
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    return readSync(descriptor, header, 0, HEADER_BYTES, 0) === 0 ? undefined : header;
  } finally {
    closeSync(descriptor);
  }
}

function isReference(header: Buffer): boolean {
  return (
    header.toString('latin1', 0, SQLITE_MAGIC.length) === SQLITE_MAGIC &&
    header.readUInt32BE(APPLICATION_ID_OFFSET) === REFERENCE_APPLICATION_ID
  );
}
