import {
  type ActorRefused,
  type AppliedChange,
  type ArchiveDraft,
  type ArchivedSet,
  type AuditBatch,
  type AuditBatchQuery,
  type AuditDraft,
  type AuditEntry,
  type AuditLog,
  type AuditQuery,
  type AuditRecord,
  type ChangeOptions,
  type ChangeOutcome,
  type ChangeRequest,
  type Clock,
  type CopyRecord,
  type CopyTargetNotEmpty,
  type Department,
  type DepartmentPage,
  type DepartmentRecord,
  type DepartmentRepository,
  type DepartmentToImport,
  type Ends,
  type ExternalIdentity,
  err,
  type Grant,
  type GrantBlock,
  type GrantEntry,
  type GrantSearch,
  type HealthProbe,
  type ImportDepartmentsOptions,
  type Imported,
  type ImportedDepartment,
  type ImportOptions,
  type ImportUsersError,
  type IntegrityChecker,
  type KeptUser,
  type ListRange,
  moduleOf,
  type ObjectId,
  type Organisation,
  type OrganisationCopy,
  ok,
  okAsync,
  type ParentCycle,
  PermissionSet,
  type PermissionStore,
  type Result,
  ResultAsync,
  type RotationDraft,
  type StoreFlaw,
  type StoreUnavailable,
  type TrailArchive,
  type TrailDigest,
  type TrailMoved,
  type TrailSigner,
  type TrailStore,
  timestampOf,
  type User,
  type UserDirectory,
  type UserKey,
  type UserNotFound,
  type UserPage,
  type UserRights,
  type UserSearch,
  type UserSummary,
  type UsersImported,
  type UserToImport,
} from '@ops-admin/core';
import {
  AuditChain,
  addArchivedSet,
  auditBatchesOf,
  auditEntriesOf,
  type ChainEnd,
  type ChainedChange,
  canonicalJson,
  checkCount,
  checkInteger,
  checkRange,
  checkText,
  checkTexts,
  checkUserKeys,
  compareCodePoints,
  concludeUserImport,
  contextAmong,
  departmentsBelow,
  emailKeyOf,
  endsJson,
  endsOf,
  fitsFilter,
  foldAscii,
  GrantEntries,
  heldOf,
  identityKey,
  judgeChanges,
  lastSets,
  metWithoutAnEntry,
  NO_ENTRY,
  NOTHING_HELD,
  nameKeyOf,
  neverNamed,
  type ProfileChange,
  planDepartmentImport,
  plannedDraft,
  planUserImport,
  profileDigest,
  type RecordedChange,
  type RecordedSet,
  recordChanges,
  recordedSetOf,
  rejecting,
  SealingKeyMissing,
  type SetStep,
  sealArchive,
  setHistoryOf,
  setsAt,
  withEntries,
  withEntry,
  withEntryIds,
} from '@ops-admin/core/adapter';
import { aSigner } from '../fixtures.js';

/** Every port that a persistence adapter serves, over the same data. */
export interface OrganisationPorts {
  readonly copy: OrganisationCopy;
  readonly audit: AuditLog;
  readonly departments: DepartmentRepository;
  readonly health: HealthProbe;
  readonly trail: TrailStore;
  readonly integrity: IntegrityChecker;
  readonly organisation: Organisation;
  readonly permissions: PermissionStore;
  readonly users: UserDirectory;
}

/** An organisation in memory. */
export interface InMemoryOrganisationPorts extends OrganisationPorts {
  /** Gives a user a set without an entry in the trail, as anyone with the file of a real store can. */
  tamper(userId: ObjectId, permissions: readonly string[]): void;
  /** Gives a user another e-mail, likewise. */
  swapEmail(userId: ObjectId, email: string): void;
}

