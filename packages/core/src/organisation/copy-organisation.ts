import type { AuditSealer } from '../audit/audit-seal.js';
import type { SoundTrail } from '../audit/trail-walk.js';
import { CheckStore, type CheckStoreParts, type FlawedStore } from '../operations/check-store.js';
import { err, ok, type Result, ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import { type ArchiveCounts, type ArchivePart, ArchiveTally } from './archive-tally.js';
import type {
  ArchiveNotEmpty,
  ArchiveRecord,
  OrganisationArchive,
  RecordUnfit,
} from './organisation-archive.js';

/** What was copied, and the state of the copied trail; `trail` is missing if it has flaws. */
export interface CopiedOrganisation extends ArchiveCounts {
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
  readonly parts: readonly ArchivePart[];
}

/** Why a copy was not made, or cannot be trusted. */
export type CopyError = ArchiveNotEmpty | RecordUnfit | CopyFailed | CopyDiffers;

/**
 * Needed by {@link CopyOrganisation}: `audit` and `integrity` are the target's, `sealer` has the keys of the source's trail.
 */
export interface CopyOrganisationParts extends CheckStoreParts {
  readonly source: Pick<OrganisationArchive, 'read'>;
  readonly target: OrganisationArchive;
}

/**
 * Copies an organisation into an empty store, record by record as they are, and verifies the copy (decision 9). Does not
 * check the caller: guard it with `RequireAdmin`.
 */
export class CopyOrganisation {
  readonly #source: CopyOrganisationParts['source'];
  readonly #target: OrganisationArchive;
  readonly #checkTarget: CheckStore;
  readonly #sealer: AuditSealer;

  constructor({ source, target, ...checked }: CopyOrganisationParts) {
    this.#source = source;
    this.#target = target;
    this.#checkTarget = new CheckStore(checked);
    this.#sealer = checked.sealer;
  }

  /**
   * Errors: {@link ArchiveNotEmpty}, {@link RecordUnfit} and a {@link CopyFailed} without `isCopied` leave the target as it
   * was.
   */
  execute(): ResultAsync<CopiedOrganisation, CopyError> {
    return new ResultAsync(this.#copy());
  }

  async #copy(): Promise<Result<CopiedOrganisation, CopyError>> {
    const copied = new ArchiveTally(this.#sealer);
    const written = await this.#target.write(counted(this.#source, copied));
    if (written.isErr()) {
      const { error } = written;
      return err(error.type === 'store-unavailable' ? failed('target', error) : error);
    }
    const found = new ArchiveTally(this.#sealer);
    for await (const read of this.#target.read()) {
      if (read.isErr()) return err(failed('target', read.error, true));
      found.add(read.value);
    }
    const parts = copied.differences(found);
    if (parts.length > 0) return err({ type: 'copy-differs', parts });
    const checked = await this.#checkTarget.execute();
    if (checked.isOk()) return ok({ ...copied.counts, trail: checked.value, flaws: [] });
    return checked.error.type === 'store-flawed'
      ? ok({ ...copied.counts, flaws: checked.error.flaws })
      : err(failed('target', checked.error, true));
  }
}

async function* counted(
  source: CopyOrganisationParts['source'],
  tally: ArchiveTally,
): AsyncGenerator<Result<ArchiveRecord, CopyFailed>, void> {
  for await (const read of source.read()) {
    if (read.isErr()) return yield err(failed('source', read.error));
    tally.add(read.value);
    yield ok(read.value);
  }
}

function failed(side: CopyFailed['side'], { cause }: StoreUnavailable, isCopied = false): CopyFailed {
  return { type: 'copy-failed', side, isCopied, cause };
}
