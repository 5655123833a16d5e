import { draftOf } from '../audit/audit-entry.js';
import {
  describeUnknownDepartment,
  findDepartments,
  type UnknownDepartment,
} from '../departments/find-department.js';
import { PermissionSet } from '../permissions/permission-set.js';
import { err, ok, type Result } from '../result.js';
import type { IdentityTaken } from '../users/identity-change.js';
import { identityKey } from '../users/identity-change.js';
import { distinctEmails } from '../users/parse-person.js';
import type { ExternalIdentity } from '../users/user.js';
import { foldKey } from '../values/fold-key.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type {
  ImportedUser,
  ImportUsersError,
  RecordMistake,
  UsersImported,
  UserToImport,
} from './organisation.js';
import type {
  ImportOperationsPorts,
  ImportUsersInput,
  UnknownReference,
  UnknownReferences,
  UserRecord,
  UsersImport,
} from './users-import.js';

/** How many users are written in a transaction, which every other change waits for (decision 20, "9, imports"). */
const USERS_PER_TRANSACTION = 2000;

type Refusal = ImportUsersError | UnknownReferences;
type Parts<Given, E> = AsyncGenerator<Result<readonly Given[], E>, void>;

/** One import of users: in one transaction if they fit, otherwise all are judged, then written in several. */
export class UserImportRun<Given extends UserRecord, E> {
  readonly #ports: ImportOperationsPorts;
  readonly #input: ImportUsersInput<Given, E>;
  /** Who must come last, together: who loses the rights of an admin, and who passes an identity on or is given one of those. */
  readonly #last = new Set<ObjectId>();
  readonly #departments = new Map<string, Result<ObjectId, UnknownDepartment>>();

  constructor(ports: ImportOperationsPorts, input: ImportUsersInput<Given, E>) {
    this.#ports = ports;
    this.#input = input;
  }

  async execute(): Promise<Result<UsersImport, Refusal | E>> {
    const { agree, dryRun = false } = this.#input;
    const first = await this.#wholeIfSmall();
    if (first.isErr()) return err(first.error);
    const whole = first.value;
    if (dryRun || !whole || agree) {
      const judged = whole ? await this.#importAll([whole], true) : await this.#judge();
      if (judged.isErr()) return judged;
      if (dryRun) return whole ? judged : (await this.#tellParts()).map(() => judged.value);
      const agreed = await agree?.(judged.value);
      if (agreed?.isErr()) return err(agreed.error);
    }
    return await this.#importAll(whole ? [whole] : undefined, false);
  }

  /** All users, if one transaction can take them. */
  async #wholeIfSmall(): Promise<Result<readonly Given[] | undefined, E>> {
    let whole: readonly Given[] = [];
    let parts = 0;
    for await (const part of this.#parts()) {
      if (part.isErr()) return err(part.error);
      if (++parts > 1) return ok(undefined);
      whole = part.value;
    }
    return ok(whole);
  }

  /** Judges parts one by one, and together what they leave open. */
  async #judge(): Promise<Result<UsersImport, Refusal | E>> {
    const { keepAdmin = true } = this.#input;
    const tally = new Tally();
    const [given, emailsGiven, mistakes] = [new Set<string>(), new Set<string>(), [] as RecordMistake[]];
    let hasAdmin = false;
    for await (const part of this.#parts()) {
      if (part.isErr()) return err(part.error);
      for (const { emails = [], id, identities = [] } of part.value) {
        for (const email of distinctEmails(emails).filter((one) => emailsGiven.has(foldKey(one))))
          mistakes.push({ id, member: 'emails', message: `the e-mail ${email} is given twice` });
        for (const identity of identities) {
          const key = identityKey(identity);
          if (given.has(key)) return await this.#givenTwice(identity, id);
          given.add(key);
        }
      }
      // The store compares the records of one part with each other.
      for (const { emails = [] } of part.value) for (const email of emails) emailsGiven.add(foldKey(email));
      const judged = await this.#import(part.value, { dryRun: true, isPart: true, keepAdmin: false });
      if (judged.isErr()) {
        if (judged.error.type !== 'record-mistakes') return err(judged.error);
        mistakes.push(...judged.error.mistakes);
        continue;
      }
      const { open, records } = judged.value;
      hasAdmin ||= open.hasAdmin;
      for (const id of open.demotedAdmins) this.#last.add(id);
      for (const { claimant, owner } of open.claims) this.#last.add(claimant).add(owner);
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

  /** One transaction for each part, then one for those who come last. */
  async #importAll(
    parts: readonly (readonly Given[])[] | undefined,
    dryRun: boolean,
  ): Promise<Result<UsersImport, Refusal | E>> {
    const { isStopped } = this.#input;
    const tally = new Tally();
    const last: Given[] = [];
    for await (const part of parts ? fixed<Given, E>(parts) : this.#parts()) {
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

  /** Tells what a dry run of several parts judged: nothing of an import that is refused as a whole. */
  async #tellParts(): Promise<Result<undefined, Refusal | E>> {
    const { tell } = this.#input;
    if (!tell) return ok(undefined);
    for await (const part of this.#parts()) {
      if (part.isErr()) return err(part.error);
      const judged = await this.#import(part.value, { dryRun: true, isPart: true, keepAdmin: false });
      if (judged.isErr()) return err(judged.error);
      await tell(judged.value.records, part.value);
    }
    return ok(undefined);
  }

  async #importPart(
    records: readonly Given[],
    dryRun: boolean,
    tally: Tally,
  ): Promise<Result<undefined, Refusal>> {
    if (records.length === 0) return ok(undefined);
    const { dryRun: isTold = false, keepAdmin = true, tell } = this.#input;
    const done = await this.#import(records, { dryRun, keepAdmin });
    if (done.isErr()) return err(done.error);
    tally.add(done.value.records);
    tally.leavesNoAdmin ||= done.value.leavesNoAdmin;
    // What is only judged before it is written is told then.
    if (dryRun === isTold) await tell?.(done.value.records, records);
    return ok(undefined);
  }

