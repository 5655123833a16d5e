/** Nothing was to do. */
const NOTHING = ['already-held', 'nothing-held', 'nothing-left', 'already-so', 'unchanged'] as const;

/** The request of the row was refused; `not-done` only because another one was, and all or none were to be done. */
const FAILED = [
  'user-not-found',
  'user-inactive',
  'invalid',
  'conflict',
  'no-admin-left',
  'changed-since',
  'not-done',
] as const;

/** Every result of a row by what it means. Programs that count, colour or describe rows read this table. */
export const ROW_RESULTS = {
  /** Each word for something that was done, with its word in a dry run. */
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

/** The result of a row in which something was done. */
export type DoneResult = keyof typeof ROW_RESULTS.done;

/** The same in a dry run. */
export type TriedResult = (typeof ROW_RESULTS.done)[DoneResult];

/** The result of a row in which nothing was to do. */
export type NothingResult = (typeof ROW_RESULTS.nothing)[number];

/** The result of a row that failed. */
export type FailedResult = (typeof ROW_RESULTS.failed)[number];

/** The result of a row, in a word. */
export type RowResult = DoneResult | TriedResult | NothingResult | FailedResult;

const NOTHING_WORDS: ReadonlySet<string> = new Set(NOTHING);
const FAILED_WORDS: ReadonlySet<string> = new Set(FAILED);

/** Reports whether a word says that nothing was to do. */
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

/** Returns the word that a dry run has for a result; for a row in which nothing was to do that is the same. */
export function resultIn(dryRun: boolean, result: DoneResult | NothingResult): RowResult {
  return dryRun && !isNothing(result) ? ROW_RESULTS.done[result] : result;
}
