import { type ChainEnd, err, ok, type Result, ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import { attemptWrite, isBusy } from './attempt.js';
import type { Connection, Connections } from './connections.js';

/** The largest number of tasks in one transaction: other processes wait for its end. */
const PIECES_PER_TRANSACTION = 200;

/**
 * A task, which is told the connection inside of a transaction, the newest entry of the trail, and whether it is the last to write
 * one: that one signs (decision 6), which takes longer than anything else that a small change does.
 */
type Task<T, E> = (connection: Connection, last: ChainEnd, isLast: boolean) => Result<T, E>;

interface Waiting {
  readonly task: Task<unknown, unknown>;
  readonly answer: (result: Result<unknown, unknown>) => void;
  readonly fail: (error: unknown) => void;
}

/** A task threw, so its transaction was rolled back. */
class TaskFailed extends Error {}

/** The task that was to sign wrote no entry, so the transaction was rolled back: `writer` is the last that did. */
class NotSigned extends Error {
  readonly writer: number;

  constructor(writer: number) {
    super();
    this.writer = writer;
  }
}

/**
 * Runs tasks that come in the same turn of the event loop in one transaction, because flushing the disk is most of the cost
 * of a commit. Each has its own result, only after the commit. If one throws, all run again, each in its own transaction: a
 * savepoint for each would cost time every time. If the error is not a failure of the database, the result of that task
 * rejects.
 */
export class GroupedWrites {
  readonly #connections: Connections;
  readonly #chainEnd: (connection: Connection) => ChainEnd;
  #waiting: Waiting[] = [];

  /** `chainEnd` reads the newest entry. */
  constructor(connections: Connections, chainEnd: (connection: Connection) => ChainEnd) {
    this.#connections = connections;
    this.#chainEnd = chainEnd;
  }

  add<T, E>(task: Task<T, E>): ResultAsync<T, E | StoreUnavailable> {
    return new ResultAsync(
      new Promise<Result<T, E | StoreUnavailable>>((answer, fail) => {
        this.#waiting.push({ task, answer: answer as Waiting['answer'], fail });
        // After everything that arrives in this turn; a single task need not wait.
        if (this.#waiting.length === 1) setImmediate(() => this.#write());
      }),
    );
  }

  #write(): void {
    const pieces = this.#waiting.splice(0, PIECES_PER_TRANSACTION);
    if (this.#waiting.length > 0) setImmediate(() => this.#write());
    void this.#carryOut(pieces);
  }

  async #carryOut(pieces: readonly Waiting[], signer: number = pieces.length - 1): Promise<void> {
    try {
      const done = await attemptWrite(this.#connections, (connection) =>
        ok(this.#run(connection, pieces, signer)),
      );
      for (const [n, { answer }] of pieces.entries())
        answer(done.isOk() ? (done.value[n] as Result<unknown, unknown>) : err(done.error));
    } catch (error) {
      if (error instanceof NotSigned) await this.#carryOut(pieces, error.writer);
      else if (error instanceof TaskFailed) for (const piece of pieces) await this.#carryOut([piece]);
      else for (const { fail } of pieces) fail(error);
    }
  }

  #run(
    connection: Connection,
    pieces: readonly Waiting[],
    signer: number,
  ): readonly Result<unknown, unknown>[] {
    const start = this.#chainEnd(connection);
    let last = start;
    let writer: number | undefined;
    const results: Result<unknown, unknown>[] = [];
    try {
      for (const [n, { task }] of pieces.entries()) {
        // Entries before this one in the transaction are not signed.
        const own = { ...last, keyId: last.keyId ?? start.keyId, signature: null };
        results.push(task(connection, last.id === start.id ? start : own, n === signer));
        const end = this.#chainEnd(connection);
        if (end.id !== last.id) writer = n;
        last = end;
      }
    } catch (cause) {
      throw pieces.length === 1 || isBusy(cause) ? cause : new TaskFailed();
    }
    if (writer !== undefined && writer !== signer && last.keyId === null) throw new NotSigned(writer);
    return results;
  }
}
