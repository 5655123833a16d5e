import type { ActorRefused } from '../access/actor.js';
import { draftOf } from '../audit/audit-entry.js';
import { err, ok, Result } from '../result.js';
import { namesOf } from '../users/describe-user.js';
import { findUserId } from '../users/find-user.js';
import type { UserNotFound } from '../users/user.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Timestamp } from '../values/timestamp.js';
import type { ChangeInput } from './change-input.js';
import {
  type ReasonRequired,
  reasonRequired,
  type UnlistedPermission,
  unlistedAmong,
} from './change-rules.js';
import { describeDoubts, findDoubtful, type KnownStringsPorts } from './find-doubtful.js';
import type { MakeChangesPorts } from './make-changes.js';
import { type InvalidPermission, parsePermission } from './permission.js';
import type { PermissionChange } from './permission-change.js';
import { endsAt } from './permission-ends.js';
import { describeNewAdmin } from './permission-row.js';
import type { AppliedChange } from './permission-set.js';
import {
  type ChangeOutdated,
  type EndPassed,
  madeOr,
  type NoAdminLeft,
  type TooManyPermissions,
} from './permission-store.js';

/** A change of the permissions of one user. */
export interface ChangeOneInput extends ChangeInput {
  /** An id or an e-mail. */
  readonly user: string;
  readonly action: 'add' | 'remove';
  readonly permissions: readonly string[];
  /** The end of an addition, which is permanent without it. */
  readonly until?: Timestamp | undefined;
  /** The id of an entry: the change is refused if the user has a newer one. */
  readonly asOf?: number | undefined;
}

/** The permissions that a change of one user added or removed, as plain JSON; both lists can be empty. */
export interface PermissionsOfOneChanged {
  readonly userId: string;
  readonly email?: string;
  readonly name?: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The ends that were set; `null` for permanent strings. */
  readonly ends?: AppliedChange['ends'];
  /** The held strings that still grant a removed or requested one. */
  readonly stillGrantedBy: readonly string[];
  /** Missing in a dry run. */
  readonly entry?: number;
  /** The user is an admin now, or an added string looks mistyped. */
  readonly warnings: readonly string[];
  readonly leavesNoAdmin: boolean;
}

/** Why the permissions of one user were not changed. */
export type ChangeOneError<Failure = StoreUnavailable> =
  | UserNotFound
  | InvalidPermission
  | UnlistedPermission
  | EndPassed
  | TooManyPermissions
  | NoAdminLeft
  | ChangeOutdated
  | ReasonRequired
  | ActorRefused
  | Failure;

export async function changeOne(
  ports: MakeChangesPorts & KnownStringsPorts,
  { action, asOf, permissions, until, user, ...input }: ChangeOneInput,
): Promise<Result<PermissionsOfOneChanged, ChangeOneError>> {
  const { clock, policy, rules, store, users } = ports;
  const { actor, dryRun = false, keepAdmin = true, origin } = input;
  const unfounded = dryRun ? undefined : reasonRequired(rules, origin.reason);
  if (unfounded) return err(unfounded);
  const change = changeOf(action, permissions, until);
  if (change.isErr()) return err(change.error);
  const unlisted = action === 'add' ? unlistedAmong(rules, permissions) : undefined;
  if (unlisted) return err(unlisted);
  const found = await findUserId(users, user);
  if (found.isErr()) return err(found.error);
  // Before the change: a held string is known.
  const doubtful = action === 'add' ? await findDoubtful(ports, permissions) : ok([]);
  if (doubtful.isErr()) return err(doubtful.error);
  const request = {
    userId: found.value,
    change: change.value,
    draft: draftOf(action, permissions, origin, clock),
    ...(asOf !== undefined && { asOf, asRecorded: true }),
  };
  const changed = await store.change([request], {
    actor,
    adminPermission: policy.adminPermission,
    keepAdmin,
    dryRun,
  });
  if (changed.isErr()) return err(changed.error);
  return madeOr(changed.value[0], ...REFUSALS).map((made) => {
    const { added, after, ends, removed } = made.change;
    return {
      ...namesOf(made),
      userId: made.userId,
      added,
      removed,
      ...(ends && { ends }),
      stillGrantedBy: action === 'remove' ? after.grantersOf([...removed, ...permissions]) : [],
      ...(made.entry && { entry: made.entry.id }),
      warnings: [...(made.makesAdmin ? [describeNewAdmin(dryRun)] : []), ...describeDoubts(doubtful.value)],
      leavesNoAdmin: made.leavesNoAdmin,
    };
  });
}

function changeOf(
  action: ChangeOneInput['action'],
  permissions: readonly string[],
  until: Timestamp | undefined,
): Result<PermissionChange, InvalidPermission> {
  if (action === 'remove') return ok({ action, permissions });
  return Result.combine(permissions.map(parsePermission)).map((parsed) => ({
    action,
    permissions: parsed,
    ...endsAt(parsed, until),
  }));
}

const REFUSALS = [
  'end-passed',
  'invalid-permission',
  'no-admin-left',
  'outdated',
  'too-many-permissions',
  'unlisted-permission',
  'user-not-found',
] as const;
