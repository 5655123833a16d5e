import type { AccessPolicy } from '../access/access-policy.js';
import type { ActorRefused } from '../access/actor.js';
import { type AuditDraft, draftOf } from '../audit/audit-entry.js';
import { err, ok, type Result } from '../result.js';
import { describeUser, type NamedUser, namesOf } from '../users/describe-user.js';
import { findNames } from '../users/find-names.js';
import { findUserIds } from '../users/find-user.js';
import { isPersonChange, type StateChange } from '../users/person-change.js';
import type { UserDirectory } from '../users/user-directory.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Clock } from '../values/timestamp.js';
import type { ChangeInput, ChangePermissionsInput } from './change-input.js';
import {
  type ChangeRules,
  type ReasonRequired,
  reasonRequired,
  type UnlistedPermission,
  unlistedAmong,
} from './change-rules.js';
import type { DoubtfulPermission } from './find-doubtful.js';
import { type InvalidPermission, parsePermission } from './permission.js';
import { type AttestPermissions, changesAnything, type PermissionChange } from './permission-change.js';
import {
  describeNewAdmin,
  type PermissionRow,
  type RowRefusal,
  refusedRow,
  UNDONE_ROW,
} from './permission-row.js';
import type { PermissionSet } from './permission-set.js';
import {
  type ChangeOutcome,
  type ChangeOutdated,
  type ChangeRequest,
  isFailure,
  type PermissionStore,
  takesLastAdmin,
} from './permission-store.js';
import { type DoneResult, type NothingResult, resultIn } from './row-result.js';

/** The result of changes. */
export interface PermissionsChanged {
  /** A row for each named user, in the same order; of an undo, see `revertChanges`. */
  readonly rows: readonly PermissionRow[];
  /** Whether the last admin is removed, or would be: then nobody can change anything over HTTP. */
  readonly leavesNoAdmin: boolean;
  /** The strings that look mistyped, if the input asks for them. */
  readonly doubtful?: readonly DoubtfulPermission[];
  /** Of a renaming by which users can do more, or would. */
  readonly widening?: Widening | undefined;
}

/** How much more a new name lets users do. */
export interface Widening {
  /** The module of the new name. */
  readonly module: string;
  /** The number of users who are newly granted the whole module. */
  readonly wholeModule: number;
  /** The number of users who already hold any string of the module. */
  readonly inUse: number;
  /** The number of new admins. */
  readonly newAdmins: number;
}

/** The change of one user that one row reports. */
export interface RowChanges {
  /** An id or an e-mail. */
  readonly user: string;
  readonly change: PermissionChange | AttestPermissions | StateChange;
  /** Why the store is not asked. */
  readonly refusal?: RowRefusal;
  /** See `ChangeRequest`. */
  readonly asOf?: number;
  readonly asRecorded?: boolean;
  /** The line in a file, counted from 1. */
  readonly line?: number;
  /** In place of the reason of the origin. */
  readonly reason?: string;
}

/** Needed by {@link makeChanges}. */
export interface MakeChangesPorts {
  readonly store: Pick<PermissionStore, 'change'>;
  readonly users: Pick<UserDirectory, 'idsByEmail' | 'summaries'>;
  readonly clock: Clock;
  readonly policy: AccessPolicy;
  readonly rules?: ChangeRules | undefined;
}

/**
 * Makes changes in one transaction, and returns a row for each named user. A failed row does not stop the others, unless `atomic`
 * is true. If any row has its own reason, a row whose reason does not match fails alone. Every change of permissions except an undo
 * is made here.
 */
