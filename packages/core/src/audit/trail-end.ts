import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Timestamp } from '../values/timestamp.js';
import { type ChainEnd, NO_ENTRY } from './audit-chain.js';
import type { AuditLog } from './audit-log.js';

/** The newest entry of an audit log in short; `time` is `null` before the first. */
export interface TrailEnd extends ChainEnd {
  readonly time: Timestamp | null;
}

/** Reads the newest entry in short; its id is 0 before the first. */
export function trailEnd(log: Pick<AuditLog, 'list'>): ResultAsync<TrailEnd, StoreUnavailable> {
  return log.list({ limit: 1, newestFirst: true }).map(([newest]): TrailEnd => {
    if (!newest) return { ...NO_ENTRY, time: null };
    const { id, seal, time } = newest;
    const { digest, keyId = null, signature = '' } = seal;
    return { id, time, digest, keyId, signature };
  });
}
