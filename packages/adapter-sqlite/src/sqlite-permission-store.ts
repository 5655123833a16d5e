import {
  type AuditDraft,
  type AuditEntry,
  type AuditSealer,
  type ChangeOptions,
  type ChangeOutcome,
  type ChangeRequest,
  err,
  type IsAdmin,
  isFailure,
  type ObjectId,
  ok,
  type PermissionChange,
  type PermissionSet,
  type PermissionStore,
  type Result,
  type ResultAsync,
  type StoreUnavailable,
  type UserNotFound,
} from '@ops-admin/core';
import type Database from 'better-sqlite3';
import { attempt, attemptWrite } from './attempt.js';
import { prepareTrail, type RecordChange } from './audit-table.js';
import { GroupedWrites } from './grouped-writes.js';
import { permissionSetOf } from './user-row.js';

interface UserSetRow {
  readonly id: string;
  readonly permissions: string;
}

/** A change that is made in any case. */
type OneChange = Omit<ChangeRequest, 'change'> & {
  readonly change: (held: PermissionSet) => PermissionChange;
};

/** Ends a transaction without its writes. */
class NotToBeWritten extends Error {}

/** Permissions in SQLite, each change in one transaction with its audit entry; changes made at once share it. */
export class SqlitePermissionStore implements PermissionStore {
  readonly #database: Database.Database;
  readonly #permissions: Database.Statement<[string], string>;
  readonly #behind: Database.Statement<[string], UserSetRow>;
  readonly #upTo: Database.Statement<[string], UserSetRow>;
  readonly #beginTrail: () => RecordChange;
  readonly #changes: GroupedWrites<OneChange, AuditEntry, UserNotFound>;
  /** The admin found last, where the next search begins: a run that takes many must not search past all it took. */
  #lastAdmin = '';

  constructor(database: Database.Database, sealer: AuditSealer) {
    this.#database = database;
    this.#permissions = database
      .prepare<[string], string>('select permissions from users where id = ?')
      .pluck();
    const select = (where: string) =>
      database.prepare<[string], UserSetRow>(
        `select id, permissions from users where ${where} and permissions <> '[]' order by id`,
      );
    this.#behind = select('id >= ?');
    this.#upTo = select('id < ?');
    this.#beginTrail = prepareTrail(database, sealer);
    this.#changes = new GroupedWrites(database, () => {
      const record = this.#beginTrail();
      return ({ userId, change, draft }) =>
        this.#read(userId).map((held) => record(userId, change(held), draft));
    });
  }

  find(userId: ObjectId): ResultAsync<PermissionSet, UserNotFound | StoreUnavailable> {
    return attempt(() => this.#read(userId));
  }

  change(
    userId: ObjectId,
    change: (held: PermissionSet) => PermissionChange,
    draft: AuditDraft,
  ): ResultAsync<AuditEntry, UserNotFound | StoreUnavailable> {
    return this.#changes.add({ userId, change, draft });
  }

  changeAll(
    requests: readonly ChangeRequest[],
    { keepAdmin, atomic = false, dryRun = false }: ChangeOptions = {},
  ): ResultAsync<readonly ChangeOutcome[], StoreUnavailable> {
    let outcomes: readonly ChangeOutcome[] = [];
    return this.#inTransaction(() => {
      const record = this.#beginTrail();
      outcomes = requests.map((request) => this.#carryOut(request, keepAdmin, record));
      if (dryRun || (atomic && outcomes.some(isFailure))) throw new NotToBeWritten();
      return ok(outcomes);
    }).orElse((error) => (error.cause instanceof NotToBeWritten ? ok(outcomes) : err(error)));
  }

  hasAdmin(isAdmin: IsAdmin): ResultAsync<boolean, StoreUnavailable> {
    return attempt(() => ok(this.#isAdminBeside('', isAdmin)));
  }

  #carryOut(
    { userId, change, draft }: ChangeRequest,
    keepAdmin: IsAdmin | undefined,
    record: RecordChange,
  ): ChangeOutcome {
    const held = this.#read(userId);
    if (held.isErr()) return held.error;
    const changed = change(held.value);
    if (!changed) return { type: 'left-alone' };
    if (keepAdmin?.(changed.before) && !keepAdmin(changed.after) && !this.#isAdminBeside(userId, keepAdmin)) {
      return { type: 'no-admin-left', user: userId };
    }
    return { type: 'changed', entry: record(userId, changed, draft) };
  }

  /** Reads users one by one, and seldom more than a few of them. */
  #isAdminBeside(userId: string, isAdmin: IsAdmin): boolean {
    const start = this.#lastAdmin;
    for (const search of [this.#behind, this.#upTo]) {
      for (const { id, permissions } of search.iterate(start)) {
        if (id === userId || !isAdmin(permissionSetOf(permissions))) continue;
        this.#lastAdmin = id;
        return true;
      }
    }
    return false;
  }

  #read(userId: ObjectId): Result<PermissionSet, UserNotFound> {
    const json = this.#permissions.get(userId);
    return json === undefined ? err({ type: 'user-not-found', user: userId }) : ok(permissionSetOf(json));
  }

  /** The write lock is taken before the first read, so that no other process's change comes between. */
  #inTransaction<T, E = never>(work: () => Result<T, E>): ResultAsync<T, E | StoreUnavailable> {
    const transaction = this.#database.transaction(work);
    return attemptWrite(this.#database, () => transaction.immediate());
  }
}
