import { draftOf } from '../audit/audit-entry.js';
import {
  describeUnknownDepartment,
  findDepartments,
  type UnknownDepartment,
} from '../departments/find-department.js';
import { PermissionSet } from '../permissions/permission-set.js';
import { err, ok, type Result } from '../result.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type {
  ImportedUser,
  ImportUsersError,
  RecordMistake,
  RecordMistakes,
  UsersImported,
  UserToImport,
} from './organisation.js';
import { uniqueValuesIn } from './unique-values.js';
import type { ImportOperationsPorts, ImportUsersInput, UserRecord, UsersImport } from './users-import.js';

/** The users in one transaction, which every other change waits for. */
const USERS_PER_TRANSACTION = 2000;

type Parts<Given, E> = AsyncGenerator<Result<readonly Identified<Given>[], StoreUnavailable | E>, void>;

/** A record, and the user whom it is about. */
interface Identified<Given> {
  readonly record: Given;
  readonly id: ObjectId;
  readonly keepsEmails?: true;
}

/** One import of users: in one transaction if they fit, else judged as a whole, then written in several. */
export class UserImportRun<Given extends UserRecord, E> {
  readonly #ports: ImportOperationsPorts;
  readonly #input: ImportUsersInput<Given, E>;
  /** Users who lose admin permissions: they come last, together. */
  readonly #last = new Set<ObjectId>();
  readonly #departments = new Map<string, Result<ObjectId, UnknownDepartment>>();

  constructor(ports: ImportOperationsPorts, input: ImportUsersInput<Given, E>) {
    this.#ports = ports;
    this.#input = input;
  }

  async execute(): Promise<Result<UsersImport, ImportUsersError | E>> {
    const { agree, dryRun = false, isJudged = false } = this.#input;
    const first = await this.#wholeIfSmall();
    if (first.isErr()) return err(first.error);
    const whole = first.value;
    const twice = twiceIn(whole ?? [], new Map());
    if (twice.length > 0) return err({ type: 'record-mistakes', mistakes: twice });
    if (dryRun || (!whole && !isJudged) || agree) {
      const judged = whole ? await this.#importAll([whole], true) : await this.#judge();
      if (judged.isErr()) return judged;
      if (dryRun) return whole ? judged : (await this.#tellParts()).map(() => judged.value);
      const agreed = await agree?.(judged.value);
      if (agreed?.isErr()) return err(agreed.error);
    }
    return await this.#importAll(whole ? [whole] : undefined, false);
  }

  /** Returns all users if one transaction can take them. */
  async #wholeIfSmall(): Promise<Result<readonly Identified<Given>[] | undefined, StoreUnavailable | E>> {
    let whole: readonly Identified<Given>[] = [];
    let parts = 0;
    for await (const part of this.#parts()) {
      if (part.isErr()) return err(part.error);
      if (++parts > 1) return ok(undefined);
      whole = part.value;
    }
    return ok(whole);
  }

  /** Judges parts one by one, then together what they leave open. */
  async #judge(): Promise<Result<UsersImport, ImportUsersError | E>> {
    const { keepAdmin = true } = this.#input;
    const tally = new Tally();
    const given = new Set<string>();
    const mistakes: RecordMistake[] = [];
    const seen = new Map<ObjectId, ObjectId>();
    let hasAdmin = false;
    for await (const part of this.#parts()) {
      if (part.isErr()) return err(part.error);
      const twice = twiceIn(part.value, seen);
      mistakes.push(...twice);
      const values = part.value.flatMap(({ record }) => uniqueValuesIn(record));
      for (const { id, key, member, what } of values)
        if (given.has(key)) mistakes.push({ id, member, message: `${what} is given twice` });
      // The store compares the records of one part with each other.
      for (const { key } of values) given.add(key);
      if (twice.length > 0) continue;
      const judged = await this.#import(part.value, { dryRun: true, isPart: true, keepAdmin: false });
      if (judged.isErr()) {
        if (judged.error.type !== 'record-mistakes') return err(judged.error);
        mistakes.push(...judged.error.mistakes);
        continue;
      }
      const { open, records } = judged.value;
      hasAdmin ||= open.hasAdmin;
      for (const id of open.demotedAdmins) this.#last.add(id);
      tally.add(records);
    }
    if (mistakes.length > 0) return err({ type: 'record-mistakes', mistakes });
    if (this.#last.size === 0) return ok(tally.result());
    const last = await this.#readLast();
    if (last.isErr()) return err(last.error);
    const judged = await this.#import(last.value, { dryRun: true, keepAdmin: keepAdmin && !hasAdmin });
    return judged.map(({ leavesNoAdmin }) => {
      tally.leavesNoAdmin = leavesNoAdmin && !hasAdmin;
      return tally.result();
    });
  }

