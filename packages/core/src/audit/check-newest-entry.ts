import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AuditLog, AuditRecord } from './audit-log.js';
import { type AuditSeal, type AuditSealer, checkSeal } from './audit-seal.js';

/** The newest entry was not sealed with a key that is here: these are the wrong keys, or somebody tampered with it. */
export interface ForeignEntry {
  readonly entryId: AuditRecord['id'];
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
  return log
    .list({ limit: 1, newestFirst: true })
    .andThen(([newest]) => log.records((newest?.id ?? 1) - 1, 1))
    .map(([record]) => {
      if (!record?.seal) return undefined;
      const { id: entryId, seal } = record;
      const check = checkSeal(sealer, seal, record);
      if (check === 'genuine') return undefined;
      return { entryId, keyId: seal.keyId, problem: check === 'forged' ? 'altered' : check };
    });
}
