import { changesAnything } from '../permissions/permission-change.js';
import { endsJson } from '../permissions/permission-ends.js';
import type { AppliedChange } from '../permissions/permission-set.js';
import { identityKey } from '../users/identity-change.js';
import type { ExternalIdentity } from '../users/user.js';
import {
  type ProfileChange,
  profileDigest,
  subjectDigest,
  subjectSalt,
  type UserProfile,
} from '../users/user-profile.js';
import { checkText, checkTexts } from '../values/check-argument.js';
import type { ObjectId } from '../values/object-id.js';
import { StoreFault } from '../values/store-fault.js';
import {
  AUDIT_ACTIONS,
  AUDIT_SOURCES,
  type AuditDraft,
  type AuditEntry,
  type EntryProfile,
} from './audit-entry.js';
import {
  type AuditRecord,
  entryOf,
  type KeptSets,
  NOTHING_HELD,
  type RecordedSet,
  recordedSetOf,
  setDigest,
} from './audit-record.js';
import { SealingKeyMissing } from './sealing-key-missing.js';
import { type AuditSeal, entryDigest, signedText, type TrailSigner } from './trail-seal.js';

/** The newest entry that a trail ever had. */
export interface ChainEnd {
  /** 0 before the first entry. */
  readonly id: number;
  /** `null` before the first entry. */
  readonly digest: string | null;
  /** The key that it is signed with; `null` before the first entry. */
  readonly keyId: string | null;
  /**
   * Its signature, empty if it has none; a chain does not go on after one that is not genuine. `null` if there is nothing to
   * check: before the first entry, where it is gone, and for one that the same transaction wrote.
   */
  readonly signature: string | null;
}

/** Before the first entry. */
export const NO_ENTRY: ChainEnd = { id: 0, digest: null, keyId: null, signature: null };

/** What the newest entry of a user says about them. */
export interface UserTrail {
  /** The digest of the set after it. */
  readonly after: string;
  readonly profile: string;
  readonly sinceSets: number;
}

/** An entry as it is kept, and as it is reported. */
export interface ChainedChange {
  readonly record: AuditRecord;
  readonly entry: AuditEntry;
}

/** The whole set is kept after this many changes of a user's set, so working out a set takes at most as many steps. */
const CHANGES_BETWEEN_SETS = 100;

/** An entry before it is a link of the chain. */
type Unsealed = Omit<AuditRecord, 'seal'>;

/** The newest entry has no genuine signature: somebody tampered with the trail, which is not continued. */
class TrailEndForged extends StoreFault {
  constructor(entryId: number) {
    super(
      `the newest audit entry, ${entryId}, is not signed by the key in use; nothing was changed; run ops-admin audit verify`,
    );
  }
}

/** Makes the entries of changes, each a link to the one before. Stores begin one in each transaction, and write them. */
export class AuditChain {
  readonly #signer: TrailSigner;
  readonly #trailOf: (userId: ObjectId) => UserTrail | undefined;
  readonly #trails = new Map<ObjectId, UserTrail | undefined>();
  #end: ChainEnd;

  /** `trailOf` is asked for users who have no entry of this chain yet. */
  constructor(
    signer: TrailSigner,
    end: ChainEnd,
    trailOf: (userId: ObjectId) => UserTrail | undefined = () => undefined,
  ) {
    this.#signer = signer;
    this.#end = end;
    this.#trailOf = trailOf;
  }

