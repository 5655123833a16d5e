import { err, ok, type Result } from '../result.js';
import { type Clock, now } from '../values/timestamp.js';

/** The value cannot name a batch. */
export interface InvalidBatchName {
  readonly type: 'invalid-batch-name';
}

export const BATCH_NAME_MAX_LENGTH = 100;

/** Parses the name of a batch: 1 to 100 characters from `!` to `~`. Errors: `invalid-batch-name`. */
export function parseBatchName(input: unknown): Result<string, InvalidBatchName> {
  return typeof input === 'string' && input.length <= BATCH_NAME_MAX_LENGTH && /^[!-~]+$/.test(input)
    ? ok(input)
    : err({ type: 'invalid-batch-name' });
}

/** Returns a new name, which sorts after the names of earlier batches: `20261121T103045-7f3a9c`. */
export function newBatchName(clock: Clock): string {
  const seconds = now(clock).slice(0, 'YYYY-MM-DDTHH:mm:ss'.length);
  // Two batches of the same second must differ. The name need not be hard to guess.
  const suffix = Math.floor(Math.random() * 2 ** 24);
  return `${seconds.replace(/[-:]/g, '')}-${suffix.toString(16).padStart(6, '0')}`;
}

const A_DAY_MS = 86_400_000;

/** Returns why a caller must confirm that it continues a batch, judged by the newest entry; `undefined` if it need not. */
export function foreignBatch(
  newest: { readonly actor: string; readonly time: string } | undefined,
  actor: string,
  clock: Clock,
): 'of another actor' | 'without changes for a day' | undefined {
  if (!newest) return undefined;
  if (newest.actor !== actor) return 'of another actor';
  return clock().getTime() - Date.parse(newest.time) > A_DAY_MS ? 'without changes for a day' : undefined;
}
