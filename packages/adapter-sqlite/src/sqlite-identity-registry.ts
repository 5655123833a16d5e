import {
  type ExternalIdentity,
  err,
  type IdentityRegistry,
  type IdentityTaken,
  type LinkableIdentity,
  type LinkOutcome,
  type ObjectId,
  ok,
  type Result,
  type ResultAsync,
  type StoreUnavailable,
  type UnlinkOutcome,
  type UserNotFound,
} from '@ops-admin/core';
import type Database from 'better-sqlite3';
import { attemptWrite } from './attempt.js';

/** Identities of users in SQLite, each change in one transaction. */
export class SqliteIdentityRegistry implements IdentityRegistry {
  readonly #database: Database.Database;
  readonly #userExists: Database.Statement<[string]>;
  readonly #ownerOf: Database.Statement<[string, string], ObjectId>;
  readonly #append: Database.Statement<[object]>;
  readonly #delete: Database.Statement<[object]>;

  constructor(database: Database.Database) {
    this.#database = database;
    this.#userExists = database.prepare('select 1 from users where id = ?');
    this.#ownerOf = database
      .prepare<[string, string], ObjectId>(
        'select user_id from user_identities where issuer = ? and subject = ?',
      )
      .pluck();
    this.#append = database.prepare(`
      insert into user_identities (issuer, subject, user_id, position)
      select :issuer, :subject, :userId, coalesce(max(position) + 1, 0)
      from user_identities where user_id = :userId`);
    this.#delete = database.prepare(
      'delete from user_identities where issuer = :issuer and subject = :subject and user_id = :userId',
    );
  }

  link(
    userId: ObjectId,
    identity: LinkableIdentity,
  ): ResultAsync<LinkOutcome, UserNotFound | IdentityTaken | StoreUnavailable> {
    const { issuer, subject } = identity;
    return this.#change(userId, (): Result<LinkOutcome, IdentityTaken> => {
      const owner = this.#ownerOf.get(issuer, subject);
      if (owner === userId) return ok('already-linked');
      if (owner) return err({ type: 'identity-taken', identity, owner, claimant: userId });
      this.#append.run({ issuer, subject, userId });
      return ok('linked');
    });
  }

  unlink(
    userId: ObjectId,
    { issuer, subject }: ExternalIdentity,
  ): ResultAsync<UnlinkOutcome, UserNotFound | StoreUnavailable> {
    return this.#change(userId, (): Result<UnlinkOutcome, never> => {
      const { changes } = this.#delete.run({ issuer, subject, userId });
      return ok(changes > 0 ? 'unlinked' : 'not-linked');
    });
  }

  #change<T, E>(
    userId: ObjectId,
    work: () => Result<T, E>,
  ): ResultAsync<T, E | UserNotFound | StoreUnavailable> {
    const transaction = this.#database.transaction((): Result<T, E | UserNotFound> => {
      const isKnown = this.#userExists.get(userId) !== undefined;
      return isKnown ? work() : err({ type: 'user-not-found', user: userId });
    });
    // The write lock is taken before the read, so that no other process's change comes between.
    return attemptWrite(this.#database, () => transaction.immediate());
  }
}