  /**
   * The next entry. The last one of a transaction must be named as that, because it is signed. `profile` is needed if the change is
   * about who the user is, and for the first entry of a user. Throws {@link SealingKeyMissing} if it cannot be signed, and
   * `TrailEndForged`.
   */
  append(
    userId: ObjectId,
    change: AppliedChange,
    { identity, ...draft }: AuditDraft,
    isLast: boolean,
    profile?: ProfileChange,
  ): ChainedChange {
    const { added, removed } = change;
    const changes = changesAnything(change);
    const beforeSet = recordedSetOf(change.before);
    const afterSet = changes ? recordedSetOf(change.after) : beforeSet;
    // Each is in two digests, and large sets take long to write.
    const texts = new Map<unknown, string>();
    const digestOf = (set: RecordedSet) => {
      const text = JSON.stringify(set.permissions);
      texts.set(set.permissions, text);
      return setDigest(this.#signer, set, text);
    };
    const before = digestOf(beforeSet);
    const after = changes ? digestOf(afterSet) : before;
    const trail = this.#trails.has(userId) ? this.#trails.get(userId) : this.#trailOf(userId);
    const follows = trail ? trail.after === before : change.before.size === 0;
    const age = (trail?.sinceSets ?? 0) + (changes ? 1 : 0);
    // Nothing is left of who was erased: an entry of the same id after it is of a new user.
    const isErased = draft.action === 'erase';
    const sets = setsToKeep(change, follows, isErased || age > CHANGES_BETWEEN_SETS);
    const sinceSets = sets ? 0 : age;
    const left = isErased ? undefined : this.#profileAfter(trail, profile);
    const unsealed = {
      ...draft,
      id: this.#end.id + 1,
      userId,
      added,
      removed,
      ...(change.ends && { ends: change.ends }),
      digests: { before, after },
      sinceSets,
      ...(sets && { sets }),
      ...this.#identityOf(identity, profile?.after),
      ...(left !== undefined && { profile: left }),
    };
    const keyId = isLast ? this.#keyInUse() : undefined;
    const sealed = this.#seal(unsealed, beforeSet, afterSet, keyId, texts);
    this.#trails.set(userId, left === undefined ? undefined : { after, sinceSets, profile: left });
    return sealed;
  }

  /**
   * The entry that puts another key in use, which signs it (decision 6); always the last of its transaction. Its `requested`
   * names the key before and the new one.
   */
  rotate(to: string, draft: Omit<AuditDraft, 'action' | 'identity' | 'requested'>): ChainedChange {
    const from = this.#end.keyId ?? this.#signer.keyId;
    return this.#aboutNobody({ ...draft, action: 'rotate', requested: [from, to] }, to);
  }

  /** The entry of a department that is new or different. */
  department(draft: Omit<AuditDraft, 'identity' | 'requested'>, isLast: boolean): ChainedChange {
    const keyId = isLast ? this.#keyInUse() : undefined;
    return this.#aboutNobody({ ...draft, requested: [] }, keyId);
  }

  /** The trail says which key is in use. Another one that the key file names first is behind, or was in use before. */
  #keyInUse(): string {
    const keyId = this.#end.keyId ?? this.#signer.keyId;
    if (this.#signer.uses(keyId)) return keyId;
    throw new SealingKeyMissing(keyId);
  }

  #aboutNobody(draft: Omit<AuditDraft, 'identity'>, keyId: string | undefined): ChainedChange {
    const nothing = setDigest(this.#signer, NOTHING_HELD);
    const unsealed: Unsealed = {
      ...draft,
      id: this.#end.id + 1,
      userId: null,
      added: [],
      removed: [],
      digests: { before: nothing, after: nothing },
      sinceSets: 0,
    };
    return this.#seal(unsealed, NOTHING_HELD, NOTHING_HELD, keyId);
  }

  /**
   * A change of what the user holds leaves it as the trail says, and so does any change of a user who was altered without an
   * entry: they stay unlike the trail until the whole of them is given anew.
   */
  #profileAfter(trail: UserTrail | undefined, profile: ProfileChange | undefined): string {
    if (trail && (!profile || profile.after === profile.before)) return trail.profile;
    if (!profile) throw new TypeError('the first entry of a user needs their profile');
    const { after, before } = profile;
    if (!trail) return profileDigest(this.#signer, withoutEarlier(after, before));
    const isAlike = !before || profileDigest(this.#signer, before) === trail.profile;
    return isAlike ? profileDigest(this.#signer, after) : trail.profile;
  }

  #identityOf(identity: ExternalIdentity | undefined, profile: UserProfile | undefined): EntryProfile {
    if (!identity) return {};
    if (!profile) throw new TypeError('the entry of an identity needs the profile of its user');
    const { issuer, subject } = identity;
    const salt = subjectSalt(this.#signer, this.#end.id + 1, profile.salt);
    return {
      identity: { issuer, subject },
      subjectDigest: subjectDigest(this.#signer, salt, subject),
      subjectSalt: salt,
    };
  }

  #seal(
    unsealed: Unsealed,
    before: RecordedSet,
    after: RecordedSet,
    keyId: string | undefined,
    texts?: ReadonlyMap<unknown, string>,
  ): ChainedChange {
    checkDraft(unsealed);
    this.#checkEnd();
    const previous = this.#end.digest ?? '';
    const open = entryOf({ ...unsealed, seal: { previous, digest: '' } }, before, after);
    const digest = entryDigest(this.#signer, previous, open, texts);
    const seal: AuditSeal = {
      previous,
      digest,
      ...(keyId !== undefined && { keyId, signature: this.#sign(keyId, open.id, digest) }),
    };
    this.#end = { id: open.id, digest, keyId: keyId ?? this.#end.keyId, signature: null };
    return { record: { ...unsealed, seal }, entry: { ...open, seal } };
  }

  /**
   * The signature of a later entry vouches for all before it, so it would for one that was made up (decision 6). Ed25519 gives
   * the same signature for the same text. A key that is not held can only be followed by a rotation.
   */
  #checkEnd(): void {
    const { digest, id, keyId, signature } = this.#end;
    // One that is gone is missed by whoever verifies what follows.
    if (digest === null || signature === null) return;
    const genuine = keyId === null ? null : this.#signer.sign(keyId, signedText(id, digest));
    if (genuine !== undefined && genuine !== signature) throw new TrailEndForged(id);
  }

  #sign(keyId: string, entryId: number, digest: string): string {
    const signature = this.#signer.sign(keyId, signedText(entryId, digest));
    if (signature === undefined) throw new SealingKeyMissing(keyId);
    return signature;
  }
}

/** Nobody could act as a user who had no entry: an identity from before the first one was put there without. */
function withoutEarlier(after: UserProfile, before: UserProfile | undefined): UserProfile {
  const earlier = new Set(before?.identities.map(identityKey));
  return earlier.size === 0
    ? after
    : { ...after, identities: after.identities.filter((one) => !earlier.has(identityKey(one))) };
}

/** A value that the types do not allow must not be sealed: a trail is never altered. */
function checkDraft({ action, actor, requested, source, time }: Omit<AuditDraft, 'identity'>): void {
  checkText(time, 'time');
  checkText(actor, 'actor');
  checkTexts(requested, 'requested');
  if (!AUDIT_SOURCES.includes(source)) throw new TypeError(`there is no source ${String(source)}`);
  if (!AUDIT_ACTIONS.includes(action)) throw new TypeError(`there is no action ${String(action)}`);
}

function setsToKeep(change: AppliedChange, follows: boolean, isDue: boolean): KeptSets | undefined {
  if (follows && !isDue && isPlain(change)) return undefined;
  const { after, before } = change;
  const [endsAfter, endsBefore] = [endsJson(after.ends), endsJson(before.ends)];
  return {
    ...(!follows && { before: [...before] }),
    after: [...after],
    ...(!follows && endsBefore && { endsBefore }),
    ...(endsAfter && { endsAfter }),
  };
}

/** Whether the added strings come after those that stayed, in their order. */
function isPlain({ before, after, added, removed }: AppliedChange): boolean {
  if (after === before) return true;
  if (before.size - removed.length + added.length !== after.size) return false;
  const gone = new Set(removed);
  const left = after[Symbol.iterator]();
  for (const one of before) if (!gone.has(one) && left.next().value !== one) return false;
  return added.every((one) => left.next().value === one);
}
