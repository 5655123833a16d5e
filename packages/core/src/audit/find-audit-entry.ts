import { err, type ResultAsync } from '../result.js';
import type { UserDirectory } from '../users/user-directory.js';
import type { AuditLog, StoreUnavailable } from './audit-log.js';
import { type EntryNotFound, entryNotFound } from './entry-not-found.js';
import { type AuditEntryJson, presentAuditEntries } from './present-audit-entry.js';

/** Needed by {@link FindAuditEntry}. */
export interface FindAuditEntryParts {
  readonly audit: Pick<AuditLog, 'archives' | 'find'>;
  readonly users: Pick<UserDirectory, 'summaries'>;
}

/** Reads one entry of the trail (decision 11). Does not check the caller: guard it with `RequireAdmin`. */
export class FindAuditEntry {
  readonly #parts: FindAuditEntryParts;

  constructor(parts: FindAuditEntryParts) {
    this.#parts = parts;
  }

  /** Errors: `entry-not-found`, with the file that it can be archived in; `store-unavailable`. */
  execute(entryId: number): ResultAsync<AuditEntryJson, EntryNotFound | StoreUnavailable> {
    const { audit, users } = this.#parts;
    return audit
      .find(entryId)
      .andThen((entry) =>
        entry
          ? presentAuditEntries([entry], users).map(([found]) => found as AuditEntryJson)
          : entryNotFound(audit, { entryId }).andThen((error) => err(error)),
      );
  }
}
