import { parentPort } from 'node:worker_threads';
import { StoreFault } from '@ops-admin/core/adapter';
import type { Value } from '@ops-admin/store-sql';
import Database from 'better-sqlite3';
import { type FileState, isSameFile, stateOf } from './file-in-place.js';
import { StatementRunner } from './statement-runner.js';

/** The file that a statement is about, as the service has it open. */
export interface FileToRead {
  readonly file: string;
  readonly state: FileState;
  /** Where it differs, the file is opened again, so that nothing from before is in memory. */
  readonly generation: number;
}

/** A statement for a thread. All until `end` are of one moment. */
export type ToReader =
  | { readonly of: FileToRead; readonly text: string; readonly values: readonly Value[] }
  | 'end'
  | 'close';

/** Why a statement failed; `code` is SQLite's. */
export interface Failure {
  readonly message: string;
  readonly code: string | undefined;
}

/** What a thread answers to a statement. */
export type FromReader = { readonly rows: readonly unknown[] } | { readonly failure: Failure };

interface OpenFile {
  readonly database: Database.Database;
  readonly generation: number;
  readonly runner: StatementRunner;
}

let open: OpenFile | undefined;

function openOf({ file, generation, state }: FileToRead): OpenFile {
  if (open?.generation === generation) return open;
  open?.database.close();
  open = undefined;
  const database = new Database(file, { readonly: true, fileMustExist: true });
  if (!isSameFile(stateOf(file), state)) {
    database.close();
    throw new StoreFault(`${file} was just replaced by another file`);
  }
  open = { database, generation, runner: new StatementRunner(database) };
  return open;
}

function answerTo({ of, text, values }: Exclude<ToReader, string>): FromReader {
  try {
    const { database, runner } = openOf(of);
    if (!database.inTransaction) database.exec('begin');
    return { rows: runner.all(text, values) };
  } catch (error) {
    const { code, message } = error as Error & { readonly code?: string };
    return { failure: { message, code } };
  }
}

/** Runs the statements of one `ReaderThreads`, in a thread of its own. */
parentPort?.on('message', (asked: ToReader) => {
  if (typeof asked === 'object') return parentPort?.postMessage(answerTo(asked));
  if (asked === 'end') {
    // Nothing was written; a commit fails where a damaged page was met.
    if (open?.database.inTransaction) open.database.exec('rollback');
    return;
  }
  open?.database.close();
  parentPort?.close();
});
