import { okAsync, type ResultAsync } from '../result.js';
import { type ChainEnd, NO_ENTRY } from './audit-chain.js';
import type { AuditLog, StoreUnavailable } from './audit-log.js';

/** The newest entry of a trail, even if it was archived; number 0 before the first. */
export function trailEnd(log: Pick<AuditLog, 'list' | 'archives'>): ResultAsync<ChainEnd, StoreUnavailable> {
  return log.list({ limit: 1, newestFirst: true }).andThen(([newest]) => {
    if (newest) {
      const { digest, keyId = null, signature = '' } = newest.seal;
      return okAsync<ChainEnd>({ id: newest.id, digest, keyId, signature });
    }
    return log.archives().map((archives) => {
      const last = archives.at(-1);
      return last
        ? { ...NO_ENTRY, id: last.lastId, digest: last.lastDigest, keyId: last.seal.keyId }
        : NO_ENTRY;
    });
  });
}
