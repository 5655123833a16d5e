import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';

/** Whether the store can be read now. */
export interface HealthProbe {
  /** Reads the store once. */
  check(): ResultAsync<void, StoreUnavailable>;
}
