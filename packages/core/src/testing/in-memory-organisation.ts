import { errAsync, okAsync, type ResultAsync } from 'neverthrow';
import {
  type AuditDraft,
  type AuditEntry,
  type AuditFilter,
  type AuditLog,
  type AuditQuery,
  type AuditSealer,
  type ChangeOptions,
  type ChangeOutcome,
  type ChangeRequest,
  type Department,
  type DepartmentPage,
  type DepartmentRange,
  type DepartmentRecord,
  type DepartmentRepository,
  type ExternalIdentity,
  entryOf,
  findParentCycle,
  findTakenIdentity,
  type HealthProbe,
  type IdentityRegistry,
  type IdentityTaken,
  type ImportSummary,
  type IsAdmin,
  type LinkableIdentity,
  type LinkOutcome,
  type ObjectId,
  type Organisation,
  type ParentCycle,
  type PermissionChange,
  PermissionSet,
  type PermissionStore,
  sealEntry,
  type UnlinkOutcome,
  type User,
  type UserDirectory,
  type UserNotFound,
} from '../index.js';
import { aSealer } from './fixtures.js';

/** Every port that a persistence adapter serves, over the same data. */
export interface OrganisationPorts {
  readonly audit: AuditLog;
  readonly departments: DepartmentRepository;
  readonly health: HealthProbe;
  readonly identities: IdentityRegistry;
  readonly organisation: Organisation;
  readonly permissions: PermissionStore;
  readonly users: UserDirectory;
}

/** An empty organisation in memory, for the tests of whoever uses these ports. */
export function inMemoryOrganisation(sealer: AuditSealer = aSealer()): OrganisationPorts {
  const tables: Tables = { sealer, departments: new Map(), users: new Map(), audit: [] };
  return {
    audit: new InMemoryAuditLog(tables),
    departments: new InMemoryDepartmentRepository(tables),
    health: { check: () => okAsync(undefined) },
    identities: new InMemoryIdentityRegistry(tables),
    organisation: new InMemoryOrganisation(tables),
    permissions: new InMemoryPermissionStore(tables),
    users: new InMemoryUserDirectory(tables),
  };
}

interface Tables {
  readonly sealer: AuditSealer;
  readonly departments: Map<ObjectId, DepartmentRecord>;
  readonly users: Map<ObjectId, User>;
  readonly audit: AuditEntry[];
}

class InMemoryDepartmentRepository implements DepartmentRepository {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  list({ start, end }: DepartmentRange): ResultAsync<DepartmentPage, never> {
    const records = [...this.#tables.departments.values()].sort(newestFirst);
    const departments = records.slice(start, end).map((record) => this.#read(record));
    return okAsync({ total: records.length, departments });
  }

  #read({ code: _, managerId, ...department }: DepartmentRecord): Department {
    const parent = department.parentId && this.#tables.departments.get(department.parentId);
    const manager = managerId && this.#tables.users.get(managerId);
    return {
      ...department,
      ...(parent && {
        parent: { id: parent.id, name: parent.name, description: parent.description, code: parent.code },
      }),
      ...(manager && {
        manager: { id: manager.id, emails: manager.emails, personalInformation: manager.personalInformation },
      }),
    };
  }
}

function newestFirst(a: DepartmentRecord, b: DepartmentRecord): number {
  const [keyA, keyB] = [a.createdAt + a.id, b.createdAt + b.id];
  return keyA < keyB ? 1 : -1;
}

class InMemoryUserDirectory implements UserDirectory {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  list(): ResultAsync<readonly User[], never> {
    return okAsync(this.#where(() => true));
  }

