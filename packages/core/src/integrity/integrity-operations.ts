import { checkNewestEntry, type ForeignEntry } from '../audit/check-newest-entry.js';
import type { BrokenTrail, SoundTrail } from '../audit/trail-walk.js';
import { type VerifyAuditTrailPorts, verifyAuditTrail } from '../audit/verify-audit-trail.js';
import { err, ok, type Result, ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { IntegrityChecker, StoreFlaw } from './integrity-checker.js';

/** What was found; always at least one. */
export interface FlawedStore {
  readonly type: 'store-flawed';
  readonly flaws: readonly (StoreFlaw | BrokenTrail)[];
}

/** Checks whether a store and its trail are as they were written (decision 6). */
export interface IntegrityOperations {
  /** Checks everything: files, what users hold, and the trail. Errors: `store-flawed`, with every flaw. */
  checkStore(): ResultAsync<SoundTrail, FlawedStore | StoreUnavailable>;
  /** Checks the trail, which must hold `head`, a digest that was noted earlier. Errors: `audit-broken`. */
  verifyTrail(head?: string): ResultAsync<SoundTrail, BrokenTrail | StoreUnavailable>;
  /** Whether the newest entry was signed with an unknown key, or was altered; `undefined` if all is well. */
  checkNewestEntry(): ResultAsync<ForeignEntry | undefined, StoreUnavailable>;
}

/** Needed by {@link integrityOperations}. */
export interface IntegrityOperationsPorts extends VerifyAuditTrailPorts {
  readonly integrity: IntegrityChecker;
}

/** The checks of a store. Does not check the caller: guard it with `AccessOperations`. */
export function integrityOperations(ports: IntegrityOperationsPorts): IntegrityOperations {
  return {
    checkStore: () => new ResultAsync(checkStore(ports)),
    verifyTrail: (head) => verifyAuditTrail(ports, { head }),
    checkNewestEntry: () => checkNewestEntry(ports.audit, ports.verifier),
  };
}

async function checkStore({
  integrity,
  ...trail
}: IntegrityOperationsPorts): Promise<Result<SoundTrail, FlawedStore | StoreUnavailable>> {
  const checked = await integrity.check(trail.verifier);
  if (checked.isErr()) return err(checked.error);
  const flaws = checked.value;
  // The trail of a damaged store can end anywhere.
  if (flaws.some(({ type }) => type === 'damaged')) return err({ type: 'store-flawed', flaws });
  const verified = await verifyAuditTrail(trail, { everySignature: true });
  if (verified.isOk()) return flaws.length > 0 ? err({ type: 'store-flawed', flaws }) : ok(verified.value);
  const { error } = verified;
  return err(error.type === 'audit-broken' ? { type: 'store-flawed', flaws: [...flaws, error] } : error);
}
