import type { KeptTexts, ObjectId } from '@ops-admin/core';
import Database from 'better-sqlite3';

/** Texts by user, in a hidden file of the temporary folder that is deleted when it is closed. */
export class TemporaryTexts implements KeptTexts {
  readonly #database: Database.Database;
  readonly #get: Database.Statement<[string], string>;
  readonly #set: Database.Statement<[string, string]>;

  constructor() {
    // A database without a name: if it outgrows its cache, SQLite uses such a file.
    this.#database = new Database('');
    this.#database.pragma('journal_mode = off');
    this.#database.exec(
      'create table texts (user_id text primary key, text text not null) strict, without rowid',
    );
    this.#get = this.#database.prepare<[string], string>('select text from texts where user_id = ?').pluck();
    this.#set = this.#database.prepare<[string, string]>(
      'insert into texts values (?, ?) on conflict do update set text = excluded.text',
    );
    this.#database.exec('begin');
  }

  /** The text of a user; `undefined` if none is kept. */
  get(userId: ObjectId): string | undefined {
    return this.#get.get(userId);
  }

  /** Keeps the text of a user, and replaces an earlier one. */
  set(userId: ObjectId, text: string): void {
    this.#set.run(userId, text);
  }

  /** Removes the file. */
  close(): void {
    this.#database.close();
  }
}
