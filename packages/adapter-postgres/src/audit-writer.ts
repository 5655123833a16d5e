import type { AppliedChange, AuditDraft, AuditEntry, AuditSealer, ObjectId } from '@ops-admin/core';
import { AuditChain, storedEntryOf } from '@ops-admin/core/adapter';
import { ENTRIES, insertEntriesFrom } from './audit-columns.js';
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
    from (select distinct on ("userId") "userId", "after" from entries order by "userId", id desc) last
    where u.id = last."userId" and u.permissions <> last."after"
  ), counted as (
    update audit_counter set last_id = (select max(id) from entries)
  )
  ${insertEntriesFrom('entries')}`;

/** The entries of one transaction: made one after the other, then written together. */
export class AuditWriter {
  readonly #chain: AuditChain;
  readonly #entries: AuditEntry[] = [];

  constructor(sealer: AuditSealer, last: WriteTransaction['last']) {
    this.#chain = new AuditChain(sealer, last);
  }

  /** Makes the entry of a change. */
  record(userId: ObjectId, change: AppliedChange, draft: AuditDraft): AuditEntry {
    const entry = this.#chain.append(userId, change, draft);
    this.#entries.push(entry);
    return entry;
  }

  /** Writes the entries, and the sets that the changes left; the users must be there. */
  async write(transaction: WriteTransaction): Promise<void> {
    for (const entries of chunks(this.#entries)) {
      const rows = entries.map(storedEntryOf);
      await transaction.query({ name: 'write-trail', text: WRITE, values: [JSON.stringify(rows)] });
    }
  }
}
