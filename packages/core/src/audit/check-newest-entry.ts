import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AuditEntry, AuditLog } from './audit-log.js';
import { type AuditSeal, type AuditSealer, checkSeal } from './audit-seal.js';

/** The newest entry was not sealed with a key that is here: these are the wrong keys, or somebody tampered with it. */
export interface ForeignEntry {
  readonly entryId: AuditEntry['id'];
  readonly keyId: AuditSeal['keyId'];
  readonly problem: 'unknown-key' | 'altered';
}

/**
 * Looks at the newest entry alone, which costs next to nothing. Shows before a change that it would go on a chain of
 * somebody else. `undefined` where all is well, also without any entry. Errors: `store-unavailable`.
 */
export function checkNewestEntry(
  log: AuditLog,
  sealer: AuditSealer,
): ResultAsync<ForeignEntry | undefined, StoreUnavailable> {
  return log.list({ limit: 1, newestFirst: true }).map(([entry]) => {
    if (!entry?.seal) return undefined;
    const { id: entryId, seal } = entry;
    const check = checkSeal(sealer, seal, entry);
    if (check === 'genuine') return undefined;
    return { entryId, keyId: seal.keyId, problem: check === 'forged' ? 'altered' : check };
  });
}
