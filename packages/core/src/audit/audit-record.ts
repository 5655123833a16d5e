import { type Ends, type EndsJson, NO_ENDS } from '../permissions/permission-ends.js';
import type { PermissionSet } from '../permissions/permission-set.js';
import type { AuditDraft, AuditEntry, EntryProfile } from './audit-entry.js';
import type { AuditSeal, TrailDigest } from './trail-seal.js';

/** Digests of the sets before and after a change, which show whether a set is what the trail says. */
export interface SetDigests {
  readonly before: string;
  readonly after: string;
}

/** Whole sets, kept where the trail does not give them, and now and then so that they are found quickly. */
export interface KeptSets {
  /** If it is not what the entries before left. */
  readonly before?: readonly string[];
  readonly after: readonly string[];
  /** When strings of them end; missing if none does. */
  readonly endsBefore?: EndsJson;
  readonly endsAfter?: EndsJson;
}

/**
 * An entry as it is kept (decision 6): what changed, and digests of both sets, so that it takes only the space of what it
 * changed. The seal is of the entry with both sets, which are worked out.
 */
export interface AuditRecord
  extends Omit<AuditDraft, 'identity'>,
    EntryProfile,
    Pick<AuditEntry, 'id' | 'userId' | 'added' | 'removed' | 'ends'> {
  readonly digests: SetDigests;
  readonly sets?: KeptSets;
  /** How many changes of this user's set there were since whole sets were kept. */
  readonly sinceSets: number;
  readonly seal: AuditSeal;
}

/** What a user holds at a moment as the trail has it; strings can be there twice if somebody tampered with them. */
export interface RecordedSet {
  readonly permissions: readonly string[];
  readonly ends: Ends;
}

/** What a user holds who never had an entry. */
export const NOTHING_HELD: RecordedSet = { permissions: [], ends: NO_ENDS };

/** A set as the trail has it. */
export function recordedSetOf(set: PermissionSet): RecordedSet {
  return { permissions: set.toArray(), ends: set.ends };
}

/** The digest of a set, with the ends of its strings; `text` is those in JSON. */
export function setDigest(
  { digest }: TrailDigest,
  { ends, permissions: strings }: RecordedSet,
  text: string = JSON.stringify(strings),
): string {
  if (ends.size === 0) return digest(text);
  const pairs = strings.flatMap((one) => (ends.has(one) ? [[one, ends.get(one)]] : []));
  return digest(`[${text},${JSON.stringify(pairs)}]`);
}

/** The entry of a record whose sets are known. Its members are always in the same order. */
export function entryOf(record: AuditRecord, before: RecordedSet, after: RecordedSet): AuditEntry {
  const { action, actor, added, batch, departmentId, ends, id, identity, members, profile, reason } = record;
  const { removed, requested, requestId, reverts, seal, source, subjectDigest, subjectSalt, time, userId } =
    record;
  return {
    id,
    time,
    actor,
    source,
    action,
    userId,
    requested,
    added,
    removed,
    ...(ends && { ends }),
    before: before.permissions,
    after: after.permissions,
    ...(before.ends.size > 0 && { endsBefore: Object.fromEntries(before.ends) }),
    ...(requestId !== undefined && { requestId }),
    ...(reason !== undefined && { reason }),
    ...(batch !== undefined && { batch }),
    ...(reverts !== undefined && { reverts }),
    ...(members && { members }),
    ...(departmentId !== undefined && { departmentId }),
    ...(identity && {
      identity: {
        issuer: identity.issuer,
        ...(identity.subject !== undefined && { subject: identity.subject }),
      },
    }),
    ...(subjectDigest !== undefined && { subjectDigest }),
    ...(subjectSalt !== undefined && { subjectSalt }),
    ...(profile !== undefined && { profile }),
    seal,
  };
}
