import { StoreFault } from '@ops-admin/core/adapter';
import Database from 'better-sqlite3';

/** What SQLite says of a value that no column or limit takes, and of a call that is wrong in itself. */
const MISTAKE = /^SQLITE_(?:MISUSE|RANGE|MISMATCH|TOOBIG|CONSTRAINT_(?:CHECK|DATATYPE|NOTNULL))$/;
/** What it says where the tables are not those of our migrations: somebody else was at the file. */
const OTHER_SCHEMA = /^(?:no such |table \S+ has |malformed JSON)/;

/**
 * Whether the database failed: its file, its disk, another process, its content. What is left is a bug of ours or a bad argument,
 * and no reason to say that the database is down.
 */
export function isStoreFailure(error: unknown): boolean {
  if (error instanceof Database.SqliteError) {
    return error.code === 'SQLITE_ERROR' ? OTHER_SCHEMA.test(error.message) : !MISTAKE.test(error.code);
  }
  // What is kept and is no JSON is a `SyntaxError`.
  return error instanceof StoreFault || error instanceof SyntaxError || isSystemError(error);
}

/** Whether the file system failed. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
