import type { AuditSealer } from '../audit/audit-seal.js';
import { entryFields } from '../audit/entry-fields.js';
import type { ArchivedUser, ArchiveRecord, AuditEntry, DepartmentRecord } from './organisation-archive.js';

/** What there is of each kind. */
export interface ArchiveCounts {
  readonly departments: number;
  readonly users: number;
  readonly entries: number;
}

/** A kind of records, or the number of the newest entry. */
export type ArchivePart = keyof ArchiveCounts | 'lastEntryId';

const PART = { department: 'departments', user: 'users', entry: 'entries' } as const;

/** Counts records as they pass, and keeps a digest of each kind: two streams with the same digests are the same. */
export class ArchiveTally {
  readonly #sealer: AuditSealer;
  readonly #counts = { departments: 0, users: 0, entries: 0 };
  readonly #digests = { departments: '', users: '', entries: '' };
  #lastEntryId = 0;

  constructor(sealer: AuditSealer) {
    this.#sealer = sealer;
  }

  get counts(): ArchiveCounts {
    return { ...this.#counts };
  }

  /** Takes the next record of the stream. */
  add(record: ArchiveRecord): void {
    if (record.type === 'end') {
      this.#lastEntryId = record.lastEntryId;
      return;
    }
    const part = PART[record.type];
    this.#counts[part]++;
    const { keyId } = this.#sealer;
    const digest = this.#sealer.digest(keyId, `${this.#digests[part]}${textOf(record)}`);
    if (digest === undefined) throw new Error(`the sealer does not have its own key ${keyId}`);
    this.#digests[part] = digest;
  }

  /** The parts that are not as in another one. */
  differences(other: ArchiveTally): ArchivePart[] {
    const parts = (['departments', 'users', 'entries'] as const).filter(
      (part) => this.#counts[part] !== other.#counts[part] || this.#digests[part] !== other.#digests[part],
    );
    return this.#lastEntryId === other.#lastEntryId ? parts : [...parts, 'lastEntryId'];
  }
}

/** Everything a record says, in one text that no other record of its kind has. */
function textOf(record: Exclude<ArchiveRecord, { type: 'end' }>): string {
  switch (record.type) {
    case 'department':
      return JSON.stringify(departmentParts(record.department));
    case 'user':
      return JSON.stringify(userParts(record.user));
    case 'entry':
      return JSON.stringify(entryParts(record.entry));
  }
}

function departmentParts(record: DepartmentRecord): unknown[] {
  const { id, name, description, code, parentId, managerId, createdAt, updatedAt } = record;
  return [id, name, description, code, parentId, managerId, createdAt, updatedAt];
}

function userParts({ id, emails, personalInformation, permissions, identities }: ArchivedUser): unknown[] {
  const { firstName, lastName, name } = personalInformation;
  const pairs = identities.map(({ issuer, subject }) => [issuer, subject]);
  return [id, firstName, lastName, name, emails, permissions, pairs];
}

function entryParts({ seal, ...entry }: AuditEntry): unknown[] {
  return [...entryFields(entry), seal ? [seal.previous, seal.digest, seal.keyId] : null];
}
