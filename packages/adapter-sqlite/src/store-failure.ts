import { StoreFault } from '@ops-admin/core/adapter';
import Database from 'better-sqlite3';

/** Error codes for a value that no column or limit allows, and for a wrong call. */
const MISTAKE = /^SQLITE_(?:MISUSE|RANGE|MISMATCH|TOOBIG|CONSTRAINT_(?:CHECK|DATATYPE|NOTNULL))$/;
/** The code if the tables are not those of the migrations: another program changed the file. */
const OTHER_SCHEMA = /^(?:no such |table \S+ has |malformed JSON)/;

/**
 * Whether the database failed: its file, its disk, another process, its content. Any other error is a bug or a bad argument,
 * and no reason to report that the database is down.
 */
export function isStoreFailure(error: unknown): boolean {
  if (error instanceof Database.SqliteError) {
    return error.code === 'SQLITE_ERROR' ? OTHER_SCHEMA.test(error.message) : !MISTAKE.test(error.code);
  }
  // Stored text that is not JSON gives a `SyntaxError`.
  return error instanceof StoreFault || error instanceof SyntaxError || isSystemError(error);
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(?:BUSY|LOCKED)/.test(error.code);
}
