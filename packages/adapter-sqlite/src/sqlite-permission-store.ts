import type {
  AuditDraft,
  AuditEntry,
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

/** Permissions in SQLite, each change in one transaction with its audit entry. */
export class SqlitePermissionStore implements PermissionStore {
  readonly #database: Database.Database;
  readonly #permissions: Database.Statement<[string], string>;
  readonly #recordChange: RecordChange;

  constructor(database: Database.Database) {
    this.#database = database;
    this.#permissions = database
      .prepare<[string], string>('select permissions from users where id = ?')
      .pluck();
    this.#recordChange = prepareRecordChange(database);
  }

  find(userId: ObjectId): ResultAsync<PermissionSet, UserNotFound | StoreUnavailable> {
    return attempt(() => this.#read(userId));
  }

  change(
    userId: ObjectId,
    change: (held: PermissionSet) => PermissionChange,
    draft: AuditDraft,
  ): ResultAsync<AuditEntry, UserNotFound | StoreUnavailable> {
    const transaction = this.#database.transaction(() =>
      this.#read(userId).map((held) => this.#recordChange(userId, change(held), draft)),
    );
    // The write lock is taken before the read, so that no other process's change comes between.
    return attemptWrite(() => transaction.immediate());
  }

  #read(userId: ObjectId): Result<PermissionSet, UserNotFound> {
    const json = this.#permissions.get(userId);
    return json === undefined ? err({ type: 'user-not-found', user: userId }) : ok(permissionSetOf(json));
  }
}
