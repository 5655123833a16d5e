import type { ActorRefused } from '../access/actor.js';
import { err, ok, type Result } from '../result.js';
import { type NamedUser, namesOf } from '../users/describe-user.js';
import { findKnownUsers, type KnownUser } from '../users/find-names.js';
import type { UserNotFound } from '../users/user.js';
import type { UserDirectory } from '../users/user-directory.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { ChangePermissionsInput, UserChange } from './change-input.js';
import type { ReasonRequired } from './change-rules.js';
import {
  type MakeChangesPorts,
  makeChanges,
  type PermissionsChanged,
  type RowChanges,
} from './make-changes.js';
import { type PermissionRow, refusedRow, UNDONE_ROW } from './permission-row.js';
import { PermissionSet } from './permission-set.js';
import { isFailedRow } from './row-result.js';

export interface ReviewPermissionsPorts extends MakeChangesPorts {
  readonly users: MakeChangesPorts['users'] & Pick<UserDirectory, 'grants'>;
}

/** A row without the words of its request. */
type Judged = Omit<PermissionRow, 'user' | 'line' | 'dryRun'>;

/** The strings of users at a moment, with the entry that added each, 0 for none. */
interface Held {
  readonly entries: ReadonlyMap<string, number>;
  readonly newestEntry: number;
}

/**
 * Carries out a review: removes exactly the strings with the decision `remove`, and writes an `attest` entry for each user with
 * kept ones. A string that another entry gave, or took, since the named one is `changed-since`. Contradictory decisions are
 * `invalid`. Returns a row for each decision. Errors: as {@link makeChanges}.
 */
export async function reviewPermissions(
  ports: ReviewPermissionsPorts,
  changes: readonly UserChange[],
  input: Omit<ChangePermissionsInput, 'action' | 'changes'>,
): Promise<Result<PermissionsChanged, ReasonRequired | ActorRefused | StoreUnavailable>> {
  const found = await findKnownUsers(
    ports.users,
    changes.map(({ user }) => user),
  );
  if (found.isErr()) return err(found.error);
  const whoIs = ({ user }: UserChange) => found.value.get(user) as Result<KnownUser, UserNotFound>;
  const rows = new Map<UserChange, Judged>();
  const known = changes.filter((change) => {
    const who = whoIs(change);
    if (who.isErr()) rows.set(change, refusedRow(who.error));
    return who.isOk();
  });
  const idOf = (change: UserChange) => whoIs(change)._unsafeUnwrap().userId;
  const keyOf = (change: UserChange) => `${idOf(change)} ${change.permissions?.[0]}`;
  const both = contradicted(known, keyOf);
  for (const change of both) rows.set(change, contradictory(change));
  const clear = known.filter((change) => !both.has(change));
  const held = await heldBy(ports.users, [...new Set(clear.map((change) => idOf(change)))]);
  if (held.isErr()) return err(held.error);
  const plan = new Map<string, { readonly asked: RowChanges; readonly changes: UserChange[] }>();
  for (const change of clear) {
    const userId = idOf(change);
    const entry = held.value.entries.get(keyOf(change));
    if (entry !== (change.entry ?? 0)) {
      rows.set(change, changedSince(change, entry));
      continue;
    }
    const key = `${userId} ${change.decision} ${change.reason ?? ''}`;
    const planned = plan.get(key);
    if (planned) planned.changes.push(change);
    else plan.set(key, { asked: askedOf(userId, change, held.value.newestEntry), changes: [change] });
  }
  // Kept strings come first, because later changes of a user fail after a refused removal.
  const planned = [...plan.values()].sort(
    (a, b) => Number(a.asked.change.action !== 'attest') - Number(b.asked.change.action !== 'attest'),
  );
  const asked = planned.map(({ asked, changes: some }) => withStrings(asked, some));
  const isUndone = input.atomic === true && rows.size > 0;
  const how = { ...input, ...(isUndone && { dryRun: true }) };
  const made = asked.length === 0 ? ok(NOTHING_CHANGED) : await makeChanges(ports, asked, how);
  if (made.isErr()) return err(made.error);
  for (const [n, { changes: some }] of planned.entries())
    for (const change of some)
      rows.set(change, isUndone ? UNDONE_ROW : rowOf(change, made.value.rows[n] as PermissionRow));
  return ok({
    rows: changes.map((change) =>
      presentRow(change, rows.get(change) as Judged, whoIs(change).unwrapOr({}), input),
    ),
    leavesNoAdmin: !isUndone && made.value.leavesNoAdmin,
  });
}