  /** Writes each part in a transaction, then those who come last in one. */
  async #importAll(
    parts: readonly (readonly Identified<Given>[])[] | undefined,
    dryRun: boolean,
  ): Promise<Result<UsersImport, ImportUsersError | E>> {
    const { isStopped } = this.#input;
    const tally = new Tally();
    const last: Identified<Given>[] = [];
    for await (const part of parts ? fixed<Identified<Given>, E>(parts) : this.#parts()) {
      if (part.isErr()) return err(part.error);
      if (isStopped?.()) return ok(tally.result(true));
      last.push(...part.value.filter(({ id }) => this.#last.has(id)));
      const others = part.value.filter(({ id }) => !this.#last.has(id));
      const done = await this.#importPart(others, dryRun, tally);
      if (done.isErr()) return err(done.error);
    }
    if (isStopped?.() && last.length > 0) return ok(tally.result(true));
    const done = await this.#importPart(last, dryRun, tally);
    return done.map(() => tally.result());
  }

  /** Reports what a dry run of several parts judged, unless the import is refused as a whole. */
  async #tellParts(): Promise<Result<undefined, ImportUsersError | E>> {
    const { tell } = this.#input;
    if (!tell) return ok(undefined);
    for await (const part of this.#parts()) {
      if (part.isErr()) return err(part.error);
      const judged = await this.#import(part.value, { dryRun: true, isPart: true, keepAdmin: false });
      if (judged.isErr()) return err(judged.error);
      await tell(judged.value.records, recordsOf(part.value));
    }
    return ok(undefined);
  }

  async #importPart(
    part: readonly Identified<Given>[],
    dryRun: boolean,
    tally: Tally,
  ): Promise<Result<undefined, ImportUsersError>> {
    if (part.length === 0) return ok(undefined);
    const { dryRun: isTold = false, keepAdmin = true, tell } = this.#input;
    const done = await this.#import(part, { dryRun, keepAdmin });
    if (done.isErr()) return err(done.error);
    tally.add(done.value.records);
    tally.leavesNoAdmin ||= done.value.leavesNoAdmin;
    // Only the pass that the caller asked for reports its records.
    if (dryRun === isTold) await tell?.(done.value.records, recordsOf(part));
    return ok(undefined);
  }

  async #readLast(): Promise<Result<readonly Identified<Given>[], StoreUnavailable | E>> {
    const found: Identified<Given>[] = [];
    for await (const part of this.#parts()) {
      if (part.isErr()) return err(part.error);
      found.push(...part.value.filter(({ id }) => this.#last.has(id)));
    }
    return ok(found);
  }

  async #import(
    part: readonly Identified<Given>[],
    how: { readonly dryRun: boolean; readonly isPart?: boolean; readonly keepAdmin: boolean },
  ): Promise<Result<UsersImported, ImportUsersError>> {
    const { clock, organisation, policy } = this.#ports;
    const users = await this.#resolved(part);
    if (users.isErr()) return err(users.error);
    const draft = draftOf('set', [], this.#input.origin, clock);
    const { adminPermission } = policy;
    const done = await organisation.importUsers(users.value, draft, { ...how, adminPermission });
    return done.mapErr((error) => aboutRecords(error, part));
  }

  /** Gives users the ids of their departments, which must exist. */
  async #resolved(
    part: readonly Identified<Given>[],
  ): Promise<Result<readonly UserToImport[], RecordMistakes | StoreUnavailable>> {
    const names = new Set(
      part.flatMap(({ record: { department, departmentId } }) => department ?? departmentId ?? []),
    );
    const asked = [...names].filter((name) => !this.#departments.has(name));
    if (asked.length > 0) {
      const found = await findDepartments(this.#ports.departments, asked);
      if (found.isErr()) return err(found.error);
      for (const [name, id] of found.value) this.#departments.set(name, id);
    }
    const mistakes: RecordMistake[] = [];
    const users = part.map(({ id: userId, keepsEmails = false, record }) => {
      const { department, departmentId, id } = record;
      const found = this.#departments.get(department ?? departmentId ?? '');
      if (found?.isErr()) {
        const member = department === undefined ? 'departmentId' : 'department';
        mistakes.push({ id, member, message: describeUnknownDepartment(found.error) });
      }
      const user = userToImport(record, found?.isOk() ? found.value : departmentId);
      return { ...user, id: userId, ...(keepsEmails && { keepsEmails }) };
    });
    return mistakes.length > 0 ? err({ type: 'record-mistakes', mistakes }) : ok(users);
  }

  async *#parts(): Parts<Given, E> {
    const { users } = this.#input;
    let part: Given[] = [];
    for await (const some of typeof users === 'function' ? users() : fixed<Given, E>([users])) {
      if (some.isErr()) return yield err(some.error);
      for (const user of some.value) {
        part.push(user);
        if (part.length < USERS_PER_TRANSACTION) continue;
        yield await this.#identified(part);
        part = [];
      }
    }
    if (part.length > 0) yield await this.#identified(part);
  }

  /** Gives records the ids of the users who have one of their e-mails now. */
  async #identified(
    records: readonly Given[],
  ): Promise<Result<readonly Identified<Given>[], StoreUnavailable>> {
    const emails = records.flatMap(({ emails = [], isFoundByEmail }) => (isFoundByEmail ? emails : []));
    const found = emails.length > 0 ? await this.#ports.users.idsByEmail(emails) : ok([]);
    if (found.isErr()) return err(found.error);
    const ids = found.value.values();
    return ok(
      records.map((record) => {
        const own = record.isFoundByEmail ? (record.emails ?? []).map(() => ids.next().value) : [];
        const id = own.find((one) => one !== undefined);
        return id === undefined ? { record, id: record.id } : { record, id, keepsEmails: true };
      }),
    );
  }
}

