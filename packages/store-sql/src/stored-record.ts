import type { AuditAction, AuditRecord, AuditSource, ObjectId, Timestamp } from '@ops-admin/core';
import type { SetStep } from '@ops-admin/core/adapter';

/** An entry as stores of rows keep it, flat. What it changed is in separate rows, {@link StoredChange}. */
export interface StoredRecord {
  readonly id: number;
  readonly time: Timestamp;
  readonly actor: string;
  readonly source: AuditSource;
  readonly action: AuditAction;
  readonly userId: ObjectId | null;
  /** A JSON array in text. */
  readonly requested: string;
  readonly beforeDigest: string;
  readonly afterDigest: string;
  readonly sinceSets: number;
  readonly requestId: string | null;
  readonly reason: string | null;
  readonly batch: string | null;
  readonly reverts: number | null;
  /** A JSON array in text. */
  readonly members: string | null;
  /** A JSON object in text. */
  readonly ends: string | null;
  readonly departmentId: ObjectId | null;
  readonly issuer: string | null;
  readonly subjectDigest: string | null;
  readonly profile: string | null;
  readonly previous: string;
  readonly digest: string;
  /** On the last entry of a transaction. */
  readonly keyId: string | null;
  readonly signature: string | null;
}

/** A permission that an entry added or removed. */
export interface StoredChange {
  readonly entryId: number;
  /** Counts from 0: first what was added, then what was removed. */
  readonly position: number;
  readonly isAdded: number;
  /** See {@link storedText}. */
  readonly permission: string;
}

/** The subject that an entry linked or unlinked, and the salt of its digest. */
export interface StoredSubject {
  readonly userId: ObjectId;
  readonly entryId: number;
  readonly salt: string;
  readonly subject: string;
}

/** Whole sets of a user, kept with an entry; JSON arrays in text. */
export interface StoredSets {
  readonly userId: ObjectId;
  readonly entryId: number;
  readonly before: string | null;
  readonly after: string;
  /** JSON objects in text. */
  readonly endsBefore: string | null;
  readonly endsAfter: string | null;
}

/**
 * A string as kept in a searched column. Characters that a database text cannot hold are written as JSON escapes; most
 * strings stay as they are.
 */
export function storedText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** An entry as stores of rows keep it. */
export function storedRecordOf(record: AuditRecord): StoredRecord {
  const { digests, identity, seal } = record;
  return {
    id: record.id,
    time: record.time,
    actor: record.actor,
    source: record.source,
    action: record.action,
    userId: record.userId,
    requested: JSON.stringify(record.requested),
    beforeDigest: digests.before,
    afterDigest: digests.after,
    sinceSets: record.sinceSets,
    requestId: record.requestId ?? null,
    reason: record.reason ?? null,
    batch: record.batch ?? null,
    reverts: record.reverts ?? null,
    members: record.members ? JSON.stringify(record.members) : null,
    ends: jsonOf(record.ends),
    departmentId: record.departmentId ?? null,
    issuer: identity?.issuer ?? null,
    subjectDigest: record.subjectDigest ?? null,
    profile: record.profile ?? null,
    previous: seal.previous,
    digest: seal.digest,
    keyId: seal.keyId ?? null,
    signature: seal.signature ?? null,
  };
}

/** What an entry changed, as rows. */
export function storedChangesOf({ added, id: entryId, removed }: AuditRecord): StoredChange[] {
  return [...added, ...removed].map((permission, position) => ({
    entryId,
    position,
    isAdded: position < added.length ? 1 : 0,
    permission: storedText(permission),
  }));
}

/** The subject beside an entry, if there is one. */
export function storedSubjectOf({
  id: entryId,
  identity,
  subjectSalt: salt,
  userId,
}: AuditRecord): StoredSubject | undefined {
  const subject = identity?.subject;
  if (userId === null || salt === undefined || subject === undefined) return undefined;
  return { userId, entryId, salt, subject };
}

/** The sets that are kept with an entry, if any. */
export function storedSetsOf({ id: entryId, sets, userId }: AuditRecord): StoredSets | undefined {
  if (!sets || userId === null) return undefined;
  return {
    userId,
    entryId,
    before: jsonOf(sets.before),
    after: JSON.stringify(sets.after),
    endsBefore: jsonOf(sets.endsBefore),
    endsAfter: jsonOf(sets.endsAfter),
  };
}

