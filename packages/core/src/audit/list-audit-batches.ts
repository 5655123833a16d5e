import type { ResultAsync } from '../result.js';
import { findEmails } from '../users/find-emails.js';
import type { UserDirectory } from '../users/user-directory.js';
import { type AuditBatchJson, type AuditBatchQuery, presentAuditBatch } from './audit-batch.js';
import type { AuditLog, StoreUnavailable } from './audit-log.js';

/** Some of the runs, the newest first. */
export interface AuditBatchPage {
  readonly batches: readonly AuditBatchJson[];
  /** The `beforeId` of the next page; `null` on the last page. */
  readonly next: number | null;
  /** The e-mails of actors who are users, by id, if known. */
  readonly actorEmails: ReadonlyMap<string, string | undefined>;
}

/** Needed by {@link ListAuditBatches}. */
export interface ListAuditBatchesParts {
  readonly audit: Pick<AuditLog, 'batches'>;
  readonly users: Pick<UserDirectory, 'summaries'>;
}

/** Lists the runs over many users in the trail (decision 11). Does not check the caller: guard it with `RequireAdmin`. */
export class ListAuditBatches {
  readonly #parts: ListAuditBatchesParts;

  constructor(parts: ListAuditBatchesParts) {
    this.#parts = parts;
  }

  /** Errors: `store-unavailable`. */
  execute({ limit, ...query }: AuditBatchQuery): ResultAsync<AuditBatchPage, StoreUnavailable> {
    const { audit, users } = this.#parts;
    return (
      audit
        // One extra shows whether there are more.
        .batches({ ...query, limit: limit + 1 })
        .andThen((runs) => {
          const page = runs.slice(0, limit);
          return findEmails(
            users,
            page.map(({ actor }) => actor),
          ).map((actorEmails) => ({
            batches: page.map(presentAuditBatch),
            next: runs.length > limit ? (page.at(-1)?.newestId ?? null) : null,
            actorEmails,
          }));
        })
    );
  }
}
