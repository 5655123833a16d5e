import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';

/** The towns that a text in lower case can name instead of an airport's code. */
export interface TownDirectory {
  /**
   * Returns the people of the largest town with this name; case and accents are ignored. Names in other languages and parts of
   * towns do not count. 0 if none is found; a town below 15,000 people may be left out.
   */
  peopleOf(name: string): ResultAsync<number, StoreUnavailable>;
}
