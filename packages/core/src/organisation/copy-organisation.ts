import type { TrailDigest } from '../audit/trail-seal.js';
import type { SoundTrail } from '../audit/trail-walk.js';
import { CheckStore, type CheckStorePorts, type FlawedStore } from '../integrity/check-store.js';
import { err, ok, type Result, ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import { type CopyCounts, type CopyKind, CopyTally } from './copy-tally.js';
import type { CopyRecord, CopyTargetNotEmpty, OrganisationCopy, RecordUnfit } from './organisation-copy.js';

/** What was copied, and the state of the copied trail; `trail` is missing if it has flaws. */
export interface CopiedOrganisation extends CopyCounts {
  readonly trail?: SoundTrail;
  /** The flaws of the copy; as it is exact, the source has them, too. Mostly empty. */
  readonly flaws: FlawedStore['flaws'];
}

/** One side failed. `isCopied`: everything was written, but not checked. */
export interface CopyFailed {
  readonly type: 'copy-failed';
  readonly side: 'source' | 'target';
  readonly isCopied: boolean;
  readonly cause: unknown;
}

/** The copy differs from the source. */
export interface CopyDiffers {
  readonly type: 'copy-differs';
  readonly kinds: readonly CopyKind[];
}

/** Why a copy was not made, or cannot be trusted. */
export type CopyError = CopyTargetNotEmpty | RecordUnfit | CopyFailed | CopyDiffers;

/**
 * Needed by {@link CopyOrganisation}: `audit` and `integrity` are the target's, `verifier` has the keys of the source's trail.
 */
export interface CopyOrganisationPorts extends CheckStorePorts {
  readonly source: Pick<OrganisationCopy, 'read'>;
  readonly target: OrganisationCopy;
}

/**
 * Copies an organisation into an empty store, record by record as they are, and verifies the copy (decision 9). Does not
 * check the caller: guard it with `AccessOperations`.
 */
export class CopyOrganisation {
  readonly #source: CopyOrganisationPorts['source'];
  readonly #target: OrganisationCopy;
  readonly #checkTarget: CheckStore;
  readonly #digest: TrailDigest;

  constructor({ source, target, ...checked }: CopyOrganisationPorts) {
    this.#source = source;
    this.#target = target;
    this.#checkTarget = new CheckStore(checked);
    this.#digest = checked.verifier;
  }

  /**
   * Errors: {@link CopyTargetNotEmpty}, {@link RecordUnfit} and a {@link CopyFailed} without `isCopied` leave the target as it
   * was.
   */
  execute(): ResultAsync<CopiedOrganisation, CopyError> {
    return new ResultAsync(this.#copy());
  }

  async #copy(): Promise<Result<CopiedOrganisation, CopyError>> {
    const copied = new CopyTally(this.#digest);
    const written = await this.#target.write(counted(this.#source, copied));
    if (written.isErr()) {
      const { error } = written;
      return err(error.type === 'store-unavailable' ? failed('target', error) : error);
    }
    const found = new CopyTally(this.#digest);
    for await (const read of this.#target.read()) {
      if (read.isErr()) return err(failed('target', read.error, true));
      found.add(read.value);
    }
    const kinds = copied.differences(found);
    if (kinds.length > 0) return err({ type: 'copy-differs', kinds });
    const checked = await this.#checkTarget.execute();
    if (checked.isOk()) return ok({ ...copied.counts, trail: checked.value, flaws: [] });
    return checked.error.type === 'store-flawed'
      ? ok({ ...copied.counts, flaws: checked.error.flaws })
      : err(failed('target', checked.error, true));
  }
}

async function* counted(
  source: CopyOrganisationPorts['source'],
  tally: CopyTally,
): AsyncGenerator<Result<CopyRecord, CopyFailed>, void> {
  for await (const read of source.read()) {
    if (read.isErr()) return yield err(failed('source', read.error));
    tally.add(read.value);
    yield ok(read.value);
  }
}

function failed(side: CopyFailed['side'], { cause }: StoreUnavailable, isCopied = false): CopyFailed {
  return { type: 'copy-failed', side, isCopied, cause };
}