/** An empty organisation in memory, for tests of code that uses these ports. */
export function inMemoryOrganisation(
  signer: TrailSigner = aSigner(),
  clock: Clock = () => new Date(),
): InMemoryOrganisationPorts {
  const tables: Tables = {
    signer,
    clock,
    departments: new Map(),
    users: new Map(),
    salts: new Map(),
    audit: [],
    archives: [],
    archivedSets: new Map(),
    lastEntryId: 0,
  };
  return {
    copy: new InMemoryOrganisationCopy(tables),
    audit: new InMemoryAuditLog(tables),
    departments: new InMemoryDepartmentRepository(tables),
    health: { check: () => okAsync(undefined) },
    trail: new InMemoryTrailStore(tables),
    integrity: new InMemoryIntegrityChecker(tables),
    organisation: new InMemoryOrganisation(tables),
    permissions: new InMemoryPermissionStore(tables),
    users: new InMemoryUserDirectory(tables),
    tamper: (userId, permissions) => {
      const user = tables.users.get(userId) as User;
      tables.users.set(userId, { ...user, permissions: PermissionSet.of(permissions) });
    },
    swapEmail: (userId, email) => {
      const user = tables.users.get(userId) as User;
      tables.users.set(userId, { ...user, emails: [email] });
    },
  };
}

interface Tables {
  readonly signer: TrailSigner;
  readonly clock: Clock;
  readonly departments: Map<ObjectId, DepartmentRecord>;
  readonly users: Map<ObjectId, User>;
  /** Apart from the users, so that none is ever shown. */
  readonly salts: Map<ObjectId, string>;
  readonly audit: AuditRecord[];
  readonly archives: TrailArchive[];
  readonly archivedSets: Map<ObjectId, ArchivedSet>;
  lastEntryId: number;
}

/** A port over the tables. */
abstract class OverTables {
  protected readonly tables: Tables;

  constructor(tables: Tables) {
    this.tables = tables;
  }
}

class InMemoryDepartmentRepository extends OverTables implements DepartmentRepository {
  list(range: ListRange): ResultAsync<DepartmentPage, never> {
    return answer(() => {
      checkRange(range);
      const records = [...this.tables.departments.values()].sort(newestFirst);
      const departments = records.slice(range.start, range.end).map((record) => this.#read(record));
      return { total: records.length, departments };
    });
  }

  idsNamed(names: readonly string[]): ResultAsync<readonly (readonly ObjectId[])[], never> {
    return answer(() => {
      checkTexts(names, 'names');
      const records = byId(this.tables.departments.values());
      return names.map((name) => {
        const own = records.filter(({ id }) => id === name.toLowerCase());
        const named = own.length > 0 ? own : records.filter(({ code }) => code === name && code !== '');
        return named.map(({ id }) => id);
      });
    });
  }

  #read({ id, name, description, parentId, createdAt, updatedAt, managerId }: DepartmentRecord): Department {
    const parent = parentId && this.tables.departments.get(parentId);
    const manager = managerId && this.tables.users.get(managerId);
    return {
      ...{ _id: id, name, description, parentId, createdAt, updatedAt },
      ...(parent && {
        parentDepartment: {
          _id: parent.id,
          name: parent.name,
          description: parent.description,
          code: parent.code,
        },
      }),
      ...(manager && {
        manager: {
          _id: manager.id,
          emails: manager.emails,
          personalInformation: manager.personalInformation,
        },
      }),
    };
  }
}

function newestFirst(a: DepartmentRecord, b: DepartmentRecord): number {
  const [keyA, keyB] = [a.createdAt + a.id, b.createdAt + b.id];
  return keyA < keyB ? 1 : -1;
}

class InMemoryUserDirectory extends OverTables implements UserDirectory {
  list(): ResultAsync<readonly User[], never> {
    return answer(() => this.#where(() => true));
  }

  search(search: UserSearch): ResultAsync<UserPage, never> {
    return answer(() => {
      checkRange(search);
      const { start, end, sort = 'name', ...filter } = search;
      const { departments } = this.tables;
      const within = filter.department && departmentsBelow(filter.department, departments);
      const keyOf = (user: User) => {
        if (sort !== 'department') return sort.endsWith('name') ? nameKeyOf(user) : emailKeyOf(user);
        const { departmentId: id } = user;
        const name = id === null ? '' : (departments.get(id)?.name ?? id);
        return [foldAscii(name), id ?? '', nameKeyOf(user)].join('\0');
      };
      const found = this.#where((user) => fitsFilter(user, filter, within)).sort(
        (a, b) => compareCodePoints(keyOf(a), keyOf(b)) || (a.id < b.id ? -1 : 1),
      );
      if (sort.startsWith('-')) found.reverse();
      return { total: found.length, users: found.slice(start, end) };
    });
  }

