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
import type { ChangeOperations, CommandParts, Unanswered } from '../command-parts.js';
import { Interruption, stoppedBy } from '../interruption.js';
import { operatorAs } from '../operator.js';
import { agree, cannotAgree } from './agree.js';
import { batchesOf } from './batches.js';
import { BulkRun } from './bulk-run.js';
import { openChangeFile } from './change-file.js';
import type { ChangeOptions } from './change-options.js';
import type { ChangeTarget, Selection } from './change-target.js';
import { type NamedStrings, needsOf, warnOfDoubts } from './doubts.js';
import { batchOfRun, changing, permissionsOf } from './open-run.js';
import { checkedRow, type Each, isChange, type RowBlocks, type RowSource, rowBlocksOf } from './row.js';
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

  const sourceIn = (users: CommandParts['users']): ResultAsync<RowSource, CliError> =>
    target.type === 'file' ? openChangeFile(io, target, interruption) : selectUsers(users, target);
  const warned = (source: RowSource): RowSource => {
    const { permissions = [] } = target.each;
    for (const line of source.warnings ?? []) io.stderr.warn(line);
    if (source.takesNamed === false && permissions.length > 0)
      io.stderr.warn(`no row took ${namesOf(permissions)}: each names its own permission`);
    return source;
  };
  /** Asks about those who would really change. */
  const agreed = (
    { again, size = 0 }: RowSource,
    operations: ChangeOperations,
  ): ResultAsync<unknown, CliError> => {
    if (target.type === 'file' || !again || dryRun || yes) return okAsync(undefined);
    return new ResultAsync(countChanged(operations, action, again(), options, interruption)).andThen(
      (count) =>
        count === 0
          ? okAsync(undefined)
          : agree(io, question(action, target.each, count, size), interruption),
    );
  };
  try {
    await run(options, changing(options, ['audit', 'users', ...needsOf(namedBy(target))]), (session) =>
      sourceIn(session.parts.users)
        .map(warned)
        .andThrough(() => warnOfDoubts(io, session.parts, namedBy(target)))
        .andThen((source) =>
          agreed(source, permissionsOf(session.parts))
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

/** The users that a selection means now, each with the same change. Errors: {@link Unanswered}. */
function selectUsers(
  users: CommandParts['users'],
  { each, query }: Selection,
): ResultAsync<RowSource, Unanswered> {
  return users.list(query).map(({ users: selected }) => {
    const ids = selected.map(({ _id }) => _id);
    const again = () => rowBlocksOf(ids, (user) => ({ user, ...each }));
    return { blocks: again(), again, size: ids.length };
  });
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
  blocks: RowBlocks,
  { force = false, ...options }: ChangeOptions,
  { signal, reason }: Interruption,
): Promise<Result<number, CliError>> {
  const tally = new Tally();
  const how = { action, origin: operatorAs('cli', options), keepAdmin: !force, dryRun: true };
  for await (const block of batchesOf(blocks, operations.mostChanges)) {
    if (signal.aborted) return err(stoppedBy(reason ?? signal.reason, 'nothing was changed'));
    if (block.isErr()) return err(block.error);
    const changes = block.value.rows.map(checkedRow).filter(isChange);
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
