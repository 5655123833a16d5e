import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { StoreFault } from '@ops-admin/core/adapter';
import type { Run, Statement, Work } from '@ops-admin/store-sql';
import Database from 'better-sqlite3';
import type { Wait } from './attempt.js';
import type { Failure, FileToRead, FromReader, ToReader } from './reader-thread.js';

/** What a thread runs; a bundle needs it beside itself. */
const THREAD = new URL('./reader-thread.js', import.meta.url);

const REST_MS = 60_000;

/** No thread came free in time. */
export class ReadersBusy extends StoreFault {
  constructor() {
    super('every thread that reads is busy');
  }
}

/** A moment of a file, read on a thread. */
export interface Reading {
  readonly run: Run;
  /** Gives the thread to others. */
  end(): void;
}

/**
 * Threads with a connection each, which only reads: what looks at many rows runs there, and the event loop goes on (decision 19).
 * A thread runs statements and knows nothing of the stores: their work stays here and awaits each, as it awaits those of a server.
 * Threads start when they are first needed, and end where nothing was read for a minute: each takes 20 to 40 MB.
 */
export class ReaderThreads {
  readonly #size: number;
  readonly #all = new Set<ReaderThread>();
  readonly #idle: ReaderThread[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #rest: NodeJS.Timeout;
  #isClosed = false;

  /** Throws if the code of the threads is not there. */
  constructor(size: number, restMs: number = REST_MS) {
    if (!existsSync(THREAD))
      throw new Error(`${fileURLToPath(THREAD)} is missing: a bundle needs it beside itself`);
    this.#size = size;
    this.#rest = setTimeout(() => this.#endIdle(), restMs).unref();
  }

  /** How many threads read. */
  get inUse(): number {
    return this.#all.size - this.#idle.length;
  }

  /** How many reads wait for one. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Begins to read a file at one moment, that of the first statement, once a thread is free: as long as the wait goes. */
  async begin(of: FileToRead, wait: Pick<Wait, 'left'>): Promise<Reading> {
    let thread = this.#take();
    while (!thread) {
      await this.#untilOneIsFree(Math.max(0, wait.left()));
      thread = this.#take();
    }
    const taken = thread;
    return {
      run: (work) => taken.run(of, work),
      end: () => {
        taken.end();
        if (this.#all.has(taken)) this.#idle.push(taken);
        this.#waiting.shift()?.();
        this.#rest.refresh();
      },
    };
  }

  /** Ends the threads once they have ended what they run. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#rest);
    await Promise.all([...this.#all].map((thread) => thread.close()));
  }

  #endIdle(): void {
    for (const thread of this.#idle.splice(0)) void thread.close();
  }

  #take(): ReaderThread | undefined {
    if (this.#isClosed) throw new StoreFault('the database is closed');
    const idle = this.#idle.pop();
    if (idle || this.#all.size === this.#size) return idle;
    const thread = new ReaderThread(() => {
      this.#all.delete(thread);
      const at = this.#idle.indexOf(thread);
      if (at >= 0) this.#idle.splice(at, 1);
      this.#waiting.shift()?.();
    });
    this.#all.add(thread);
    return thread;
  }

  #untilOneIsFree(milliseconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const wake = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(wake), 1);
        reject(new ReadersBusy());
      }, milliseconds);
      this.#waiting.push(wake);
    });
  }
}

interface Pending {
  readonly resolve: (rows: unknown) => void;
  readonly reject: (cause: unknown) => void;
}

/** One thread, which runs one statement at a time. */
class ReaderThread {
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  #pending: Pending | undefined;
  #isOver = false;

  constructor(onEnd: () => void) {
    this.#worker = new Worker(THREAD);
    // A program can end while a thread has nothing to do.
    this.#worker.unref();
    this.#worker.on('message', (answer: FromReader) => this.#answer(answer));
    // Without a listener, an error of the thread would end the process; who waits is told when it exits.
    this.#worker.on('error', () => {});
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#isOver = true;
        onEnd();
        this.#settle()?.reject(new ThreadEnded());
        resolve();
      });
    });
  }

  /** Runs work to its end; what a statement throws is thrown there. */
  async run<T>(of: FileToRead, work: Work<T>): Promise<T> {
    let step = work.next();
    while (!step.done) {
      let rows: unknown;
      try {
        if (!('text' in step.value)) throw new Error('a thread that reads cannot write');
        rows = await this.#ask(of, step.value);
      } catch (cause) {
        step = work.throw(cause);
        continue;
      }
      step = work.next(rows);
    }
    return step.value;
  }

  /** What is read from now on is of another moment. */
  end(): void {
    this.#worker.postMessage('end' satisfies ToReader);
  }

  async close(): Promise<void> {
    this.#worker.ref();
    this.#worker.postMessage('close' satisfies ToReader);
    await this.#ended;
  }

  #ask(of: FileToRead, { text, values }: Statement): Promise<unknown> {
    if (this.#isOver) throw new ThreadEnded();
    this.#worker.ref();
    this.#worker.postMessage({ of, text, values } satisfies ToReader);
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
    });
  }

  #answer(answer: FromReader): void {
    const pending = this.#settle();
    // In a turn of its own: Node.js hands on the answers of a quick thread one after the other, as long as there is one.
    if ('rows' in answer) setImmediate(() => pending?.resolve(answer.rows));
    else pending?.reject(causeOf(answer.failure));
  }

  #settle(): Pending | undefined {
    const pending = this.#pending;
    this.#pending = undefined;
    this.#worker.unref();
    return pending;
  }
}

function causeOf({ code, message }: Failure): Error {
  return code?.startsWith('SQLITE_') ? new Database.SqliteError(message, code) : new StoreFault(message);
}

class ThreadEnded extends StoreFault {
  constructor() {
    super('a thread that reads has ended');
  }
}