  find(userId: ObjectId): ResultAsync<User | undefined, never> {
    return okAsync(this.#tables.users.get(userId));
  }

  findByEmail(email: string): ResultAsync<readonly User[], never> {
    return okAsync(this.#where((user) => user.emails.some((own) => lowerAscii(own) === lowerAscii(email))));
  }

  findByIdentity(identity: ExternalIdentity): ResultAsync<User | undefined, never> {
    return okAsync(ownerOf(this.#tables, identity));
  }

  #where(matches: (user: User) => boolean): User[] {
    return [...this.#tables.users.values()].filter(matches).sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function ownerOf({ users }: Tables, identity: ExternalIdentity): User | undefined {
  return [...users.values()].find((user) => user.identities.some((own) => sameIdentity(own, identity)));
}

function sameIdentity(a: ExternalIdentity, b: ExternalIdentity): boolean {
  return a.issuer === b.issuer && a.subject === b.subject;
}

class InMemoryIdentityRegistry implements IdentityRegistry {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  link(userId: ObjectId, identity: LinkableIdentity): ResultAsync<LinkOutcome, UserNotFound | IdentityTaken> {
    const user = this.#tables.users.get(userId);
    if (!user) return errAsync({ type: 'user-not-found', user: userId });
    const owner = ownerOf(this.#tables, identity)?.id;
    if (owner === userId) return okAsync('already-linked');
    if (owner) return errAsync({ type: 'identity-taken', identity, owner, claimant: userId });
    this.#tables.users.set(userId, { ...user, identities: [...user.identities, identity] });
    return okAsync('linked');
  }

  unlink(userId: ObjectId, identity: ExternalIdentity): ResultAsync<UnlinkOutcome, UserNotFound> {
    const user = this.#tables.users.get(userId);
    if (!user) return errAsync({ type: 'user-not-found', user: userId });
    const identities = user.identities.filter((own) => !sameIdentity(own, identity));
    if (identities.length === user.identities.length) return okAsync('not-linked');
    this.#tables.users.set(userId, { ...user, identities });
    return okAsync('unlinked');
  }
}

class InMemoryPermissionStore implements PermissionStore {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  find(userId: ObjectId): ResultAsync<PermissionSet, UserNotFound> {
    const user = this.#tables.users.get(userId);
    return user ? okAsync(user.permissions) : errAsync({ type: 'user-not-found', user: userId });
  }

  change(
    userId: ObjectId,
    change: (held: PermissionSet) => PermissionChange,
    draft: AuditDraft,
  ): ResultAsync<AuditEntry, UserNotFound> {
    // In one go, so that no other change comes between reading and writing.
    const user = this.#tables.users.get(userId);
    return user
      ? okAsync(write(this.#tables, userId, change(user.permissions), draft))
      : errAsync({ type: 'user-not-found', user: userId });
  }

  changeAll(
    requests: readonly ChangeRequest[],
    { keepAdmin, atomic = false, dryRun = false }: ChangeOptions = {},
  ): ResultAsync<readonly ChangeOutcome[], never> {
    const { users, audit } = this.#tables;
    const before = { users: new Map(users), entries: audit.length };
    const outcomes = requests.map((request) => this.#carryOut(request, keepAdmin));
    const fails = outcomes.some(({ type }) => type === 'user-not-found' || type === 'no-admin-left');
    if (dryRun || (atomic && fails)) {
      for (const [id, user] of before.users) users.set(id, user);
      audit.length = before.entries;
    }
    return okAsync(outcomes);
  }

  hasAdmin(isAdmin: IsAdmin): ResultAsync<boolean, never> {
    return okAsync([...this.#tables.users.values()].some(({ permissions }) => isAdmin(permissions)));
  }

  #carryOut({ userId, change, draft }: ChangeRequest, keepAdmin: IsAdmin | undefined): ChangeOutcome {
    const { users } = this.#tables;
    const user = users.get(userId);
    if (!user) return { type: 'user-not-found', user: userId };
    const changed = change(user.permissions);
    if (!changed) return { type: 'left-alone' };
    const goes = keepAdmin?.(changed.before) && !keepAdmin(changed.after);
    if (
      goes &&
      ![...users.values()].some(({ id, permissions }) => id !== userId && keepAdmin?.(permissions))
    ) {
      return { type: 'no-admin-left', user: userId };
    }
    return { type: 'changed', entry: write(this.#tables, userId, changed, draft) };
  }
}

function write(tables: Tables, userId: ObjectId, change: PermissionChange, draft: AuditDraft): AuditEntry {
  const user = tables.users.get(userId) as User;
  tables.users.set(userId, { ...user, permissions: change.after });
  const previous = tables.audit.at(-1)?.seal?.digest ?? '';
  const entry = sealEntry(tables.sealer, previous, entryOf(tables.audit.length + 1, userId, draft, change));
  tables.audit.push(entry);
  return entry;
}

class InMemoryAuditLog implements AuditLog {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  list({
    afterId,
    newestFirst = false,
    limit,
    ...filter
  }: AuditQuery): ResultAsync<readonly AuditEntry[], never> {
    const ordered = newestFirst ? [...this.#tables.audit].reverse() : this.#tables.audit;
    const isBehind = ({ id }: AuditEntry) =>
      afterId === undefined || (newestFirst ? id < afterId : id > afterId);
    return okAsync(ordered.filter((entry) => isBehind(entry) && matches(entry, filter)).slice(0, limit));
  }

  find(id: number): ResultAsync<AuditEntry | undefined, never> {
    return okAsync(this.#tables.audit.find((entry) => entry.id === id));
  }
}

function matches(entry: AuditEntry, { permission, since, until, ...exact }: AuditFilter): boolean {
  return (
    Object.entries(exact).every(([member, value]) => entry[member as keyof AuditEntry] === value) &&
    (permission === undefined || [...entry.added, ...entry.removed].includes(permission)) &&
    (since === undefined || entry.time >= since) &&
    (until === undefined || entry.time <= until)
  );
}

class InMemoryOrganisation implements Organisation {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  importDepartments(departments: readonly DepartmentRecord[]): ResultAsync<ImportSummary, ParentCycle> {
    const { departments: table } = this.#tables;
    const cycle = findParentCycle(
      new Map([...table.values(), ...departments].map(({ id, parentId }) => [id, parentId])),
    );
    if (cycle) return errAsync({ type: 'parent-cycle', cycle });
    const summary = { created: 0, updated: 0, unchanged: 0 };
    for (const department of departments) {
      summary[outcome(table.get(department.id), department)]++;
      table.set(department.id, department);
    }
    return okAsync(summary);
  }

  importUsers(
    users: readonly User[],
    draft: Omit<AuditDraft, 'requested'>,
  ): ResultAsync<ImportSummary, IdentityTaken> {
    const { users: table } = this.#tables;
    const taken = findTakenIdentity(users, (identity) => ownerOf(this.#tables, identity)?.id);
    if (taken) return errAsync(taken);
    const summary = { created: 0, updated: 0, unchanged: 0 };
    for (const user of users) {
      const current = table.get(user.id);
      const change = (current?.permissions ?? NO_PERMISSIONS).replaceWith(user.permissions);
      const sameSet = change.added.length + change.removed.length === 0;
      const imported = { ...user, permissions: change.before };
      summary[sameSet ? outcome(current, imported) : current ? 'updated' : 'created']++;
      table.set(user.id, imported);
      if (!sameSet) write(this.#tables, user.id, change, { ...draft, requested: [...user.permissions] });
    }
    return okAsync(summary);
  }
}

const NO_PERMISSIONS = PermissionSet.of([]);

function outcome(current: object | undefined, imported: object): keyof ImportSummary {
  if (!current) return 'created';
  return fingerprint(current) === fingerprint(imported) ? 'unchanged' : 'updated';
}

function fingerprint(record: object): string {
  return JSON.stringify(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
