import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Location } from './location.js';

/** The names of regions and of large towns, the same in every answer. */
export interface RegionNames {
  /** The name of the region with this ISO 3166-2 code (`DE-BE`), or `undefined` if the code is not known. */
  nameOf(code: string): ResultAsync<string | undefined, StoreUnavailable>;
  /**
   * The name of the town of 500,000 people or more that has the city's name as one of its names, in any language, and is at that place.
   * `undefined` if there is none, or a smaller one has that very name.
   */
  townOf(location: Location): ResultAsync<string | undefined, StoreUnavailable>;
}