export async function makeChanges(
  { clock, policy, rules, store, users }: MakeChangesPorts,
  asked: readonly RowChanges[],
  input: ChangeInput & Pick<ChangePermissionsInput, 'atomic' | 'ignoreNotFound'>,
): Promise<Result<PermissionsChanged, ReasonRequired | ActorRefused | StoreUnavailable>> {
  const { actor, atomic = false, dryRun = false, ignoreNotFound = false, keepAdmin = true } = input;
  const sayWhy = asked.some(({ reason }) => reason !== undefined);
  const unfounded = sayWhy || dryRun ? undefined : reasonRequired(rules, input.origin.reason);
  if (unfounded) return err(unfounded);
  // The store itself knows whether a user with an id exists.
  const found = await findUserIds(
    users,
    asked.map(({ user }) => user),
  );
  if (found.isErr()) return err(found.error);
  const sets = new Map<string, number>();
  for (const { change, user } of asked) {
    const userId = change.action === 'set' ? found.value.get(user)?.unwrapOr('') : undefined;
    if (userId) sets.set(userId, (sets.get(userId) ?? 0) + 1);
  }
  // One transaction has one time.
  const draft = draftOf('set', [], input.origin, clock);
  const perRow = asked.map((row): Result<ChangeRequest, RowRefusal> => {
    const { change, asOf, asRecorded = false, reason, refusal, user } = row;
    const refused =
      refusal ??
      (sayWhy ? reasonRequired(rules, reason ?? input.origin.reason) : undefined) ??
      (change.action === 'add' ? unlistedAmong(rules, change.permissions) : undefined);
    if (refused) return err(refused);
    return (found.value.get(user) as Result<ChangeRequest['userId'], RowRefusal>).andThen(
      (userId): Result<ChangeRequest, RowRefusal> =>
        (sets.get(userId) ?? 0) > 1
          ? err({ type: 'named-twice' })
          : ok({
              userId,
              change,
              draft: { ...draftFor(change, draft), ...(reason !== undefined && { reason }) },
              ...(change.action === 'set' && { mayNotAdd: (one: string) => mayNotAdd(rules, one) }),
              ...(asOf !== undefined && { asOf, asRecorded }),
            }),
    );
  });
  const isRefused =
    atomic && perRow.some((row) => row.isErr() && !(ignoreNotFound && row.error.type === 'user-not-found'));
  const requested = perRow.flatMap((row) => (row.isOk() ? [row.value] : []));
  const changed = await store.change(requested, {
    actor,
    adminPermission: policy.adminPermission,
    keepAdmin,
    atomic,
    dryRun: dryRun || isRefused,
    ignoresUnknown: ignoreNotFound,
  });
  if (changed.isErr()) return err(changed.error);
  const isUndone =
    isRefused ||
    (atomic && changed.value.some((outcome) => isFailure(outcome, { ignoresUnknown: ignoreNotFound })));
  const failed = changed.value.flatMap((outcome, n) =>
    outcome.type === 'made' ? [] : (requested[n]?.userId ?? []),
  );
  // Report what was done, even if the names cannot be read.
  const known = (await findNames(users, failed)).unwrapOr(new Map<string, NamedUser>());
  let next = 0;
  const rows = asked.map((row, n) => {
    const request = perRow[n] as Result<ChangeRequest, RowRefusal>;
    if (request.isErr()) return rowOf(row, refusedRow(request.error), input);
    const outcome = changed.value[next++] as ChangeOutcome;
    const who = known.get(request.value.userId);
    return rowOf(row, contentsOf(row, outcome, { isUndone, who }, input), input);
  });
  return ok({ rows, leavesNoAdmin: !isUndone && changed.value.some(takesLastAdmin) });
}

/** Returns why a string cannot be added to a set; held strings may stay. */
function mayNotAdd(
  rules: ChangeRules | undefined,
  permission: string,
): InvalidPermission | UnlistedPermission | undefined {
  const parsed = parsePermission(permission);
  return parsed.isErr() ? parsed.error : unlistedAmong(rules, [permission]);
}

/** Returns what the audit log says about a change. */
function draftFor(change: RowChanges['change'], draft: AuditDraft): AuditDraft {
  if (change.action === 'rename') return { ...draft, requested: [change.renaming.from, change.renaming.to] };
  // The store adds what was removed.
  if (change.action === 'everything') return { ...draft, action: 'remove' };
  if (isPersonChange(change)) return { ...draft, action: change.action };
  // The entry requests nothing in addition to its changes.
  if (change.action === 'set') return draft;
  return { ...draft, action: change.action, requested: change.permissions };
}