const NOTHING_CHANGED: PermissionsChanged = { rows: [], leavesNoAdmin: false };

/** Returns the changes that contradict another one about the same string of the same user. */
function contradicted(
  changes: readonly UserChange[],
  keyOf: (change: UserChange) => string,
): ReadonlySet<UserChange> {
  const first = new Map<string, UserChange['decision']>();
  const both = new Set<string>();
  for (const change of changes) {
    const key = keyOf(change);
    if (!first.has(key)) first.set(key, change.decision);
    else if (first.get(key) !== change.decision) both.add(key);
  }
  return new Set(both.size === 0 ? [] : changes.filter((change) => both.has(keyOf(change))));
}

function contradictory({ permissions = [] }: UserChange): Judged {
  return { result: 'invalid', message: `keep and remove are both decided about ${permissions[0]}` };
}

/** Describes why a string is not as in the export: `given` is the entry that gave it, 0 if none did. */
function changedSince({ permissions }: UserChange, given: number | undefined): Judged {
  const what = permissions?.[0] ?? 'it';
  return {
    result: 'changed-since',
    message:
      given === 0
        ? `no audit entry added ${what} as it is held now; run ops-admin db check`
        : `another entry added or removed ${what} since the export`,
  };
}

async function heldBy(
  users: Pick<UserDirectory, 'grants'>,
  userIds: readonly ObjectId[],
): Promise<Result<Held, StoreUnavailable>> {
  const entries = new Map<string, number>();
  let newest = 0;
  for await (const block of users.grants({ start: 0, userIds })) {
    if (block.isErr()) return err(block.error);
    newest = block.value.newestEntry;
    for (const { given, permission, userId } of block.value.grants) {
      entries.set(`${userId} ${permission}`, given?.id ?? 0);
    }
  }
  return ok({ entries, newestEntry: newest });
}

function askedOf(user: ObjectId, { decision, reason }: UserChange, asOf: number): RowChanges {
  const change =
    decision === 'keep'
      ? ({ action: 'attest', permissions: [] } as const)
      : ({ action: 'remove', permissions: [], isExact: true } as const);
  return { user, change, asOf, ...(reason !== undefined && { reason }) };
}

function withStrings({ change, ...asked }: RowChanges, changes: readonly UserChange[]): RowChanges {
  const permissions = changes.flatMap(({ permissions = [] }) => permissions);
  return { ...asked, change: { ...change, permissions } as RowChanges['change'] };
}

/** Returns the part of a user's row that one decision is about. */
function rowOf(
  { decision, permissions = [] }: UserChange,
  { removed = [], stillGrantedBy = [], ...row }: PermissionRow,
): Judged {
  const { dryRun: _, line: __, user: ___, ...contents } = row;
  const isKept = decision === 'keep' && !isFailedRow(row);
  const own = new Set(permissions);
  const granters = PermissionSet.of(stillGrantedBy).grantersOf(permissions);
  return {
    ...contents,
    ...(isKept && { message: `${permissions[0]} stays` }),
    removed: removed.filter((one) => own.has(one)),
    ...(granters.length > 0 && { stillGrantedBy: granters }),
  };
}

function presentRow(
  { decision, line, user }: UserChange,
  { removed = [], result, ...contents }: Judged,
  who: NamedUser,
  { dryRun = false }: Pick<ChangePermissionsInput, 'dryRun'>,
): PermissionRow {
  return {
    user,
    ...namesOf(who),
    result,
    ...(decision !== 'keep' && { removed }),
    ...contents,
    ...(line !== undefined && { line }),
    ...(dryRun && { dryRun }),
  };
}
