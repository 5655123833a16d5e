import {
  type ChangePermissionsInput,
  err,
  ok,
  okAsync,
  parsePermission,
  Result,
  ResultAsync,
} from '@ops-admin/core';
import type { CliError } from '../cli-error.js';
import type { CommandContext } from '../command-context.js';
import type { ChangeOperations, CommandParts } from '../command-parts.js';
import { aboutReadOver } from '../files/file-mistake.js';
import { readFile } from '../files/judge-file.js';
import { given } from '../given.js';
import { Interruption, stoppedBy } from '../interruption.js';
import type { Io } from '../io.js';
import { departmentGiven } from '../named-department.js';
import { operatorAs } from '../operator.js';
import { agree, cannotAgree } from './agree.js';
import { batchesOf } from './batches.js';
import { type ChangeFile, changeForm } from './change-form.js';
import type { ChangeOptions } from './change-options.js';
import { changeRows, type RowChanges } from './change-rows.js';
import type { ChangeTarget, Selection } from './change-target.js';
import { type NamedStrings, needsOf, warnOfDoubts } from './doubts.js';
import { batchOfRun, changing, permissionsOf } from './open-run.js';
import { checkedRow, type Each, isChange, type Row } from './row.js';
import { Tally } from './tally.js';
import { counted, withThousands } from './with-thousands.js';

type ManyTarget = Extract<ChangeTarget, { readonly type: 'file' | 'selection' }>;
type Action = ChangePermissionsInput['action'];

/** Changes the permissions of many users, and prints the result of each row. */
export async function changeMany(
  { fail, io, run }: CommandContext,
  action: Action,
  target: ManyTarget,
  options: ChangeOptions,
): Promise<void> {
  const { dryRun = false, yes = false } = options;
  // A file names its users.
  const refusal = target.type === 'selection' ? cannotAgree(io, target.option, options) : undefined;
  if (refusal) return fail(refusal);
  const checked = check(action, target);
  if (checked.isErr()) return fail(checked.error);
  const interruption = new Interruption(io);

  const rowsIn = (parts: Pick<CommandParts, 'departments' | 'users'>): ResultAsync<ManyRows, CliError> =>
    target.type === 'file' ? rowsOfFile(io, target, interruption) : selectUsers(parts, target);
  /** Asks about those who would really change. */
  const agreed = (rows: readonly Row[], operations: ChangeOperations): ResultAsync<unknown, CliError> => {
    if (target.type === 'file' || dryRun || yes) return okAsync(undefined);
    return new ResultAsync(countChanged(operations, action, rows, options, interruption)).andThen((count) =>
      count === 0
        ? okAsync(undefined)
        : agree(io, question(action, target.each, count, rows.length), interruption),
    );
  };
  try {
    await run(
      options,
      changing(options, ['audit', 'departments', 'users', ...needsOf(namedBy(target))]),
      (session) =>
        rowsIn(session.parts)
          .andThrough(() => warnOfDoubts(io, session.parts, namedBy(target)))
          .andThrough(({ rows }) => agreed(rows, permissionsOf(session.parts)))
          .andThen((source) =>
            batchOfRun(io, session, options).andThen((named) => {
              const operations = permissionsOf(session.parts);
              return changeRows({ ...source, action, interruption, io, operations, options, run: named });
            }),
          ),
    );
  } finally {
    interruption.ignore();
  }
}

/** The rows of a run, and the size of the file that has them. */
type ManyRows = Pick<RowChanges, 'bytes' | 'rows'>;

/** The rows of a file. All of it is read before the first one is changed. */
function rowsOfFile(io: Io, target: ChangeFile, interruption: Interruption): ResultAsync<ManyRows, CliError> {
  return readFile(io, target.file, changeForm(target), interruption).map(
    ({ ignored, size, values: rows }) => {
      for (const line of aboutReadOver(ignored)) io.stderr.warn(line);
      const { permissions = [] } = target.each;
      const isTaken = rows.some((row) => isChange(row) && row.permissions === permissions);
      if (!isTaken && permissions.length > 0)
        io.stderr.warn(`no row took ${namesOf(permissions)}: each names its own permission`);
      return { bytes: size, rows };
    },
  );
}

/** The users that a selection means now, each with the same change. */
function selectUsers(
  { departments, users }: Pick<CommandParts, 'departments' | 'users'>,
  { each, query }: Selection,
): ResultAsync<ManyRows, CliError> {
  return departmentGiven(departments, query.department)
    .andThen((department) => users.list({ ...query, ...given({ department }) }))
    .map(({ users: selected }) => ({ rows: selected.map(({ _id: user }) => ({ user, ...each }) as Row) }));
}

/** What a selection chooses users by. */
function namedBy(target: ManyTarget): NamedStrings {
  return target.type === 'file' ? {} : { permissions: [target.query.holds, target.query.grants] };
}

/** If every user gets the same permission and it cannot be added, that is bad usage. */
function check(action: Action, target: ManyTarget): Result<unknown, CliError> {
  if (action !== 'add') return ok(undefined);
  return Result.combine((target.each.permissions ?? []).map(parsePermission));
}

/** How many users a run would change, by a dry run. */
async function countChanged(
  operations: ChangeOperations,
  action: Action,
  rows: readonly Row[],
  { force = false, ...options }: ChangeOptions,
  { signal, reason }: Interruption,
): Promise<Result<number, CliError>> {
  const tally = new Tally();
  const how = { action, origin: operatorAs('cli', options), keepAdmin: !force, dryRun: true };
  for (const batch of batchesOf(rows, operations.mostChanges)) {
    if (signal.aborted) return err(stoppedBy(reason ?? signal.reason, 'nothing was changed'));
    const changes = batch.map(checkedRow).filter(isChange);
    const tried = await operations.change({ ...how, changes });
    if (tried.isErr()) return err(tried.error);
    tally.add(tried.value.rows);
  }
  return ok(tally.changed);
}

/** The largest number of permissions in a line. */
const MAX_NAMED_PERMISSIONS = 5;

function namesOf(permissions: readonly string[]): string {
  const named = permissions.slice(0, MAX_NAMED_PERMISSIONS).join(', ');
  const more = permissions.length - MAX_NAMED_PERMISSIONS;
  return more > 0 ? `${named} and ${more} more` : named;
}

function question(action: Action, each: Each, users: number, chosen: number): string {
  const whole = 'keepLinks' in each && each.keepLinks ? 'all permissions' : 'everything';
  const what = each.permissions ? namesOf(each.permissions) : whole;
  const whom =
    users < chosen
      ? `${withThousands(users)} of the ${withThousands(chosen)} users who are chosen`
      : counted(users, 'user');
  switch (action) {
    case 'add':
      return `Give ${what} to ${whom}?`;
    case 'set':
    case 'review':
      return `Change what ${whom} may do?`;
    case 'remove':
      return `Remove ${what} from ${whom}?`;
    case 'activate':
    case 'deactivate':
      return `${action === 'activate' ? 'Activate' : 'Deactivate'} ${whom}?`;
  }
}
