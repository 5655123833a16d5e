import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';

/** The towns that a text in lower case can name instead of an airport's code. */
export interface TownDirectory {
  /**
   * People of the largest town with this name, in any case and with or without accents. Names in other languages and parts
   * of towns do not count. 0 if there is none; a town below 15,000 people can count as none.
   */
  peopleOf(name: string): ResultAsync<number, StoreUnavailable>;
}
