import type { ActorRefused } from '../access/actor.js';
import { err, type Result } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Timestamp } from '../values/timestamp.js';
import type { ReasonRequired } from './change-rules.js';
import {
  type DoubtfulPermission,
  describeDoubts,
  findDoubtful,
  type KnownStringsPorts,
} from './find-doubtful.js';
import { type ChangeInput, makeChanges, type PermissionsChanged, type RowChanges } from './make-changes.js';
import { type Permission, parsePermission } from './permission.js';
import { type EndsJson, endsAt } from './permission-ends.js';
import type { PermissionRow } from './permission-row.js';
import { type ReviewPermissionsPorts, reviewPermissions } from './review-permissions.js';
import { isFailedRow } from './row-result.js';

/** The largest number of changes in one request over HTTP (decision 11). */
export const CHANGES_PER_REQUEST = 100;

/**
 * What to add to one user, or to remove: permissions, or everything; or what they are to hold, or what a review decided. Nothing of it
 * where users are activated or deactivated.
 */
export interface UserChange {
  /** An id or an e-mail. */
  readonly user: string;
  readonly permissions?: readonly string[] | undefined;
  /** In an addition: when they end; for good without it (decision 14). */
  readonly until?: Timestamp | undefined;
  /** In a set: when they end, all the others being for good; without it, what stays keeps its end. */
  readonly ends?: EndsJson | undefined;
  /** In a review: what was decided about the one permission that is named. */
  readonly decision?: 'keep' | 'remove' | undefined;
  /** In a review: the entry that gave it, as an export says; 0 for none. If another one did since, the row is `changed-since`. */
  readonly entry?: number | undefined;
  /** In a removal, in place of permissions: all of them, and all identities (decision 9). */
  readonly everything?: true | undefined;
  /** With everything: whether the user keeps their identities. */
  readonly keepLinks?: boolean | undefined;
  /** An entry: a user who has a newer one is a row `changed-since` (decision 11). Rows of a dry run name one. */
  readonly asOf?: number | undefined;
  /** The line of a file that it comes from, counted from 1; the row repeats it. */
  readonly line?: number | undefined;
  /** Why this one is changed, in place of the reason of all. */
  readonly reason?: string | undefined;
}

/** What to change, and how. */
export interface ChangePermissionsInput extends ChangeInput {
  readonly action: 'add' | 'remove' | 'set' | 'review' | 'activate' | 'deactivate';
  readonly changes: readonly UserChange[];
  /** Of a set: only strings of these modules, named without `service.`, are set; the permissions of the changes belong to them. */
  readonly modules?: readonly string[] | undefined;
  /** Whether nothing is written if any row fails. */
  readonly atomic?: boolean | undefined;
  /** Whether an unknown user is not a failure, so that `atomic` continues without them. */
  readonly ignoreNotFound?: boolean | undefined;
  /** Whether to say which of the strings look mistyped: `doubtful` (decision 9). */
  readonly findDoubtful?: boolean | undefined;
  /** Whether the run can be a `foreignRun`. Only a service asks for it (decision 11); who uses a database has asked before. */
  readonly continueBatch?: boolean | undefined;
}

/**
 * Adds or removes permissions of one user or of many (interface, "PUT /user/remove-permissions"; decisions 5 and 9), or takes
 * everything from leavers, or changes who is active (decision 13), or makes what is held equal to what is named, or carries out a
 * review (decision 15). A row with a string that cannot be added is `invalid`.
 */
export async function changePermissions(
  ports: ReviewPermissionsPorts & KnownStringsPorts,
  { action, changes, findDoubtful: isDoubted = false, modules, ...input }: ChangePermissionsInput,
): Promise<Result<PermissionsChanged, ReasonRequired | ActorRefused | StoreUnavailable>> {
  if (action === 'review') return await reviewPermissions(ports, changes, input);
  const asked = changes.map((change) => askedOf(action, change, modules));
  // An addition says so in its row, too.
  const adds = action === 'add' || action === 'set';
  if (!adds && !(isDoubted && action === 'remove')) return await makeChanges(ports, asked, input);
  // Before anything is changed: what is held is not doubtful.
  const named = changes.flatMap(({ permissions = [] }) => permissions);
  const doubtful = await findDoubtful(ports, named);
  if (doubtful.isErr()) return err(doubtful.error);
  const changed = await makeChanges(ports, asked, input);
  const doubts = new Map(doubtful.value.map((doubt, n) => [doubt.permission, { n, doubt }]));
  return changed.map((made) => ({
    ...made,
    ...(adds && {
      rows: made.rows.map((row, n) =>
        doubtedRow(row, action === 'set' ? row.added : changes[n]?.permissions, doubts),
      ),
    }),
    ...(isDoubted && { doubtful: doubtful.value }),
  }));
}

/** Doubtful strings by themselves, each with its place among all. */
type Doubts = ReadonlyMap<string, { readonly n: number; readonly doubt: DoubtfulPermission }>;

/** What was added although it looks mistyped is said so (decision 15). */
function doubtedRow(
  row: PermissionRow,
  permissions: readonly string[] = [],
  doubtful: Doubts,
): PermissionRow {
  if (doubtful.size === 0 || isFailedRow(row)) return row;
  const doubts = describeDoubts(
    [...new Set(permissions)]
      .flatMap((one) => doubtful.get(one) ?? [])
      .sort((one, other) => one.n - other.n)
      .map(({ doubt }) => doubt),
  );
  if (doubts.length === 0) return row;
  const message = [...(row.message === undefined ? [] : [row.message]), ...doubts].join('; ');
  return { ...row, message };
}

function askedOf(
  action: Exclude<ChangePermissionsInput['action'], 'review'>,
  { ends, everything, asOf, keepLinks = false, line, permissions = [], reason, until, user }: UserChange,
  modules: readonly string[] | undefined,
): RowChanges {
  const invalid = action === 'add' ? permissions.map(parsePermission).find((one) => one.isErr()) : undefined;
  return {
    user,
    change:
      action === 'activate' || action === 'deactivate'
        ? { action }
        : everything && action === 'remove'
          ? { action: 'everything', keepLinks }
          : action === 'add'
            ? { action, permissions: permissions as readonly Permission[], ...endsAt(permissions, until) }
            : action === 'set'
              ? { action, permissions, ...(ends && { ends }), ...(modules && { modules }) }
              : { action, permissions },
    ...(invalid?.isErr() && { refusal: invalid.error }),
    ...(asOf !== undefined && { asOf, asRecorded: true }),
    ...(line !== undefined && { line }),
    ...(reason !== undefined && { reason }),
  };
}
