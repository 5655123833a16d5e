import { okAsync, type ResultAsync } from '../result.js';
import type { Timestamp } from '../values/timestamp.js';
import { type ChainEnd, NO_ENTRY } from './audit-chain.js';
import type { AuditLog, StoreUnavailable } from './audit-log.js';

/** The newest entry of a trail in short; `time` is `null` before the first. */
export interface TrailEnd extends ChainEnd {
  readonly time: Timestamp | null;
}

/** The newest entry of a trail, even if it was archived; number 0 before the first. */
export function trailEnd(log: Pick<AuditLog, 'list' | 'archives'>): ResultAsync<TrailEnd, StoreUnavailable> {
  return log.list({ limit: 1, newestFirst: true }).andThen(([newest]) => {
    if (newest) {
      const { id, seal, time } = newest;
      const { digest, keyId = null, signature = '' } = seal;
      return okAsync<TrailEnd>({ id, time, digest, keyId, signature });
    }
    return log.archives().map((archives): TrailEnd => {
      const last = archives.at(-1);
      if (!last) return { ...NO_ENTRY, time: null };
      const { lastDigest: digest, lastId: id, seal, until: time } = last;
      return { ...NO_ENTRY, id, time, digest, keyId: seal.keyId };
    });
  });
}