async function* fixed<One, E>(
  parts: readonly (readonly One[])[],
): AsyncGenerator<Result<readonly One[], E>, void> {
  for (const part of parts) yield ok(part);
}

function recordsOf<Given>(part: readonly Identified<Given>[]): readonly Given[] {
  return part.map(({ record }) => record);
}

/** Returns mistakes for records about one user: by an id and an e-mail, or by two e-mails. `seen` has the records before. */
function twiceIn(part: readonly Identified<UserRecord>[], seen: Map<ObjectId, ObjectId>): RecordMistake[] {
  return part.flatMap(({ id, record }): RecordMistake[] => {
    const first = seen.get(id);
    if (first === undefined) seen.set(id, record.id);
    if (first === undefined) return [];
    const message = `another record is also about the user ${id}; to pass an e-mail on, remove it from its user in an earlier import`;
    return [first, record.id].map((one) => ({ id: one, member: 'emails', message }));
  });
}

/** Returns an error of the store with the ids of the records, in place of those of the users found by e-mail. */
function aboutRecords(error: ImportUsersError, part: readonly Identified<UserRecord>[]): ImportUsersError {
  const ofRecord = new Map(part.map(({ id, record }) => [id, record.id]));
  const own = (id: ObjectId) => ofRecord.get(id) ?? id;
  switch (error.type) {
    case 'record-mistakes':
      return { ...error, mistakes: error.mistakes.map((one) => ({ ...one, id: own(one.id) })) };
    case 'end-passed':
    case 'too-many-permissions':
    case 'user-exists':
      return { ...error, user: own(error.user) };
    default:
      return error;
  }
}

function userToImport(
  { department: _, departmentId: __, isFoundByEmail: ___, permissions, ...record }: UserRecord,
  departmentId: ObjectId | null | undefined,
): UserToImport {
  return {
    ...record,
    ...(departmentId !== undefined && { departmentId }),
    ...(permissions && { permissions: PermissionSet.of(permissions) }),
  };
}

class Tally {
  readonly #summary = { created: 0, updated: 0, unchanged: 0 };
  readonly #taken = { users: 0, permissions: 0, identities: 0, emails: 0, names: 0 };
  #newAdmins = 0;
  leavesNoAdmin = false;

  add(records: readonly ImportedUser[]): void {
    const taken = this.#taken;
    for (const { lostEmails, lostNames, makesAdmin, removed, result, unlinked } of records) {
      this.#summary[result]++;
      if (makesAdmin) this.#newAdmins++;
      taken.permissions += removed.length;
      taken.identities += unlinked.length;
      taken.emails += lostEmails.length;
      if (lostNames) taken.names++;
      if (lostNames || removed.length + unlinked.length + lostEmails.length > 0) taken.users++;
    }
  }

  result(isStopped = false): UsersImport {
    return {
      summary: { ...this.#summary },
      taken: { ...this.#taken },
      newAdmins: this.#newAdmins,
      leavesNoAdmin: this.leavesNoAdmin,
      isStopped,
    };
  }
}
