import { setImmediate } from 'node:timers/promises';
import {
  err,
  ok,
  type PermissionOperations,
  type PermissionOrders,
  type Result,
  ResultAsync,
} from '@ops-admin/core';
import type { BulkEnded, CliError } from '../cli-error.js';
import { EXIT } from '../exit-code.js';
import type { Interruption } from '../interruption.js';
import type { Io } from '../io.js';
import { operatorAs } from '../operator.js';
import { noAdminWarning } from '../present/permission-row.js';
import { newBatchId } from './batch-id.js';
import { batchesOf, wholeOf } from './batches.js';
import type { ChangeOptions } from './change-options.js';
import { ProgressBar } from './progress-bar.js';
import type { RowSource } from './row.js';
import { RowPrinter } from './row-printer.js';
import { Tally } from './tally.js';
import { withThousands } from './with-thousands.js';

/** Rows changed in one transaction: each waits for the disk once, and others wait for each. */
const ROWS_PER_TRANSACTION = 500;

/** What a run works with. */
export interface BulkRunParts {
  readonly action: PermissionOrders['action'];
  readonly interruption: Interruption;
  readonly io: Io;
  readonly operations: PermissionOperations;
  readonly options: ChangeOptions;
  readonly source: RowSource;
}

/** One run over many rows: a transaction a batch, and results only of what is durable. */
export class BulkRun {
  readonly #parts: BulkRunParts;
  readonly #how: Omit<PermissionOrders, 'orders'>;
  readonly #tally = new Tally();
  readonly #bar: ProgressBar;
  readonly #printer: RowPrinter;
  #leavesNoAdmin = false;

  constructor(parts: BulkRunParts) {
    const { action, io, options, source } = parts;
    const { atomic = false, dryRun = false, force = false } = options;
    const batch = newBatchId(() => new Date());
    this.#parts = parts;
    this.#how = {
      action,
      atomic,
      dryRun,
      keepAdmin: !force,
      origin: operatorAs('cli', { ...options, batch }),
    };
    this.#bar = new ProgressBar(io, source.size);
    this.#printer = new RowPrinter(io, this.#bar, options);
  }

  /** Errors: `bulk-ended` where rows failed or the run was stopped, `invalid-input`, `store-unavailable`. */
  execute(): ResultAsync<undefined, CliError> {
    return new ResultAsync(this.#execute());
  }

  async #execute(): Promise<Result<undefined, CliError>> {
    const done = await this.#carryOutAll();
    this.#printer.close();
    for (const line of this.#summary()) this.#parts.io.stderr.write(`${line}\n`);
    return done.andThen(() => this.#verdict());
  }

  async #carryOutAll(): Promise<Result<undefined, CliError>> {
    const { atomic, dryRun } = this.#how;
    const {
      source: { blocks },
    } = this.#parts;
    for await (const block of atomic || dryRun ? wholeOf(blocks) : batchesOf(blocks, ROWS_PER_TRANSACTION)) {
      const stopped = this.#stopped();
      if (stopped) return err(stopped);
      if (block.isErr()) return err(block.error);
      const changed = await this.#parts.operations.change({ ...this.#how, orders: block.value.rows });
      if (changed.isErr()) return err(changed.error);
      const { leavesNoAdmin, rows } = changed.value;
      this.#leavesNoAdmin ||= leavesNoAdmin;
      for (const row of rows) this.#tally.add(row);
      await this.#printer.print(rows);
      this.#bar.draw(this.#tally.rows, block.value.position);
      // Signals are heard only here.
      await setImmediate();
    }
    const { reason } = this.#parts.interruption;
    return reason ? err(this.#stopped() as BulkEnded) : ok(undefined);
  }

  #stopped(): BulkEnded | undefined {
    const { reason } = this.#parts.interruption;
    if (reason) {
      const exitCode = reason === 'SIGINT' ? EXIT.interrupted : EXIT.terminated;
      return { type: 'bulk-ended', exitCode, message: `stopped by ${reason}: only the rows above are done` };
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
    const { action, dryRun, origin } = this.#how;
    const counts = this.#tally.describe(action === 'add' ? 'added' : 'removed');
    const lines = [dryRun ? `dry run, nothing is written: ${counts}` : counts];
    if (this.#tally.hasEntries && !dryRun) {
      const undo = `; to undo it: ops-admin audit revert --batch ${origin.batch}`;
      lines.push(`batch ${origin.batch}${this.#tally.permissions > 0 ? undo : ''}`);
    }
    if (this.#leavesNoAdmin) lines.push(noAdminWarning(dryRun === true));
    return lines;
  }

  #verdict(): Result<undefined, BulkEnded> {
    const { failed, rows, undone } = this.#tally;
    if (failed === 0) return ok(undefined);
    const counts = `${withThousands(failed - undone)} of ${withThousands(rows)} rows failed`;
    const message = this.#how.atomic ? `${counts}, so none is done` : counts;
    return err({ type: 'bulk-ended', exitCode: EXIT.partly, message });
  }
}
