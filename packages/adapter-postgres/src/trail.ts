import {
  type AppliedChange,
  type AuditDraft,
  type AuditEntry,
  type AuditSealer,
  entryOf,
  type ObjectId,
  sealEntry,
} from '@ops-admin/core';
import { auditJsonOf, ENTRIES, insertEntriesFrom } from './audit-row.js';
import { chunks } from './chunks.js';
import type { WriteTransaction } from './postgres-database.js';

/**
 * New sets, entries and number of the newest, in one trip. Rows come as one JSON text: what PostgreSQL cannot hold as it
 * is then fails, where in a plain parameter it would be written as something else than was sealed.
 */
const WRITE = `
  with entries as (${ENTRIES}
  ), changed as (
    update users u set permissions = last."after"
    from (select distinct on (user_id) user_id, "after" from entries order by user_id, id desc) last
    where u.id = last.user_id and u.permissions <> last."after"
  ), counted as (
    update audit_counter set last_id = (select max(id) from entries)
  )
  ${insertEntriesFrom('entries')}`;

/** The entries of one transaction: made one behind the other, then written together. */
export class Trail {
  readonly #sealer: AuditSealer;
  readonly #entries: ReturnType<typeof sealEntry>[] = [];
  #last: WriteTransaction['last'];

  constructor(sealer: AuditSealer, last: WriteTransaction['last']) {
    this.#sealer = sealer;
    this.#last = last;
  }

  /** Makes the entry of a change. */
  record(userId: ObjectId, change: AppliedChange, draft: AuditDraft): AuditEntry {
    const unsealed = entryOf(this.#last.id + 1, userId, draft, change);
    const entry = sealEntry(this.#sealer, this.#last.digest ?? '', unsealed);
    this.#entries.push(entry);
    this.#last = { id: entry.id, digest: entry.seal.digest };
    return entry;
  }

  /** Writes the entries, and the sets that the changes left; the users must be there. */
  async write(transaction: WriteTransaction): Promise<void> {
    for (const entries of chunks(this.#entries)) {
      const rows = entries.map(auditJsonOf);
      await transaction.query({ name: 'write-trail', text: WRITE, values: [JSON.stringify(rows)] });
    }
  }
}
