import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';

export type { StoreUnavailable };

/** The towns that a text in small letters may name in place of an airport's code. */
export interface TownDirectory {
  /**
   * People of the largest town whose own name this is, whatever the case and the accents: not one that is called so in
   * another language, nor a part of a town. 0 where there is none; a town below 15,000 people may count as none.
   */
  peopleOf(name: string): ResultAsync<number, StoreUnavailable>;
}
