import {
  err,
  ok,
  parseObjectId,
  type Result,
  ResultAsync,
  type Timestamp,
  type UserChange,
} from '@ops-admin/core';
import { foldKey } from '@ops-admin/core/operations';
import { type CliError, invalidInput } from '../cli-error.js';
import type { CommandContext } from '../command-context.js';
import type { CommandParts } from '../command-parts.js';
import { given } from '../given.js';
import { interruptible } from '../interruption.js';
import { departmentGiven } from '../named-department.js';
import type { ChangeOptions } from './change-options.js';
import { changeRows, ROW_PARTS, type RowChanges } from './change-rows.js';
import { warnOfDoubts } from './doubts.js';
import { anotherUntil, type GrantRow, readGrantFile } from './grant-form.js';
import { requestChange } from './open-run.js';
import { checkedRow } from './row.js';
import { counted, withThousands } from './with-thousands.js';

export interface ApplyGrantsOptions extends ChangeOptions {
  readonly module?: readonly string[];
}

/** The changes, what to ask before they take something away, and a message to print first. */
interface Plan {
  readonly changes: readonly UserChange[];
  readonly question?: RowChanges['question'];
  readonly said?: string;
}

/** Makes what users hold, within a scope, equal to a file. */
export function applyGrants(
  context: CommandContext,
  file: string,
  options: ApplyGrantsOptions,
): Promise<void> {
  return carryOut(context, 'set', file, options, planOfSet);
}

export function reviewGrants(
  context: CommandContext,
  file: string,
  options: ApplyGrantsOptions,
): Promise<void> {
  return carryOut(context, 'review', file, options, async (_, rows) => {
    const decided = rows.filter(({ decision }) => decision !== undefined);
    const left = rows.length - decided.length;
    const changes = decided.map(
      ({ permission, until: __, ...row }): UserChange => ({
        ...row,
        permissions: [permission],
      }),
    );
    // Rows of a user stay together, so that one entry has the kept strings.
    changes.sort((a, b) => (a.user === b.user ? 0 : a.user < b.user ? -1 : 1));
    return ok({
      changes,
      ...(left > 0 && { said: `${counted(left, 'row')} without a decision: left as they are` }),
    });
  });
}

async function carryOut(
  { io, run }: CommandContext,
  action: 'set' | 'review',
  file: string,
  options: ApplyGrantsOptions,
  planOf: (
    users: CommandParts['users'],
    rows: readonly GrantRow[],
    options: ApplyGrantsOptions,
  ) => Promise<Result<Plan, CliError>>,
): Promise<void> {
  const { module: modules } = options;
  await interruptible(io, (interruption) =>
    run(options, requestChange(options, ROW_PARTS), (session) =>
      warnOfDoubts(io, session.parts, { modules: modules ?? [] })
        .andThen(() => readGrantFile(io, file, { isReview: action === 'review', modules }, interruption))
        .andThen((rows) =>
          departmentGiven(session.parts.departments, options.department).andThen(
            (department) =>
              new ResultAsync(planOf(session.parts.users, rows, { ...options, ...given({ department }) })),
          ),
        )
        .andThen(({ changes, question, said }): ResultAsync<undefined, CliError> => {
          if (said !== undefined) io.stderr.write(`${said}\n`);
          const rows = changes.map(checkedRow);
          return changeRows(io, session, { action, modules, question, rows }, options, interruption);
        }),
    ),
  );
}