  find(userId: ObjectId): ResultAsync<User | undefined, never> {
    return answer(() => {
      checkText(userId, 'userId');
      return this.#where(({ id }) => id === userId)[0];
    });
  }

  summaries(userIds: readonly ObjectId[]): ResultAsync<readonly UserSummary[], never> {
    return answer(() => {
      checkTexts(userIds, 'userIds');
      const users = this.#where(({ id }) => userIds.includes(id));
      return users.map(({ emails, id, personalInformation }) => ({ id, emails, personalInformation }));
    });
  }

  findByEmail(email: string): ResultAsync<readonly User[], never> {
    return answer(() => {
      checkText(email, 'email');
      return this.#withEmail(email);
    });
  }

  idsByEmail(emails: readonly string[]): ResultAsync<readonly (readonly ObjectId[])[], never> {
    return answer(() => {
      checkTexts(emails, 'emails');
      return emails.map((email) => this.#withEmail(email).map(({ id }) => id));
    });
  }

  findByIdentity(identity: ExternalIdentity): ResultAsync<User | undefined, never> {
    return answer(() => {
      checkText(identity.issuer, 'issuer');
      checkText(identity.subject, 'subject');
      return this.#where(({ identities }) => identities.some((own) => sameIdentity(own, identity)))[0];
    });
  }

  async *grants({
    after,
    department,
    end,
    modules,
    start,
    userIds,
  }: GrantSearch): AsyncGenerator<Result<GrantBlock, never>, void> {
    checkRange({ start, ...(end !== undefined && { end }) });
    const { audit, departments } = this.tables;
    const within = department && departmentsBelow(department, departments);
    const entries = new GrantEntries();
    for (const { action, added, ends = {}, id: entry, requested, userId } of audit) {
      if (userId === null) continue;
      if (action === 'attest') entries.add({ userId, entry, permissions: requested, attests: true });
      else entries.add({ userId, entry, permissions: [...added, ...Object.keys(ends)], attests: false });
    }
    const records = [...departments.values()];
    const isOne = (code: string) => code !== '' && records.filter((one) => one.code === code).length === 1;
    const codeOf = new Map(records.filter(({ code }) => isOne(code)).map(({ code, id }) => [id, code]));
    const entryOf = (id: number | undefined): GrantEntry | undefined => {
      const record = audit.find((one) => one.id === id);
      if (!record) return undefined;
      const { actor, reason, time } = record;
      return { id: record.id, time, actor, ...(reason !== undefined && { reason }) };
    };
    const inOrder = (a: User, b: User) =>
      compareCodePoints(nameKeyOf(a), nameKeyOf(b)) || compareCodePoints(a.id, b.id);
    const before = this.#where(({ id }) => id === after);
    const found = this.#where(
      ({ departmentId, id }) => (within?.has(departmentId) ?? true) && (userIds?.includes(id) ?? true),
    )
      .filter((user) => after === undefined || before.some((one) => inOrder(one, user) < 0))
      .sort(inOrder)
      .flatMap(({ departmentId, emails, id: userId, permissions, personalInformation: { name } }): Grant[] =>
        heldOf(permissions, modules).map((permission) => {
          const until = permissions.ends.get(permission);
          const { attested, given } = entries.of(userId, permission);
          const [gave, confirmed] = [entryOf(given), entryOf(attested)];
          return {
            userId,
            email: emails[0],
            name,
            departmentId,
            department: departmentId && (codeOf.get(departmentId) ?? departmentId),
            permission,
            ...(until !== undefined && { until }),
            ...(gave && { given: gave }),
            ...(confirmed && { attested: confirmed }),
          };
        }),
      );
    yield ok({
      ...(after === undefined && { total: found.length }),
      newestEntry: endOf(this.tables).id,
      grants: found.slice(start, end),
    });
  }

  heldPermissions(among?: readonly string[]): ResultAsync<readonly string[], never> {
    return answer(() => {
      if (among !== undefined) checkTexts(among, 'among');
      return distinct(
        this.#where(() => true).flatMap(({ permissions }) => [...permissions]),
        among,
      );
    });
  }

