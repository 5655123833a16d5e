import type {
  AppliedChange,
  AuditDraft,
  AuditEntry,
  ChainEnd,
  KeptUser,
  KeyTakeOver,
  ObjectId,
  TrailSigner,
} from '@ops-admin/core';
import { AuditChain, type ProfileChange } from '@ops-admin/core/adapter';
import { BatchTable } from './batch-table.js';
import type { Dialect, WriteRows } from './dialect.js';
import { chunks, partsOf, type Transaction, type Write } from './sql.js';
import {
  type StoredChange,
  type StoredEntry,
  type StoredSubject,
  storedChangesOf,
  storedEntryOf,
  storedSubjectOf,
} from './stored-entry.js';
import { AUDIT_CHANGES, AUDIT_ENTRIES, AUDIT_SUBJECTS } from './tables.js';
import { type HeldChange, UserWriter } from './user-writer.js';

/** The newest entry of a user, joined to `users u`; all are `null` for a user without entries. */
export const TRAIL_COLUMNS = 'e.id as "newestEntryId", e.profile';
export const JOIN_TRAIL =
  'left join audit_entries e on e.id = (select max(id) from audit_entries where user_id = u.id)';

export interface TrailRow {
  readonly id: ObjectId;
  readonly newestEntryId: number | null;
  readonly profile: string | null;
}

/** The state of users by the newest entries in rows. */
export function profilesIn(rows: readonly TrailRow[]): ReadonlyMap<ObjectId, string> {
  return new Map(rows.flatMap(({ id, profile }) => (profile === null ? [] : [[id, profile] as const])));
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
const BATCHES_PER_STATEMENT = 10;

/** Writes rows of users and of the trail. */
export class TrailTables {
  readonly users: UserWriter;
  readonly #entries: WriteRows<StoredEntry>;
  readonly #changes: WriteRows<StoredChange>;
  readonly #subjects: WriteRows<StoredSubject>;
  readonly #batches: BatchTable;

  constructor(dialect: Dialect) {
    this.users = new UserWriter(dialect);
    this.#entries = dialect.insert(AUDIT_ENTRIES);
    this.#changes = dialect.insert(AUDIT_CHANGES);
    this.#subjects = dialect.insert(AUDIT_SUBJECTS);
    this.#batches = new BatchTable(dialect);
  }

  /** Writes entries, what they changed, and what their batches come to; with them, `more`. */
  async entries(sql: Transaction, entries: readonly AuditEntry[], ...more: readonly Write[]): Promise<void> {
    const [batches = [], ...others] = chunks(this.#batches.added(entries), BATCHES_PER_STATEMENT);
    await sql.write(
      this.#entries(entries.map(storedEntryOf)),
      this.#changes(entries.flatMap(storedChangesOf)),
      this.#subjects(entries.flatMap((entry) => storedSubjectOf(entry) ?? [])),
      ...batches,
      ...more,
    );
    for (const some of others) await sql.write(...some);
    await this.#batches.undone(sql, entries);
  }
}

/** The changes of one transaction: made one after the other, then written together, each with its entry. */
export class TrailWriter {
  readonly #tables: TrailTables;
  readonly #chain: AuditChain;
  readonly #takeOver: KeyTakeOver | undefined;
  readonly #entries: AuditEntry[] = [];
  readonly #held = new Map<ObjectId, HeldChange>();

  /** See `AuditChain`. */
  constructor(
    tables: TrailTables,
    signer: TrailSigner,
    end: ChainEnd,
    profiles?: ReadonlyMap<ObjectId, string>,
    departments?: ReadonlyMap<ObjectId, string>,
  ) {
    this.#tables = tables;
    if (signer.takeOver?.after === end.digest) this.#takeOver = signer.takeOver;
    this.#chain = new AuditChain(signer, end, profiles, departments);
  }

  /** Makes the entry of a change, see `AuditChain.append`; the last one is signed. */
  record(
    userId: ObjectId,
    change: AppliedChange,
    draft: AuditDraft,
    isLast: boolean,
    profile?: ProfileChange,
  ): AuditEntry {
    this.#takeOverFirst(draft);
    const entry = this.#add(this.#chain.append(userId, change, draft, isLast, profile));
    const { after, before } = change;
    if (after !== before) {
      const first = this.#held.get(userId)?.before ?? before;
      this.#held.set(userId, { userId, before: first, after, entryId: entry.id });
    }
    return entry;
  }

  rotate(to: string, draft: Omit<AuditDraft, 'action' | 'identity' | 'requested'>): AuditEntry {
    return this.#add(this.#chain.rotate(to, draft));
  }

  department(...about: Parameters<AuditChain['department']>): AuditEntry {
    this.#takeOverFirst(about[0]);
    return this.#add(this.#chain.department(...about));
  }

  /** Writes users whose records are new or different, and then the entries; those for whom `isThere` says no are new. */
  async writeUsers(
    sql: Transaction,
    users: readonly KeptUser[],
    isThere: (userId: ObjectId) => boolean,
    erased: ReadonlySet<ObjectId> = new Set(),
  ): Promise<void> {
    const written = users.map((user) => ({
      ...user,
      permissions: this.#held.get(user.id)?.after ?? user.permissions,
      // Values that one user gives up are free for others in the same call.
      ...(erased.has(user.id) && { emails: [], identities: [] }),
    }));
    const leaving = [...erased];
    await this.#tables.users.write(sql, written, isThere, leaving);
    // New users are written with what they hold.
    for (const { id } of written) if (!isThere(id)) this.#held.delete(id);
    await this.write(sql);
    await this.#tables.users.erase(sql, leaving);
  }

  async write(sql: Transaction): Promise<void> {
    const { users } = this.#tables;
    const held = [...this.#held.values()];
    const [some = [], ...others] = partsOf(held, ({ after, before }) => after.size + before.size);
    for (const part of others) {
      await sql.write(...users.sets(part));
    }
    const parts = partsOf(this.#entries, ({ added, removed }) => 10 + added.length + removed.length);
    for (const [n, entries] of parts.entries()) {
      const newest = entries.at(-1);
      if (!newest) continue;
      const sets = users.sets(n === parts.length - 1 ? some : []);
      await this.#tables.entries(sql, entries, ...sets, numberOfNewest(newest.id));
    }
  }

  /** A transaction that writes no other entry puts no key in use. */
  #takeOverFirst({ time }: Pick<AuditDraft, 'time'>): void {
    if (!this.#takeOver || this.#entries.length > 0) return;
    const { origin, to } = this.#takeOver;
    this.rotate(to, { ...origin, time });
  }

  #add(entry: AuditEntry): AuditEntry {
    this.#entries.push(entry);
    return entry;
  }
}
