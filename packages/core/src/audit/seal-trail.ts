import { err, ok, type Result, ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Clock } from '../values/timestamp.js';
import { type AuditEntry, type ChangeOrigin, draftOf } from './audit-entry.js';
import type { AuditLog } from './audit-log.js';
import type { AuditSealer } from './audit-seal.js';
import { readRecords } from './read-audit-trail.js';
import type { TrailKeeper, TrailMoved } from './trail-keeper.js';
import { type BrokenTrail, type SoundTrail, TrailWalk } from './trail-walk.js';
import { VerifyAuditTrail } from './verify-audit-trail.js';

/** Every entry has a seal, or a `seal` entry vouches for it. */
export interface NothingToSeal {
  readonly type: 'nothing-to-seal';
  readonly trail: SoundTrail;
}

/** Who seals the trail. */
export interface SealTrailOrder {
  readonly origin: ChangeOrigin;
}

/** Needed by {@link SealTrail}. */
export interface SealTrailParts {
  readonly keeper: Pick<TrailKeeper, 'seal'>;
  readonly audit: AuditLog;
  readonly sealer: AuditSealer;
  readonly clock: Clock;
}

/**
 * Vouches for the entries that have no seal, with a sealed entry that holds their number and their digest (decision 6). Does
 * not check the caller: guard it with `RequireAdmin`. From then on nobody without the key can alter them. It cannot know
 * what was done to them before.
 */
export class SealTrail {
  readonly #parts: SealTrailParts;

  constructor(parts: SealTrailParts) {
    this.#parts = parts;
  }

  /** Errors: {@link NothingToSeal}; {@link BrokenTrail} for any other flaw; `trail-moved`, `store-unavailable`. */
  execute(
    order: SealTrailOrder,
  ): ResultAsync<AuditEntry, NothingToSeal | BrokenTrail | TrailMoved | StoreUnavailable> {
    return new ResultAsync(this.#seal(order));
  }

  async #seal({
    origin,
  }: SealTrailOrder): Promise<
    Result<AuditEntry, NothingToSeal | BrokenTrail | TrailMoved | StoreUnavailable>
  > {
    const { audit, clock, keeper, sealer } = this.#parts;
    const verified = await new VerifyAuditTrail({ audit, sealer }).execute();
    if (verified.isOk()) return err({ type: 'nothing-to-seal', trail: verified.value });
    const { error } = verified;
    if (error.type !== 'audit-broken' || error.flaw !== 'unsealed') return err(error);
    const walk = new TrailWalk(sealer, { id: 0, digest: null });
    for await (const read of readRecords(audit)) {
      if (read.isErr()) return err(read.error);
      const broken = walk.add(read.value);
      if (broken) return err(broken);
    }
    const draft = { ...draftOf('seal', [], origin, clock), covers: walk.unsealed };
    const sealed = await keeper.seal(draft, walk.last.id);
    return sealed.isOk() ? ok(sealed.value) : err(sealed.error);
  }
}
