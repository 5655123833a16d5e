import type { ObjectId, User } from '@ops-admin/core';
import { nameKeyOf, searchTextOf } from '@ops-admin/core/adapter';
import type Database from 'better-sqlite3';
import { assertWritten } from './audit-table.js';

type Profile = Omit<User, 'permissions'>;

/** Writes users inside the caller's transaction. */
export class UserWriter {
  readonly #insert: Database.Statement<[object]>;
  readonly #update: Database.Statement<[object]>;
  readonly #upsertKeys: Database.Statement<[object]>;
  readonly #deleteEmails: Database.Statement<[string]>;
  readonly #deleteIdentities: Database.Statement<[string]>;
  readonly #insertEmail: Database.Statement<[string, number, string]>;
  readonly #insertIdentity: Database.Statement<[string, number, string, string]>;

  constructor(database: Database.Database) {
    this.#insert = database.prepare(`
      insert into users (id, first_name, last_name, name, permissions)
      values (:id, :firstName, :lastName, :name, :permissions)`);
    this.#update = database.prepare(
      'update users set first_name = :firstName, last_name = :lastName, name = :name where id = :id',
    );
    this.#upsertKeys = database.prepare(`
      insert into user_keys (user_id, name_key, search_text) values (:id, :nameKey, :searchText)
      on conflict (user_id) do update set name_key = excluded.name_key, search_text = excluded.search_text`);
    this.#deleteEmails = database.prepare('delete from user_emails where user_id = ?');
    this.#deleteIdentities = database.prepare('delete from user_identities where user_id = ?');
    this.#insertEmail = database.prepare(
      'insert into user_emails (user_id, position, email) values (?, ?, ?)',
    );
    this.#insertIdentity = database.prepare(
      'insert into user_identities (user_id, position, issuer, subject) values (?, ?, ?, ?)',
    );
  }

  /** Frees the identities of a user for others. */
  releaseIdentities(userId: ObjectId): void {
    this.#deleteIdentities.run(userId);
  }

  /** Writes a new user; `permissions` is a JSON array in text. */
  insert(user: Profile, permissions: string): void {
    const { id, personalInformation } = user;
    assertWritten(this.#insert.run({ id, ...personalInformation, permissions }));
    this.#writeRest(user);
  }

  /** Writes a user who is there, but not their permissions. */
  update(user: Profile): void {
    const { id, personalInformation } = user;
    this.#update.run({ id, ...personalInformation });
    this.#deleteEmails.run(id);
    this.#deleteIdentities.run(id);
    this.#writeRest(user);
  }

  #writeRest(user: Profile): void {
    const { id, emails, identities } = user;
    this.#upsertKeys.run({ id, nameKey: nameKeyOf(user), searchText: searchTextOf(user) });
    for (const [position, email] of emails.entries()) this.#insertEmail.run(id, position, email);
    for (const [position, { issuer, subject }] of identities.entries()) {
      this.#insertIdentity.run(id, position, issuer, subject);
    }
  }
}
