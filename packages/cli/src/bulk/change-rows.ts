import {
  type ChangePermissionsInput,
  errAsync,
  okAsync,
  type PermissionRow,
  type ResultAsync,
} from '@ops-admin/core';
import { UNDONE_ROW } from '@ops-admin/core/operations';
import { type CliError, invalidInput } from '../cli-error.js';
import type { ChangeOperations } from '../command-parts.js';
import { given } from '../given.js';
import type { Interruption } from '../interruption.js';
import type { Io } from '../io.js';
import { operatorAs } from '../operator.js';
import { batchesOf, byUser } from './batches.js';
import type { ChangeOptions } from './change-options.js';
import { Doubts, endedByDoubts } from './doubts.js';
import type { NamedRun } from './open-run.js';
import { checkedRow, isChange, type Row } from './row.js';
import { runRows, type StepDone } from './run-rows.js';

/** A change of permissions of many users. */
export interface RowChanges {
  readonly action: ChangePermissionsInput['action'];
  readonly interruption: Interruption;
  readonly io: Io;
  /** Of a set: all that it is about. */
  readonly modules?: readonly string[] | undefined;
  readonly operations: ChangeOperations;
  readonly options: ChangeOptions;
  readonly run: NamedRun;
  readonly rows: readonly Row[];
  /** The size of the file that has them. */
  readonly bytes?: number;
}

const CHANGED: Partial<Record<ChangePermissionsInput['action'], 'added' | 'changed'>> = {
  add: 'added',
  set: 'changed',
};

/** The largest transaction: rows take about 2 KiB of memory each, and others wait for about 60 µs for each. */
const MAX_ATOMIC_ROWS = 200_000;
/** The same in bytes of a file, for long rows. */
const MAX_ATOMIC_BYTES = 64 * 1024 * 1024;
const TOO_MUCH = invalidInput(
  '--atomic takes at most 200,000 rows and 64 MiB of a file in one transaction; split them',
);

/** Changes permissions row by row: one transaction for each batch of rows. Errors: see {@link runRows}. */
export function changeRows({
  action,
  bytes = 0,
  interruption,
  io,
  modules,
  operations,
  options,
  rows,
  run,
}: RowChanges): ResultAsync<undefined, CliError> {
  const { atomic = false, dryRun = false, force = false, ignoreNotFound = false } = options;
  if (atomic && (rows.length > MAX_ATOMIC_ROWS || bytes > MAX_ATOMIC_BYTES)) return errAsync(TOO_MUCH);
  const how = {
    action,
    atomic,
    continueBatch: run.continueBatch,
    dryRun,
    ignoreNotFound,
    keepAdmin: !force,
    ...(modules && { modules }),
    origin: operatorAs('cli', { ...options, batch: run.batch }),
  };
  const doubts = new Doubts();
  const unsent = (row: Row): PermissionRow => ({
    user: row.user,
    ...('problem' in row ? { result: 'invalid', message: row.problem } : UNDONE_ROW),
    ...(action === 'add' && { added: [] }),
    ...(action === 'remove' && { removed: [] }),
    ...given({ line: row.line }),
    ...(dryRun && { dryRun }),
  });
  /** One transaction. What cannot be read is not asked for; with `atomic`, nothing is then. */
  const change = (read: readonly Row[]): ResultAsync<StepDone, CliError> => {
    const asked = read.map(checkedRow);
    const changes = asked.filter(isChange);
    if (changes.length === 0 || (atomic && changes.length < asked.length))
      return okAsync({ rows: asked.map(unsent), leavesNoAdmin: false });
    const unasked = doubts.unasked(changes.flatMap(({ permissions = [] }) => permissions));
    return operations
      .change({ ...how, changes, findDoubtful: unasked.size > 0 })
      .map(({ doubtful, leavesNoAdmin, rows: done }) => {
        doubts.see(unasked, doubtful);
        const sent = done.values();
        return {
          rows: asked.map((row) => (isChange(row) ? (sent.next().value as PermissionRow) : unsent(row))),
          leavesNoAdmin,
        };
      });
  };
  const steps = atomic
    ? rows.length > 0
      ? [rows]
      : []
    : batchesOf(dryRun ? byUser(rows) : rows, operations.mostChanges);
  const changed = CHANGED[action] ?? 'removed';
  const done = runRows({
    ...{ batch: run.batch, change, changed, interruption, io, options, steps, total: rows.length },
    warn: () => doubts.warn(io),
  });
  return done.andThen(() => {
    const isRefused = options.strict && doubts.number > 0;
    return isRefused ? errAsync(endedByDoubts(doubts.number)) : okAsync(undefined);
  });
}