  countHolders(permissions: readonly string[]): ResultAsync<readonly number[], never> {
    return answer(() => {
      checkTexts(permissions, 'permissions');
      return permissions.map((one) => this.#where((user) => user.permissions.has(one)).length);
    });
  }

  countHoldersOfModules(modules: readonly string[]): ResultAsync<readonly number[], never> {
    return answer(() => {
      checkTexts(modules, 'modules');
      const holdsOf = (module: string) => (user: User) =>
        [...user.permissions].some((one) => moduleOf(one) === module);
      return modules.map((module) => this.#where(holdsOf(module)).length);
    });
  }

  rightsOf(keys: readonly UserKey[]): ResultAsync<readonly (UserRights | undefined)[], never> {
    return answer(() => {
      checkUserKeys(keys);
      return keys.map((key) => {
        const [user, ...others] = this.#withKey(key);
        if (!user?.active || others.length > 0) return undefined;
        return { userId: user.id, permissions: user.permissions };
      });
    });
  }

  #withKey(key: UserKey): readonly User[] {
    if ('email' in key) return this.#withEmail(key.email);
    if ('userId' in key) return this.#where(({ id }) => id === key.userId);
    return this.#where(({ identities }) => identities.some((own) => sameIdentity(own, key.identity)));
  }

  #withEmail(email: string): User[] {
    return this.#where((user) => user.emails.some((own) => foldAscii(own) === foldAscii(email)));
  }

  /** Without what has ended. */
  #where(matches: (user: User) => boolean): User[] {
    const { clock, users } = this.tables;
    const now = clock();
    const held = [...users.values()].map((user) => ({ ...user, permissions: user.permissions.at(now) }));
    return byId(held.filter(matches));
  }
}

/** Each once, in order; of these, if some are given. */
function distinct(permissions: readonly string[], among?: readonly string[]): string[] {
  return [...new Set(permissions)].filter((one) => among?.includes(one) ?? true).sort(compareCodePoints);
}

function ownerOf({ users }: Tables, identity: ExternalIdentity): User | undefined {
  return [...users.values()].find((user) => user.identities.some((own) => sameIdentity(own, identity)));
}

function sameIdentity(a: ExternalIdentity, b: ExternalIdentity): boolean {
  return identityKey(a) === identityKey(b);
}

function answer<T>(read: () => T): ResultAsync<T, never> {
  return rejecting(async () => ok(read()));
}

let salts = 0;

/** Differs for each user. It need not be hard to guess: this is for tests. */
function newSalt(): string {
  return `salt ${++salts}`;
}

/** In one step, so that no other change comes between reading and writing. If it throws halfway, nothing is changed. */
function transact<T, E>(tables: Tables, work: () => Result<T, E>): ResultAsync<T, E | StoreUnavailable> {
  return rejecting(async (): Promise<Result<T, E | StoreUnavailable>> => {
    const { audit, departments, lastEntryId, users } = tables;
    const before = { audit: audit.length, departments: [...departments], users: [...users] };
    try {
      return work();
    } catch (error) {
      audit.length = before.audit;
      tables.lastEntryId = lastEntryId;
      departments.clear();
      for (const [id, department] of before.departments) departments.set(id, department);
      users.clear();
      for (const [id, user] of before.users) users.set(id, user);
      if (!(error instanceof SealingKeyMissing)) throw error;
      return err({ type: 'store-unavailable', cause: error, isBusy: true });
    }
  });
}

class InMemoryPermissionStore extends OverTables implements PermissionStore {
  find(userId: ObjectId): ResultAsync<PermissionSet, UserNotFound> {
    return rejecting(async (): Promise<Result<PermissionSet, UserNotFound>> => {
      checkText(userId, 'userId');
      const user = this.tables.users.get(userId);
      if (!user?.active) return err({ type: 'user-not-found', user: userId });
      return ok(user.permissions.at(this.tables.clock()));
    });
  }

  findExpired(limit: number): ResultAsync<readonly ObjectId[], never> {
    return answer(() => {
      checkCount(limit, 'limit');
      const now = this.tables.clock();
      const users = [...this.tables.users.values()];
      const ended = users.filter(({ permissions }) => permissions.at(now) !== permissions);
      return ended.map(({ id }) => id).slice(0, limit);
    });
  }

