import { okAsync, type ResultAsync } from '../result.js';
import type { ChainEnd } from './audit-chain.js';
import type { AuditLog, StoreUnavailable } from './audit-log.js';

/** The newest entry of a trail, even if it was archived; number 0 before the first. */
export function trailEnd(log: Pick<AuditLog, 'list' | 'archives'>): ResultAsync<ChainEnd, StoreUnavailable> {
  return log.list({ limit: 1, newestFirst: true }).andThen(([newest]) => {
    if (newest) {
      const { digest, keyId = null } = newest.seal;
      return okAsync<ChainEnd>({ id: newest.id, digest, keyId });
    }
    return log.archives().map((archives) => {
      const last = archives.at(-1);
      return { id: last?.lastId ?? 0, digest: last?.lastDigest ?? null, keyId: last?.seal.keyId ?? null };
    });
  });
}