/** Says which strings stay permanent, although an addition named an end for them. */
function describePermanent(asked: RowChanges['change'], after: PermissionSet): string[] {
  if (asked.action !== 'add' || asked.keepsLater) return [];
  const kept = Object.keys(asked.ends ?? {}).filter((one) => !after.ends.has(one));
  return kept.length === 0
    ? []
    : [`${kept.join(', ')} stays permanent; to set an end, remove the permission and add it again`];
}

type RowContents = Omit<PermissionRow, 'user' | 'line' | 'dryRun'>;

/** Failed rows also have empty lists. */
function rowOf(
  { change: { action }, line, user }: RowChanges,
  { email, name, result, userId, ...contents }: RowContents,
  { dryRun = false }: ChangeInput,
): PermissionRow {
  return {
    user,
    ...namesOf({ userId, email, name }),
    result,
    ...(ADDS.has(action) && { added: [] }),
    ...(REMOVES.has(action) && { removed: [] }),
    ...contents,
    ...(line !== undefined && { line }),
    ...(dryRun && { dryRun }),
  };
}

/** The actions whose rows have `added`, and those whose rows have `removed`. */
const ADDS: ReadonlySet<string> = new Set(['add', 'rename', 'set']);
const REMOVES: ReadonlySet<string> = new Set(['everything', 'remove', 'rename', 'set']);

function changedSince(asOf: number | undefined, { isUnknownEntry }: ChangeOutdated): RowContents {
  const message = isUnknownEntry
    ? `the audit log has no entry ${asOf} yet`
    : `the user changed after entry ${asOf}`;
  return { result: 'changed-since', message };
}

/** The result of a change, and of one that changed nothing. */
const WORDS: Readonly<
  Record<
    'add' | 'attest' | 'remove' | 'rename' | 'set',
    readonly [made: DoneResult, none: DoneResult | NothingResult]
  >
> = {
  add: ['added', 'already-held'],
  attest: ['kept', 'kept'],
  remove: ['removed', 'nothing-held'],
  rename: ['renamed', 'nothing-held'],
  set: ['updated', 'unchanged'],
};

function contentsOf(
  { asOf, change: asked }: RowChanges,
  outcome: ChangeOutcome,
  { isUndone, who }: { isUndone: boolean; who: NamedUser | undefined },
  { dryRun = false, origin: { batch } }: ChangeInput,
): RowContents {
  if (outcome.type !== 'made') {
    return {
      ...(who && namesOf(who)),
      ...(outcome.type === 'outdated'
        ? changedSince(asOf, outcome)
        : refusedRow(outcome, who && describeUser(who))),
    };
  }
  if (isUndone) return { ...namesOf(outcome), ...UNDONE_ROW };
  const { change, entry, newestEntryId = 0, person, unlinked = [] } = outcome;
  const messages = [
    ...(outcome.makesAdmin ? [describeNewAdmin(dryRun)] : []),
    ...describePermanent(asked, change.after),
  ];
  const written = {
    ...(entry && { entry: entry.id }),
    ...(entry && batch !== undefined && { batch }),
    ...(dryRun && { asOf: newestEntryId }),
    ...(messages.length > 0 && { message: messages.join('; ') }),
  };
  if (isPersonChange(asked)) {
    const result = person === 'already-so' ? person : (`${asked.action}d` as const);
    return { ...namesOf(outcome), result: resultIn(dryRun, result), ...written };
  }
  const { added, after, ends, removed } = change;
  const [made, none] = WORDS[asked.action === 'everything' ? 'remove' : asked.action];
  if (asked.action === 'attest') return { ...namesOf(outcome), result: resultIn(dryRun, made), ...written };
  const onlySetsEnds = ends !== undefined && added.length + removed.length === 0;
  const isChanged = changesAnything(change) || unlinked.length > 0;
  const stillGrantedBy =
    asked.action === 'remove' ? after.grantersOf([...removed, ...asked.permissions]) : [];
  return {
    ...namesOf(outcome),
    result: resultIn(dryRun, !isChanged ? none : onlySetsEnds ? 'updated' : made),
    ...(ADDS.has(asked.action) && { added }),
    ...(REMOVES.has(asked.action) && { removed }),
    ...(ends && { ends }),
    ...(unlinked.length > 0 && { unlinked }),
    ...(stillGrantedBy.length > 0 && { stillGrantedBy }),
    ...written,
  };
}
