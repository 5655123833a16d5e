import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { StoreFault } from '@ops-admin/core/adapter';
import { type Asked, awaitWork, ownTurn, type Run, type Work } from '@ops-admin/store-sql';
import Database from 'better-sqlite3';
import type { Wait } from './attempt.js';
import type { Failure, FileToRead, FromReader, ThreadData, ToReader } from './reader-thread.js';

/** What a thread runs; a bundle needs it beside itself. */
const THREAD = new URL('./reader-thread.js', import.meta.url);

const REST_MS = 60_000;

/** No thread came free in time. */
export class ReadersBusy extends StoreFault {
  constructor() {
    super('every thread that reads is busy');
  }
}

/** A moment of a file, read on a thread, or a transaction that writes. */
export interface Reading {
  readonly run: Run;
  /** Keeps what was written; durable once it resolves. */
  commit(): Promise<void>;
  /** Gives the thread to others. */
  end(): void;
}

/**
 * Threads with a connection each: what looks at many rows, or changes many users, runs there, and the event loop goes on (decision 19).
 * A thread runs statements and knows nothing of the stores: their work stays here and awaits each, as it awaits those of a server.
 * Threads start when they are first needed, and end where nothing was read for a minute: each takes 20 to 40 MB.
 */
export class ReaderThreads {
  readonly #size: number;
  readonly #writes: boolean;
  readonly #all = new Set<ReaderThread>();
  readonly #idle: ReaderThread[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #rest: NodeJS.Timeout;
  #isClosed = false;

  /** They only read, unless they are to write. Throws if the code of the threads is not there. */
  constructor(
    size: number,
    { restMs = REST_MS, writes = false }: Partial<ThreadData> & { restMs?: number } = {},
  ) {
    if (!existsSync(THREAD))
      throw new Error(`${fileURLToPath(THREAD)} is missing: a bundle needs it beside itself`);
    this.#size = size;
    this.#writes = writes;
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
      commit: () => taken.commit(),
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
    const thread = new ReaderThread({ writes: this.#writes }, () => {
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

type Rows = Exclude<FromReader, { readonly failure: Failure }>;

interface Pending {
  readonly resolve: (rows: Rows) => void;
  readonly reject: (cause: unknown) => void;
}

/** One thread, which runs one statement at a time. */
class ReaderThread {
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  #pending: Pending | undefined;
  #isOver = false;

  constructor(workerData: ThreadData, onEnd: () => void) {
    this.#worker = new Worker(THREAD, { workerData });
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
  run<T>(of: FileToRead, work: Work<T>): Promise<T> {
    return awaitWork(work, (step) => this.#answerTo(of, step));
  }

  async commit(): Promise<void> {
    await this.#ask('commit');
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

  async #answerTo(of: FileToRead, step: Asked): Promise<unknown> {
    if ('text' in step) return await this.#rowsOf({ of, text: step.text, values: step.values });
    if ('script' in step) throw new Error('a thread runs no scripts');
    for (const write of step.writes) if (write.rows.length > 0) await this.#ask({ of, write });
    return undefined;
  }

  /** Many rows come in parts, each in a turn of its own. */
  async #rowsOf(asked: ToReader): Promise<unknown> {
    let answer = await this.#ask(asked);
    if (!answer.hasMore) return answer.rows;
    const all: unknown[] = [];
    for (;;) {
      for (const row of answer.rows) all.push(row);
      if (!answer.hasMore) return all;
      answer = await this.#ask('more');
    }
  }

  #ask(asked: ToReader): Promise<Rows> {
    if (this.#isOver) throw new ThreadEnded();
    this.#worker.ref();
    this.#worker.postMessage(asked);
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
    });
  }

  #answer(answer: FromReader): void {
    const pending = this.#settle();
    // In a turn of its own: Node.js hands on the answers of a quick thread one after the other, as long as there is one.
    if ('rows' in answer) void ownTurn().then(() => pending?.resolve(answer));
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
