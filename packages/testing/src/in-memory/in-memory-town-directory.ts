import { ok, type ResultAsync, type TownDirectory } from '@ops-admin/core';
import { checkText, rejecting } from '@ops-admin/core/adapter';

/** The towns that `townDirectoryContract` asks for, by name, with their people. */
export const TOWN_FIXTURES: Readonly<Record<string, number>> = { lima: 7_737_002, hue: 351_456 };

/** A directory of towns by their names in lower case, without accents. */
export class InMemoryTownDirectory implements TownDirectory {
  readonly #people: ReadonlyMap<string, number>;

  constructor(people: Readonly<Record<string, number>> = TOWN_FIXTURES) {
    this.#people = new Map(Object.entries(people));
  }

  peopleOf(name: string): ResultAsync<number, never> {
    return rejecting(async () => {
      checkText(name, 'name');
      return ok(this.#people.get(name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')) ?? 0);
    });
  }
}
