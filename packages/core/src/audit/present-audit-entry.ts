import type { ResultAsync } from '../result.js';
import type { NamedUser } from '../users/describe-user.js';
import { findNames } from '../users/find-names.js';
import type { UserDirectory } from '../users/user-directory.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AuditAction, AuditEntry, AuditSource, DepartmentChangeWord } from './audit-entry.js';
import type { AuditSeal } from './audit-seal.js';

/** A user for people. */
export interface AuditUserJson {
  readonly _id: string;
  readonly email?: string | undefined;
}

/** An entry as `audit show --json` prints it. */
export interface AuditEntryJson {
  readonly id: number;
  readonly time: string;
  readonly actor: string;
  /** Present if the actor is a user. */
  readonly actorUser?: AuditUserJson | undefined;
  readonly source: AuditSource;
  readonly action: AuditAction;
  /** `null` in entries about a rotation or a department. */
  readonly userId: string | null;
  readonly user?: AuditUserJson | undefined;
  readonly requested: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The ends that were set; `null` for permanent strings. */
  readonly ends?: Readonly<Record<string, string | null>> | undefined;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The ends of strings in `before`. */
  readonly endsBefore?: Readonly<Record<string, string>> | undefined;
  readonly requestId?: string | undefined;
  readonly reason?: string | undefined;
  readonly batch?: string | undefined;
  readonly reverts?: number | undefined;
  /** Of an `update` or a `department`: the changed members. */
  readonly members?: readonly string[] | undefined;
  readonly departmentId?: string | undefined;
  readonly change?: DepartmentChangeWord | undefined;
  /** The values that `members` of a department had. */
  readonly former?: Readonly<Record<string, string | null>> | undefined;
  /** A digest of the department after the change. */
  readonly digest?: string | undefined;
  /** Without the subject after an erasure of the user. */
  readonly identity?: { readonly issuer: string; readonly subject?: string | undefined } | undefined;
  readonly subjectDigest?: string | undefined;
  readonly subjectSalt?: string | undefined;
  readonly profile?: string | undefined;
  readonly seal: AuditSeal;
}

/** Returns entries as programs get them, with the users whom they name. */
export function presentAuditEntries(
  entries: readonly AuditEntry[],
  users: Pick<UserDirectory, 'summaries'>,
): ResultAsync<readonly AuditEntryJson[], StoreUnavailable> {
  const named = entries.flatMap(({ actor, userId }) => (userId === null ? [actor] : [actor, userId]));
  return findNames(users, named).map((names) => entries.map((entry) => presentAuditEntry(entry, names)));
}

/** The members always have the same order. */
function presentAuditEntry(entry: AuditEntry, names: ReadonlyMap<string, NamedUser>): AuditEntryJson {
  const { id, time, actor, source, action, userId, requested, added, removed, ends } = entry;
  const {
    before,
    after,
    endsBefore,
    requestId,
    reason,
    batch,
    reverts,
    members,
    departmentId,
    change: what,
  } = entry;
  const { digest, former, identity } = entry;
  const { subjectDigest, subjectSalt, profile, seal } = entry;
  const change = { requested, added, removed, ends, before, after, endsBefore };
  const origin = { requestId, reason, batch, reverts };
  const department = { departmentId, change: what, former, digest };
  const person = { members, ...department, identity, subjectDigest, subjectSalt, profile };
  const actorUser = presentAuditUser(actor, names);
  const user = userId === null ? undefined : { _id: userId, email: names.get(userId)?.email };
  return { id, time, actor, actorUser, source, action, userId, user, ...change, ...origin, ...person, seal };
}

export function presentAuditUser(
  actor: string,
  names: ReadonlyMap<string, NamedUser>,
): AuditUserJson | undefined {
  const user = names.get(actor);
  return user && { _id: actor, email: user.email };
}
