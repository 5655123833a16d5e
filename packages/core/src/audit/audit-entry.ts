import type { FormerValues } from '../departments/department-record.js';
import type { EndsJson, EndsSet } from '../permissions/permission-ends.js';
import type { AppliedChange } from '../permissions/permission-set.js';
import type { ExternalIdentity } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';
import { type Clock, now, type Timestamp } from '../values/timestamp.js';
import type { AuditSeal } from './audit-seal.js';

export const AUDIT_ACTIONS = [
  'add',
  'remove',
  'set',
  'revert',
  'link',
  'unlink',
  'create',
  'update',
  'activate',
  'deactivate',
  'erase',
  'expire',
  'attest',
  'rotate',
  'department',
] as const;

/**
 * `set` replaced the whole set, or renamed permissions; `revert` undid an earlier change; `link` and `unlink` changed the
 * identities of a user; `expire` recorded ended permissions; `attest` confirmed held ones; `rotate` put another key in use.
 */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const DEPARTMENT_CHANGES = ['created', 'updated', 'deleted'] as const;

/** The effect of an entry on a department. */
export type DepartmentChangeWord = (typeof DEPARTMENT_CHANGES)[number];

/** The actions about a user or a department themselves. Their entries always changed something. */
export const PERSON_ACTIONS: readonly AuditAction[] = [
  'link',
  'unlink',
  'create',
  'update',
  'activate',
  'deactivate',
  'erase',
  'department',
];

export const AUDIT_SOURCES = ['http', 'cli', 'import', 'embedded', 'service'] as const;

/** The way by which a change came. */
export type AuditSource = (typeof AUDIT_SOURCES)[number];

/** The actor of a change, and the way by which it came. */
export interface ChangeOrigin {
  /** A user id, `cli:` with a name, or `service`. */
  readonly actor: string;
  readonly source: AuditSource;
  readonly requestId?: string;
  readonly reason?: string | undefined;
  /** The name of the batch. */
  readonly batch?: string;
}

/** The members of an entry that are known before the change. */
export interface AuditDraft extends ChangeOrigin {
  readonly time: Timestamp;
  readonly action: AuditAction;
  readonly requested: readonly string[];
  /** The entry whose change is undone. */
  readonly reverts?: number;
  readonly identity?: ExternalIdentity;
  /**
   * Of an `update`, the changed members, without values. Of a `department`, the members in `former`. Of a removal of everything,
   * the members that it emptied.
   */
  readonly members?: readonly string[];
  /** Of a `department`, like the next three. */
  readonly departmentId?: ObjectId;
  readonly change?: DepartmentChangeWord;
  /** The values that `members` had before. */
  readonly former?: FormerValues;
  /** The digest of `departmentText` after the change. */
  readonly digest?: string;
}

/** The identity of an entry. The subject is stored separately, and an erasure of its user removes it. */
export type EntryIdentity = Pick<ExternalIdentity, 'issuer'> & Partial<ExternalIdentity>;

/** The members of an entry about its user. */
export interface EntryProfile {
  readonly identity?: EntryIdentity;
  /** The digest of `subjectSalt` and the subject. */
  readonly subjectDigest?: string;
  /** Stored separately, like the subject; neither is hashed. */
  readonly subjectSalt?: string;
  /** A digest of the user after the change, see `profileDigest`; missing after an erasure, and without a user. */
  readonly profile?: string;
}

/** One accepted change, even if it changed nothing. Entries are permanent. */
export interface AuditEntry extends Omit<AuditDraft, 'identity'>, EntryProfile {
  /** One more than the id of the entry before. */
  readonly id: number;
  /** `null` in entries about a rotation or a department. */
  readonly userId: ObjectId | null;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The ends that were set, `null` for permanent strings. */
  readonly ends?: EndsSet;
  /** The whole set before and after the change. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The ends of strings in `before`. */
  readonly endsBefore?: EndsJson;
  readonly seal: AuditSeal;
}

/** Returns the origin with the current time. */
export function draftedNow(origin: ChangeOrigin, clock: Clock): ChangeOrigin & Pick<AuditDraft, 'time'> {
  return { ...origin, time: now(clock) };
}

/**
 * Returns the draft of the entry that records ended permissions. The change can be older than these ends, because it waited; the
 * entry never is.
 */
export function expiryDraft(
  { time: asked }: Pick<AuditDraft, 'time'>,
  { before, removed }: AppliedChange,
): AuditDraft {
  let time = asked;
  for (const one of removed) {
    const end = before.ends.get(one);
    if (end !== undefined && end > time) time = end;
  }
  return { time, actor: 'service', source: 'service', action: 'expire', requested: removed };
}

export function draftOf(
  action: AuditAction,
  requested: readonly string[],
  origin: ChangeOrigin,
  clock: Clock,
): AuditDraft {
  return { ...draftedNow(origin, clock), action, requested };
}
