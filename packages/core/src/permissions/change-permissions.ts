import type { ActorRefused } from '../access/actor.js';
import { err, type Result } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { ChangePermissionsInput, UserChange } from './change-input.js';
import type { ReasonRequired } from './change-rules.js';
import {
  type DoubtfulPermission,
  describeDoubts,
  findDoubtful,
  type KnownStringsPorts,
} from './find-doubtful.js';
import { makeChanges, type PermissionsChanged, type RowChanges } from './make-changes.js';
import { type Permission, parsePermission } from './permission.js';
import { endsAt } from './permission-ends.js';
import type { PermissionRow } from './permission-row.js';
import { type ReviewPermissionsPorts, reviewPermissions } from './review-permissions.js';
import { isFailedRow } from './row-result.js';

/** The largest number of changes in one request over HTTP. */
export const CHANGES_PER_REQUEST = 100;

/**
 * Makes changes of one user or of many (interface, "PUT /user/remove-permissions"). A row with a string that cannot be added is
 * `invalid`.
 */
export async function changePermissions(
  ports: ReviewPermissionsPorts & KnownStringsPorts,
  { action, changes, findDoubtful: isDoubted = false, modules, ...input }: ChangePermissionsInput,
): Promise<Result<PermissionsChanged, ReasonRequired | ActorRefused | StoreUnavailable>> {
  if (action === 'review') return await reviewPermissions(ports, changes, input);
  const asked = changes.map((change) => askedOf(action, change, modules));
  const adds = action === 'add' || action === 'set';
  if (!adds && !(isDoubted && action === 'remove')) return await makeChanges(ports, asked, input);
  // Before the change: held strings are not doubtful.
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

/** Doubtful strings, each with its place among all. */
type Doubts = ReadonlyMap<string, { readonly n: number; readonly doubt: DoubtfulPermission }>;

/** Adds a warning to the row of a string that was added although it looks mistyped. */
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
