import type { BrokenTrail, SoundTrail } from '../audit/trail-walk.js';
import { VerifyAuditTrail, type VerifyAuditTrailPorts } from '../audit/verify-audit-trail.js';
import { err, ok, type Result, ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { IntegrityChecker, StoreFlaw } from './integrity-checker.js';

/** What was found; always at least one. */
export interface FlawedStore {
  readonly type: 'store-flawed';
  readonly flaws: readonly (StoreFlaw | BrokenTrail)[];
}

/** Needed by {@link CheckStore}. */
export interface CheckStorePorts extends VerifyAuditTrailPorts {
  readonly integrity: IntegrityChecker;
}

/**
 * Checks all of a store: its files, what users hold, and the audit trail (decision 6). Does not check the caller: guard it
 * with `AccessOperations`.
 */
export class CheckStore {
  readonly #integrity: IntegrityChecker;
  readonly #verifyTrail: VerifyAuditTrail;

  constructor({ integrity, ...trail }: CheckStorePorts) {
    this.#integrity = integrity;
    this.#verifyTrail = new VerifyAuditTrail({ ...trail, everySignature: true });
  }

  /** Errors: {@link FlawedStore}, `store-unavailable`. */
  execute(): ResultAsync<SoundTrail, FlawedStore | StoreUnavailable> {
    return this.#integrity.check().andThen((flaws) => new ResultAsync(this.#conclude(flaws)));
  }

  async #conclude(flaws: readonly StoreFlaw[]): Promise<Result<SoundTrail, FlawedStore | StoreUnavailable>> {
    // The trail of a damaged store can end anywhere.
    if (flaws.some(({ type }) => type === 'damaged')) return err({ type: 'store-flawed', flaws });
    const verified = await this.#verifyTrail.execute();
    if (verified.isOk()) return flaws.length > 0 ? err({ type: 'store-flawed', flaws }) : ok(verified.value);
    const { error } = verified;
    return err(error.type === 'audit-broken' ? { type: 'store-flawed', flaws: [...flaws, error] } : error);
  }
}
