import { okAsync, type ResultAsync } from '../result.js';
import type { AuditLog, StoreUnavailable } from './audit-log.js';

/** One entry, or all of a run. */
export type RevertTarget = { readonly entryId: number } | { readonly batch: string };

/** There is no such entry or run in the trail. */
export interface EntryNotFound {
  readonly type: 'entry-not-found';
  readonly target: RevertTarget;
  /** The files that it may have been archived in; the one with its number, where there is a number (decision 6). */
  readonly archives?: readonly string[];
}

/** Where to look for what is not in the trail. */
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
