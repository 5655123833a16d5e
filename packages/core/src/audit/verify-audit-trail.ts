import { err, ok, type Result, ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AuditEntry } from './audit-entry.js';
import type { AuditLog } from './audit-log.js';
import { type AuditSealer, checkSeal } from './audit-seal.js';
import { readAuditTrail } from './read-audit-trail.js';

/** A trail without a flaw. */
export interface SoundTrail {
  readonly entries: number;
  /** How many of them, the first, are from before there was a chain; what they say cannot be checked. */
  readonly unsealed: number;
  /** The digest of the newest entry, to keep elsewhere; empty where no entry has one. */
  readonly head: string;
}

/**
 * The first place where the trail is not as it was written:
 *
 * - `altered`: what the entry says was changed, or it was written by somebody without the key;
 * - `missing`: entries before it were removed;
 * - `misplaced`: it is genuine, but comes after another entry than it was written after;
 * - `unknown-key`: it is sealed with a key that is not here;
 * - `cut-off`: entries at the end were removed, as the head that was kept is no entry's digest.
 */
export interface BrokenTrail {
  readonly type: 'audit-broken';
  readonly flaw: 'altered' | 'missing' | 'misplaced' | 'unknown-key' | 'cut-off';
  /** Of the entry at which it shows; for `cut-off` the newest that is there, 0 where there is none. */
  readonly entryId: number;
}

type Flaw = BrokenTrail['flaw'];

/** Walks the chain of audit entries and finds what was done to it (decision 6). */
export class VerifyAuditTrail {
  readonly #log: AuditLog;
  readonly #sealer: AuditSealer;

  constructor(log: AuditLog, sealer: AuditSealer) {
    this.#log = log;
    this.#sealer = sealer;
  }

  /**
   * `head` is a digest that was noted earlier: the trail may have grown since, but must still hold it. Errors:
   * {@link BrokenTrail}, `store-unavailable`.
   */
  execute(head?: string): ResultAsync<SoundTrail, BrokenTrail | StoreUnavailable> {
    return new ResultAsync(this.#walk(head));
  }

  async #walk(head: string | undefined): Promise<Result<SoundTrail, BrokenTrail | StoreUnavailable>> {
    let trail: SoundTrail = { entries: 0, unsealed: 0, head: '' };
    let lastId = 0;
    let hasHead = head === undefined || head === '';
    for await (const read of readAuditTrail(this.#log)) {
      if (read.isErr()) return err(read.error);
      const entry = read.value;
      const flaw = this.#flawOf(entry, lastId, trail.head);
      if (flaw) return err({ type: 'audit-broken', flaw, entryId: entry.id });
      lastId = entry.id;
      hasHead ||= entry.seal?.digest === head;
      trail = {
        entries: trail.entries + 1,
        unsealed: trail.unsealed + (entry.seal ? 0 : 1),
        head: entry.seal?.digest ?? '',
      };
    }
    return hasHead ? ok(trail) : err({ type: 'audit-broken', flaw: 'cut-off', entryId: lastId });
  }

  #flawOf(entry: AuditEntry, lastId: number, previous: string): Flaw | undefined {
    const { seal, id } = entry;
    // Only before the chain begins may there be entries that are no part of it.
    if (!seal) return previous === '' ? gapBefore(id, lastId) : 'altered';
    const check = checkSeal(this.#sealer, seal, entry);
    if (check !== 'genuine') return check === 'forged' ? 'altered' : 'unknown-key';
    if (seal.previous === previous) return gapBefore(id, lastId);
    return gapBefore(id, lastId) ?? 'misplaced';
  }
}

function gapBefore(id: number, lastId: number): Flaw | undefined {
  return id === lastId + 1 ? undefined : 'missing';
}
