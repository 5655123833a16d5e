import type { Actor } from '../access/actor.js';
import type { ChangeOrigin } from '../audit/audit-entry.js';
import type { PermissionRow } from './permission-row.js';
import type { ChangeMade } from './permission-store.js';

/** How a job is done: in whose name, whether the last admin is protected, and whether it is a dry run. */
export interface JobOptions {
  readonly origin: ChangeOrigin;
  /** Who asks for it; missing where the program itself does. */
  readonly actor?: Actor;
  /** Whether removing the last admin is refused; yes by default (decision 11). */
  readonly keepAdmin?: boolean;
  /** Whether it is a dry run: nothing is written, and the rows say what would be. */
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
