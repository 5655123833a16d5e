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
}

/**
 * An entry as it is kept (decision 6): what changed, and digests of both sets, so that it takes only the space of what it
 * changed. The seal is of the entry with both sets, which are worked out.
 */
export interface AuditRecord
  extends Omit<AuditDraft, 'identity'>,
    EntryProfile,
    Pick<AuditEntry, 'id' | 'userId' | 'added' | 'removed'> {
  readonly digests: SetDigests;
  readonly sets?: KeptSets;
  /** How many changes of this user's set there were since whole sets were kept. */
  readonly sinceSets: number;
  readonly seal: AuditSeal;
}

/** The digest of a set. */
export function setDigest({ digest }: TrailDigest, permissions: Iterable<string>): string {
  return digest(JSON.stringify([...permissions]));
}

/** The entry of a record whose sets are known. Its members are always in the same order. */
export function entryOf(
  record: AuditRecord,
  before: readonly string[],
  after: readonly string[],
): AuditEntry {
  const { action, actor, added, batch, departmentId, id, identity, members, profile, reason, removed } =
    record;
  const { requested, requestId, reverts, seal, source, subjectDigest, subjectSalt, time, userId } = record;
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
    before,
    after,
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
