import {
  type ChangePermissionsInput,
  type DoubtfulPermission,
  errAsync,
  okAsync,
  type PermissionRow,
  type ResultAsync,
  type UserChange,
} from '@ops-admin/core';
import { UNDONE_ROW } from '@ops-admin/core/operations';
import { type CliError, invalidInput } from '../cli-error.js';
import type { Session } from '../command-context.js';
import { given } from '../given.js';
import type { Interruption } from '../interruption.js';
import type { Io } from '../io.js';
import { operatorAs } from '../operator.js';
import type { ChangeOptions } from './change-options.js';
import { endedByDoubts, warnOf } from './doubts.js';
import { batchOfRun } from './open-run.js';
import { batchesOf, byUser, isChange, type Row } from './row.js';
import { type RowRun, runRows, type StepDone } from './run-rows.js';

export interface RowChanges extends Pick<RowRun<Row>, 'question'> {
  readonly action: ChangePermissionsInput['action'];
  /** The scope of a set. */
  readonly modules?: readonly string[] | undefined;
  readonly rows: readonly Row[];
  readonly bytes?: number;
}

export const ROW_PARTS = ['audit', 'departments', 'knownPermissions', 'permissions', 'users'] as const;

const CHANGED: Partial<Record<ChangePermissionsInput['action'], 'added' | 'changed'>> = {
  add: 'added',
  set: 'changed',
};

/** The largest number of different strings that a run asks about. */
const MAX_ASKED = 1000;

/** The largest transaction: rows take about 2 KiB of memory each, and others wait for about 60 µs for each. */
const MAX_ATOMIC_ROWS = 200_000;
/** The same limit in bytes of a file, for long rows. */
const MAX_ATOMIC_BYTES = 64 * 1024 * 1024;
const TOO_MUCH = invalidInput(
  '--atomic takes at most 200,000 rows and 64 MiB of a file in one transaction; split them',
);

/** Changes permissions row by row: one transaction for each batch of rows. Errors: see {@link runRows}. */
export function changeRows(
  io: Io,
  session: Session<(typeof ROW_PARTS)[number]>,
  { action, bytes = 0, modules, question, rows }: RowChanges,
  options: ChangeOptions,
  interruption: Interruption,
): ResultAsync<undefined, CliError> {
  const { atomic = false, dryRun = false, force = false, ignoreNotFound = false, strict = false } = options;
  if (atomic && (rows.length > MAX_ATOMIC_ROWS || bytes > MAX_ATOMIC_BYTES)) return errAsync(TOO_MUCH);
  const operations = session.parts.permissions;
  const unsent = (row: Row): PermissionRow => ({
    user: row.user,
    ...('problem' in row ? { result: 'invalid', message: row.problem } : UNDONE_ROW),
    ...(action === 'add' && { added: [] }),
    ...(action === 'remove' && { removed: [] }),
    ...given({ line: row.line }),
    ...(dryRun && { dryRun }),
  });
  const steps = atomic ? [rows] : batchesOf(dryRun ? byUser(rows) : rows, operations.mostChanges);
  const asked = new Set<string>();
  const doubtful: DoubtfulPermission[] = [];
  /** Strings that were not asked about before: what the run itself removed must not be asked about again. */
  const unasked = (changes: readonly UserChange[]): ReadonlySet<string> => {
    const named = new Set(changes.flatMap(({ permissions = [] }) => permissions));
    const found = new Set([...named].filter((one) => !asked.has(one)).slice(0, MAX_ASKED - asked.size));
    for (const one of found) asked.add(one);
    return found;
  };
  return batchOfRun(io, session, options).andThen(({ batch, continueBatch }) => {
    const origin = operatorAs('cli', { ...options, batch });
    const how = { action, atomic, continueBatch, ignoreNotFound, keepAdmin: !force, origin };
    /** Makes one transaction, without unreadable rows; with `atomic`, an unreadable row leaves out all. */
    const change = (read: readonly Row[], isTried: boolean): ResultAsync<StepDone, CliError> => {
      const changes = read.filter(isChange);
      if (changes.length === 0 || (atomic && changes.length < read.length))
        return okAsync({ rows: read.map(unsent), leavesNoAdmin: false });
      const named = unasked(changes);
      return operations
        .change({
          ...{ ...how, changes, dryRun: isTried, findDoubtful: named.size > 0 },
          ...(modules && { modules }),
        })
        .map(({ doubtful: found = [], leavesNoAdmin, rows: done }) => {
          doubtful.push(...found.filter(({ permission }) => named.has(permission)));
          const sent = done.values();
          return {
            rows: read.map((row) => (isChange(row) ? (sent.next().value as PermissionRow) : unsent(row))),
            leavesNoAdmin,
          };
        });
    };
    return runRows({
      ...{ batch, change, interruption, io, options, question, steps },
      changed: CHANGED[action] ?? 'removed',
      total: rows.length,
      warn: () => warnOf(io, doubtful),
    }).andThen(() =>
      strict && doubtful.length > 0 ? errAsync(endedByDoubts(doubtful.length)) : okAsync(undefined),
    );
  });
}
