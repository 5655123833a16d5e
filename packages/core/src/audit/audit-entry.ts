import type { FormerValues } from '../departments/department-record.js';
import type { EndsJson, EndsSet } from '../permissions/permission-ends.js';
import type { AppliedChange } from '../permissions/permission-set.js';
import type { ExternalIdentity } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';
import { type Clock, now, type Timestamp } from '../values/timestamp.js';
import type { AuditSeal } from './audit-seal.js';

/** Every action of an entry. */
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
 * `set` is an import that replaced the whole set, or a renaming, `revert` undid an earlier change, `link` and `unlink`
 * changed who can act as the user, `create` made the user, `update` changed who they are, `activate` and `deactivate` their
 * state, `erase` removed all that is known of them, `expire` took what had ended, `attest` confirmed
 * what is held, `rotate` put another key in use,
 * `department` changed a department.
 */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What was done to a department. */
export const DEPARTMENT_CHANGES = ['created', 'updated', 'deleted'] as const;

/** What was done to a department, in a word. */
export type DepartmentChangeWord = (typeof DEPARTMENT_CHANGES)[number];

/** The actions that change who a user is, or a department; an entry of one always changed something. */
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

/** Every source of a change. */
export const AUDIT_SOURCES = ['http', 'cli', 'import', 'embedded', 'service'] as const;

/** Where a change came from. */
export type AuditSource = (typeof AUDIT_SOURCES)[number];

/** Who asks for a change, and from where. */
export interface ChangeOrigin {
  /** A user id, `cli:` with the operating-system user, or `service`. */
  readonly actor: string;
  readonly source: AuditSource;
  readonly requestId?: string;
  readonly reason?: string | undefined;
  /** The name of the run over many users that the change belongs to. */
  readonly batch?: string;
}

/** What is known about a change before it is made. */
export interface AuditDraft extends ChangeOrigin {
  readonly time: Timestamp;
  readonly action: AuditAction;
  readonly requested: readonly string[];
  /** The entry whose change is undone. */
  readonly reverts?: number;
  /** What was linked or unlinked. */
  readonly identity?: ExternalIdentity;
  /**
   * Of an `update`: the members that were changed, whose values are not in the audit log. Of a `department`: the members whose former
   * values are in `former`. Of a `remove`: those that all was taken of.
   */
  readonly members?: readonly string[];
  /** Of a `department`, like the next three. */
  readonly departmentId?: ObjectId;
  readonly change?: DepartmentChangeWord;
  /** The values that `members` had; missing if the change created the department. */
  readonly former?: FormerValues;
  /** The digest of the record after the change, see `departmentText`; missing if the change deleted the department. */
  readonly digest?: string;
}

/** What was linked or unlinked, as an entry shows it: the subject lies beside the entry, and goes when its user is erased. */
export type EntryIdentity = Pick<ExternalIdentity, 'issuer'> & Partial<ExternalIdentity>;

/** What an entry holds of who its user is. */
export interface EntryProfile {
  readonly identity?: EntryIdentity;
  /** Of an identity: the digest of `subjectSalt` and the subject. */
  readonly subjectDigest?: string;
  /** Beside the entry, like the subject; both are not hashed. */
  readonly subjectSalt?: string;
  /**
   * A digest of who the user is after the change, see `profileDigest`; missing if the entry is about no user, or erased them.
   */
  readonly profile?: string;
}

/** One accepted change, even if it changed nothing. Never altered afterwards. */
export interface AuditEntry extends Omit<AuditDraft, 'identity'>, EntryProfile {
  /** One more than the id of the entry written before. */
  readonly id: number;
  /** `null` if it is about no user: a rotation, a department. */
  readonly userId: ObjectId | null;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The ends that were set, `null` for what is held for good from then on; missing if none was. */
  readonly ends?: EndsSet;
  /** The whole set before and after the change. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** When strings of `before` ended; missing if none did. */
  readonly endsBefore?: EndsJson;
  readonly seal: AuditSeal;
}

/** What is known about any entry that is requested now. */
export function draftedNow(origin: ChangeOrigin, clock: Clock): ChangeOrigin & Pick<AuditDraft, 'time'> {
  return { ...origin, time: now(clock) };
}

/**
 * The draft of the entry that writes down what has ended: nobody asked for it. A change that waited for its turn was
 * asked for before; no entry is of a time before the ends that it writes down.
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

/** The draft of a change that is requested now. */
export function draftOf(
  action: AuditAction,
  requested: readonly string[],
  origin: ChangeOrigin,
  clock: Clock,
): AuditDraft {
  return { ...draftedNow(origin, clock), action, requested };
}
