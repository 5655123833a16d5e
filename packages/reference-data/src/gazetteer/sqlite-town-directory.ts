import type { ResultAsync, StoreUnavailable, TownDirectory } from '@ops-admin/core';
import { checkText } from '@ops-admin/core/adapter';
import type { Statement } from 'better-sqlite3';
import { attemptAsync } from '../attempt.js';
import type { ReferenceDatabase } from '../file/open-reference.js';
import { fold } from './fold.js';

interface Town {
  readonly name: string;
  readonly people: number;
}

/** The people of towns by the names that answers have, in an open reference file; the caller closes the file. */
export class SqliteTownDirectory implements TownDirectory {
  readonly #towns: Statement<[name: string], Town>;

  constructor(database: ReferenceDatabase) {
    this.#towns = database.prepare(
      `SELECT place.name, place.people FROM place_name JOIN place ON place.id = place_name.place
        WHERE place_name.name = ? AND place_name.own AND NOT place.section
        ORDER BY place.people DESC`,
    );
  }

  peopleOf(name: string): ResultAsync<number, StoreUnavailable> {
    return attemptAsync(this.#towns.database, () => {
      checkText(name, 'name');
      const folded = fold(name);
      // Not `nyc` of New York.
      return this.#towns.all(folded).find((town) => fold(town.name) === folded)?.people ?? 0;
    });
  }
}
