import type { Actor } from '../access/actor.js';
import type { ChangeOrigin } from '../audit/audit-entry.js';
import type { PermissionRow } from './permission-row.js';
import type { ChangeMade } from './permission-store.js';

/** How a job is done: in whose name, whether the last admin stays, and whether it is only tried. */
export interface JobOptions {
  readonly origin: ChangeOrigin;
  /** On whose behalf, where it is not the program itself that asks. */
  readonly actor?: Actor;
  /** Whether what would leave no admin is refused; yes unless said otherwise (decision 11). */
  readonly keepAdmin?: boolean;
  /** Whether nothing is written; the rows are those it would have. */
  readonly dryRun?: boolean;
}

/** The row of a change that was made, or would be. */
export function madeRow(
  { email, entry, userId }: ChangeMade,
  contents: Pick<PermissionRow, 'user' | 'result' | 'added' | 'removed'>,
  { dryRun = false, origin: { batch } }: JobOptions,
): PermissionRow {
  const { user, ...rest } = contents;
  return {
    user,
    userId,
    ...(email !== undefined && { email }),
    ...rest,
    ...(entry && { entry: entry.id }),
    ...(entry && batch !== undefined && { batch }),
    ...(dryRun && { dryRun }),
  };
}
