import { setImmediate } from 'node:timers/promises';
import { err, ok, type PermissionOrders, type Result, ResultAsync } from '@ops-admin/core';
import type { BulkEnded, CliError } from '../cli-error.js';
import type { ChangeOperations } from '../command-parts.js';
import { EXIT } from '../exit-code.js';
import { type Interruption, stoppedBy } from '../interruption.js';
import type { Io } from '../io.js';
import { operatorAs } from '../operator.js';
import { noAdminWarning } from '../present/permission-row.js';
import { requestsOf } from '../remote/change-requests.js';
import { batchesOf, wholeOf } from './batches.js';
import type { ChangeOptions } from './change-options.js';
import { Doubts, endedByDoubts } from './doubts.js';
import { ProgressBar } from './progress-bar.js';
import type { Row, RowBlocks, RowSource } from './row.js';
import { RowPrinter } from './row-printer.js';
import { Tally } from './tally.js';

/** Rows changed in one transaction: each transaction waits for the disk once, and others wait for it. */
const ROWS_PER_TRANSACTION = 500;

/** What a run works with. */
export interface BulkRunParts {
  readonly action: PermissionOrders['action'];
  /** Names the run; a dry run writes nothing under it. */
  readonly batch: string;
  readonly interruption: Interruption;
  readonly io: Io;
  readonly operations: ChangeOperations;
  readonly options: ChangeOptions;
  readonly source: RowSource;
}

/** One run over many rows: one transaction for each batch, and only durable results. */
export class BulkRun {
  readonly #parts: BulkRunParts;
  readonly #how: Omit<PermissionOrders, 'orders'>;
  readonly #tally: Tally;
  readonly #doubts = new Doubts();
  readonly #bar: ProgressBar;
  readonly #printer: RowPrinter;
  #isNamed = false;
  #leavesNoAdmin = false;

  constructor(parts: BulkRunParts) {
    const { action, batch, io, options, source } = parts;
    const { atomic = false, dryRun = false, force = false, ignoreNotFound = false } = options;
    this.#parts = parts;
    this.#tally = new Tally(options);
    this.#how = {
      action,
      atomic,
      dryRun,
      ignoresUnknown: ignoreNotFound,
      keepAdmin: !force,
      origin: operatorAs('cli', { ...options, batch }),
    };
    this.#bar = new ProgressBar(io, source.size);
    this.#printer = new RowPrinter(io, this.#bar, options);
  }

  /** Errors: `bulk-ended` if rows failed or the run was stopped, `invalid-input`, `store-unavailable`. */
  execute(): ResultAsync<undefined, CliError> {
    return new ResultAsync(this.#execute());
  }

  async #execute(): Promise<Result<undefined, CliError>> {
    const { batch, io, operations } = this.#parts;
    const done = await this.#carryOutAll();
    // A change that is refused as a whole is not a run.
    if (done.isOk() || this.#tally.rows > 0) {
      await this.#printer.end(this.#tally.summary(this.#how.dryRun ? null : batch));
    }
    this.#printer.close();
    const warned = done.isOk() ? await this.#doubts.warn(io, operations) : ok(0);
    for (const line of this.#summary()) io.stderr.write(`${line}\n`);
    return done.andThen(() => warned).andThen((doubtful) => this.#verdict(doubtful));
  }

  async #carryOutAll(): Promise<Result<undefined, CliError>> {
    const { action } = this.#how;
    for await (const block of this.#pieces()) {
      const stopped = this.#stopped();
      if (stopped) return err(stopped);
      if (block.isErr()) return err(block.error);
      this.#name();
      const changed = await this.#parts.operations.change({ ...this.#how, orders: block.value.rows });
      if (changed.isErr()) return err(this.#ended(changed.error, block.value.rows));
      const { leavesNoAdmin, rows } = changed.value;
      this.#leavesNoAdmin ||= leavesNoAdmin;
      for (const [n, row] of rows.entries()) {
        this.#tally.add(row);
        const order = block.value.rows[n];
        if (action === 'remove' && order && 'permissions' in order) this.#doubts.see(order.permissions, row);
      }
      await this.#printer.print(rows);
      this.#bar.draw(this.#tally.rows, block.value.position);
      // Signals are heard only here.
      await setImmediate();
    }
    const { reason } = this.#parts.interruption;
    return reason ? err(this.#stopped() as BulkEnded) : ok(undefined);
  }

  /** One transaction, and over HTTP one request. */
  #pieces(): RowBlocks {
    const { options, source } = this.#parts;
    if (this.#how.atomic) return wholeOf(source.blocks);
    return options.server === undefined
      ? batchesOf(source.blocks, ROWS_PER_TRANSACTION)
      : requestsOf(source.blocks);
  }

  /** Why the run ended among these rows; if their result is unknown, which they are. */
  #ended(error: CliError, rows: readonly Row[]): CliError {
    if (error.type !== 'service-failed' || !error.mayBeDone) return error;
    const lines = rows.flatMap(({ line }) => line ?? []);
    const [first = this.#tally.rows + 1, last = this.#tally.rows + rows.length] = [lines[0], lines.at(-1)];
    const which = `${lines.length > 0 ? 'lines' : 'rows'} ${first} to ${last}`;
    const message = `${error.message}; ${which} may be done or not: run it again with --batch ${this.#parts.batch}, and what is done already is found done`;
    return { type: 'bulk-ended', exitCode: EXIT.failed, message };
  }

  /** Reports the name of the run before anything is changed, so that it can be found and undone after any stop. */
  #name(): void {
    const { batch, io } = this.#parts;
    if (this.#isNamed || this.#how.dryRun) return;
    this.#isNamed = true;
    io.stderr.write(`batch ${batch}\n`);
  }

  #stopped(): BulkEnded | undefined {
    const { reason } = this.#parts.interruption;
    if (reason) {
      return stoppedBy(reason, 'only the rows above are done');
    }
    const { failure } = this.#printer;
    if (!failure) return undefined;
    const why = failure.isClosed ? 'nobody reads the output' : `cannot write the output: ${failure.reason}`;
    return {
      type: 'bulk-ended',
      exitCode: failure.isClosed ? EXIT.pipeClosed : EXIT.failed,
      message: `stopped, ${why}: only the rows above are done`,
    };
  }

  #summary(): string[] {
    const { action, dryRun = false } = this.#how;
    const lines = this.#tally.closing(action === 'add' ? 'added' : 'removed', this.#parts.batch, dryRun);
    return this.#leavesNoAdmin ? [...lines, noAdminWarning(dryRun)] : lines;
  }

  #verdict(doubtful: number): Result<undefined, BulkEnded> {
    if (this.#tally.failed === 0) {
      const isRefused = this.#parts.options.strict && doubtful > 0;
      return isRefused ? err(endedByDoubts(doubtful)) : ok(undefined);
    }
    const counts = this.#tally.describeFailed();
    const message = this.#how.atomic ? `${counts}, so no row is done` : counts;
    return err({ type: 'bulk-ended', exitCode: EXIT.partly, message });
  }
}
