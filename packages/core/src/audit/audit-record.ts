import type { AuditDraft, AuditEntry } from './audit-entry.js';
import type { AuditSeal } from './audit-seal.js';

/** Keyed digests of the sets before and after a change; both are empty for a `seal`. */
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
 * An entry as it is kept and sealed (decision 6): what changed, and digests of both sets, so that it takes only the space of
 * what it changed. Entries from before there were digests keep both sets instead.
 */
export interface AuditRecord extends AuditDraft, Pick<AuditEntry, 'id' | 'userId' | 'added' | 'removed'> {
  readonly digests?: SetDigests;
  readonly sets?: KeptSets;
  /** How many changes of this user's set there were since whole sets were kept. */
  readonly sinceSets: number;
  /** Missing on entries from before the chain. */
  readonly seal?: AuditSeal;
}

/** A record that is not yet a link of a chain. */
export type UnsealedRecord = Omit<AuditRecord, 'seal'>;

/** A link of the chain. */
export type SealedRecord = AuditRecord & { readonly seal: AuditSeal };

/** The text of a set whose digest is taken. Never change it: existing digests are made of it. */
export function setText(permissions: Iterable<string>): string {
  return `set ${JSON.stringify([...permissions])}`;
}

/** Everything a record says except its seal. Never change the order: existing digests are made of it. */
export function recordFields(record: UnsealedRecord): unknown[] {
  const origin = [
    record.requestId ?? null,
    record.reason ?? null,
    record.batch ?? null,
    record.reverts ?? null,
  ];
  const change = [
    record.id,
    record.time,
    record.actor,
    record.source,
    record.action,
    record.userId,
    record.requested,
    record.added,
    record.removed,
  ];
  const { covers, digests, identity, sets } = record;
  // From before there were digests: the first member is a number then.
  if (!digests) return [...change, sets?.before ?? [], sets?.after ?? [], ...origin];
  return [
    'entry 2',
    ...change,
    digests.before,
    digests.after,
    ...origin,
    identity ? [identity.issuer, identity.subject] : null,
    covers ? [covers.entries, covers.digest] : null,
    record.sinceSets,
    // Which sets are kept: without it, other sets would be worked out.
    [sets?.before !== undefined, sets !== undefined],
  ];
}
