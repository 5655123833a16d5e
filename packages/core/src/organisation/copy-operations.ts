import type { SoundTrail } from '../audit/trail-walk.js';
import {
  type FlawedStore,
  type IntegrityOperationsPorts,
  integrityOperations,
} from '../integrity/integrity-operations.js';
import { err, ok, type Result, ResultAsync } from '../result.js';
import type { OnProgress, Progress } from '../values/progress.js';
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

/** Copies of all that a store holds (decision 9). */
export interface CopyOperations {
  /**
   * Copies an organisation into an empty store, record by record as they are, and verifies the copy. Errors:
   * {@link CopyTargetNotEmpty}, {@link RecordUnfit} and a {@link CopyFailed} without `isCopied` leave the target as it was.
   */
  copy(onProgress?: OnProgress): ResultAsync<CopiedOrganisation, CopyError>;
}

/**
 * Needed by {@link copyOperations}: `audit` and `integrity` are the target's, `verifier` has the keys of the source's trail.
 */
export interface CopyOperationsPorts extends IntegrityOperationsPorts {
  readonly source: Pick<OrganisationCopy, 'read'>;
  /** How many records that has, more or less, if it is known. */
  readonly sourceSize?: number | undefined;
  readonly target: OrganisationCopy;
}

const RECORDS_PER_TELLING = 500;

/** The copy from one store into another. Does not check the caller: guard it with `AccessOperations`. */
export function copyOperations(ports: CopyOperationsPorts): CopyOperations {
  return { copy: (onProgress) => new ResultAsync(copy(ports, onProgress)) };
}

async function copy(
  ports: CopyOperationsPorts,
  onProgress?: OnProgress,
): Promise<Result<CopiedOrganisation, CopyError>> {
  const { source, sourceSize, target } = ports;
  const tell = (step: Progress['step'], { size: done }: CopyTally, total: number | undefined) => {
    if (done % RECORDS_PER_TELLING === 1) onProgress?.({ step, done, total });
  };
  const copied = new CopyTally(ports.verifier);
  const written = await target.write(counted(source, copied, () => tell('records', copied, sourceSize)));
  if (written.isErr()) {
    const { error } = written;
    return err(error.type === 'store-unavailable' ? failed('target', error) : error);
  }
  const found = new CopyTally(ports.verifier);
  for await (const read of target.read()) {
    if (read.isErr()) return err(failed('target', read.error, true));
    found.add(read.value);
    tell('records-again', found, copied.size);
  }
  const kinds = copied.differences(found);
  if (kinds.length > 0) return err({ type: 'copy-differs', kinds });
  const checked = await integrityOperations(ports).checkStore(onProgress);
  if (checked.isOk()) return ok({ ...copied.counts, trail: checked.value, flaws: [] });
  return checked.error.type === 'store-flawed'
    ? ok({ ...copied.counts, flaws: checked.error.flaws })
    : err(failed('target', checked.error, true));
}

async function* counted(
  source: CopyOperationsPorts['source'],
  tally: CopyTally,
  tell: () => void,
): AsyncGenerator<Result<CopyRecord, CopyFailed>, void> {
  for await (const read of source.read()) {
    if (read.isErr()) return yield err(failed('source', read.error));
    tally.add(read.value);
    tell();
    yield ok(read.value);
  }
}

function failed(side: CopyFailed['side'], { cause }: StoreUnavailable, isCopied = false): CopyFailed {
  return { type: 'copy-failed', side, isCopied, cause };
}
