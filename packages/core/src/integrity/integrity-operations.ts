import { checkNewestEntry, type ForeignEntry } from '../audit/check-newest-entry.js';
import type { BrokenTrail, SoundTrail } from '../audit/trail-walk.js';
import { type VerifyAuditTrailPorts, verifyAuditTrail } from '../audit/verify-audit-trail.js';
import { err, ok, type Result, ResultAsync } from '../result.js';
import type { OnProgress } from '../values/progress.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { IntegrityChecker, StoreFlaw } from './integrity-checker.js';

/** A store with at least one flaw. */
export interface FlawedStore {
  readonly type: 'store-flawed';
  readonly flaws: readonly (StoreFlaw | BrokenTrail)[];
}

/** The person who was asked declined; nothing was changed. */
export interface NotAgreed {
  readonly type: 'not-agreed';
}

/** The store also has other flaws than derived rows; nothing was changed. */
export interface NotRepairable {
  readonly type: 'not-repairable';
  readonly flaws: FlawedStore['flaws'];
}

/** Derived rows that do not match their source. */
export type DerivedFlaw = StoreFlaw & { readonly type: 'derived' };

/** A store without a flaw, and the flaws that were repaired. */
export interface RepairedStore extends SoundTrail {
  readonly repaired: readonly DerivedFlaw[];
}

/** Checks whether a store and its audit log are as they were written. */
export interface IntegrityOperations {
  /** Checks everything: files, what users hold, and the audit log. Errors: `store-flawed`, with every flaw. */
  checkStore(onProgress?: OnProgress): ResultAsync<SoundTrail, FlawedStore | StoreUnavailable>;
  /**
   * Rebuilds derived rows if `agree` accepts the flaws, and checks again. Errors: `not-agreed`, and `not-repairable` if the store
   * has other flaws; nothing was changed then.
   */
  repairStore(
    agree: (flaws: readonly DerivedFlaw[]) => Promise<boolean>,
    onProgress?: OnProgress,
  ): ResultAsync<RepairedStore, FlawedStore | NotAgreed | NotRepairable | StoreUnavailable>;
  /** Verifies the audit log, which must have `head`, a digest that was noted earlier. Errors: `audit-broken`. */
  verifyTrail(
    head?: string,
    onProgress?: OnProgress,
  ): ResultAsync<SoundTrail, BrokenTrail | StoreUnavailable>;
  /** Checks the newest entry; returns `undefined` if it is genuine. */
  checkNewestEntry(): ResultAsync<ForeignEntry | undefined, StoreUnavailable>;
}

/** Needed by {@link integrityOperations}. */
export interface IntegrityOperationsPorts extends VerifyAuditTrailPorts {
  readonly integrity: IntegrityChecker;
}

/** Makes the checks of a store. They do not check the caller: guard them with `AccessOperations`. */
export function integrityOperations(ports: IntegrityOperationsPorts): IntegrityOperations {
  return {
    checkStore: (onProgress) => new ResultAsync(checkStore(ports, onProgress)),
    repairStore: (agree, onProgress) => new ResultAsync(repairStore(ports, agree, onProgress)),
    verifyTrail: (head, onProgress) => verifyAuditTrail(ports, { head, onProgress }),
    checkNewestEntry: () => checkNewestEntry(ports.audit, ports.verifier),
  };
}

async function checkStore(
  { integrity, ...trail }: IntegrityOperationsPorts,
  onProgress?: OnProgress,
): Promise<Result<SoundTrail, FlawedStore | StoreUnavailable>> {
  const checked = await integrity.check(trail.verifier, onProgress);
  if (checked.isErr()) return err(checked.error);
  const flaws = checked.value;
  // The audit log of a damaged store can end anywhere.
  if (flaws.some(({ type }) => type === 'damaged')) return err({ type: 'store-flawed', flaws });
  const verified = await verifyAuditTrail(trail, { everySignature: true, onProgress });
  if (verified.isOk()) return flaws.length > 0 ? err({ type: 'store-flawed', flaws }) : ok(verified.value);
  const { error } = verified;
  return err(error.type === 'audit-broken' ? { type: 'store-flawed', flaws: [...flaws, error] } : error);
}

async function repairStore(
  ports: IntegrityOperationsPorts,
  agree: (flaws: readonly DerivedFlaw[]) => Promise<boolean>,
  onProgress?: OnProgress,
): Promise<Result<RepairedStore, FlawedStore | NotAgreed | NotRepairable | StoreUnavailable>> {
  const checked = await checkStore(ports, onProgress);
  if (checked.isOk()) return ok({ ...checked.value, repaired: [] });
  if (checked.error.type !== 'store-flawed') return err(checked.error);
  const { flaws } = checked.error;
  const repaired = flaws.filter((flaw): flaw is DerivedFlaw => flaw.type === 'derived');
  if (repaired.length < flaws.length) return err({ type: 'not-repairable', flaws });
  if (!(await agree(repaired))) return err({ type: 'not-agreed' });
  const made = await ports.integrity.repair();
  if (made.isErr()) return err(made.error);
  return (await checkStore(ports, onProgress)).map((trail) => ({ ...trail, repaired }));
}
