import {
  type ChangePermissionsInput,
  ok,
  okAsync,
  parsePermission,
  Result,
  type ResultAsync,
} from '@ops-admin/core';
import type { CliError } from '../cli-error.js';
import type { CommandContext } from '../command-context.js';
import type { CommandParts } from '../command-parts.js';
import { Interruption } from '../interruption.js';
import { agree, cannotAgree } from './agree.js';
import { BulkRun } from './bulk-run.js';
import type { ChangeOptions } from './change-options.js';
import type { ChangeTarget } from './change-target.js';
import { openChangeFile } from './open-change-file.js';
import { batchOfRun, changing, permissionsOf } from './open-run.js';
import type { RowSource } from './row.js';
import { selectUsers } from './select-users.js';
import { counted } from './with-thousands.js';

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
  const { signal } = interruption;

  const sourceIn = (users: CommandParts['users']): ResultAsync<RowSource, CliError> =>
    target.type === 'file' ? openChangeFile(io, target, signal) : selectUsers(users, target);
  const agreed = (source: RowSource): ResultAsync<unknown, CliError> => {
    if (target.type === 'file' || dryRun || yes || source.size === 0) return okAsync(undefined);
    return agree(io, question(action, target.permissions, source.size), interruption);
  };
  try {
    await run(options, changing(options, ['audit', 'users']), (session) =>
      sourceIn(session.parts.users).andThen((source) =>
        agreed(source)
          .andThen(() => batchOfRun(io, session, options))
          .andThen((named) => {
            const operations = permissionsOf(session.parts);
            return new BulkRun({
              action,
              interruption,
              io,
              operations,
              options,
              run: named,
              source,
            }).execute();
          }),
      ),
    );
  } finally {
    interruption.ignore();
  }
}

/** If every user gets the same permission and it cannot be added, that is bad usage. */
function check(action: Action, target: ManyTarget): Result<unknown, CliError> {
  if (action === 'remove') return ok(undefined);
  return Result.combine(target.permissions.map(parsePermission));
}

/** The largest number of permissions in a question. */
const MAX_NAMED_PERMISSIONS = 5;

function question(action: Action, permissions: readonly string[], users = 0): string {
  const named = permissions.slice(0, MAX_NAMED_PERMISSIONS).join(', ');
  const what =
    permissions.length > MAX_NAMED_PERMISSIONS
      ? `${named} and ${permissions.length - MAX_NAMED_PERMISSIONS} more`
      : named;
  const whom = counted(users, 'user');
  return action === 'add' ? `Give ${what} to ${whom}?` : `Remove ${what} from ${whom}?`;
}