  change(
    requests: readonly ChangeRequest[],
    options: ChangeOptions,
  ): ResultAsync<readonly ChangeOutcome[], ActorRefused | StoreUnavailable> {
    return transact(this.tables, () => this.#change(requests, options));
  }

  #change(
    requests: readonly ChangeRequest[],
    options: ChangeOptions,
  ): Result<readonly ChangeOutcome[], ActorRefused> {
    const { audit, users } = this.tables;
    const context = contextAmong(users, requests, options, {
      newestEntryOf: (userId) => audit.findLast((entry) => entry.userId === userId)?.id ?? 0,
      newestTookOf: (userId) => {
        const newest = audit.findLast((entry) => entry.userId === userId);
        return (newest?.action === 'remove' && newest.members) || [];
      },
      wasErased: (userId) => wasErased(this.tables, userId),
      now: this.tables.clock(),
    });
    return judgeChanges(requests, options, context).map((outcomes) => {
      const erased: ObjectId[] = [];
      const toRecord = recordChanges(requests, outcomes, options);
      const last = toRecord.flat().at(-1);
      const record = (recorded: RecordedChange) => {
        const {
          made,
          request: { draft, userId },
        } = recorded;
        const user = users.get(userId);
        const before = user && kept(this.tables, user);
        const after = made.user ? { ...made.user, salt: before?.salt ?? newSalt() } : before;
        if (!after) throw new Error('there is nobody to change');
        put(this.tables, after);
        if (made.person === 'erased') erased.push(userId);
        const profile = { ...(before && { before }), after };
        return write(this.tables, userId, made.change, draft, recorded === last, profile);
      };
      const entries = toRecord.map((changes) => changes.map(record));
      for (const userId of erased) erase(this.tables, userId);
      return withEntries(outcomes, entries);
    });
  }
}

/** Removes a user, and the subjects beside the trail. */
function erase({ audit, salts, users }: Tables, userId: ObjectId): void {
  users.delete(userId);
  salts.delete(userId);
  for (const [n, { subjectSalt: _, ...record }] of audit.entries()) {
    if (record.userId !== userId || !record.identity) continue;
    audit[n] = { ...record, identity: { issuer: record.identity.issuer } };
  }
}

function write(
  tables: Tables,
  userId: ObjectId,
  change: AppliedChange,
  draft: AuditDraft,
  isLast: boolean,
  profile: ProfileChange,
): AuditEntry {
  const user = tables.users.get(userId) as User;
  tables.users.set(userId, { ...user, permissions: change.after });
  return append(tables, chainOf(tables).append(userId, change, draft, isLast, profile));
}

/** A user with what is never shown. */
function kept({ salts }: Tables, user: User): KeptUser {
  return { ...user, salt: salts.get(user.id) ?? '' };
}

function put({ salts, users }: Tables, { salt, ...user }: KeptUser): void {
  users.set(user.id, user);
  salts.set(user.id, salt);
}

function append(tables: Tables, { entry, record }: ChainedChange): AuditEntry {
  tables.audit.push(record);
  tables.lastEntryId = record.id;
  return entry;
}

function historyOf({ archivedSets, audit }: Tables): SetStep[] {
  return setHistoryOf(audit, [...archivedSets.values()]);
}

function chainOf(tables: Tables): AuditChain {
  return new AuditChain(tables.signer, endOf(tables), (userId) => {
    const newest = tables.audit.findLast((record) => record.userId === userId);
    const archived = tables.archivedSets.get(userId);
    if (!newest) return archived && { sinceSets: 0, profile: archived.profile };
    return { after: newest.digests.after, sinceSets: newest.sinceSets, profile: newest.profile ?? '' };
  });
}

function endOf({ archives, audit, lastEntryId }: Tables): ChainEnd {
  const last = audit.find(({ id }) => id === lastEntryId);
  // Within a transaction the newest entry is not signed yet.
  const keyId = audit.findLast(({ seal }) => seal.keyId !== undefined)?.seal.keyId;
  const archive = archives.at(-1);
  const end = { ...NO_ENTRY, id: lastEntryId, keyId: keyId ?? archive?.seal.keyId ?? null };
  if (last) return { ...end, digest: last.seal.digest, signature: last.seal.signature ?? null };
  return archive ? { ...end, digest: archive.lastDigest } : end;
}

/** An erasure that was archived leaves a set without a profile. */
function wasErased({ archivedSets, audit }: Tables, userId: ObjectId): boolean {
  return (
    audit.some((record) => record.userId === userId && record.action === 'erase') ||
    archivedSets.get(userId)?.profile === ''
  );
}