/** JSON in text; `null` for what is not there. */
export function jsonOf(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/**
 * Reads entries out of a store, also if somebody tampered with them. Rows can be in any order, except that positions must
 * ascend.
 */
export function auditRecordsOf(
  rows: readonly StoredRecord[],
  changes: readonly StoredChange[],
  kept: readonly StoredSets[],
  subjects: readonly StoredSubject[],
): AuditRecord[] {
  const changesOf = byEntry(changes);
  const subjectOf = new Map(subjects.map((one) => [one.entryId, one]));
  const setsOf = new Map(kept.map((sets) => [sets.entryId, sets]));
  const records: AuditRecord[] = [];
  for (const row of rows) {
    const { id } = row;
    records.push(auditRecordOf(row, changesOf.get(id) ?? [], setsOf.get(id), subjectOf.get(id)));
  }
  return records;
}

/** Reads the history of users' sets out of a store: entries that changed something, and sets that were kept. */
export function setStepsOf(
  entries: readonly (Pick<StoredRecord, 'ends' | 'id'> & { readonly userId: ObjectId })[],
  changes: readonly StoredChange[],
  kept: readonly StoredSets[],
): SetStep[] {
  const changesOf = byEntry(changes);
  const isKept = new Set(kept.map(({ entryId, userId }) => `${userId} ${entryId}`));
  const steps: SetStep[] = [];
  for (const { userId, entryId, ...sets } of kept) {
    const changed = changedIn(changesOf.get(entryId) ?? []);
    steps.push({ userId, entryId, ...changed, sets: keptSetsOf(sets) });
  }
  for (const { ends, id, userId } of entries) {
    if (isKept.has(`${userId} ${id}`)) continue;
    steps.push({ userId, entryId: id, ...changedIn(changesOf.get(id) ?? []), ends: endsIn(ends) });
  }
  return steps;
}

function byEntry(changes: readonly StoredChange[]): ReadonlyMap<number, StoredChange[]> {
  const groups = new Map<number, StoredChange[]>();
  for (const change of changes) {
    const group = groups.get(change.entryId);
    if (group) group.push(change);
    else groups.set(change.entryId, [change]);
  }
  return groups;
}

function auditRecordOf(
  row: StoredRecord,
  changes: readonly StoredChange[],
  sets: StoredSets | undefined,
  subject: StoredSubject | undefined,
): AuditRecord {
  const ends = endsIn(row.ends);
  const { batch, departmentId, issuer, members, profile, reason, requestId, reverts, subjectDigest } = row;
  return {
    id: row.id,
    time: row.time,
    actor: row.actor,
    source: row.source,
    action: row.action,
    userId: row.userId,
    requested: stringsOf(row.requested),
    ...changedIn(changes),
    ...(ends && { ends }),
    sinceSets: row.sinceSets,
    digests: { before: row.beforeDigest, after: row.afterDigest },
    ...(sets && { sets: keptSetsOf(sets) }),
    ...(requestId !== null && { requestId }),
    ...(reason !== null && { reason }),
    ...(batch !== null && { batch }),
    ...(reverts !== null && { reverts }),
    ...(members !== null && { members: stringsOf(members) }),
    ...(departmentId !== null && { departmentId }),
    ...(issuer !== null && { identity: { issuer, ...(subject && { subject: subject.subject }) } }),
    ...(subjectDigest !== null && { subjectDigest }),
    ...(subject && { subjectSalt: subject.salt }),
    ...(profile !== null && { profile }),
    seal: {
      previous: row.previous,
      digest: row.digest,
      ...(row.keyId !== null && { keyId: row.keyId }),
      ...(row.signature !== null && { signature: row.signature }),
    },
  };
}

function changedIn(changes: readonly StoredChange[]): Pick<AuditRecord, 'added' | 'removed'> {
  const [added, removed]: [string[], string[]] = [[], []];
  for (const change of changes) (change.isAdded ? added : removed).push(readText(change.permission));
  return { added, removed };
}

function keptSetsOf({
  before,
  after,
  endsAfter,
  endsBefore,
}: Omit<StoredSets, 'entryId' | 'userId'>): NonNullable<AuditRecord['sets']> {
  const [had, has] = [endsIn(endsBefore), endsIn(endsAfter)];
  return {
    ...(before !== null && { before: stringsOf(before) }),
    after: stringsOf(after),
    ...(had && { endsBefore: had }),
    ...(has && { endsAfter: has }),
  };
}

/** Reads ends. What is no object of texts was tampered with, and likewise must not stop a check. */
export function endsIn(json: string | null): Readonly<Record<string, Timestamp>> | undefined {
  if (json === null) return undefined;
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed === 'object' && parsed !== null) return parsed as Record<string, Timestamp>;
  } catch {
    // Shown as it is.
  }
  return { '': json as Timestamp };
}

/**
 * A value that is not an array of strings was tampered with. It must not stop the check of the trail from naming its entry.
 */
export function stringsOf(json: string): string[] {
  try {
    const parsed: unknown = JSON.parse(json);
    if (Array.isArray(parsed) && parsed.every((one) => typeof one === 'string')) return parsed;
  } catch {
    // Shown as it is.
  }
  return [json];
}

/** A string of a searched column, see {@link storedText}. */
export function readText(stored: string): string {
  // Most have nothing to read.
  if (!stored.includes('\\')) return stored;
  try {
    return JSON.parse(`"${stored}"`) as string;
  } catch {
    return stored;
  }
}
