import { okAsync, type ResultAsync } from '../result.js';
import type { AuditLog, StoreUnavailable } from './audit-log.js';

/** One entry, several, or a run: all of it, or what it did to some users, each named by id or e-mail. */
export type RevertTarget =
  | { readonly entryId: number }
  | { readonly entryIds: readonly number[] }
  | { readonly batch: string; readonly users?: readonly string[] | undefined };

/** The trail has no such entry or run. */
export interface EntryNotFound {
  readonly type: 'entry-not-found';
  readonly target: { readonly entryId: number } | { readonly batch: string };
  /** The files that it can be archived in; for an entry, the file that has its number (decision 6). */
  readonly archives?: readonly string[];
}

/** Where to look for an entry or run that is not in the trail. */
export function entryNotFound(
  audit: Pick<AuditLog, 'archives'>,
  target: EntryNotFound['target'],
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
