import { okAsync, type ResultAsync } from '../result.js';
import type { AuditLog, StoreUnavailable } from './audit-log.js';

/** One entry, or all of a run. */
export type RevertTarget = { readonly entryId: number } | { readonly batch: string };

/** The trail has no such entry or run. */
export interface EntryNotFound {
  readonly type: 'entry-not-found';
  readonly target: RevertTarget;
  /** The files that it can be archived in; for an entry, the file that has its number (decision 6). */
  readonly archives?: readonly string[];
}

/** Where to look for an entry or run that is not in the trail. */
export function entryNotFound(
  audit: Pick<AuditLog, 'archives'>,
  target: RevertTarget,
): ResultAsync<EntryNotFound, StoreUnavailable> {
  return audit.archives().andThen((archives) => {
    const files = archives
      .filter(
        ({ firstId, lastId }) => 'batch' in target || (firstId <= target.entryId && target.entryId <= lastId),
      )
      .map(({ file }) => file);
    return okAsync({
      type: 'entry-not-found' as const,
      target,
      ...(files.length > 0 && { archives: files }),
    });
  });
}
