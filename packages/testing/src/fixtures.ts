import {
  type AuditDraft,
  type AuditEntry,
  type ChangeOptions,
  type ChangeOutcome,
  type ChangeRequest,
  DEFAULT_ADMIN_PERMISSION,
  type DepartmentRecord,
  type ExternalIdentity,
  type LinkableIdentity,
  type ObjectId,
  type PermissionChange,
  PermissionSet,
  type PermissionStore,
  type PersonChange,
  parseLinkableIdentity,
  parseObjectId,
  type Timestamp,
  type TrailSigner,
  type TrailVerifier,
  timestampOf,
  type User,
} from '@ops-admin/core';

/** The n-th identifier: its hexadecimal digits, filled up with zeros. */
export function anId(n: number): ObjectId {
  return parseObjectId(n.toString(16).padStart(24, '0'))._unsafeUnwrap();
}

/** Signs and verifies. */
export type TestSigner = TrailSigner & TrailVerifier;

/**
 * Signs with these keys, of which the first is in use where the trail names none, and verifies with all of them. It is quick and hides nothing: only
 * for tests.
 */
export function aSigner(...keyIds: readonly string[]): TestSigner {
  const [keyId = 'key'] = keyIds;
  const isHeld = (id: string) => id === keyId || keyIds.includes(id);
  const signature = (id: string, text: string) => `${id}:${hash(`${id} ${text}`)}`;
  return {
    keyId,
    digest: hash,
    uses: isHeld,
    sign: (id, text) => (isHeld(id) ? signature(id, text) : undefined),
    verify: async (id, text, given) => (isHeld(id) ? given === signature(id, text) : undefined),
  };
}

/**
 * The same, but it calls a function, which can throw, in the middle of a transaction: before it seals an entry with this
 * text.
 */
export function aSignerThat(acts: (text: string) => void): TestSigner {
  const signer = aSigner();
  return {
    ...signer,
    digest: (text) => {
      // Digests of users are made on the way.
      if (!/^[[{]/.test(text)) acts(text);
      return signer.digest(text);
    },
  };
}

function hash(text: string): string {
  let sum = 7n;
  for (const unit of text) sum = BigInt.asUintN(64, sum * 31n + BigInt(unit.codePointAt(0) ?? 0));
  return sum.toString(36);
}

/** The n-th second of 2026. */
export function aTime(n: number): Timestamp {
  return timestampOf(new Date(Date.UTC(2026, 0, 1, 0, 0, n)))._unsafeUnwrap();
}

/** The n-th department, top-level, made at the n-th second, except for the given fields. */
export function aDepartment(n: number, given: Partial<DepartmentRecord> = {}): DepartmentRecord {
  return {
    id: anId(n),
    name: `Department ${n}`,
    description: `What department ${n} does`,
    code: `D${n}`,
    parentId: null,
    managerId: null,
    createdAt: aTime(n),
    updatedAt: aTime(n),
    ...given,
  };
}

/** The n-th user, without permissions, except for the given fields. */
export function aUser(n: number, { permissions = [], ...given }: UserFixture = {}): User {
  return {
    id: anId(n),
    emails: [`user${n}@example.org`],
    personalInformation: { firstName: `First${n}`, lastName: `Last${n}`, name: `First${n} Last${n}` },
    permissions: PermissionSet.of(permissions),
    identities: [],
    departmentId: null,
    active: true,
    ...given,
  };
}

/** What a test can say about a user; permissions as plain strings. */
export type UserFixture = Partial<Omit<User, 'permissions'>> & { readonly permissions?: readonly string[] };

/** An identity of a subject, at a fixed issuer unless one is given. */
export function anIdentity(subject: string, issuer = 'https://id.example'): LinkableIdentity {
  return parseLinkableIdentity({ issuer, subject })._unsafeUnwrap();
}

/** The draft of a change made by the first user over HTTP at second 0. */
export function aDraft(given: Partial<AuditDraft> = {}): AuditDraft {
  return {
    actor: anId(1),
    source: 'http',
    requestId: 'request-1',
    time: aTime(0),
    action: 'remove',
    requested: [],
    ...given,
  };
}

/** Changes are made as they come: no caller is checked, and the last admin can be removed. */
export const AS_IT_COMES: ChangeOptions = {
  adminPermission: DEFAULT_ADMIN_PERMISSION,
  keepAdmin: false,
};

/** A change of the n-th user, as a draft of that action with these strings, except for the given fields. */
export function aRequest(
  n: number,
  action: 'add' | 'remove' | 'set',
  permissions: readonly string[],
  draft: Partial<AuditDraft> = {},
): ChangeRequest {
  return {
    userId: anId(n),
    change: { action, permissions } as PermissionChange,
    draft: aDraft({ action, requested: permissions, ...draft }),
  };
}

/** A request to link the n-th user to an identity, or to unlink them. */
export function aLink(
  n: number,
  action: 'link' | 'unlink',
  identity: ExternalIdentity,
  draft: Partial<AuditDraft> = {},
): ChangeRequest {
  return {
    userId: anId(n),
    change: { action, identity: identity as LinkableIdentity },
    draft: aDraft({ action, identity, ...draft }),
  };
}

/** A change of who the n-th user is, as a draft of that action, except for the given fields. */
export function aPersonChange(
  n: number,
  change: PersonChange,
  draft: Partial<AuditDraft> = {},
): ChangeRequest {
  const { action } = change;
  const requested = action === 'create' ? change.permissions : [];
  return { userId: anId(n), change, draft: aDraft({ action, requested, ...draft }) };
}

/** Makes one change of who the n-th user is, and gives its result: its `person`, or the refusal. */
export async function changePerson(
  store: PermissionStore,
  ...request: Parameters<typeof aPersonChange>
): Promise<string> {
  const outcome = await changeOne(store, aPersonChange(...request));
  return outcome?.type === 'made' ? `${outcome.person}` : `${outcome?.type}`;
}

/** Links the n-th user to an identity, or unlinks them, and gives the result: its `link`, or the refusal. */
export async function changeLink(
  store: PermissionStore,
  ...request: Parameters<typeof aLink>
): Promise<string> {
  const outcome = await changeOne(store, aLink(...request));
  return outcome?.type === 'made' ? `${outcome.link}` : `${outcome?.type}`;
}

/** Makes one change of the n-th user, see {@link aRequest}, and gives its entry; throws if the change was refused. */
export async function makeChange(
  store: PermissionStore,
  ...request: Parameters<typeof aRequest>
): Promise<AuditEntry> {
  const outcome = await changeOne(store, aRequest(...request));
  if (outcome?.type === 'made' && outcome.entry) return outcome.entry;
  throw new Error(`the change has no entry, it ended as ${outcome?.type}`);
}

async function changeOne(store: PermissionStore, request: ChangeRequest): Promise<ChangeOutcome | undefined> {
  const changed = await store.change([request], AS_IT_COMES);
  if (changed.isErr()) {
    const { cause, type } = { cause: undefined, ...changed.error };
    // Runners of tests do not print causes.
    throw new Error(`the change failed: ${type}: ${cause}`, { cause });
  }
  return changed.value[0];
}
