import { setImmediate } from 'node:timers/promises';
import {
  ChangeManyPermissions,
  CLOCK,
  err,
  type OrderOptions,
  ok,
  type Result,
  ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
import type { BulkEnded, CliError } from '../cli-error.js';
import type { Session } from '../command-context.js';
import { EXIT } from '../exit-code.js';
import type { Interruption } from '../interruption.js';
import type { Io } from '../io.js';
import { operatorAs } from '../operator.js';
import { newBatchId } from './batch-id.js';
import { batchesOf, wholeOf } from './batches.js';
import type { ChangeOptions } from './change-options.js';
import { leavesNoAdmin, noAdminWarning } from './leaves-no-admin.js';
import { ProgressBar } from './progress-bar.js';
import { isOrder, type Row, type RowSource } from './row.js';
import { RowPrinter } from './row-printer.js';
import { type RowResult, resultOf } from './row-result.js';
import { Tally } from './tally.js';

/** Rows changed in one transaction: each waits for the disk once, and others wait for each. */
const BATCH = 500;

/** What a run works with. */
export interface BulkRunParts {
  readonly action: OrderOptions['action'];
  readonly interruption: Interruption;
  readonly io: Io;
  readonly options: ChangeOptions;
  readonly session: Session;
  readonly source: RowSource;
}

/** One run over many rows: a transaction a batch, and results only of what is durable. */
export class BulkRun {
  readonly #parts: BulkRunParts;
  readonly #orderOptions: OrderOptions;
  readonly #tally = new Tally();
  readonly #bar: ProgressBar;
  readonly #printer: RowPrinter;
  #leavesNoAdmin = false;

  constructor(parts: BulkRunParts) {
    const { action, io, options, session, source } = parts;
    const { atomic = false, dryRun = false, force = false } = options;
    const batch = newBatchId(session.container.get(CLOCK));
    this.#parts = parts;
    this.#orderOptions = {
      action,
      atomic,
      dryRun,
      keepAdmin: action === 'remove' && !force,
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
    for (const line of await this.#summary()) this.#parts.io.stderr.write(`${line}\n`);
    return done.andThen(() => this.#verdict());
  }

  async #carryOutAll(): Promise<Result<undefined, CliError>> {
    const { atomic, dryRun } = this.#orderOptions;
    const { blocks } = this.#parts.source;
    for await (const block of atomic || dryRun ? wholeOf(blocks) : batchesOf(blocks, BATCH)) {
      const stopped = this.#stopped();
      if (stopped) return err(stopped);
      if (block.isErr()) return err(block.error);
      const results = await this.#carryOut(block.value.rows);
      if (results.isErr()) return err(results.error);
      for (const result of results.value) this.#tally.add(result);
      await this.#printer.print(results.value);
      this.#bar.draw(this.#tally.rows, block.value.position);
      // Signals are heard only here.
      await setImmediate();
    }
    const { reason } = this.#parts.interruption;
    return reason ? err(this.#stopped() as BulkEnded) : ok(undefined);
  }

  async #carryOut(rows: readonly Row[]): Promise<Result<readonly RowResult[], StoreUnavailable>> {
    const { action, atomic, dryRun, origin } = this.#orderOptions;
    const orders = rows.filter(isOrder);
    const isUndone = atomic && orders.length < rows.length;
    const useCase = this.#parts.session.container.get(ChangeManyPermissions);
    const outcomes = await useCase.execute(orders, { ...this.#orderOptions, dryRun: dryRun || isUndone });
    if (outcomes.isErr()) return err(outcomes.error);
    if (dryRun) this.#leavesNoAdmin = await leavesNoAdmin(this.#parts.session, orders, this.#orderOptions);
    let next = 0;
    const results = rows.map((row) => {
      const outcome = isOrder(row) ? outcomes.value[next++] : undefined;
      const isKept = !(isUndone && outcome?.type === 'changed');
      return resultOf(row, isKept ? outcome : undefined, action, dryRun ? undefined : origin.batch);
    });
    return ok(results);
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

  async #summary(): Promise<string[]> {
    const { action, dryRun, origin } = this.#orderOptions;
    const told = this.#tally.describe(action === 'add' ? 'added' : 'removed');
    const lines = [dryRun ? `dry run, nothing is written: ${told}` : told];
    if (this.#tally.hasEntries && !dryRun) {
      const undo = `; to undo it: ops-admin audit revert --batch ${origin.batch}`;
      lines.push(`batch ${origin.batch}${this.#tally.permissions > 0 ? undo : ''}`);
    }
    // What a dry run would do was asked with its orders at hand.
    if (!dryRun && this.#tally.permissions > 0) {
      this.#leavesNoAdmin = await leavesNoAdmin(this.#parts.session, [], this.#orderOptions);
    }
    if (this.#leavesNoAdmin) lines.push(noAdminWarning(dryRun));
    return lines;
  }

  #verdict(): Result<undefined, BulkEnded> {
    const { failed, rows, undone } = this.#tally;
    if (failed === 0) return ok(undefined);
    const told = `${failed - undone} of ${rows} rows failed`;
    const message = this.#orderOptions.atomic ? `${told}, so none is done` : told;
    return err({ type: 'bulk-ended', exitCode: EXIT.partly, message });
  }
}