class InMemoryAuditLog extends OverTables implements AuditLog {
  list(query: AuditQuery): ResultAsync<readonly AuditEntry[], never> {
    return answer(() => {
      const { archivedSets, audit } = this.tables;
      return auditEntriesOf(audit, query, [...archivedSets.values()]);
    });
  }

  find(id: number): ResultAsync<AuditEntry | undefined, never> {
    return this.list({ afterId: id - 1, limit: 1 }).map((found) => found.find((entry) => entry.id === id));
  }

  newestOf(userId: ObjectId): ResultAsync<number, never> {
    return answer(() => {
      checkText(userId, 'userId');
      return this.tables.audit.findLast((record) => record.userId === userId)?.id ?? 0;
    });
  }

  batches(query: AuditBatchQuery): ResultAsync<readonly AuditBatch[], never> {
    return answer(() => auditBatchesOf(this.tables.audit, query));
  }

  namedPermissions(among?: readonly string[]): ResultAsync<readonly string[], never> {
    return answer(() => {
      if (among !== undefined) checkTexts(among, 'among');
      return distinct(
        this.tables.audit.flatMap(({ added, removed }) => [...added, ...removed]),
        among,
      );
    });
  }

  records(afterId: number, limit: number): ResultAsync<readonly AuditRecord[], never> {
    return answer(() => {
      checkInteger(afterId, 'afterId');
      checkCount(limit, 'limit');
      return this.tables.audit.filter(({ id }) => id > afterId).slice(0, limit);
    });
  }

  newestId(): ResultAsync<number, never> {
    return answer(() => endOf(this.tables).id);
  }

  archives(): ResultAsync<readonly TrailArchive[], never> {
    return okAsync([...this.tables.archives]);
  }

  archivedSets(afterUserId: string, limit: number): ResultAsync<readonly ArchivedSet[], never> {
    return answer(() => {
      checkText(afterUserId, 'afterUserId');
      checkCount(limit, 'limit');
      return setsById(this.tables)
        .filter(({ userId }) => userId > afterUserId)
        .slice(0, limit);
    });
  }
}

function endsMember(ends: Ends): Pick<ArchivedSet, 'ends'> {
  const json = endsJson(ends);
  return json ? { ends: json } : {};
}

function setsById({ archivedSets }: Tables): ArchivedSet[] {
  return [...archivedSets.values()].sort((a, b) => (a.userId < b.userId ? -1 : 1));
}

class InMemoryTrailStore extends OverTables implements TrailStore {
  archive(draft: ArchiveDraft): ResultAsync<TrailArchive, TrailMoved> {
    return rejecting(async () => this.#archive(draft));
  }

  rotate(rotation: RotationDraft): ResultAsync<AuditEntry, TrailMoved> {
    return rejecting(async () => {
      const { from, to, ...draft } = rotation;
      if (endOf(this.tables).keyId !== from) return err({ type: 'trail-moved' });
      const archive = this.tables.archives.at(-1)?.seal.digest;
      return ok(append(this.tables, chainOf(this.tables).rotate(to, archive, draft)));
    });
  }

  #archive(draft: ArchiveDraft): Result<TrailArchive, TrailMoved> {
    const { archivedSets, archives, audit, signer } = this.tables;
    const last = audit.find(({ id }) => id === draft.lastId);
    if (audit[0]?.id !== draft.firstId || last?.seal.digest !== draft.lastDigest) {
      return err({ type: 'trail-moved' });
    }
    const archived = historyOf(this.tables).filter(({ entryId }) => entryId <= draft.lastId);
    for (const [userId, { ends, permissions }] of lastSets(archived)) {
      const newest = audit.findLast((one) => one.userId === userId && one.id <= draft.lastId);
      const { entryId, profile } = newest
        ? { entryId: newest.id, profile: newest.profile ?? '' }
        : (archivedSets.get(userId) as ArchivedSet);
      archivedSets.set(userId, { userId, entryId, permissions, ...endsMember(ends), profile });
    }
    const keyId = endOf(this.tables).keyId ?? signer.keyId;
    audit.splice(0, audit.indexOf(last) + 1);
    const setsDigest = setsById(this.tables).reduce((sum, set) => addArchivedSet(signer, sum, set), '');
    const archive = sealArchive(signer, keyId, archives.at(-1), { ...draft, setsDigest });
    archives.push(archive);
    return ok(archive);
  }
}

