import type {
  AuditAction,
  AuditEntry,
  AuditSource,
  DepartmentChangeWord,
  FormerValues,
  ObjectId,
  Timestamp,
} from '@ops-admin/core';
import { afterInOrder } from '@ops-admin/core/adapter';

/** An entry as stores of rows keep it, flat. Its changes are in separate rows, {@link StoredChange}. */
export interface StoredEntry {
  readonly id: number;
  readonly time: Timestamp;
  readonly actor: string;
  readonly source: AuditSource;
  readonly action: AuditAction;
  readonly userId: ObjectId | null;
  /** A JSON array in text, like `members`; the other texts are JSON, too. */
  readonly requested: string;
  readonly before: string;
  /** The set after it, where that is another than what was added leaves at the end of the one before. */
  readonly after: string | null;
  readonly endsBefore: string | null;
  readonly requestId: string | null;
  readonly reason: string | null;
  readonly batch: string | null;
  readonly reverts: number | null;
  readonly members: string | null;
  readonly ends: string | null;
  readonly departmentId: ObjectId | null;
  readonly department_change: DepartmentChangeWord | null;
  readonly former: string | null;
  readonly departmentDigest: string | null;
  readonly issuer: string | null;
  readonly subjectDigest: string | null;
  readonly profile: string | null;
  readonly previous: string;
  readonly digest: string;
  /** On the last entry of a transaction. */
  readonly keyId: string | null;
  readonly signature: string | null;
}

/** The effect of an entry on a permission; `redated` if only its end changed. */
export const CHANGE_KINDS = ['added', 'removed', 'redated'] as const;

export interface StoredChange {
  readonly entryId: number;
  /** Counts from 0, in the order of {@link CHANGE_KINDS}. */
  readonly position: number;
  readonly kind: (typeof CHANGE_KINDS)[number];
  readonly permission: string;
}

/** The subject that an entry linked or unlinked, and the salt of its digest. */
export interface StoredSubject {
  readonly userId: ObjectId;
  readonly entryId: number;
  readonly salt: string;
  readonly subject: string;
}

export function storedEntryOf(entry: AuditEntry): StoredEntry {
  const { after, before, identity, seal } = entry;
  const inOrder = afterInOrder(entry);
  const isInOrder = after.length === inOrder.length && after.every((one, n) => one === inOrder[n]);
  return {
    id: entry.id,
    time: entry.time,
    actor: entry.actor,
    source: entry.source,
    action: entry.action,
    userId: entry.userId,
    requested: JSON.stringify(entry.requested),
    before: JSON.stringify(before),
    after: isInOrder ? null : JSON.stringify(after),
    endsBefore: jsonOf(entry.endsBefore),
    requestId: entry.requestId ?? null,
    reason: entry.reason ?? null,
    batch: entry.batch ?? null,
    reverts: entry.reverts ?? null,
    members: jsonOf(entry.members),
    ends: jsonOf(entry.ends),
    departmentId: entry.departmentId ?? null,
    department_change: entry.change ?? null,
    former: jsonOf(entry.former),
    departmentDigest: entry.digest ?? null,
    issuer: identity?.issuer ?? null,
    subjectDigest: entry.subjectDigest ?? null,
    profile: entry.profile ?? null,
    previous: seal.previous,
    digest: seal.digest,
    keyId: seal.keyId ?? null,
    signature: seal.signature ?? null,
  };
}

export function storedChangesOf({ added, ends = {}, id: entryId, removed }: AuditEntry): StoredChange[] {
  const isAdded = new Set(added);
  const of = {
    added,
    removed,
    redated: Object.keys(ends).filter((permission) => !isAdded.has(permission)),
  };
  const changes = CHANGE_KINDS.flatMap((kind) => of[kind].map((permission) => ({ kind, permission })));
  return changes.map((change, position) => ({ entryId, position, ...change }));
}

export function storedSubjectOf({
  id: entryId,
  identity,
  subjectSalt: salt,
  userId,
}: AuditEntry): StoredSubject | undefined {
  const subject = identity?.subject;
  if (userId === null || salt === undefined || subject === undefined) return undefined;
  return { userId, entryId, salt, subject };
}

function jsonOf(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/**
 * Reads entries out of a store, also if somebody tampered with them. Rows can be in any order, except that positions must
 * ascend.
 */
export function auditEntriesOf(
  rows: readonly StoredEntry[],
  changes: readonly StoredChange[],
  subjects: readonly StoredSubject[],
): AuditEntry[] {
  const changesOf = Map.groupBy(changes, ({ entryId }) => entryId);
  const subjectOf = new Map(subjects.map((one) => [one.entryId, one]));
  return rows.map((row) => auditEntryOf(row, changesOf.get(row.id) ?? [], subjectOf.get(row.id)));
}

function auditEntryOf(
  row: StoredEntry,
  changes: readonly StoredChange[],
  subject: StoredSubject | undefined,
): AuditEntry {
  const of = (kind: StoredChange['kind']) =>
    changes.flatMap((change) => (change.kind === kind ? [change.permission] : []));
  const changed = { added: of('added'), removed: of('removed'), before: stringsOf(row.before) };
  return {
    id: row.id,
    time: row.time,
    actor: row.actor,
    source: row.source,
    action: row.action,
    userId: row.userId,
    requested: stringsOf(row.requested),
    ...changed,
    after: row.after === null ? afterInOrder(changed) : stringsOf(row.after),
    ...present({
      ends: endsIn(row.ends),
      endsBefore: endsIn(row.endsBefore),
      requestId: row.requestId,
      reason: row.reason,
      batch: row.batch,
      reverts: row.reverts,
      members: row.members === null ? null : stringsOf(row.members),
      departmentId: row.departmentId,
      change: row.department_change,
      former: endsIn(row.former) as FormerValues | undefined,
      digest: row.departmentDigest,
      identity:
        row.issuer === null ? null : { issuer: row.issuer, ...present({ subject: subject?.subject }) },
      subjectDigest: row.subjectDigest,
      subjectSalt: subject?.salt,
      profile: row.profile,
    }),
    seal: {
      previous: row.previous,
      digest: row.digest,
      ...present({ keyId: row.keyId, signature: row.signature }),
    },
  };
}

/** The members that have a value. */
function present<Of extends object>(of: Of): { [Member in keyof Of]?: NonNullable<Of[Member]> } {
  return Object.fromEntries(
    Object.entries(of).filter(([, value]) => value !== null && value !== undefined),
  ) as {
    [Member in keyof Of]?: NonNullable<Of[Member]>;
  };
}

/** Reads ends. A value that is not an object of texts was tampered with, and must not stop a check either. */
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
 * A value that is not an array of strings was tampered with. It must not stop the check of the audit log from naming its entry.
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