/** Plans the set of each user of the file, and an empty one for other holders within the scope. */
async function planOfSet(
  users: CommandParts['users'],
  rows: readonly GrantRow[],
  { department, module: modules }: ApplyGrantsOptions,
): Promise<Result<Plan, CliError>> {
  const holders = new Map<string, { readonly email: string | null; count: number }>();
  for await (const block of users.grants(given({ department, modules }))) {
    if (block.isErr()) return err(block.error);
    for (const { email, userId } of block.value.grants) {
      const holder = holders.get(userId);
      if (holder) holder.count++;
      else holders.set(userId, { email, count: 1 });
    }
  }
  const ids = await idsOf(users, new Set(rows.map(({ user }) => user)), holders);
  if (ids.isErr()) return err(ids.error);
  if (department !== undefined) {
    const within = await users.list({ department });
    if (within.isErr()) return err(within.error);
    const members = new Set(within.value.users.map(({ _id }) => _id));
    const outside = rows.find(({ user }) => !members.has(ids.value.get(user) ?? ''));
    if (outside)
      return err(invalidInput(`line ${outside.line}: ${outside.user} is outside of the department`));
  }
  const now = new Date().toISOString();
  const sets = new Map<
    string,
    { readonly permissions: string[]; readonly ends: Map<string, Timestamp>; line: number; user: string }
  >();
  let past = 0;
  // A user can be named by an id in one row and by an e-mail in another.
  const seen = new Map<string, GrantRow>();
  for (const row of rows) {
    const { line, permission, until, user } = row;
    const key = ids.value.get(user) ?? user;
    const set = sets.get(key) ?? { permissions: [], ends: new Map<string, Timestamp>(), line, user };
    sets.set(key, set);
    const other = seen.get(`${key} ${permission}`);
    if (!other) seen.set(`${key} ${permission}`, row);
    else if (other.until !== until)
      return err({ type: 'invalid-input', message: `line ${line}: ${anotherUntil(other)}` });
    if (until !== undefined && until <= now) past++;
    else {
      set.permissions.push(permission);
      if (until !== undefined) set.ends.set(permission, until);
    }
  }
  const others = [...holders].filter(([id]) => !sets.has(id));
  const unknown = [...new Set(rows.map(({ user }) => user))].filter((user) => !ids.value.has(user));
  if (others.length > 0 && unknown.length > 0) {
    const message = `no user has the id or e-mail ${unknown[0]}, so users that the file leaves out cannot lose everything; nothing was changed`;
    return err({ type: 'invalid-input', message });
  }
  const unnamed = new Set(others.map(([id]) => id));
  return ok({
    changes: [
      ...[...sets.values()].map((set) => ({ ...set, ends: Object.fromEntries(set.ends) })),
      ...others.map(([user]) => ({ user, permissions: [], ends: {} })),
    ],
    question: (tried) => {
      const losing = tried.filter(({ removed = [] }) => removed.length > 0);
      if (losing.length === 0) return undefined;
      const lost = losing.reduce((sum, { removed = [] }) => sum + removed.length, 0);
      const left = losing.filter(({ user }) => unnamed.has(user ?? '')).length;
      const unnamedOnes = left === 0 ? '' : `, ${withThousands(left)} of them not in the file`;
      return `Remove ${counted(lost, 'permission')} from ${counted(losing.length, 'user')}${unnamedOnes}?`;
    },
    ...(past > 0 && { said: `ignored ${counted(past, 'row')} whose "until" is in the past` }),
  });
}

/** Returns the id that each text names, without unknown users. */
async function idsOf(
  users: CommandParts['users'],
  texts: ReadonlySet<string>,
  holders: ReadonlyMap<string, { readonly email: string | null }>,
): Promise<Result<ReadonlyMap<string, string>, CliError>> {
  const byEmail = new Map<string, string>();
  for (const [id, { email }] of holders) if (email !== null) byEmail.set(foldKey(email), id);
  const ids = new Map<string, string>();
  for (const text of texts) {
    const own = parseObjectId(text);
    const known = own.isOk() ? own.value : byEmail.get(foldKey(text));
    if (known !== undefined) ids.set(text, known);
    else {
      const found = await users.find(text);
      if (found.isOk()) ids.set(text, found.value.user._id);
      else if (found.error.type !== 'user-not-found') return err(found.error);
    }
  }
  return ok(ids);
}
