import {
  type ExternalIdentity,
  type IdentityRegistry,
  type IdentityTaken,
  judgeLink,
  judgeUnlink,
  type LinkableIdentity,
  type LinkOutcome,
  type LinkSituation,
  type ObjectId,
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
    return this.#change(() =>
      judgeLink(this.#situation(userId, identity)).map((outcome) => {
        if (outcome === 'linked') this.#append.run({ ...identity, userId });
        return outcome;
      }),
    );
  }

  unlink(
    userId: ObjectId,
    identity: ExternalIdentity,
  ): ResultAsync<UnlinkOutcome, UserNotFound | StoreUnavailable> {
    return this.#change(() =>
      judgeUnlink(this.#situation(userId, identity)).map((outcome) => {
        if (outcome === 'unlinked') this.#delete.run({ ...identity, userId });
        return outcome;
      }),
    );
  }

  #situation(userId: ObjectId, identity: ExternalIdentity): LinkSituation {
    return {
      userId,
      identity,
      isUser: this.#userExists.get(userId) !== undefined,
      owner: this.#ownerOf.get(identity.issuer, identity.subject),
    };
  }

  /** The write lock is taken before the first read, so that no other process's change comes between. */
  #change<T, E>(work: () => Result<T, E>): ResultAsync<T, E | StoreUnavailable> {
    const transaction = this.#database.transaction(work);
    return attemptWrite(this.#database, () => transaction.immediate());
  }
}
