import type { PermissionStore } from '@ops-admin/core';
import {
  EarlierChanges,
  type PermissionOperations,
  type PermissionOperationsPorts,
  permissionOperations,
} from '@ops-admin/core/operations';

/** One dry run. */
export interface DryRun {
  readonly permissions: PermissionOperations;
  close(): void;
}

/**
 * Opens the operations of one dry run: they only read, and each change is checked as if those before it had been made
 * (decision 9).
 */
export async function openDryRun({ store, ...ports }: PermissionOperationsPorts): Promise<DryRun> {
  // Also with PostgreSQL, where a temporary table would need a right to create it.
  const { TemporaryTexts } = await import('@ops-admin/adapter-sqlite');
  const texts = new TemporaryTexts();
  const earlier = new EarlierChanges(texts);
  const reading: Pick<PermissionStore, 'change'> = {
    change: (requests, options) => store.change(requests, { ...options, dryRun: true, earlier }),
  };
  return {
    permissions: permissionOperations({ store: reading, ...ports }),
    close: () => texts.close(),
  };
}
