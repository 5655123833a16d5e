import type { AppliedChange } from '../permissions/permission-change.js';
import type { ObjectId } from '../values/object-id.js';
import { type AuditDraft, entryOf } from './audit-entry.js';
import { type AuditSealer, type SealedEntry, sealEntry } from './audit-seal.js';

/** The newest entry that a trail ever had: its number, 0 before the first, and its digest where it is there and has one. */
export interface ChainEnd {
  readonly id: number;
  readonly digest: string | null;
}

/** Makes the entries of changes, each a link to the one before. Stores begin one in each transaction, and write them. */
export class AuditChain {
  readonly #sealer: AuditSealer;
  #end: ChainEnd;

  constructor(sealer: AuditSealer, end: ChainEnd) {
    this.#sealer = sealer;
    this.#end = end;
  }

  /** The next entry. */
  append(userId: ObjectId, change: AppliedChange, draft: AuditDraft): SealedEntry {
    const unsealed = entryOf(this.#end.id + 1, userId, draft, change);
    const entry = sealEntry(this.#sealer, this.#end.digest ?? '', unsealed);
    this.#end = { id: entry.id, digest: entry.seal.digest };
    return entry;
  }
}
