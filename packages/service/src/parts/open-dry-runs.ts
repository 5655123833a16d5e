import { AccessPolicy, ok, type PermissionStore } from '@ops-admin/core';
import { EarlierChanges, type LocalPermissions, localPermissions } from '@ops-admin/core/jobs';
import { AUDIT_LOG, CLOCK, type Port, port, USER_DIRECTORY } from '@ops-admin/core/ports';
import { type Bound, bindValue, type OpenedPart } from '../part.js';

/** Permissions of the open database, only for dry runs: they need no keys. */
export const DRY_RUN_STORE: Port<PermissionStore> = port('ops-admin.service.DryRunStore');

/** What {@link openDryRuns} gives. */
export const DRY_RUNS: Port<LocalPermissions> = port('ops-admin.service.DryRuns');

/**
 * Opens the use cases of one dry run: they only read, and each change is checked as if those before it had been made
 * (decision 9).
 */
export async function openDryRuns({ get }: Bound): Promise<OpenedPart> {
  // Also with PostgreSQL, where a temporary table would need a right to create it.
  const { TemporaryTexts } = await import('@ops-admin/adapter-sqlite');
  const texts = new TemporaryTexts();
  const earlier = new EarlierChanges(texts);
  const store = get(DRY_RUN_STORE);
  const permissions = localPermissions({
    store: {
      find: (userId) => store.find(userId),
      change: (requests, options) => store.change(requests, { ...options, dryRun: true, earlier }),
    },
    audit: get(AUDIT_LOG),
    users: get(USER_DIRECTORY),
    clock: get(CLOCK),
    policy: get(AccessPolicy),
  });
  return ok([bindValue(DRY_RUNS, permissions, () => texts.close())]);
}
