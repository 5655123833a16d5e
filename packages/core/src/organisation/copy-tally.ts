import { canonicalJson } from '../audit/canonical-json.js';
import type { TrailDigest } from '../audit/trail-seal.js';
import type { CopyRecord } from './organisation-copy.js';

/** The number of records of each kind. */
export interface CopyCounts {
  readonly departments: number;
  readonly users: number;
  readonly entries: number;
}

/** A kind of records, or the number of the newest entry. */
export type CopyKind = keyof CopyCounts | 'lastEntryId';

const PART = {
  department: 'departments',
  user: 'users',
  entry: 'entries',
} as const;

/** Counts records as they pass, and keeps a digest of each kind: two streams with the same digests are the same. */
export class CopyTally {
  readonly #digest: TrailDigest;
  readonly #counts = { departments: 0, users: 0, entries: 0 };
  readonly #digests = { departments: '', users: '', entries: '' };
  #lastEntryId = 0;

  constructor(digest: TrailDigest) {
    this.#digest = digest;
  }

  get counts(): CopyCounts {
    return { ...this.#counts };
  }

  /** How many records passed. */
  get size(): number {
    return Object.values(this.#counts).reduce((sum, count) => sum + count, 0);
  }

  /** Counts the next record of the stream. */
  add(record: CopyRecord): void {
    if (record.type === 'end') {
      this.#lastEntryId = record.lastEntryId;
      return;
    }
    const part = PART[record.type];
    this.#counts[part]++;
    this.#digests[part] = this.#digest.digest(`${this.#digests[part]}${canonicalJson(record)}`);
  }

  /** The kinds that differ from another tally. */
  differences(other: CopyTally): CopyKind[] {
    const kinds = (['departments', 'users', 'entries'] as const).filter(
      (part) => this.#digests[part] !== other.#digests[part],
    );
    return this.#lastEntryId === other.#lastEntryId ? kinds : [...kinds, 'lastEntryId'];
  }
}
