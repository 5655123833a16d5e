import { setImmediate } from 'node:timers/promises';
import {
  type ChangePermissionsInput,
  err,
  ok,
  type PermissionRow,
  type PermissionsChanged,
  type Result,
  ResultAsync,
} from '@ops-admin/core';
import { UNDONE_ROW } from '@ops-admin/core/operations';
import { shownLine } from '@ops-admin/service/config';
import { type BulkEnded, type CliError, describeError } from '../cli-error.js';
import type { ChangeOperations } from '../command-parts.js';
import { EXIT } from '../exit-code.js';
import { given } from '../given.js';
import { type Interruption, stoppedBy } from '../interruption.js';
import type { Io } from '../io.js';
import { operatorAs } from '../operator.js';
import { noAdminWarning, rowLine } from '../present/permission-row.js';
import { ProgressBar } from '../present/progress-bar.js';
import { batchesOf, byUser, wholeOf } from './batches.js';
import type { ChangeOptions } from './change-options.js';
import { Doubts, endedByDoubts } from './doubts.js';
import type { NamedRun } from './open-run.js';
import { checkedRow, isChange, type Row, type RowSource } from './row.js';
import { RowPrinter } from './row-printer.js';
import { Tally } from './tally.js';

/** What a run works with. */
export interface BulkRunParts {
  readonly action: ChangePermissionsInput['action'];
  readonly interruption: Interruption;
  readonly io: Io;
  /** Of a set: all that it is about. */
  readonly modules?: readonly string[] | undefined;
  readonly operations: ChangeOperations;
  readonly options: ChangeOptions;
  /** A dry run writes nothing under its name. */
  readonly run: NamedRun;
  readonly source: RowSource;
}

const CHANGED: Partial<Record<ChangePermissionsInput['action'], 'added' | 'changed'>> = {
  add: 'added',
  set: 'changed',
};

/** One run over many rows: one transaction for each batch, and only durable results. */
export class BulkRun {
  readonly #parts: BulkRunParts;
  readonly #how: Omit<ChangePermissionsInput, 'changes'>;
  readonly #tally: Tally;
  readonly #doubts = new Doubts();
  readonly #bar: ProgressBar;
  readonly #printer: RowPrinter;
  #isNamed = false;
  #leavesNoAdmin = false;

