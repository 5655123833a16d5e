import { ok, type RegionNames, type ResultAsync } from '@ops-admin/core';
import { checkText, rejecting } from '@ops-admin/core/adapter';

/** The regions that `regionNamesContract` asks for, by ISO 3166-2 code. */
export const REGION_FIXTURES: Readonly<Record<string, string>> = { 'DE-BY': 'Bavaria', 'US-FL': 'Florida' };

/** Names of the given regions. */
export class InMemoryRegionNames implements RegionNames {
  readonly #names: ReadonlyMap<string, string>;

  constructor(names: Readonly<Record<string, string>> = REGION_FIXTURES) {
    this.#names = new Map(Object.entries(names));
  }

  nameOf(code: string): ResultAsync<string | undefined, never> {
    return rejecting(async () => {
      checkText(code, 'code');
      return ok(this.#names.get(code));
    });
  }
}
