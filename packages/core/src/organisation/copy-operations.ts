import { canonicalJson } from '../audit/canonical-json.js';
import type { TrailDigest } from '../audit/trail-seal.js';
import type { SoundTrail } from '../audit/trail-walk.js';
import {
  type FlawedStore,
  type IntegrityOperationsPorts,
  integrityOperations,
} from '../integrity/integrity-operations.js';
import { err, ok, type Result, ResultAsync } from '../result.js';
import type { OnProgress, Progress } from '../values/progress.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { CopyRecord, CopyTargetNotEmpty, OrganisationCopy, RecordUnfit } from './organisation-copy.js';

export interface CopyCounts {
  readonly departments: number;
  readonly users: number;
  readonly entries: number;
}

/** A kind of records, or the id of the newest entry. */
export type CopyKind = keyof CopyCounts | 'lastEntryId';

/** The counts of a copy, and the copied audit log; `trail` is missing if it has flaws. */
export interface CopiedOrganisation extends CopyCounts {
  readonly trail?: SoundTrail;
  /** The flaws of the copy, which the source also has. */
  readonly flaws: FlawedStore['flaws'];
}

/** One side failed. With `isCopied` everything was written, but not checked. */
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

/** Copies everything that a store holds. */
export interface CopyOperations {
  /**
   * Copies an organisation into an empty store, record by record, and verifies the copy. {@link CopyTargetNotEmpty}, {@link
   * RecordUnfit} and a `copy-failed` without `isCopied` leave the target as it was.
   */
  copy(onProgress?: OnProgress): ResultAsync<CopiedOrganisation, CopyError>;
}

/** Needed by {@link copyOperations}: `audit` and `integrity` are the target's, `verifier` has the keys of the source. */
export interface CopyOperationsPorts extends IntegrityOperationsPorts {
  readonly source: Pick<OrganisationCopy, 'read'>;
  /** About how many records the source has, if known. */
  readonly sourceSize?: number | undefined;
  readonly target: OrganisationCopy;
}

const RECORDS_PER_TELLING = 500;

/** Makes the copy from one store into another. It does not check the caller: guard it with `AccessOperations`. */
export function copyOperations(ports: CopyOperationsPorts): CopyOperations {
  return { copy: (onProgress) => new ResultAsync(copy(ports, onProgress)) };
}

async function copy(
  ports: CopyOperationsPorts,
  onProgress?: OnProgress,
): Promise<Result<CopiedOrganisation, CopyError>> {
  const { source, sourceSize, target } = ports;
  const tell = (step: Progress['step'], { done }: Tally, total: number | undefined) => {
    if (done % RECORDS_PER_TELLING === 1) onProgress?.({ step, done, total });
  };
  const copied = newTally();
  const written = await target.write(
    counted(source, (record) => {
      count(copied, record, ports.verifier);
      tell('records', copied, sourceSize);
    }),
  );
  if (written.isErr()) {
    const { error } = written;
    return err(error.type === 'store-unavailable' ? failed('target', error) : error);
  }
  const found = newTally();
  for await (const read of target.read()) {
    if (read.isErr()) return err(failed('target', read.error, true));
    count(found, read.value, ports.verifier);
    tell('records-again', found, copied.done);
  }
  const kinds = (['departments', 'users', 'entries', 'lastEntryId'] as const).filter(
    (kind) => copied.digests[kind] !== found.digests[kind],
  );
  if (kinds.length > 0) return err({ type: 'copy-differs', kinds });
  const checked = await integrityOperations(ports).checkStore(onProgress);
  if (checked.isOk()) return ok({ ...copied.counts, trail: checked.value, flaws: [] });
  return checked.error.type === 'store-flawed'
    ? ok({ ...copied.counts, flaws: checked.error.flaws })
    : err(failed('target', checked.error, true));
}

async function* counted(
  source: CopyOperationsPorts['source'],
  count: (record: CopyRecord) => void,
): AsyncGenerator<Result<CopyRecord, CopyFailed>, void> {
  for await (const read of source.read()) {
    if (read.isErr()) return yield err(failed('source', read.error));
    count(read.value);
    yield ok(read.value);
  }
}

/** The passed records, with a digest of each kind: equal digests mean equal streams. */
interface Tally {
  done: number;
  readonly counts: { -readonly [Kind in keyof CopyCounts]: number };
  readonly digests: Record<CopyKind, string>;
}

function newTally(): Tally {
  return {
    done: 0,
    counts: { departments: 0, users: 0, entries: 0 },
    digests: { departments: '', users: '', entries: '', lastEntryId: '' },
  };
}

function count(tally: Tally, record: CopyRecord, { digest }: TrailDigest): void {
  if (record.type === 'end') {
    tally.digests.lastEntryId = `${record.lastEntryId}`;
    return;
  }
  const kind = KINDS[record.type];
  tally.done++;
  tally.counts[kind]++;
  tally.digests[kind] = digest(`${tally.digests[kind]}${canonicalJson(record)}`);
}

const KINDS = { department: 'departments', user: 'users', entry: 'entries' } as const;

function failed(side: CopyFailed['side'], { cause }: StoreUnavailable, isCopied = false): CopyFailed {
  return { type: 'copy-failed', side, isCopied, cause };
}
