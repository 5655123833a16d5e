import { errAsync, okAsync, type ResultAsync } from 'neverthrow';
import {
  type AuditDraft,
  type AuditEntry,
  type AuditLog,
  type AuditQuery,
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
  type LinkableIdentity,
  type LinkOutcome,
  type ObjectId,
  type Organisation,
  type ParentCycle,
  type PermissionChange,
  PermissionSet,
  type PermissionStore,
  type UnlinkOutcome,
  type User,
  type UserDirectory,
  type UserNotFound,
} from '../index.js';

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
export function inMemoryOrganisation(): OrganisationPorts {
  const tables: Tables = { departments: new Map(), users: new Map(), audit: [] };
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
}

function write(tables: Tables, userId: ObjectId, change: PermissionChange, draft: AuditDraft): AuditEntry {
  const user = tables.users.get(userId) as User;
  tables.users.set(userId, { ...user, permissions: change.after });
  const entry = entryOf(tables.audit.length + 1, userId, draft, change);
  tables.audit.push(entry);
  return entry;
}

class InMemoryAuditLog implements AuditLog {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  list({ userId, afterId = 0, limit }: AuditQuery): ResultAsync<readonly AuditEntry[], never> {
    const matches = this.#tables.audit.filter(
      (entry) => entry.id > afterId && (userId === undefined || entry.userId === userId),
    );
    return okAsync(matches.slice(0, limit));
  }
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
