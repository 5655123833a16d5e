import { type AppliedChange, changesAnything } from '../permissions/permission-change.js';
import { checkText, checkTexts } from '../values/check-argument.js';
import type { ObjectId } from '../values/object-id.js';
import { AUDIT_ACTIONS, AUDIT_SOURCES, type AuditDraft, type AuditEntry } from './audit-entry.js';
import {
  type AuditRecord,
  type KeptSets,
  type SealedRecord,
  setText,
  type UnsealedRecord,
} from './audit-record.js';
import { type AuditSealer, ownDigest, sealRecord } from './audit-seal.js';

/** The newest entry that a trail ever had: its number, 0 before the first, and its digest if it has one. */
export interface ChainEnd {
  readonly id: number;
  readonly digest: string | null;
}

/** What the newest entry of a user says about their set. */
export interface UserTrail {
  /** The key of the digest. */
  readonly keyId: string | null;
  /** The digest of the set after it; `null` from before there were digests. */
  readonly after: string | null;
  readonly sinceSets: number;
}

/** A change as it is written into the trail. */
export interface ChainedChange {
  readonly record: SealedRecord;
  readonly entry: AuditEntry;
}

/** The whole set is kept after this many changes of a user's set, so working out a set takes at most as many steps. */
const CHANGES_BETWEEN_SETS = 100;

/** Makes the entries of changes, each a link to the one before. Stores begin one in each transaction, and write them. */
export class AuditChain {
  readonly #sealer: AuditSealer;
  readonly #trailOf: (userId: ObjectId) => UserTrail | undefined;
  readonly #trails = new Map<ObjectId, UserTrail>();
  #end: ChainEnd;

  /** `trailOf` is asked for users who have no entry of this chain yet. */
  constructor(
    sealer: AuditSealer,
    end: ChainEnd,
    trailOf: (userId: ObjectId) => UserTrail | undefined = () => undefined,
  ) {
    this.#sealer = sealer;
    this.#end = end;
    this.#trailOf = trailOf;
  }

  /** The next entry. */
  append(userId: ObjectId, change: AppliedChange, draft: AuditDraft): ChainedChange {
    const { added, removed } = change;
    const changes = changesAnything(change);
    const before = ownDigest(this.#sealer, setText(change.before));
    const after = changes ? ownDigest(this.#sealer, setText(change.after)) : before;
    const trail = this.#trails.get(userId) ?? this.#trailOf(userId);
    const follows = this.#follows(trail, change, before);
    const age = (trail?.sinceSets ?? 0) + (changes ? 1 : 0);
    const sets = setsToKeep(change, follows, age > CHANGES_BETWEEN_SETS);
    const sinceSets = sets ? 0 : age;
    const record = this.#seal({
      ...draft,
      id: this.#end.id + 1,
      userId,
      added,
      removed,
      digests: { before, after },
      sinceSets,
      ...(sets && { sets }),
    });
    this.#trails.set(userId, { keyId: record.seal.keyId, after, sinceSets });
    return { record, entry: entryOf(record, [...change.before], [...change.after]) };
  }

  /** The next entry, if it belongs to no user. */
  appendSeal(draft: AuditDraft): ChainedChange {
    const nothing = {
      userId: null,
      added: [],
      removed: [],
      digests: { before: '', after: '' },
      sinceSets: 0,
    };
    const record = this.#seal({ ...draft, ...nothing, id: this.#end.id + 1 });
    return { record, entry: entryOf(record, [], []) };
  }

  #seal(unsealed: UnsealedRecord): SealedRecord {
    checkDraft(unsealed);
    const record = sealRecord(this.#sealer, this.#end.digest ?? '', unsealed);
    this.#end = { id: record.id, digest: record.seal.digest };
    return record;
  }

  /** Whether a set is what the trail says, so that it can be worked out from the trail. */
  #follows(trail: UserTrail | undefined, { before }: AppliedChange, digest: string): boolean {
    if (!trail) return before.size === 0;
    if (trail.keyId === this.#sealer.keyId) return trail.after === digest;
    return trail.keyId !== null && trail.after === this.#sealer.digest(trail.keyId, setText(before));
  }
}

/** A value that the types do not allow must not be sealed: a trail is never altered. */
function checkDraft({ action, actor, requested, source, time }: AuditDraft): void {
  checkText(time, 'time');
  checkText(actor, 'actor');
  checkTexts(requested, 'requested');
  if (!AUDIT_SOURCES.includes(source)) throw new TypeError(`there is no source ${String(source)}`);
  if (!AUDIT_ACTIONS.includes(action)) throw new TypeError(`there is no action ${String(action)}`);
}

/** The entry of a record whose sets are known. */
export function entryOf(
  { digests: _, sets: __, sinceSets: ___, ...entry }: AuditRecord,
  before: readonly string[],
  after: readonly string[],
): AuditEntry {
  return { ...entry, before, after };
}

function setsToKeep(change: AppliedChange, follows: boolean, isDue: boolean): KeptSets | undefined {
  if (!follows) return { before: [...change.before], after: [...change.after] };
  return isDue || !isPlain(change) ? { after: [...change.after] } : undefined;
}

/** Whether the added strings come after those that stayed, in their order. */
function isPlain({ before, after, added, removed }: AppliedChange): boolean {
  if (after === before) return true;
  const gone = new Set(removed);
  const kept = [...before].filter((permission) => !gone.has(permission));
  const worked = [...kept, ...added];
  return worked.length === after.size && [...after].every((permission, n) => permission === worked[n]);
}
