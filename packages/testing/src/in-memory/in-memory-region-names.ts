import { type Location, ok, type RegionNames, type ResultAsync } from '@ops-admin/core';
import { checkText, rejecting } from '@ops-admin/core/adapter';

/** The regions that `regionNamesContract` asks for, by ISO 3166-2 code. */
export const REGION_FIXTURES: Readonly<Record<string, string>> = { 'DE-BY': 'Bavaria', 'US-FL': 'Florida' };

/** The large town that `regionNamesContract` asks for, and another of its names. */
export const LARGE_TOWN_FIXTURE = {
  city: 'Vrezburg',
  otherName: 'Vrezbourg',
  country: 'DE',
  lat: 52,
  long: 13,
} as const;

/** Names of the given regions, and of large towns by country and other name: `DE Vrezbourg`. */
export class InMemoryRegionNames implements RegionNames {
  readonly #names: ReadonlyMap<string, string>;
  readonly #towns: ReadonlyMap<string, Pick<Location, 'city' | 'lat' | 'long'>>;

  constructor(
    names: Readonly<Record<string, string>> = REGION_FIXTURES,
    towns: Readonly<Record<string, Pick<Location, 'city' | 'lat' | 'long'>>> = {
      [`${LARGE_TOWN_FIXTURE.country} ${LARGE_TOWN_FIXTURE.otherName}`]: LARGE_TOWN_FIXTURE,
    },
  ) {
    this.#names = new Map(Object.entries(names));
    this.#towns = new Map(Object.entries(towns));
  }

  nameOf(code: string): ResultAsync<string | undefined, never> {
    return rejecting(async () => {
      checkText(code, 'code');
      return ok(this.#names.get(code));
    });
  }

  townOf({ city, country, lat, long }: Location): ResultAsync<string | undefined, never> {
    return rejecting(async () => {
      checkText(city, 'city');
      const town = this.#towns.get(`${country} ${city}`);
      const isThere = town && Math.abs(town.lat - lat) < 1 && Math.abs(town.long - long) < 1;
      return ok(isThere ? town.city : undefined);
    });
  }
}
