import type {
  AppliedChange,
  AuditDraft,
  AuditEntry,
  AuditRecord,
  AuditSealer,
  ObjectId,
} from '@ops-admin/core';
import { AuditChain, type ChainedChange, type UserTrail } from '@ops-admin/core/adapter';
import { writeEntries } from './audit-table.js';
import { chunks } from './chunks.js';
import type { Connection, WriteTransaction } from './postgres-database.js';

/** SQL for the newest entry of the user `u.id`, joined as `trail`. */
export const TRAIL_OF_USER = `
  left join lateral (
    select id as "newestEntryId", key_id as "keyId", after_digest as "after", since_sets as "sinceSets"
    from audit_entries where user_id = u.id order by id desc limit 1
  ) trail on true`;

/** The columns of {@link TRAIL_OF_USER}; all `null` if there is no entry. */
export interface TrailRow {
  readonly id: ObjectId;
  readonly newestEntryId: number | null;
  readonly keyId: string | null;
  readonly after: string | null;
  readonly sinceSets: number | null;
}

/** The newest entries of users, by their ids. */
export async function trailsOf(
  connection: Connection,
  userIds: readonly ObjectId[],
): Promise<ReadonlyMap<ObjectId, UserTrail>> {
  const rows: TrailRow[] = [];
  for (const some of chunks(userIds)) {
    const text = `select u.id, trail.* from unnest($1::text[]) u (id) ${TRAIL_OF_USER}`;
    rows.push(...(await connection.query<TrailRow>({ name: 'trails-of', text, values: [some] })));
  }
  return trailsIn(rows);
}

/** The newest entries that rows report. */
export function trailsIn(rows: readonly TrailRow[]): ReadonlyMap<ObjectId, UserTrail> {
  return new Map(
    rows.flatMap(({ after, id, keyId, newestEntryId, sinceSets }) =>
      newestEntryId === null ? [] : [[id, { after, keyId, sinceSets: sinceSets ?? 0 }] as const],
    ),
  );
}

/** The entries of one transaction: made one after the other, then written together. */
export class TrailWriter {
  readonly #chain: AuditChain;
  readonly #records: AuditRecord[] = [];
  readonly #held = new Map<ObjectId, AppliedChange['after']>();

  /** `trails` has the newest entries of the users to change. */
  constructor(
    sealer: AuditSealer,
    last: WriteTransaction['last'],
    trails: ReadonlyMap<ObjectId, UserTrail> = new Map(),
  ) {
    this.#chain = new AuditChain(sealer, last, (userId) => trails.get(userId));
  }

  /** Makes the entry of a change. */
  record(userId: ObjectId, change: AppliedChange, draft: AuditDraft): AuditEntry {
    if (change.after !== change.before) this.#held.set(userId, change.after);
    return this.#add(this.#chain.append(userId, change, draft));
  }

  /** Makes an entry that belongs to no user. */
  seal(draft: AuditDraft): AuditEntry {
    return this.#add(this.#chain.appendSeal(draft));
  }

  /** Writes the entries, and the sets that the changes left; the users must exist. */
  async write(connection: Connection): Promise<void> {
    const held = [...this.#held].map(([id, set]) => ({ id, permissions: JSON.stringify([...set]) }));
    const parts = [...chunks(this.#records)];
    for (const [n, records] of parts.entries()) {
      await writeEntries(connection, records, n === parts.length - 1 ? held : []);
    }
  }

  #add({ entry, record }: ChainedChange): AuditEntry {
    this.#records.push(record);
    return entry;
  }
}
