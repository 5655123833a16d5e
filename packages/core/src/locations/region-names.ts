import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';

export type { StoreUnavailable };

/** The names of regions, the same in every answer (decision 7). */
export interface RegionNames {
  /** The name of the region with this ISO 3166-2 code (`DE-BE`), or `undefined` if the code is not known. */
  nameOf(code: string): ResultAsync<string | undefined, StoreUnavailable>;
}
