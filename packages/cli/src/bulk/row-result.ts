import type { OrderOptions, OrderOutcome } from '@ops-admin/core';
import { describeError } from '../cli-error.js';
import { type ChangeName, changeName, tellChange } from '../present/permission-change.js';
import { isOrder, type Row } from './row.js';

type Action = OrderOptions['action'];

/** What became of a row, in a word. */
export type RowResultName =
  | ChangeName
  | 'user-not-found'
  | 'ambiguous-user'
  | 'invalid'
  | 'no-admin-left'
  | 'not-done';

/** What became of a row, as programs read it. */
export interface RowResult {
  /** As the row names them; `null` where it does not. */
  readonly user: string | null;
  readonly result: RowResultName;
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
  readonly line?: number;
  readonly message?: string;
  /** The run, of an entry that was written. */
  readonly batch?: string;
}

/** The results that make a run exit with 4. */
export const FAILED_RESULTS: ReadonlySet<RowResultName> = new Set([
  'user-not-found',
  'ambiguous-user',
  'invalid',
  'no-admin-left',
  'not-done',
]);

/** The result of a row, from the outcome of its order if it is one. */
export function resultOf(
  row: Row,
  outcome: OrderOutcome | undefined,
  action: Action,
  batch: string | undefined,
): RowResult {
  const { line, user = null } = row;
  const entry = outcome?.type === 'changed' ? outcome.entry : undefined;
  const [result, message] = entry ? [changeName(entry)] : refusal(row, outcome);
  const changed = entry?.[action === 'add' ? 'added' : 'removed'] ?? [];
  return {
    user,
    result,
    ...(action === 'add' ? { added: changed } : { removed: changed }),
    ...(line !== undefined && { line }),
    ...(message !== undefined && { message }),
    ...(entry && batch !== undefined && { batch }),
  };
}

function refusal(row: Row, outcome: OrderOutcome | undefined): [RowResultName, string?] {
  if (!isOrder(row)) return ['invalid', row.problem];
  switch (outcome?.type) {
    case 'ambiguous-user':
    case 'no-admin-left':
    case 'user-not-found':
      return [outcome.type, describeError(outcome)[1]];
    case 'invalid-permission':
      return ['invalid', describeError(outcome)[1]];
    default:
      return ['not-done'];
  }
}

/** The result on one line for people. */
export function lineOf({ user, result, added, removed, line, message }: RowResult, dryRun: boolean): string {
  const where = line === undefined ? '' : `line ${line}: `;
  const who = user === null || user === '' ? '' : `${user}: `;
  return where + who + (message ?? tell(result, [...(added ?? []), ...(removed ?? [])], dryRun));
}

function tell(result: RowResultName, changed: readonly string[], dryRun: boolean): string {
  switch (result) {
    case 'added':
    case 'removed':
      return `${tellChange(result, dryRun)} ${changed.join(', ')}`;
    case 'already-held':
    case 'nothing-held':
      return tellChange(result, dryRun);
    default:
      return dryRun ? 'would not be done' : 'not done';
  }
}
