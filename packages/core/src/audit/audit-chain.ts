import { type ChangedDepartment, departmentEntry } from '../departments/department-entry.js';
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
import { SealingKeyMissing } from './sealing-key-missing.js';
import { entryDigest, signedText, type TrailSigner } from './trail-seal.js';

/** The newest entry that an audit log ever had. */
export interface ChainEnd {
  /** 0 before the first entry. */
  readonly id: number;
  /** `null` before the first entry. */
  readonly digest: string | null;
  /** The key of its signature. */
  readonly keyId: string | null;
  /**
   * Empty if it is missing; only a genuine one can be continued. `null` if there is nothing to check: before the first entry, if
   * the entry is gone, and for one that the same transaction wrote.
   */
  readonly signature: string | null;
}

export const NO_ENTRY: ChainEnd = { id: 0, digest: null, keyId: null, signature: null };

type Unsealed = Omit<AuditEntry, 'seal'>;

/** The newest entry has no genuine signature: somebody tampered with the audit log, which must not be continued. */
class TrailEndForged extends StoreFault {
  constructor(entryId: number) {
    super(
      `the newest audit entry, ${entryId}, is not signed by the key in use; nothing was changed; run ops-admin audit verify`,
    );
  }
}

/**
 * Makes the entries of changes, each a link to the one before. A store begins a chain in each transaction and writes its entries.
 */
export class AuditChain {
  readonly #signer: TrailSigner;
  readonly #profiles: Map<ObjectId, string | undefined>;
  readonly #departments: Map<ObjectId, string | undefined>;
  #end: ChainEnd;

  /** `profiles` and `departments` have the digests in the newest entries of the users and departments to change. */
  constructor(
    signer: TrailSigner,
    end: ChainEnd,
    profiles: ReadonlyMap<ObjectId, string | undefined> = new Map(),
    departments: ReadonlyMap<ObjectId, string | undefined> = new Map(),
  ) {
    this.#signer = signer;
    this.#end = end;
    this.#profiles = new Map(profiles);
    this.#departments = new Map(departments);
  }

  /**
   * Makes the next entry; the last one of a transaction is signed. `profile` is needed for a change of the user, or of their
   * identities, and for the first entry about them. Throws {@link SealingKeyMissing} and `TrailEndForged`.
   */
  append(
    userId: ObjectId,
    change: AppliedChange,
    { identity, ...draft }: AuditDraft,
    isLast: boolean,
    profile?: ProfileChange,
  ): AuditEntry {
    const before = change.before.toArray();
    const recorded = this.#profiles.get(userId);
    // Nothing remains of an erased user: a later entry of the same id is about a new user.
    const left = draft.action === 'erase' ? undefined : this.#profileAfter(recorded, profile);
    const endsBefore = endsJson(change.before.ends);
    const unsealed = {
      ...draft,
      id: this.#end.id + 1,
      userId,
      added: change.added,
      removed: change.removed,
      ...(change.ends && { ends: change.ends }),
      before,
      after: change.after === change.before ? before : change.after.toArray(),
      ...(endsBefore && { endsBefore }),
      ...this.#identityOf(identity, profile?.after),
      ...(left !== undefined && { profile: left }),
    };
    const sealed = this.#seal(unsealed, isLast ? this.#keyInUse() : undefined);
    this.#profiles.set(userId, left);
    return sealed;
  }

  /**
   * Makes the entry that puts another key in use and is signed by it, always the last of its transaction. Its `requested` has the
   * former key and the new one.
   */
  rotate(to: string, draft: Omit<AuditDraft, 'action' | 'identity' | 'requested'>): AuditEntry {
    const from = this.#end.keyId ?? this.#signer.keyId;
    return this.#aboutNobody({ ...draft, action: 'rotate', requested: [from, to] }, to);
  }

  /** Makes the entry of a department that was created, updated or deleted. */
  department(
    draft: Omit<AuditDraft, 'action' | 'identity' | 'requested'>,
    changed: ChangedDepartment,
    isLast: boolean,
  ): AuditEntry {
    const keyId = isLast ? this.#keyInUse() : undefined;
    const { id } = changed.before ?? changed.after;
    const about = departmentEntry(this.#signer, changed, this.#departments.get(id));
    this.#departments.set(id, about.digest);
    return this.#aboutNobody({ ...draft, ...about, action: 'department', requested: [] }, keyId);
  }

  /** The audit log says which key is in use. Another one that the key file names first is outdated, or not rotated in yet. */
  #keyInUse(): string {
    const keyId = this.#end.keyId ?? this.#signer.keyId;
    if (this.#signer.uses(keyId)) return keyId;
    throw new SealingKeyMissing(keyId);
  }

  #aboutNobody(draft: Omit<AuditDraft, 'identity'>, keyId: string | undefined): AuditEntry {
    const nothing = { added: [], removed: [], before: [], after: [] };
    return this.#seal({ ...draft, id: this.#end.id + 1, userId: null, ...nothing }, keyId);
  }

  /**
   * Returns the profile after a change. A user who was altered without an entry keeps the recorded profile, until a change gives
   * the whole profile.
   */
  #profileAfter(recorded: string | undefined, profile: ProfileChange | undefined): string {
    if (recorded !== undefined && (!profile || profile.after === profile.before)) return recorded;
    if (!profile) throw new TypeError('the first entry of a user needs their profile');
    const { after, before } = profile;
    if (recorded === undefined) return profileDigest(this.#signer, withoutEarlier(after, before));
    const isAlike = !before || profileDigest(this.#signer, before) === recorded;
    return isAlike ? profileDigest(this.#signer, after) : recorded;
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

  #seal(unsealed: Unsealed, keyId: string | undefined): AuditEntry {
    checkDraft(unsealed);
    this.#checkEnd();
    const { id } = unsealed;
    const previous = this.#end.digest ?? '';
    const digest = entryDigest(this.#signer, previous, unsealed);
    this.#end = { id, digest, keyId: keyId ?? this.#end.keyId, signature: null };
    const signed = keyId !== undefined && { keyId, signature: this.#sign(keyId, id, digest) };
    return { ...unsealed, seal: { previous, digest, ...signed } };
  }

  /**
   * Refuses to continue after an entry that is not genuine, because the next signature vouches for all entries before it. Ed25519
   * always gives the same signature for a text. Only a rotation can follow a key that is not held.
   */
  #checkEnd(): void {
    const { digest, id, keyId, signature } = this.#end;
    if (digest === null && id > 0 && this.#signer.takeOver) throw new TrailEndForged(id);
    // Verification of the next entry finds that an entry was removed before it.
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

/** Leaves out the identities from before the first entry, which somebody added without one. */
function withoutEarlier(after: UserProfile, before: UserProfile | undefined): UserProfile {
  const earlier = new Set(before?.identities.map(identityKey));
  return earlier.size === 0
    ? after
    : { ...after, identities: after.identities.filter((one) => !earlier.has(identityKey(one))) };
}

/** Refuses values that the types do not allow, because entries are permanent. */
function checkDraft({ action, actor, requested, source, time }: Omit<AuditDraft, 'identity'>): void {
  checkText(time, 'time');
  checkText(actor, 'actor');
  checkTexts(requested, 'requested');
  if (!AUDIT_SOURCES.includes(source)) throw new TypeError(`unknown source ${String(source)}`);
  if (!AUDIT_ACTIONS.includes(action)) throw new TypeError(`unknown action ${String(action)}`);
}
