import type { ResultAsync, StoreUnavailable } from '@ops-admin/core';
import {
  type BrokenTrail,
  CheckStore,
  type CheckStorePorts,
  checkNewestEntry,
  type FlawedStore,
  type ForeignEntry,
  type SoundTrail,
  VerifyAuditTrail,
} from '@ops-admin/core/jobs';

/** Checks whether a store and its trail are as they were written (decision 6). */
export interface Integrity {
  /** Checks everything. Errors: `store-flawed`, with every flaw. */
  checkStore(): ResultAsync<SoundTrail, FlawedStore | StoreUnavailable>;
  /** Checks the trail, which must hold `head`, a digest that was noted earlier. Errors: `audit-broken`. */
  verifyTrail(head?: string): ResultAsync<SoundTrail, BrokenTrail | StoreUnavailable>;
  /** Whether the newest entry was sealed with an unknown key, or was altered. */
  checkNewestEntry(): ResultAsync<ForeignEntry | undefined, StoreUnavailable>;
}

/** {@link Integrity} of a store. */
export function integrityOf(parts: CheckStorePorts): Integrity {
  const verify = new VerifyAuditTrail(parts);
  const check = new CheckStore(parts);
  return {
    checkStore: () => check.execute(),
    verifyTrail: (head) => verify.execute(head),
    checkNewestEntry: () => checkNewestEntry(parts.audit, parts.verifier),
  };
}

/** The warning before permissions are changed: the trail would continue with another key, or was altered. */
export function describeForeignEntry({ entryId, keyId, problem }: ForeignEntry): string {
  return problem === 'unknown-key'
    ? `the newest audit entry, ${entryId}, is signed with the key ${keyId}, which is not in the key file; is OPS_AUTH_KEYS right?`
    : `the newest audit entry, ${entryId}, is not as it was written; run ops-admin audit verify`;
}
