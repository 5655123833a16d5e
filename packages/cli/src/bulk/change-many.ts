import { type ChangePermissionsInput, ok, parsePermission, Result, type ResultAsync } from '@ops-admin/core';
import { isChangeRow } from '@ops-admin/core/operations';
import type { CliError } from '../cli-error.js';
import type { CommandContext } from '../command-context.js';
import type { CommandParts } from '../command-parts.js';
import { aboutReadOver } from '../files/file-mistake.js';
import { readFile } from '../files/judge-file.js';
import { given } from '../given.js';
import { type Interruption, interruptible } from '../interruption.js';
import type { Io } from '../io.js';
import { departmentGiven } from '../named-department.js';
import { cannotAgree } from './agree.js';
import { type ChangeFile, changeForm } from './change-form.js';
import type { ChangeOptions } from './change-options.js';
import { changeRows, ROW_PARTS, type RowChanges } from './change-rows.js';
import type { ChangeTarget, Selection } from './change-target.js';
import { warnOfDoubts } from './doubts.js';
import { requestChange } from './open-run.js';
import { type Each, isChange, type Row } from './row.js';
import { counted, withThousands } from './with-thousands.js';

type ManyTarget = Extract<ChangeTarget, { readonly type: 'file' | 'selection' }>;
type Action = ChangePermissionsInput['action'];

export async function changeMany(
  { fail, io, run }: CommandContext,
  action: Action,
  target: ManyTarget,
  options: ChangeOptions,
): Promise<void> {
  // A file names its users.
  const refusal = target.type === 'selection' ? cannotAgree(io, target.option, options) : undefined;
  if (refusal) return fail(refusal);
  const checked = check(action, target);
  if (checked.isErr()) return fail(checked.error);
  await interruptible(io, (interruption) =>
    run(options, requestChange(options, ROW_PARTS), (session) => {
      const rows =
        target.type === 'file'
          ? rowsOfFile(io, target, interruption)
          : selectUsers(io, session.parts, action, target);
      return rows.andThen((source) => changeRows(io, session, { ...source, action }, options, interruption));
    }),
  );
}

/** The rows of a run, the size of the file that has them, and what to ask about them. */
type ManyRows = Pick<RowChanges, 'bytes' | 'question' | 'rows'>;

/** The rows of a file. All of it is read before the first one is changed. */
function rowsOfFile(io: Io, target: ChangeFile, interruption: Interruption): ResultAsync<ManyRows, CliError> {
  return readFile(io, target.file, changeForm(target), interruption).map(
    ({ ignored, size, values: rows }) => {
      for (const line of aboutReadOver(ignored)) io.stderr.warn(line);
      const { permissions = [] } = target.each;
      const isTaken = rows.some((row) => isChange(row) && row.permissions === permissions);
      if (!isTaken && permissions.length > 0)
        io.stderr.warn(`no row uses ${namesOf(permissions)}: each names its own permission`);
      return { bytes: size, rows };
    },
  );
}

/** Selects users, each with the same change. */
function selectUsers(
  io: Io,
  { departments, users, ...known }: Pick<CommandParts, 'departments' | 'knownPermissions' | 'users'>,
  action: Action,
  { each, query }: Selection,
): ResultAsync<ManyRows, CliError> {
  return departmentGiven(departments, query.department)
    .andThen((department) => users.list({ ...query, ...given({ department }) }))
    .andThrough(() => warnOfDoubts(io, known, { permissions: [query.holds, query.grants] }))
    .map(({ users: selected }) => ({
      rows: selected.map(({ _id: user }) => ({ user, ...each }) as Row),
      question: (tried) => question(action, each, tried.filter(isChangeRow).length, tried.length),
    }));
}

/** Refuses a malformed permission that every user would get. */
function check(action: Action, target: ManyTarget): Result<unknown, CliError> {
  if (action !== 'add') return ok(undefined);
  return Result.combine((target.each.permissions ?? []).map(parsePermission));
}

/** The largest number of permissions in a line. */
const MAX_NAMED_PERMISSIONS = 5;

function namesOf(permissions: readonly string[]): string {
  const named = permissions.slice(0, MAX_NAMED_PERMISSIONS).join(', ');
  const more = permissions.length - MAX_NAMED_PERMISSIONS;
  return more > 0 ? `${named} and ${more} more` : named;
}

function question(action: Action, each: Each, users: number, chosen: number): string | undefined {
  if (users === 0) return undefined;
  const whole = 'keepLinks' in each && each.keepLinks ? 'all permissions' : 'everything';
  const what = each.permissions ? namesOf(each.permissions) : whole;
  const whom =
    users < chosen
      ? `${withThousands(users)} of the ${withThousands(chosen)} users who are chosen`
      : counted(users, 'user');
  switch (action) {
    case 'add':
      return `Add ${what} to ${whom}?`;
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
