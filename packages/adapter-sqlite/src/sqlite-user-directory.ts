import {
  type ExternalIdentity,
  type ObjectId,
  ok,
  type ResultAsync,
  type StoreUnavailable,
  type User,
  type UserDirectory,
} from '@ops-admin/core';
import type Database from 'better-sqlite3';
import { attempt } from './attempt.js';
import { USER_COLUMNS, type UserRow, userOf } from './user-row.js';

/** Users in SQLite. */
export class SqliteUserDirectory implements UserDirectory {
  readonly #all: Database.Statement<[], UserRow>;
  readonly #byId: Database.Statement<[string], UserRow>;
  readonly #byEmail: Database.Statement<[string], UserRow>;
  readonly #byIdentity: Database.Statement<[string, string], UserRow>;

  constructor(database: Database.Database) {
    const select = (where: string) =>
      database.prepare(`select ${USER_COLUMNS} from users u ${where} order by u.id`);
    this.#all = select('') as Database.Statement<[], UserRow>;
    this.#byId = select('where u.id = ?') as Database.Statement<[string], UserRow>;
    this.#byEmail = select(
      'where u.id in (select user_id from user_emails where email = ?)',
    ) as Database.Statement<[string], UserRow>;
    this.#byIdentity = select(
      'where u.id = (select user_id from user_identities where issuer = ? and subject = ?)',
    ) as Database.Statement<[string, string], UserRow>;
  }

  list(): ResultAsync<readonly User[], StoreUnavailable> {
    return attempt(() => ok(this.#all.all().map(userOf)));
  }

  find(userId: ObjectId): ResultAsync<User | undefined, StoreUnavailable> {
    return attempt(() => ok(optional(this.#byId.get(userId))));
  }

  findByEmail(email: string): ResultAsync<readonly User[], StoreUnavailable> {
    return attempt(() => ok(this.#byEmail.all(email).map(userOf)));
  }

  findByIdentity({ issuer, subject }: ExternalIdentity): ResultAsync<User | undefined, StoreUnavailable> {
    return attempt(() => ok(optional(this.#byIdentity.get(issuer, subject))));
  }
}

function optional(row: UserRow | undefined): User | undefined {
  return row && userOf(row);
}
