import { type AuditDraft, expiryDraft } from '../audit/audit-entry.js';
import type { AppliedChange } from '../permissions/permission-set.js';
import { type IdentityChange, identitiesAfter, identityKey } from '../users/identity-change.js';
import type { LinkableIdentity } from '../users/linkable-identity.js';
import { changedMembers } from '../users/person.js';
import type { ExternalIdentity, KeptUser } from '../users/user.js';
import type { ProfileChange, UserProfile } from '../users/user-profile.js';
import type { ObjectId } from '../values/object-id.js';
import type { UserToImport } from './organisation.js';

/** An entry of an import. */
export interface PlannedEntry {
  readonly userId: ObjectId;
  readonly change: AppliedChange;
  readonly draft: Pick<AuditDraft, 'action' | 'identity' | 'members' | 'requested'>;
  readonly profile: ProfileChange;
}

/** Returns the draft of an entry of an import. */
export function plannedDraft(
  run: Omit<AuditDraft, 'requested'>,
  { change, draft }: Pick<PlannedEntry, 'change' | 'draft'>,
): AuditDraft {
  return draft.action === 'expire' ? expiryDraft(run, change) : { ...run, ...draft };
}

/** Returns the entries of a new user: one with what they hold, and one for each identity. */
export function entriesOfCreation(user: KeptUser, change: AppliedChange): PlannedEntry[] {
  const alone = { ...user, identities: [] };
  const draft = { action: 'create' as const, requested: [...user.permissions] };
  const created = { userId: user.id, change, draft, profile: { after: alone } };
  return [created, ...entriesOfChange(user, user, alone, unchanged(change.after))];
}

/** Returns the entries of an existing user: for the person, the identities and the set. Identities are removed first. */
export function entriesOfChange(
  record: UserToImport,
  user: KeptUser,
  current: KeptUser,
  change: AppliedChange,
): PlannedEntry[] {
  const { id: userId } = user;
  // A record without identities does not vouch for them.
  const isWhole = record.identities !== undefined;
  let profile: UserProfile = current;
  const entries: PlannedEntry[] = [];
  const follow = (draft: Omit<PlannedEntry['draft'], 'requested'>, changed: Partial<UserProfile>) => {
    const before = profile;
    profile = { ...before, ...changed };
    entries.push({
      userId,
      change: unchanged(change.before),
      draft: { ...draft, requested: [] },
      profile: { ...(!isWhole && { before }), after: profile },
    });
  };
  const { active, identities, ...person } = user;
  const members = changedMembers(current, user);
  if (members.length > 0) follow({ action: 'update', members }, person);
  if (current.active !== active) follow({ action: active ? 'activate' : 'deactivate' }, { active });
  for (const one of identityChanges(current.identities, identities))
    follow(one, { identities: identitiesAfter(profile.identities, one) });
  if (change.after !== change.before) {
    const draft = { action: 'set' as const, requested: [...user.permissions] };
    entries.push({ userId, change, draft, profile: { before: profile, after: profile } });
  }
  return entries;
}

/** Returns the entry of permissions that had ended. */
export function entryOfExpiry(current: KeptUser, expired: AppliedChange): PlannedEntry {
  const draft = { action: 'expire' as const, requested: [] };
  return { userId: current.id, change: expired, draft, profile: { before: current, after: current } };
}

function identityChanges(
  before: readonly ExternalIdentity[],
  after: readonly ExternalIdentity[],
): IdentityChange[] {
  const [had, has] = [new Set(before.map(identityKey)), new Set(after.map(identityKey))];
  const gone = before.filter((one) => !has.has(identityKey(one)));
  const added = after.filter((one) => !had.has(identityKey(one)));
  return [
    ...gone.map(({ issuer, subject }) => ({ action: 'unlink' as const, identity: { issuer, subject } })),
    ...added.map(({ issuer, subject }) => ({
      action: 'link' as const,
      identity: { issuer, subject } as LinkableIdentity,
    })),
  ];
}

function unchanged(held: AppliedChange['after']): AppliedChange {
  return { before: held, after: held, added: [], removed: [] };
}