  constructor(parts: BulkRunParts) {
    const { action, io, modules, options, run } = parts;
    const { atomic = false, dryRun = false, force = false, ignoreNotFound = false } = options;
    this.#parts = parts;
    this.#tally = new Tally(options);
    this.#how = {
      action,
      atomic,
      continueBatch: run.continueBatch,
      dryRun,
      ignoreNotFound,
      keepAdmin: !force,
      ...(modules && { modules }),
      origin: operatorAs('cli', { ...options, batch: run.batch }),
    };
    this.#bar = new ProgressBar(io);
    this.#printer = new RowPrinter(io, this.#bar, options);
  }

  /** Errors: `bulk-ended` if rows failed or the run was stopped, `invalid-input`, `store-unavailable`. */
  execute(): ResultAsync<undefined, CliError> {
    return new ResultAsync(this.#execute());
  }

  async #execute(): Promise<Result<undefined, CliError>> {
    const { io, run } = this.#parts;
    const done = await this.#carryOutAll();
    // A change that is refused as a whole is not a run.
    if (done.isOk() || this.#tally.rows > 0) {
      await this.#printer.end(this.#tally.summary(this.#isNamed ? run.batch : null));
    }
    this.#printer.close();
    const doubtful = done.isOk() ? this.#doubts.warn(io) : 0;
    for (const line of this.#summary()) io.stderr.write(`${shownLine(line)}\n`);
    return done.andThen(() => this.#verdict(doubtful));
  }

  async #carryOutAll(): Promise<Result<undefined, CliError>> {
    const { blocks, size } = this.#parts.source;
    const { atomic, dryRun } = this.#how;
    const { mostChanges } = this.#parts.operations;
    const batches = atomic ? wholeOf(blocks) : batchesOf(dryRun ? byUser(blocks) : blocks, mostChanges);
    for await (const block of batches) {
      const stopped = this.#stopped();
      if (stopped) return err(stopped);
      if (block.isErr()) return err(block.error);
      if (!this.#how.atomic) this.#name();
      const changed = await this.#change(block.value.rows.map(checkedRow));
      if (changed.isErr()) return err(this.#ended(changed.error, block.value.rows));
      const { leavesNoAdmin, rows } = changed.value;
      // One that was refused as a whole, or changed nothing, has no entry to find it by.
      if (rows.some(({ entry }) => entry !== undefined)) this.#name();
      this.#leavesNoAdmin ||= leavesNoAdmin;
      await this.#printer.print(this.#tally.add(rows));
      this.#bar.draw(this.#tally.rows, size ? block.value.position / size : undefined);
      // Signals are heard only here.
      await setImmediate();
    }
    const { reason } = this.#parts.interruption;
    return reason ? err(this.#stopped() as BulkEnded) : ok(undefined);
  }

  /** One transaction. What cannot be read is not asked for; with `atomic`, nothing is then. */
  async #change(asked: readonly Row[]): Promise<Result<PermissionsChanged, CliError>> {
    const changes = asked.filter(isChange);
    if (changes.length === 0 || (this.#how.atomic && changes.length < asked.length)) {
      return ok({ rows: asked.map((row) => this.#unsent(row)), leavesNoAdmin: false });
    }
    const unasked = this.#doubts.unasked(changes.flatMap(({ permissions = [] }) => permissions));
    const changed = await this.#parts.operations.change({
      ...this.#how,
      changes,
      findDoubtful: unasked.size > 0,
    });
    return changed.map(({ doubtful, leavesNoAdmin, rows }) => {
      this.#doubts.see(unasked, doubtful);
      const sent = rows.values();
      return {
        rows: asked.map((row) => (isChange(row) ? (sent.next().value as PermissionRow) : this.#unsent(row))),
        leavesNoAdmin,
      };
    });
  }

  #unsent(row: Row): PermissionRow {
    const { action, dryRun = false } = this.#how;
    const { line, user } = row;
    const { message, result } =
      'problem' in row ? { result: 'invalid' as const, message: row.problem } : UNDONE_ROW;
    return {
      user,
      result,
      ...(action === 'add' && { added: [] }),
      ...(action === 'remove' && { removed: [] }),
      ...given({ message, line }),
      ...(dryRun && { dryRun }),
    };
  }

  /** Why the run ended among these rows; if their result is unknown, or those before them are done, which they are. */
  #ended(error: CliError, rows: readonly Row[]): CliError {
    const mayBeDone = error.type === 'service-failed' && error.mayBeDone;
    const [exitCode, ...text] = describeError(error);
    // That would say that nothing was changed.
    const isLate = exitCode === EXIT.invalid && this.#tally.rows > 0 && !this.#how.dryRun;
    if (!mayBeDone && !isLate) return error;
    const lines = rows.flatMap(({ line }) => line ?? []);
    const [first = this.#tally.rows + 1, last = this.#tally.rows + rows.length] = [lines[0], lines.at(-1)];
    const which = `${lines.length > 0 ? 'lines' : 'rows'} ${first} to ${last}`;
    if (!mayBeDone) {
      const message = `${text.join('; ')}; ${which} are not done, and nothing after them is`;
      return { type: 'bulk-ended', exitCode: EXIT.failed, message };
    }
    const message = `${error.message}; ${which} may be done or not: run it again with --batch ${this.#parts.run.batch}, and what is done already is found done`;
    return { type: 'bulk-ended', exitCode: EXIT.failed, message };
  }

  /**
   * Reports the name of the run: before anything is changed, so that it can be found and undone after any stop, or if it is one
   * transaction, after that (decision 20, "6, undo").
   */
  #name(): void {
    const { io, run } = this.#parts;
    if (this.#isNamed || this.#how.dryRun) return;
    this.#isNamed = true;
    io.stderr.write(`batch ${run.batch}\n`);
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
    const lines = this.#tally.closing(CHANGED[action] ?? 'removed', this.#parts.run.batch, dryRun);
    const failed = this.#parts.options.json ? [] : this.#tally.failedAgain((row) => [rowLine(row)]);
    return [...failed, ...lines, ...(this.#leavesNoAdmin ? [noAdminWarning(dryRun)] : [])];
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
