import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Location } from './location.js';

/** Names regions and large towns, alike in every answer. */
export interface RegionNames {
  /** Returns the name of the region with this ISO 3166-2 code (`DE-BE`). */
  nameOf(code: string): ResultAsync<string | undefined, StoreUnavailable>;
  /**
   * Returns the main name of the town of 500,000 people or more that has the city's name in any language and is at that place;
   * `undefined` also if a smaller town has that very name.
   */
  townOf(location: Location): ResultAsync<string | undefined, StoreUnavailable>;
}
