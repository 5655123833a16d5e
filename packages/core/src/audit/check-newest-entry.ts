import { err, ok, type Result, ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AuditEntry } from './audit-entry.js';
import type { AuditLog } from './audit-log.js';
import { entryDigest, hadEnded, signedText, type TrailVerifier } from './trail-seal.js';

/** The newest entry is not by the key in use: the keys are the wrong ones, or somebody tampered with the entry. */
export interface ForeignEntry {
  readonly entryId: AuditEntry['id'];
  /** Missing if the entry is not signed. */
  readonly keyId: string | undefined;
  readonly problem: 'unknown-key' | 'altered' | 'former-key';
}

/**
 * Checks only the newest entry, to see before a change whether it would continue a chain of other keys. Returns `undefined` if it
 * is genuine, or missing.
 */
export function checkNewestEntry(
  log: Pick<AuditLog, 'list'>,
  verifier: TrailVerifier,
): ResultAsync<ForeignEntry | undefined, StoreUnavailable> {
  return new ResultAsync(check(log, verifier));
}

async function check(
  log: Pick<AuditLog, 'list'>,
  verifier: TrailVerifier,
): Promise<Result<ForeignEntry | undefined, StoreUnavailable>> {
  const listed = await log.list({ limit: 1, newestFirst: true });
  if (listed.isErr()) return err(listed.error);
  const [newest] = listed.value;
  if (!newest) return ok(undefined);
  const { id: entryId, seal } = newest;
  const { digest, keyId, signature } = seal;
  const isUnaltered = entryDigest(verifier, seal.previous, newest) === digest;
  const isGenuine =
    keyId === undefined || signature === undefined
      ? false
      : await verifier.verify(keyId, signedText(entryId, digest), signature);
  if (isGenuine && isUnaltered) {
    const isFormer = keyId !== undefined && hadEnded(verifier, keyId, entryId);
    return ok(isFormer ? { entryId, keyId, problem: 'former-key' } : undefined);
  }
  return ok({ entryId, keyId, problem: isGenuine === undefined && isUnaltered ? 'unknown-key' : 'altered' });
}
