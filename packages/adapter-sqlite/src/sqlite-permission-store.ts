import type {
  AuditDraft,
  AuditEntry,
  AuditSealer,
  ChangeOptions,
  ChangeOutcome,
  ChangeRequest,
  IsAdmin,
  ObjectId,
  PermissionChange,
  PermissionSet,
  PermissionStore,
  StoreUnavailable,
  UserNotFound,
} from '@ops-admin/core';
import type Database from 'better-sqlite3';
import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { attempt, attemptWrite } from './attempt.js';
import { prepareRecordChange, type RecordChange } from './audit-table.js';
import { permissionSetOf } from './user-row.js';

/** Ends a transaction without its writes. */
class NotToBeWritten extends Error {}

/** Permissions in SQLite, each change in one transaction with its audit entry. */
export class SqlitePermissionStore implements PermissionStore {
  readonly #database: Database.Database;
  readonly #permissions: Database.Statement<[string], string>;
  readonly #others: Database.Statement<[string], string>;
  readonly #recordChange: RecordChange;

  constructor(database: Database.Database, sealer: AuditSealer) {
    this.#database = database;
    this.#permissions = database
      .prepare<[string], string>('select permissions from users where id = ?')
      .pluck();
    this.#others = database
      .prepare<[string], string>("select permissions from users where id <> ? and permissions <> '[]'")
      .pluck();
    this.#recordChange = prepareRecordChange(database, sealer);
  }

  find(userId: ObjectId): ResultAsync<PermissionSet, UserNotFound | StoreUnavailable> {
    return attempt(() => this.#read(userId));
  }

  change(
    userId: ObjectId,
    change: (held: PermissionSet) => PermissionChange,
    draft: AuditDraft,
  ): ResultAsync<AuditEntry, UserNotFound | StoreUnavailable> {
    return this.#inTransaction(() =>
      this.#read(userId).map((held) => this.#recordChange(userId, change(held), draft)),
    );
  }

  changeAll(
    requests: readonly ChangeRequest[],
    { keepAdmin, atomic = false, dryRun = false }: ChangeOptions = {},
  ): ResultAsync<readonly ChangeOutcome[], StoreUnavailable> {
    let outcomes: readonly ChangeOutcome[] = [];
    return this.#inTransaction(() => {
      outcomes = requests.map((request) => this.#carryOut(request, keepAdmin));
      const fails = outcomes.some(({ type }) => type === 'user-not-found' || type === 'no-admin-left');
      if (dryRun || (atomic && fails)) throw new NotToBeWritten();
      return ok(outcomes);
    }).orElse((error) => (error.cause instanceof NotToBeWritten ? ok(outcomes) : err(error)));
  }

  hasAdmin(isAdmin: IsAdmin): ResultAsync<boolean, StoreUnavailable> {
    return attempt(() => ok(this.#isAdminBeside('', isAdmin)));
  }

  #carryOut({ userId, change, draft }: ChangeRequest, keepAdmin: IsAdmin | undefined): ChangeOutcome {
    const held = this.#read(userId);
    if (held.isErr()) return held.error;
    const changed = change(held.value);
    if (!changed) return { type: 'left-alone' };
    if (keepAdmin?.(changed.before) && !keepAdmin(changed.after) && !this.#isAdminBeside(userId, keepAdmin)) {
      return { type: 'no-admin-left', user: userId };
    }
    return { type: 'changed', entry: this.#recordChange(userId, changed, draft) };
  }

  /** Reads users one by one, and seldom more than a few of them. */
  #isAdminBeside(userId: string, isAdmin: IsAdmin): boolean {
    for (const json of this.#others.iterate(userId)) if (isAdmin(permissionSetOf(json))) return true;
    return false;
  }

  #read(userId: ObjectId): Result<PermissionSet, UserNotFound> {
    const json = this.#permissions.get(userId);
    return json === undefined ? err({ type: 'user-not-found', user: userId }) : ok(permissionSetOf(json));
  }

  /** The write lock is taken before the first read, so that no other process's change comes between. */
  #inTransaction<T, E = never>(work: () => Result<T, E>): ResultAsync<T, E | StoreUnavailable> {
    const transaction = this.#database.transaction(work);
    return attemptWrite(() => transaction.immediate());
  }
}
