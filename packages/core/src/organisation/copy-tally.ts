import { canonicalJson } from '../audit/canonical-json.js';
import type { TrailDigest } from '../audit/trail-seal.js';
import type { CopiedUser, CopyRecord, DepartmentRecord } from './organisation-copy.js';

/** The number of records of each kind. */
export interface CopyCounts {
  readonly departments: number;
  readonly users: number;
  readonly entries: number;
}

/** A kind of records, or the number of the newest entry. */
export type CopyKind = keyof CopyCounts | 'archives' | 'lastEntryId';

const PART = {
  department: 'departments',
  user: 'users',
  'trail-archive': 'archives',
  'archived-set': 'archives',
  entry: 'entries',
} as const;

/** Counts records as they pass, and keeps a digest of each kind: two streams with the same digests are the same. */
export class CopyTally {
  readonly #digest: TrailDigest;
  readonly #counts = { departments: 0, users: 0, archives: 0, entries: 0 };
  readonly #digests = { departments: '', users: '', archives: '', entries: '' };
  #lastEntryId = 0;

  constructor(digest: TrailDigest) {
    this.#digest = digest;
  }

  get counts(): CopyCounts {
    const { archives: _, ...counts } = this.#counts;
    return counts;
  }

  /** Counts the next record of the stream. */
  add(record: CopyRecord): void {
    if (record.type === 'end') {
      this.#lastEntryId = record.lastEntryId;
      return;
    }
    const part = PART[record.type];
    this.#counts[part]++;
    this.#digests[part] = this.#digest.digest(`${this.#digests[part]}${textOf(record)}`);
  }

  /** The kinds that differ from another tally. */
  differences(other: CopyTally): CopyKind[] {
    const kinds = (['departments', 'users', 'archives', 'entries'] as const).filter(
      (part) => this.#digests[part] !== other.#digests[part],
    );
    return this.#lastEntryId === other.#lastEntryId ? kinds : [...kinds, 'lastEntryId'];
  }
}

/** Everything a record says, in a text that no other record of its kind has. */
function textOf(record: Exclude<CopyRecord, { type: 'end' }>): string {
  switch (record.type) {
    case 'department':
      return JSON.stringify(departmentParts(record.department));
    case 'user':
      return JSON.stringify(userParts(record.user));
    case 'trail-archive':
    case 'archived-set':
    case 'entry':
      return canonicalJson(record);
  }
}

function departmentParts(record: DepartmentRecord): unknown[] {
  const { id, name, description, code, parentId, managerId, createdAt, updatedAt } = record;
  return [id, name, description, code, parentId, managerId, createdAt, updatedAt];
}

function userParts(user: CopiedUser): unknown[] {
  const { active, departmentId, emails, id, identities, permissions, personalInformation, salt } = user;
  const { firstName, lastName, name } = personalInformation;
  const pairs = identities.map(({ issuer, subject }) => [issuer, subject]);
  return [id, firstName, lastName, name, emails, permissions, pairs, departmentId, active, salt];
}
