import {
  AccessPolicy,
  ChangeManyPermissions,
  type OrderOptions,
  PERMISSION_STORE,
  type PermissionOrder,
} from '@ops-admin/core';
import type { Session } from '../command-context.js';

/**
 * Whether a removal that was forced leaves no admin, or, in a dry run, these orders would. Where the database cannot
 * tell, nobody is warned: the change is made.
 */
export async function leavesNoAdmin(
  { container }: Session,
  orders: readonly PermissionOrder[],
  options: OrderOptions,
): Promise<boolean> {
  if (options.action === 'add' || options.keepAdmin) return false;
  if (options.dryRun) {
    const careful = await container
      .get(ChangeManyPermissions)
      .execute(orders, { ...options, keepAdmin: true });
    return careful.isOk() && careful.value.some(({ type }) => type === 'no-admin-left');
  }
  const { isAdmin } = container.get(AccessPolicy);
  const has = await container.get(PERMISSION_STORE).hasAdmin(isAdmin);
  return has.isOk() && !has.value;
}

/** What to tell of that. */
export function noAdminWarning(dryRun: boolean): string {
  return `there ${dryRun ? 'would be' : 'is'} no admin left`;
}