  async #readLast(): Promise<Result<readonly Given[], E>> {
    const found: Given[] = [];
    for await (const part of this.#parts()) {
      if (part.isErr()) return err(part.error);
      found.push(...part.value.filter(({ id }) => this.#last.has(id)));
    }
    return ok(found);
  }

  async #givenTwice(
    identity: ExternalIdentity,
    claimant: ObjectId,
  ): Promise<Result<never, IdentityTaken | E>> {
    const key = identityKey(identity);
    for await (const part of this.#parts()) {
      if (part.isErr()) return err(part.error);
      const owner = part.value.find(({ identities = [] }) =>
        identities.some((one) => identityKey(one) === key),
      );
      if (owner) return err({ type: 'identity-taken', identity, owner: owner.id, claimant });
    }
    return err({ type: 'identity-taken', identity, owner: claimant, claimant });
  }

  async #import(
    records: readonly UserRecord[],
    how: { readonly dryRun: boolean; readonly isPart?: boolean; readonly keepAdmin: boolean },
  ): Promise<Result<UsersImported, Refusal>> {
    const { clock, organisation, policy } = this.#ports;
    const users = await this.#resolved(records);
    if (users.isErr()) return err(users.error);
    const draft = draftOf('set', [], this.#input.origin, clock);
    const { adminPermission } = policy;
    return await organisation.importUsers(users.value, draft, { ...how, adminPermission });
  }

  /** Users with the ids of their departments, which must be there (decision 20, "9, imports"). */
  async #resolved(
    records: readonly UserRecord[],
  ): Promise<Result<readonly UserToImport[], UnknownReferences | StoreUnavailable>> {
    const names = new Set(
      records.flatMap(({ department, departmentId }) => department ?? departmentId ?? []),
    );
    const asked = [...names].filter((name) => !this.#departments.has(name));
    if (asked.length > 0) {
      const found = await findDepartments(this.#ports.departments, asked);
      if (found.isErr()) return err(found.error);
      for (const [name, id] of found.value) this.#departments.set(name, id);
    }
    const unknown: UnknownReference[] = [];
    const users = records.map((record) => {
      const { department, departmentId, id } = record;
      const found = this.#departments.get(department ?? departmentId ?? '');
      if (found?.isErr()) {
        const member = department === undefined ? 'departmentId' : 'department';
        unknown.push({ id, member, message: describeUnknownDepartment(found.error) });
      }
      return userToImport(record, found?.isOk() ? found.value : departmentId);
    });
    return unknown.length > 0 ? err({ type: 'unknown-references', unknown }) : ok(users);
  }

  async *#parts(): Parts<Given, E> {
    const { users } = this.#input;
    let part: Given[] = [];
    for await (const some of typeof users === 'function' ? users() : fixed<Given, E>([users])) {
      if (some.isErr()) return yield err(some.error);
      for (const user of some.value) {
        part.push(user);
        if (part.length < USERS_PER_TRANSACTION) continue;
        yield ok(part);
        part = [];
      }
    }
    if (part.length > 0) yield ok(part);
  }
}

async function* fixed<Given, E>(parts: readonly (readonly Given[])[]): Parts<Given, E> {
  for (const part of parts) yield ok(part);
}

/** A record as stores take it. */
function userToImport(
  { department: _, departmentId: __, permissions, ...record }: UserRecord,
  departmentId: ObjectId | null | undefined,
): UserToImport {
  return {
    ...record,
    ...(departmentId !== undefined && { departmentId }),
    ...(permissions && { permissions: PermissionSet.of(permissions) }),
  };
}

/** Counts what became of users. */
class Tally {
  readonly #summary = { created: 0, updated: 0, unchanged: 0 };
  readonly #taken = { users: 0, permissions: 0, identities: 0, emails: 0, names: 0 };
  leavesNoAdmin = false;

  add(records: readonly ImportedUser[]): void {
    const taken = this.#taken;
    for (const { lostEmails, lostNames, removed, result, unlinked } of records) {
      this.#summary[result]++;
      taken.permissions += removed.length;
      taken.identities += unlinked.length;
      taken.emails += lostEmails.length;
      if (lostNames) taken.names++;
      if (lostNames || removed.length + unlinked.length + lostEmails.length > 0) taken.users++;
    }
  }

  result(isStopped = false): UsersImport {
    const { leavesNoAdmin } = this;
    return { summary: { ...this.#summary }, taken: { ...this.#taken }, leavesNoAdmin, isStopped };
  }
}
