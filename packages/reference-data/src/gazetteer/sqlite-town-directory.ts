import type { ResultAsync, StoreUnavailable, TownDirectory } from '@ops-admin/core';
import { checkText } from '@ops-admin/core/adapter';
import type { Statement } from 'better-sqlite3';
import { attemptAsync } from '../attempt.js';
import type { ReferenceDatabase } from '../file/open-reference.js';
import { fold } from './fold.js';

/** The towns of an open reference file whose names can be airports' codes; the caller closes the file. */
export class SqliteTownDirectory implements TownDirectory {
  readonly #people: Statement<[name: string], number>;

  constructor(database: ReferenceDatabase) {
    this.#people = database
      .prepare<[name: string], number>('SELECT people FROM town WHERE name = ?')
      .pluck() as Statement<[name: string], number>;
  }

  peopleOf(name: string): ResultAsync<number, StoreUnavailable> {
    return attemptAsync(this.#people.database, () => {
      checkText(name, 'name');
      return this.#people.get(fold(name)) ?? 0;
    });
  }
}
