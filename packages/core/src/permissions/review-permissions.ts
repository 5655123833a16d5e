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

/** Needed by {@link reviewPermissions}. */
export interface ReviewPermissionsPorts extends MakeChangesPorts {
  readonly users: MakeChangesPorts['users'] & Pick<UserDirectory, 'grants'>;
}

/** How often a review is judged again if others change the same users meanwhile. */
const MAX_ATTEMPTS = 10;

/** The user of a change, and what became of it. */
type Judged = Omit<PermissionRow, 'user' | 'line' | 'dryRun'>;

/** What users hold at a moment: the entry that gave each string, 0 where the trail does not have it. */
interface Held {
  readonly entries: ReadonlyMap<string, number>;
  readonly newestEntry: number;
}

/**
 * Carries out what a review decided: takes what is to go, each string alone, and writes an `attest` entry for each
 * user of whom something is kept. A string that another entry gave, or took, since the one that is named is `changed-since`.
 * Where both are decided about a string of a user, neither is done. A row for each decision. Errors as those of {@link makeChanges}.
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
  let leavesNoAdmin = false;
  const known = changes.filter((change) => {
    const who = whoIs(change);
    if (who.isErr()) rows.set(change, refusedRow(who.error));
    return who.isOk();
  });
  const idOf = (change: UserChange) => whoIs(change)._unsafeUnwrap().userId;
  const keyOf = (change: UserChange) => `${idOf(change)} ${change.permissions?.[0]}`;
  const both = contradicted(known, keyOf);
  for (const change of both) rows.set(change, contradictory(change));
  const isRefused = input.atomic === true && rows.size > 0;
  const clear = known.filter((change) => !both.has(change));
  let left = clear;
  for (let attempt = 0; left.length > 0 && attempt < MAX_ATTEMPTS; attempt++) {
    const held = await heldBy(ports.users, [...new Set(left.map((change) => idOf(change)))]);
    if (held.isErr()) return err(held.error);
    const plan = new Map<string, { readonly asked: RowChanges; readonly changes: UserChange[] }>();
    let isStale = false;
    for (const change of left) {
      const userId = idOf(change);
      const entry = held.value.entries.get(keyOf(change));
      if (entry !== (change.entry ?? 0)) {
        isStale = true;
        rows.set(change, changedSince(change, entry));
        continue;
      }
      const key = `${userId} ${change.decision} ${change.reason ?? ''}`;
      const planned = plan.get(key);
      if (planned) planned.changes.push(change);
      else plan.set(key, { asked: askedOf(userId, change, held.value.newestEntry), changes: [change] });
    }
    // A removal that is refused must not stop what is kept: that comes first.
    const planned = [...plan.values()].sort(
      (a, b) => Number(a.asked.change.action !== 'attest') - Number(b.asked.change.action !== 'attest'),
    );
    const asked = planned.map(({ asked, changes: some }) => withStrings(asked, some));
    const isUndone = isRefused || (input.atomic === true && isStale);
    const made = await makeChanges(ports, asked, { ...input, ...(isUndone && { dryRun: true }) });
    if (made.isErr()) return err(made.error);
    left = [];
    for (const [n, { changes: some }] of planned.entries()) {
      const row = made.value.rows[n] as PermissionRow;
      // Others were quicker; what they did is looked at once more.
      if (row.result === 'changed-since') left.push(...some);
      for (const change of some) rows.set(change, isUndone ? UNDONE_ROW : rowOf(change, row));
    }
    leavesNoAdmin ||= !isUndone && made.value.leavesNoAdmin;
    if (input.atomic && left.length > 0) left = clear;
  }
  return ok({
    rows: changes.map((change) =>
      presentRow(change, rows.get(change) as Judged, whoIs(change).unwrapOr({}), input),
    ),
    leavesNoAdmin,
  });
}

/** The changes that decide otherwise than another one about the same string of the same user. */
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

/** Why a string is not as the export told it: of the entry that gave it as it is held, 0 if no entry did. */
function changedSince({ permissions }: UserChange, given: number | undefined): Judged {
  const what = permissions?.[0] ?? 'it';
  return {
    result: 'changed-since',
    message:
      given === 0
        ? `no audit entry gave ${what} as it is held now; run ops-admin db check`
        : `another entry gave or took ${what} since the export`,
  };
}

/** What users hold now, and which entries gave it. */
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

/** The part of the row of a user that one decision is about. */
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
