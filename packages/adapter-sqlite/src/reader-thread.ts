import { parentPort, workerData } from 'node:worker_threads';
import { StoreFault } from '@ops-admin/core/adapter';
import type { Value, Write } from '@ops-admin/store-sql';
import Database from 'better-sqlite3';
import { type FileState, isSameFile, stateOf } from './file-in-place.js';
import { openFile } from './open-database.js';
import { StatementRunner } from './statement-runner.js';

/** The file that a statement is about, as the service has it open. */
export interface FileToRead {
  readonly file: string;
  readonly state: FileState;
  /** Where it differs, the file is opened again, so that nothing from before is in memory. */
  readonly generation: number;
}

/** Whether a thread writes: its first statement takes the lock. */
export interface ThreadData {
  readonly writes: boolean;
}

/** What a thread is asked. All until `end` are of one moment. */
export type ToReader =
  | { readonly of: FileToRead; readonly text: string; readonly values: readonly Value[] }
  | { readonly of: FileToRead; readonly write: Write }
  | 'more'
  | 'commit'
  | 'end'
  | 'close';

/** Why a statement failed; `code` is SQLite's. */
export interface Failure {
  readonly message: string;
  readonly code: string | undefined;
}

/** What a thread answers; where there is more, it waits until that is asked for. */
export type FromReader =
  | { readonly rows: readonly unknown[]; readonly hasMore: boolean }
  | { readonly failure: Failure };

interface OpenFile {
  readonly database: Database.Database;
  readonly generation: number;
  readonly runner: StatementRunner;
}

const { writes } = workerData as ThreadData;
/** What a change of many users goes back to again and again: a page for each string that they hold, in two trees. */
const WRITE_CACHE_KIB = 131_072;
/** How many characters an answer has, about: taking one over is a step of the event loop. */
const CHARACTERS_AT_ONCE = 1_000_000;

let open: OpenFile | undefined;
/** What is being read. */
let rest: Iterator<object> | undefined;

function openOf({ file, generation, state }: FileToRead): OpenFile {
  if (open?.generation === generation) return open;
  open?.database.close();
  open = undefined;
  const database = writes ? openToWrite(file) : new Database(file, { readonly: true, fileMustExist: true });
  if (!isSameFile(stateOf(file), state)) {
    database.close();
    throw new StoreFault(`${file} was just replaced by another file`);
  }
  open = { database, generation, runner: new StatementRunner(database) };
  return open;
}

function openToWrite(file: string): Database.Database {
  const opened = openFile(file, { create: false });
  if (opened.isErr()) throw new StoreFault(opened.error.message);
  const { database } = opened.value;
  database.pragma(`cache_size = -${WRITE_CACHE_KIB}`);
  return database;
}

function answerTo(asked: Exclude<ToReader, 'end' | 'close'>): FromReader {
  try {
    if (asked === 'commit') open?.database.exec('commit');
    else if (asked !== 'more') begin(asked);
    return nextRows();
  } catch (error) {
    rest = undefined;
    const { code, message } = error as Error & { readonly code?: string };
    return { failure: { message, code } };
  }
}

function begin(asked: Exclude<ToReader, string>): void {
  const { database, runner } = openOf(asked.of);
  if (!database.inTransaction) database.exec(writes ? 'begin immediate' : 'begin');
  if ('write' in asked) runner.write(asked.write);
  else rest = runner.each(asked.text, asked.values);
}

function nextRows(): FromReader {
  const rows: object[] = [];
  for (let characters = 0; rest && characters < CHARACTERS_AT_ONCE; ) {
    const { done, value } = rest.next();
    if (done) rest = undefined;
    else {
      rows.push(value);
      for (const one of Object.values(value)) characters += typeof one === 'string' ? one.length : 8;
    }
  }
  return { rows, hasMore: rest !== undefined };
}

/** Runs the statements of one `ReaderThreads`, in a thread of its own. */
parentPort?.on('message', (asked: ToReader) => {
  if (asked !== 'end' && asked !== 'close') return parentPort?.postMessage(answerTo(asked));
  rest?.return?.();
  rest = undefined;
  // What was not committed is not kept; where nothing was written, a commit fails where a damaged page was met.
  if (open?.database.inTransaction) open.database.exec('rollback');
  if (writes) open?.database.pragma('shrink_memory');
  if (asked === 'end') return;
  open?.database.close();
  parentPort?.close();
});
