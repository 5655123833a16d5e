import { subjectDigest } from '../users/user-profile.js';
import type { ChainEnd } from './audit-chain.js';
import type { AuditEntry } from './audit-entry.js';
import { entryDigest, hadEnded, signedText, type TrailVerifier } from './trail-seal.js';

/** An audit log without a flaw. */
export interface SoundTrail {
  readonly entries: number;
  /** The digest of the newest entry, to keep elsewhere; empty if none exists. */
  readonly head: string;
  /** The keys that signed, in the order of their first entries. */
  readonly keys: readonly UsedKey[];
}

/** A key that signed entries. */
export interface UsedKey {
  readonly id: string;
  /** The first and the last entry that it vouches for. */
  readonly firstId: number;
  readonly lastId: number;
}

/**
 * The first place where an audit log does not verify:
 *
 * - `altered`: the entry was changed or forged, or one before it for which it vouches;
 * - `missing`: entries before it were removed;
 * - `misplaced`: the entry is genuine, but was written after another one than the entry before it;
 * - `unknown-key`: the key of its signature is not known;
 * - `other-key`: the key was not in use there, because it was rotated out or no rotation put it in use;
 * - `unsigned`: it is the last, and no signature vouches for it;
 * - `cut-off`: entries at the end were removed, so that no entry has the given head as its digest.
 */
export interface BrokenTrail {
  readonly type: 'audit-broken';
  readonly flaw: 'altered' | 'missing' | 'misplaced' | 'unknown-key' | 'other-key' | 'unsigned' | 'cut-off';
  /** The entry where the flaw shows; for `cut-off` the newest one, 0 without entries. */
  readonly entryId: number;
}

type Flaw = BrokenTrail['flaw'];

/** The members that the walk reads; all of an entry is hashed. */
export type WalkedEntry = Pick<
  AuditEntry,
  'action' | 'id' | 'identity' | 'requested' | 'seal' | 'subjectDigest' | 'subjectSalt'
>;

/** Checks a chain of entries, from the oldest to the newest. */
export class TrailWalk {
  readonly #verifier: TrailVerifier;
  readonly #former = new Set<string>();
  #last: { readonly id: number; readonly digest: string };
  #keyId: string | null;
  #isSigned = true;
  #entries = 0;
  readonly #keys: UsedKey[] = [];
  /** The last entry for which a signature vouches. */
  #vouched: number;

  /** `start` is the end of the entries before. */
  constructor(verifier: TrailVerifier, start: Omit<ChainEnd, 'signature'>) {
    this.#verifier = verifier;
    this.#last = { id: start.id, digest: start.digest ?? '' };
    this.#keyId = start.keyId;
    this.#vouched = start.id;
  }

  get last(): { readonly id: number; readonly digest: string } {
    return this.#last;
  }

  /**
   * Takes the next entries. Checking a signature costs as much as reading ten entries, and it vouches for all before it: unless
   * `every` is true, only rotations and the last signature are checked.
   */
  async add(entries: readonly WalkedEntry[], every: boolean): Promise<BrokenTrail | undefined> {
    const checks: Promise<BrokenTrail | undefined>[] = [];
    let broken: BrokenTrail | undefined;
    const lastSigned = entries.findLast(({ seal }) => seal.keyId !== undefined);
    for (const entry of entries) {
      const flaw = this.#flawOf(entry);
      if (flaw) {
        broken = { type: 'audit-broken', flaw, entryId: entry.id };
        break;
      }
      const { id, seal } = entry;
      const isChecked = every || entry === lastSigned || entry.action === 'rotate';
      if (isChecked && seal.keyId !== undefined)
        checks.push(this.#checkSignature(id, seal.digest, seal.keyId, seal.signature));
      if (seal.keyId !== undefined) this.#noteKey(seal.keyId, id);
      this.#entries++;
      this.#last = { id, digest: seal.digest };
    }
    return (await Promise.all(checks)).find((found) => found) ?? broken;
  }

  end(): SoundTrail {
    return { entries: this.#entries, head: this.#last.digest, keys: this.#keys };
  }

  #noteKey(id: string, lastId: number): void {
    const newest = this.#keys.at(-1);
    if (newest?.id === id) this.#keys[this.#keys.length - 1] = { ...newest, lastId };
    else this.#keys.push({ id, firstId: this.#vouched + 1, lastId });
    this.#vouched = lastId;
  }

  /** Returns the flaw of the end: no signature vouches for it, or one by a key that is not in use. */
  flawAtEnd(): BrokenTrail | undefined {
    const { id: entryId } = this.#last;
    if (!this.#isSigned) return { type: 'audit-broken', flaw: 'unsigned', entryId };
    if (this.#keyId === null || this.#keyId === this.#verifier.keyId) return undefined;
    return { type: 'audit-broken', flaw: 'other-key', entryId };
  }

  #flawOf(entry: WalkedEntry): Flaw | undefined {
    const { id, seal } = entry;
    // First, because an entry after a gap is not misplaced.
    if (id !== this.#last.id + 1) return 'missing';
    if (entryDigest(this.#verifier, seal.previous, entry) !== seal.digest) return 'altered';
    if (!this.#isSubjectOf(entry)) return 'altered';
    if (seal.previous !== this.#last.digest) return 'misplaced';
    if ((seal.keyId === undefined) !== (seal.signature === undefined)) return 'altered';
    this.#isSigned = seal.keyId !== undefined;
    if (seal.keyId !== undefined && hadEnded(this.#verifier, seal.keyId, id)) return 'other-key';
    if (entry.action === 'rotate') return this.#flawOfRotation(entry);
    if (seal.keyId === undefined) return undefined;
    this.#keyId ??= seal.keyId;
    return seal.keyId === this.#keyId ? undefined : 'other-key';
  }

  /** Reports whether the separately stored subject is the hashed one, or was erased with its user. */
  #isSubjectOf({ identity, subjectDigest: digest, subjectSalt: salt }: WalkedEntry): boolean {
    if (identity?.subject === undefined && salt === undefined) return true;
    const isThere = typeof identity?.subject === 'string' && typeof salt === 'string';
    return isThere && subjectDigest(this.#verifier, salt, identity.subject) === digest;
  }

  /** A rotation is signed by the key that it puts in use, and names the former one. */
  #flawOfRotation({ requested, seal }: WalkedEntry): Flaw | undefined {
    const [from = '', to] = requested;
    if (seal.keyId === undefined || to !== seal.keyId) return 'altered';
    const goesOn = this.#keyId === null || from === this.#keyId;
    if (!goesOn || from === to || this.#former.has(to)) return 'other-key';
    this.#former.add(from);
    this.#keyId = to;
    return undefined;
  }

  async #checkSignature(
    entryId: number,
    digest: string,
    keyId: string,
    signature = '',
  ): Promise<BrokenTrail | undefined> {
    const isGenuine = await this.#verifier.verify(keyId, signedText(entryId, digest), signature);
    if (isGenuine) return undefined;
    return { type: 'audit-broken', flaw: isGenuine === undefined ? 'unknown-key' : 'altered', entryId };
  }
}
