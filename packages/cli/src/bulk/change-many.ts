import {
  err,
  ok,
  okAsync,
  type PermissionOrders,
  parsePermission,
  Result,
  ResultAsync,
  type UserOperations,
} from '@ops-admin/core';
import type { CliError, InvalidInput } from '../cli-error.js';
import type { CommandContext } from '../command-context.js';
import { Interruption } from '../interruption.js';
import { existing } from '../options.js';
import { BulkRun } from './bulk-run.js';
import type { ChangeOptions } from './change-options.js';
import type { ChangeTarget } from './change-target.js';
import { canAsk, confirm } from './confirm.js';
import { openChangeFile } from './open-change-file.js';
import type { RowSource } from './row.js';
import { selectUsers } from './select-users.js';
import { withThousands } from './with-thousands.js';

type ManyTarget = Exclude<ChangeTarget, { readonly type: 'user' }>;
type Action = PermissionOrders['action'];

/** Changes the permissions of many users, and prints what became of each row. */
export async function changeMany(
  { fail, io, run }: CommandContext,
  action: Action,
  target: ManyTarget,
  options: ChangeOptions,
): Promise<void> {
  const { dryRun = false, yes = false } = options;
  const isAsked = target.type === 'all-users' && !dryRun && !yes;
  if (isAsked && !canAsk(io)) return fail(invalid('--all-users requires --yes where nobody can be asked'));
  const interruption = new Interruption(io);
  const { signal } = interruption;

  const sourceIn = (users: UserOperations): ResultAsync<RowSource, CliError> =>
    target.type === 'file' ? openChangeFile(io, target, signal) : selectUsers(users, target);
  const agreed = (source: RowSource): ResultAsync<RowSource, CliError> => {
    if (!isAsked || source.size === 0) return okAsync(source);
    const asking = confirm(io, question(action, target.permissions, source.size), signal);
    return ResultAsync.fromSafePromise(asking).andThen((isAgreed) =>
      isAgreed || signal.aborted ? ok(source) : err(invalid('not confirmed: nothing was changed')),
    );
  };
  try {
    const checked = check(action, target);
    if (checked.isErr()) return fail(checked.error);
    await run(options, existing(options, ['permissions', 'users']), ({ parts }) =>
      sourceIn(parts.users)
        .andThen(agreed)
        .andThen((source) =>
          new BulkRun({ action, interruption, io, operations: parts.permissions, options, source }).execute(),
        ),
    );
  } finally {
    interruption.ignore();
  }
}

/** What is asked of every user alike is bad usage where it cannot be added. */
function check(action: Action, target: ManyTarget): Result<unknown, CliError> {
  if (action === 'remove') return ok(undefined);
  return Result.combine(target.permissions.map(parsePermission));
}

/** Most permissions that are named in a question. */
const MAX_NAMED_PERMISSIONS = 5;

function question(action: Action, permissions: readonly string[], users = 0): string {
  const named = permissions.slice(0, MAX_NAMED_PERMISSIONS).join(', ');
  const what =
    permissions.length > MAX_NAMED_PERMISSIONS
      ? `${named} and ${permissions.length - MAX_NAMED_PERMISSIONS} more`
      : named;
  const whom = `${withThousands(users)} ${users === 1 ? 'user' : 'users'}`;
  return action === 'add' ? `Give ${what} to ${whom}?` : `Remove ${what} from ${whom}?`;
}

function invalid(message: string): InvalidInput {
  return { type: 'invalid-input', message };
}
