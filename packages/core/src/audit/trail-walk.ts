import type { ChainEnd } from './audit-chain.js';
import type { CoveredEntries } from './audit-entry.js';
import { type AuditRecord, recordFields } from './audit-record.js';
import { type AuditSealer, checkSeal } from './audit-seal.js';

/** A trail without a flaw. */
export interface SoundTrail {
  readonly entries: number;
  /** How many of the first are from before the chain; a later `seal` vouches for them. */
  readonly unsealed: number;
  /** The digest of the newest entry, to keep elsewhere; empty if there is none. */
  readonly head: string;
}

/**
 * The first place where a trail is not as it was written:
 *
 * - `altered`: what the entry says was changed, or somebody without the key wrote it;
 * - `missing`: entries before it were removed;
 * - `misplaced`: it is genuine, but was written after another entry than the one before it;
 * - `unknown-key`: it is sealed with an unknown key;
 * - `unsealed`: it has no seal, and no `seal` entry vouches for it;
 * - `archive`: the note about the archive that ends with it was altered;
 * - `cut-off`: entries at the end were removed: no entry has the given head as its digest;
 * - `file-cut-off`: the same in an archive: its last line does not mark the end.
 */
export interface BrokenTrail {
  readonly type: 'audit-broken';
  readonly flaw:
    | 'altered'
    | 'missing'
    | 'misplaced'
    | 'unknown-key'
    | 'unsealed'
    | 'archive'
    | 'cut-off'
    | 'file-cut-off';
  /** The entry where it shows; for `cut-off` and `file-cut-off` the newest that exists, 0 if there is none. */
  readonly entryId: number;
}

type Flaw = BrokenTrail['flaw'];

/** Checks a chain of records, from the oldest to the newest, and finds where it was changed. */
export class TrailWalk {
  readonly #sealer: AuditSealer;
  readonly #coverKeyId: string | undefined;
  #last: { readonly id: number; readonly digest: string };
  #entries = 0;
  #firstUnsealed: number | undefined;
  #unsealed: CoveredEntries = { entries: 0, digest: '' };
  #isCovered = false;

  /**
   * `start` is the end of what was before. `coverKeyId` is the key of the `seal` that comes later, if any: it makes the
   * digest of what the seal covers.
   */
  constructor(sealer: AuditSealer, start: ChainEnd, coverKeyId?: string) {
    this.#sealer = sealer;
    this.#last = { id: start.id, digest: start.digest ?? '' };
    this.#coverKeyId = coverKeyId;
  }

  /** The entries without a seal, whether or not a `seal` entry vouches for them. */
  get unsealed(): CoveredEntries {
    return this.#unsealed;
  }

  /** The newest record so far. */
  get last(): { readonly id: number; readonly digest: string } {
    return this.#last;
  }

  /** Takes the next record. */
  add(record: AuditRecord): BrokenTrail | undefined {
    const flaw = this.#flawOf(record);
    if (flaw) return { type: 'audit-broken', flaw, entryId: record.id };
    if (!record.seal) this.#cover(record);
    else if (record.action === 'seal' && record.covers)
      this.#isCovered ||= isSame(record.covers, this.#unsealed);
    this.#entries++;
    this.#last = { id: record.id, digest: record.seal?.digest ?? '' };
    return undefined;
  }

  /** The result, once all records were taken. */
  end(): SoundTrail | BrokenTrail {
    if (this.#firstUnsealed !== undefined && !this.#isCovered) {
      return { type: 'audit-broken', flaw: 'unsealed', entryId: this.#firstUnsealed };
    }
    return { entries: this.#entries, unsealed: this.#unsealed.entries, head: this.#last.digest };
  }

  #flawOf(record: AuditRecord): Flaw | undefined {
    const { seal, id } = record;
    const gap = id === this.#last.id + 1 ? undefined : 'missing';
    // Entries that are not part of the chain can only come before it.
    if (!seal) return this.#last.digest === '' ? gap : 'altered';
    const check = checkSeal(this.#sealer, seal, record);
    if (check !== 'genuine') return check === 'forged' ? 'altered' : 'unknown-key';
    return gap ?? (seal.previous === this.#last.digest ? undefined : 'misplaced');
  }

  #cover(record: AuditRecord): void {
    this.#firstUnsealed ??= record.id;
    const keyId = this.#coverKeyId ?? this.#sealer.keyId;
    const text = JSON.stringify(['covered', this.#unsealed.digest, ...recordFields(record)]);
    this.#unsealed = {
      entries: this.#unsealed.entries + 1,
      digest: this.#sealer.digest(keyId, text) ?? 'unknown key',
    };
  }
}

function isSame(a: CoveredEntries, b: CoveredEntries): boolean {
  return a.entries === b.entries && a.digest === b.digest;
}
