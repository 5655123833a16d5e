import { type AuditRecord, recordFields } from '../audit/audit-record.js';
import { type AuditSealer, ownDigest } from '../audit/audit-seal.js';
import type { ArchivedUser, ArchiveRecord, DepartmentRecord } from './organisation-archive.js';

/** The number of records of each kind. */
export interface ArchiveCounts {
  readonly departments: number;
  readonly users: number;
  readonly entries: number;
}

/** A kind of records, or the number of the newest entry. */
export type ArchivePart = keyof ArchiveCounts | 'archives' | 'lastEntryId';

const PART = {
  department: 'departments',
  user: 'users',
  'trail-archive': 'archives',
  'archived-set': 'archives',
  entry: 'entries',
} as const;

/** Counts records as they pass, and keeps a digest of each kind: two streams with the same digests are the same. */
export class ArchiveTally {
  readonly #sealer: AuditSealer;
  readonly #counts = { departments: 0, users: 0, archives: 0, entries: 0 };
  readonly #digests = { departments: '', users: '', archives: '', entries: '' };
  #lastEntryId = 0;

  constructor(sealer: AuditSealer) {
    this.#sealer = sealer;
  }

  get counts(): ArchiveCounts {
    const { archives: _, ...counts } = this.#counts;
    return counts;
  }

  /** Counts the next record of the stream. */
  add(record: ArchiveRecord): void {
    if (record.type === 'end') {
      this.#lastEntryId = record.lastEntryId;
      return;
    }
    const part = PART[record.type];
    this.#counts[part]++;
    this.#digests[part] = ownDigest(this.#sealer, `${this.#digests[part]}${textOf(record)}`);
  }

  /** The parts that differ from another tally. */
  differences(other: ArchiveTally): ArchivePart[] {
    const parts = (['departments', 'users', 'archives', 'entries'] as const).filter(
      (part) => this.#digests[part] !== other.#digests[part],
    );
    return this.#lastEntryId === other.#lastEntryId ? parts : [...parts, 'lastEntryId'];
  }
}

/** Everything a record says, in a text that no other record of its kind has. */
function textOf(record: Exclude<ArchiveRecord, { type: 'end' }>): string {
  switch (record.type) {
    case 'department':
      return JSON.stringify(departmentParts(record.department));
    case 'user':
      return JSON.stringify(userParts(record.user));
    case 'trail-archive':
    case 'archived-set':
      return JSON.stringify(record);
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

function entryParts({ seal, ...entry }: AuditRecord): unknown[] {
  const { sets } = entry;
  const kept = sets ? [sets.before ?? null, sets.after] : null;
  return [...recordFields(entry), kept, seal ? [seal.previous, seal.digest, seal.keyId] : null];
}
