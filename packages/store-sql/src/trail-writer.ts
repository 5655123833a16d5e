import type {
  AppliedChange,
  AuditDraft,
  AuditEntry,
  AuditRecord,
  ChainEnd,
  ObjectId,
  PermissionSet,
  TrailSigner,
} from '@ops-admin/core';
import { AuditChain, type ChainedChange, type ProfileChange, type UserTrail } from '@ops-admin/core/adapter';
import { BatchTable } from './batch-table.js';
import type { Dialect, WriteRows } from './dialect.js';
import { chunks, partsOf, type Transaction, type Write } from './sql.js';
import {
  type StoredChange,
  type StoredRecord,
  type StoredSets,
  type StoredSubject,
  storedChangesOf,
  storedRecordOf,
  storedSetsOf,
  storedSubjectOf,
} from './stored-record.js';
import { AUDIT_CHANGES, AUDIT_ENTRIES, AUDIT_SETS, AUDIT_SUBJECTS } from './tables.js';
import type { HeldChange, UserWriter } from './user-writer.js';

/** The newest entry of a user, joined to `users u`; all are `null` if there is none. */
export const TRAIL_COLUMNS =
  'e.id as "newestEntryId", e.after_digest as "after", e.since_sets as "sinceSets", e.profile';
export const JOIN_TRAIL =
  'left join audit_entries e on e.id = (select max(id) from audit_entries where user_id = u.id)';

/** The columns of {@link TRAIL_COLUMNS}. */
export interface TrailRow {
  readonly id: ObjectId;
  readonly newestEntryId: number | null;
  readonly after: string | null;
  readonly sinceSets: number | null;
  readonly profile: string | null;
}

/** The newest entries that rows report, by user. */
export function trailsIn(rows: readonly TrailRow[]): ReadonlyMap<ObjectId, UserTrail> {
  return new Map(
    rows.flatMap(({ after, id, profile, sinceSets }) =>
      after === null || sinceSets === null || profile === null
        ? []
        : [[id, { after, sinceSets, profile }] as const],
    ),
  );
}

/** Notes the number of the newest entry there ever was. */
export function numberOfNewest(id: number): Write {
  return {
    text: "update counters set total = ? where name = 'audit_entries'",
    rows: [[id]],
    size: 1,
    expected: 1,
  };
}

/** A statement of so many parts is made and planned once. */
const RUNS_PER_STATEMENT = 10;

/** Writes rows of the trail. */
export class TrailTables {
  readonly #entries: WriteRows<StoredRecord>;
  readonly #changes: WriteRows<StoredChange>;
  readonly #subjects: WriteRows<StoredSubject>;
  readonly #sets: WriteRows<StoredSets>;
  readonly #batches: BatchTable;

  constructor(dialect: Dialect) {
    this.#entries = dialect.insert(AUDIT_ENTRIES);
    this.#changes = dialect.insert(AUDIT_CHANGES);
    this.#subjects = dialect.insert(AUDIT_SUBJECTS);
    this.#sets = dialect.insert(AUDIT_SETS);
    this.#batches = new BatchTable(dialect);
  }

  /** Writes entries, what they changed, the sets that are kept with them, and what their runs come to; with them, `more`. */
  async entries(sql: Transaction, records: readonly AuditRecord[], ...more: readonly Write[]): Promise<void> {
    const [runs = [], ...others] = chunks(this.#batches.added(records), RUNS_PER_STATEMENT);
    await sql.write(
      this.#entries(records.map(storedRecordOf)),
      this.#changes(records.flatMap(storedChangesOf)),
      this.#subjects(records.flatMap((record) => storedSubjectOf(record) ?? [])),
      this.#sets(records.flatMap((record) => storedSetsOf(record) ?? [])),
      ...runs,
      ...more,
    );
    for (const some of others) await sql.write(...some);
    await this.#batches.undone(sql, records);
  }
}

/** The changes of one transaction: made one after the other, then written together, each with its entry. */
export class TrailWriter {
  readonly #chain: AuditChain;
  readonly #records: AuditRecord[] = [];
  readonly #held = new Map<ObjectId, HeldChange>();

  /** `trails` has the newest entries of the users to change. */
  constructor(signer: TrailSigner, end: ChainEnd, trails: ReadonlyMap<ObjectId, UserTrail> = new Map()) {
    this.#chain = new AuditChain(signer, end, (userId) => trails.get(userId));
  }

  /** What users hold after the changes, where that is different. */
  get held(): ReadonlyMap<ObjectId, HeldChange> {
    return this.#held;
  }

  /** Makes the entry of a change, see `AuditChain.append`; the last one is signed. */
  record(
    userId: ObjectId,
    change: AppliedChange,
    draft: AuditDraft,
    isLast: boolean,
    profile?: ProfileChange,
  ): AuditEntry {
    if (change.after !== change.before) this.#hold(userId, change.before, change.after);
    return this.#add(this.#chain.append(userId, change, draft, isLast, profile));
  }

  /** Makes the entry that puts another key in use, see `AuditChain.rotate`. */
  rotate(to: string, draft: Omit<AuditDraft, 'action' | 'identity' | 'requested'>): AuditEntry {
    return this.#add(this.#chain.rotate(to, draft));
  }

  /** Makes the entry of a department, see `AuditChain.department`. */
  department(draft: Parameters<AuditChain['department']>[0], isLast: boolean): AuditEntry {
    return this.#add(this.#chain.department(draft, isLast));
  }

  /** Writes the entries with the sets that the changes left; users whom `isWritten` names have theirs already. */
  async write(
    sql: Transaction,
    tables: TrailTables,
    users: UserWriter,
    isWritten: ReadonlySet<ObjectId> = new Set(),
  ): Promise<void> {
    const held = [...this.#held.values()].filter(({ userId }) => !isWritten.has(userId));
    const [some = [], ...others] = partsOf(held, ({ after, before }) => after.size + before.size);
    for (const part of others) {
      await sql.write(...users.sets(part));
    }
    const parts = partsOf(this.#records, (record) => 10 + record.added.length + record.removed.length);
    for (const [n, records] of parts.entries()) {
      const newest = records.at(-1);
      if (!newest) continue;
      const sets = users.sets(n === parts.length - 1 ? some : []);
      await tables.entries(sql, records, ...sets, numberOfNewest(newest.id));
    }
  }

  #hold(userId: ObjectId, before: PermissionSet, after: PermissionSet): void {
    this.#held.set(userId, { userId, before: this.#held.get(userId)?.before ?? before, after });
  }

  #add({ entry, record }: ChainedChange): AuditEntry {
    this.#records.push(record);
    return entry;
  }
}
