const NOTHING = ['already-held', 'nothing-held', 'nothing-left', 'already-so', 'unchanged'] as const;

const FAILED = [
  'user-not-found',
  'user-inactive',
  'invalid',
  'conflict',
  'no-admin-left',
  'changed-since',
  'not-done',
] as const;

/** Every result of a row, by its meaning. */
export const ROW_RESULTS = {
  /** Each word, with its word in a dry run. */
  done: {
    added: 'would-add',
    removed: 'would-remove',
    updated: 'would-update',
    renamed: 'would-rename',
    reverted: 'would-revert',
    kept: 'would-keep',
    created: 'would-create',
    deleted: 'would-delete',
    activated: 'would-activate',
    deactivated: 'would-deactivate',
    erased: 'would-erase',
    linked: 'would-link',
    unlinked: 'would-unlink',
  },
  nothing: NOTHING as typeof NOTHING,
  failed: FAILED as typeof FAILED,
} as const;

/** The result of a row that did something. */
export type DoneResult = keyof typeof ROW_RESULTS.done;

/** The same in a dry run. */
export type TriedResult = (typeof ROW_RESULTS.done)[DoneResult];

/** The result of a row with nothing to do. */
export type NothingResult = (typeof ROW_RESULTS.nothing)[number];

/** The result of a row that failed. */
export type FailedResult = (typeof ROW_RESULTS.failed)[number];

/** The result of a row, in a word. */
export type RowResult = DoneResult | TriedResult | NothingResult | FailedResult;

const NOTHING_WORDS: ReadonlySet<string> = new Set(NOTHING);
const FAILED_WORDS: ReadonlySet<string> = new Set(FAILED);

/** Reports whether a word means that nothing was to do. */
export function isNothing(word: string | undefined): word is NothingResult {
  return word !== undefined && NOTHING_WORDS.has(word);
}

/** Reports whether a row failed: its change was not made. */
export function isFailedRow<Row extends { readonly result: string }>(
  row: Row,
): row is Row & { readonly result: FailedResult } {
  return FAILED_WORDS.has(row.result);
}

/** Reports whether a row changed something, or would. A review that keeps a permission changes nothing. */
export function isChangeRow({ result }: { readonly result: RowResult }): boolean {
  return !isNothing(result) && !FAILED_WORDS.has(result) && result !== 'kept' && result !== 'would-keep';
}

/** Returns the word for a result, in a dry run or not. */
export function resultIn(dryRun: boolean, result: DoneResult | NothingResult): RowResult {
  return dryRun && !isNothing(result) ? ROW_RESULTS.done[result] : result;
}
