import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';

/** Reports whether the store can be read now. */
export interface HealthProbe {
  check(): ResultAsync<void, StoreUnavailable>;
}
