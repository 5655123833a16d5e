import type { LeftAlone, Reversal } from '@ops-admin/core';

/** What became of an entry that was to be undone, as programs get it. */
export interface PresentedReversal {
  readonly entry: number;
  readonly user: string;
  readonly result: 'reverted' | 'nothing-left' | 'no-admin-left' | 'user-not-found';
  /** What was given back, and what was taken back. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly leftAlone: readonly LeftAlone[];
  /** The entry of this change; missing where nothing was written. */
  readonly revertedBy?: number;
}

export function presentReversal(
  { leftAlone, outcome, reverted }: Reversal,
  dryRun: boolean,
): PresentedReversal {
  const done = outcome.type === 'changed' ? outcome.entry : undefined;
  const { added = [], removed = [] } = done ?? {};
  const changed = added.length + removed.length > 0 ? 'reverted' : 'nothing-left';
  const result = outcome.type === 'changed' || outcome.type === 'left-alone' ? changed : outcome.type;
  return {
    entry: reverted.id,
    user: reverted.userId,
    result,
    added,
    removed,
    leftAlone,
    ...(done && !dryRun && { revertedBy: done.id }),
  };
}

/** The same for people. */
export function reversalLines(reversal: PresentedReversal, dryRun: boolean): string[] {
  const { added, entry, leftAlone, removed, result, user } = reversal;
  const tense = (did: string, would: string) => (dryRun ? `would ${would}` : did);
  const refusals = {
    reverted: [],
    'nothing-left': ['nothing is left to undo'],
    'no-admin-left': ['refused: nobody would be left who is an admin; --force does it nevertheless'],
    'user-not-found': ['the user is not there any more'],
  };
  const lines = [
    ...added.map((one) => `${tense('gave back', 'give back')} ${one}`),
    ...removed.map((one) => `${tense('took back', 'take back')} ${one}`),
    ...leftAlone.map(({ permission, changedBy }) => {
      return `${tense('left alone', 'leave alone')} ${permission}: entry ${changedBy} changed it since`;
    }),
    ...refusals[result],
  ];
  return [`entry ${entry}, user ${user}`, ...lines.map((line) => `  ${line}`)];
}