class InMemoryOrganisation extends OverTables implements Organisation {
  importDepartments(
    departments: readonly DepartmentToImport[],
    { draft, dryRun = false }: ImportDepartmentsOptions = {},
  ): ResultAsync<Imported<ImportedDepartment>, ParentCycle | StoreUnavailable> {
    const { departments: table } = this.tables;
    const time = draft?.time ?? timestampOf(this.tables.clock())._unsafeUnwrap();
    return transact(this.tables, () =>
      planDepartmentImport(departments, table, time).map(({ records, summary, written }) => {
        if (dryRun) return { records, summary };
        for (const department of written) table.set(department.id, department);
        const last = records.findLast(({ result }) => result !== 'unchanged');
        const recorded = records.map((record) => {
          if (!draft || record.result === 'unchanged') return record;
          const { id: departmentId, members } = record;
          const about = { ...draft, action: 'department' as const, departmentId, members };
          const { id } = append(this.tables, chainOf(this.tables).department(about, record === last));
          return withEntry(record, id);
        });
        return { records: recorded, summary };
      }),
    );
  }

  importUsers(
    users: readonly UserToImport[],
    draft: Omit<AuditDraft, 'requested'>,
    options?: ImportOptions,
  ): ResultAsync<UsersImported, ImportUsersError> {
    return transact(this.tables, () => this.#importUsers(users, draft, options));
  }

  #importUsers(
    users: readonly UserToImport[],
    draft: Omit<AuditDraft, 'requested'>,
    options: ImportOptions | undefined,
  ): Result<UsersImported, ImportUsersError> {
    const { users: table } = this.tables;
    const named = new Set(users.map(({ id }) => id));
    const hasOtherAdmin = [...table.values()].some(
      ({ active, id, permissions }) =>
        active && !named.has(id) && options && permissions.forGood().grants(options.adminPermission),
    );
    const ownerId = (identity: ExternalIdentity) => ownerOf(this.tables, identity)?.id;
    const currents = new Map([...table].map(([id, user]) => [id, kept(this.tables, user)]));
    const isErased = (userId: ObjectId) => wasErased(this.tables, userId);
    return planUserImport(users, currents, ownerId, newSalt, this.tables.clock(), options, isErased).andThen(
      (plan) =>
        concludeUserImport(plan, hasOtherAdmin, options).map((imported) => {
          if (options?.dryRun) return imported;
          for (const user of plan.written) {
            const permissions = table.get(user.id)?.permissions ?? PermissionSet.of([]);
            put(this.tables, { ...user, permissions });
          }
          const last = plan.entries.length - 1;
          const entries = plan.entries.map((planned, n) => {
            const { change, profile, userId } = planned;
            const about = plannedDraft(draft, planned);
            const { id } = write(this.tables, userId, change, about, n === last, profile);
            return { id, userId };
          });
          return withEntryIds(imported, entries);
        }),
    );
  }
}

class InMemoryOrganisationCopy extends OverTables implements OrganisationCopy {
  async *read(): AsyncGenerator<Result<CopyRecord, never>, void> {
    const { archives, audit, departments, lastEntryId, users } = this.tables;
    // Read all now, because others continue to change the tables.
    const records: CopyRecord[] = [
      ...byId(departments.values()).map((department) => ({ type: 'department' as const, department })),
      ...byId(users.values()).map((user) => ({
        type: 'user' as const,
        user: {
          ...kept(this.tables, user),
          permissions: [...user.permissions],
          ...endsMember(user.permissions.ends),
        },
      })),
      ...archives.map((archive) => ({ type: 'trail-archive' as const, archive })),
      ...setsById(this.tables).map((set) => ({ type: 'archived-set' as const, set })),
      ...audit.map((entry) => ({ type: 'entry' as const, entry })),
      { type: 'end', lastEntryId },
    ];
    for (const record of records) yield ok(record);
  }

  write<E>(
    records: AsyncIterable<Result<CopyRecord, E>>,
  ): ResultAsync<undefined, CopyTargetNotEmpty | StoreUnavailable | E> {
    return new ResultAsync(this.#write(records));
  }

  async #write<E>(
    records: AsyncIterable<Result<CopyRecord, E>>,
  ): Promise<Result<undefined, CopyTargetNotEmpty | StoreUnavailable | E>> {
    const tables = this.tables;
    const { departments, lastEntryId, users } = tables;
    if (departments.size + users.size + lastEntryId > 0) return err({ type: 'copy-target-not-empty' });
    const read: CopyRecord[] = [];
    for await (const record of records) {
      if (record.isErr()) return err(record.error);
      read.push(record.value);
    }
    if (read.at(-1)?.type !== 'end')
      return err({ type: 'store-unavailable', cause: 'the records have no end' });
    for (const record of read) {
      if (record.type === 'department') departments.set(record.department.id, record.department);
      else if (record.type === 'trail-archive') tables.archives.push(record.archive);
      else if (record.type === 'archived-set') tables.archivedSets.set(record.set.userId, record.set);
      else if (record.type === 'entry') tables.audit.push(record.entry);
      else if (record.type === 'end') tables.lastEntryId = record.lastEntryId;
      else {
        const { ends, ...user } = record.user;
        put(tables, { ...user, permissions: PermissionSet.of(user.permissions, endsOf(ends)) });
      }
    }
    return ok(undefined);
  }
}

function byId<T extends { readonly id: ObjectId }>(rows: Iterable<T>): T[] {
  return [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
}

class InMemoryIntegrityChecker extends OverTables implements IntegrityChecker {
  check(digest?: TrailDigest): ResultAsync<readonly StoreFlaw[], never> {
    const recorded = lastSets(historyOf(this.tables));
    const users = byId(this.tables.users.values());
    return okAsync([
      ...users.flatMap((user) => this.#flawsOf(user, recorded.get(user.id) ?? NOTHING_HELD)),
      ...this.#withoutAnEntry(),
      ...(digest ? users.flatMap((user) => this.#flawsOfProfile(user, digest)) : []),
    ]);
  }

  #withoutAnEntry(): StoreFlaw[] {
    const { audit, users } = this.tables;
    const current = new Map<ObjectId, RecordedSet>();
    return historyOf(this.tables).flatMap((step) => {
      const { entryId, userId } = step;
      const recorded = current.get(userId) ?? NOTHING_HELD;
      const { after, before } = setsAt(step, recorded);
      current.set(userId, after);
      const held = users.get(userId)?.permissions;
      if (!held) return [];
      const since = audit.filter((entry) => entry.userId === userId && entry.id >= entryId);
      const found = neverNamed(metWithoutAnEntry(recorded, before, recordedSetOf(held)), since);
      if (found.gained.length + found.lost.length === 0) return [];
      return [{ type: 'without-an-entry' as const, userId, entryId, ...found }];
    });
  }

  #flawsOfProfile(user: User, digest: TrailDigest): StoreFlaw[] {
    const { archivedSets, audit } = this.tables;
    const newest = audit.findLast(({ userId }) => userId === user.id);
    const archived = archivedSets.get(user.id);
    const entryId = newest?.id ?? archived?.entryId;
    const profile = newest?.profile ?? archived?.profile;
    const now = kept(this.tables, user);
    if (entryId === undefined ? now.identities.length === 0 : profileDigest(digest, now) === profile)
      return [];
    return [{ type: 'profile-unlike-the-trail', userId: user.id, ...(entryId !== undefined && { entryId }) }];
  }

  /** Nothing is derived here. */
  repair(): ResultAsync<void, never> {
    return okAsync();
  }

  #flawsOf(
    { id: userId, permissions }: User,
    { ends: saidEnds, permissions: recorded }: RecordedSet,
  ): StoreFlaw[] {
    const entry = this.tables.audit.findLast((one) => one.userId === userId);
    const held = [...permissions];
    const ends = { held: Object.fromEntries(permissions.ends), recorded: Object.fromEntries(saidEnds) };
    const isSameEnds = canonicalJson(ends.held) === canonicalJson(ends.recorded);
    if (JSON.stringify(held) === JSON.stringify(recorded) && isSameEnds) return [];
    const more = { ...(!isSameEnds && { ends }), ...(entry && { entryId: entry.id }) };
    return [{ type: 'unlike-the-trail', userId, held, recorded, ...more }];
  }
}
