import type { IdentityChange, PermissionRow } from '@ops-admin/core';
import type { ChangesReverted } from '@ops-admin/core/jobs';

/** What people see of a revert in addition to its rows. */
export type RevertDetails = Pick<ChangesReverted, 'changers' | 'identities'>;

/** A row for people: the result of one user's change, one fact a line. */
export function rowLines(row: PermissionRow, details?: RevertDetails): string[] {
  return row.reverts === undefined ? changeLines(row) : revertLines(row, details);
}

/** The same on one line, as one of many. */
export function rowLine(row: PermissionRow): string {
  const { added = [], line, removed = [], user } = row;
  const where = line === undefined ? '' : `line ${line}: `;
  const who = user === null || user === '' ? '' : `${user}: `;
  const changed = removed.length > 0 ? removed : added;
  const instead = removed.length > 0 && added.length > 0 ? `; added ${added.join(', ')}` : '';
  const what =
    refusalOf(row) ??
    [wordsFor(row), ...(changed.length > 0 ? [changed.join(', ')] : [])].join(' ') + instead;
  const still = stillGranted(row).map((text) => `; ${text}`);
  return where + who + what + still.join('') + triedMark(row);
}

/** Why a row failed, and what to do about it; `undefined` if it did not. */
export function refusalOf({ message, result }: PermissionRow): string | undefined {
  return result === 'no-admin-left' ? `${message}; --force allows it` : message;
}

/** The message if there is no admin any longer. */
export function noAdminWarning(dryRun: boolean): string {
  return `there ${dryRun ? 'would be' : 'is'} no admin left`;
}

function changeLines(row: PermissionRow): string[] {
  const changed = [...(row.added ?? []), ...(row.removed ?? [])];
  const words = row.message ?? wordsFor(row);
  const lines = changed.length === 0 ? [words] : changed.map((permission) => `${words} ${permission}`);
  return [...lines, ...stillGranted(row)].map((line) => line + triedMark(row));
}

/** What a removal did not remove. */
function stillGranted({ stillGrantedBy = [] }: PermissionRow): string[] {
  return stillGrantedBy.length > 0 ? [`still granted by ${stillGrantedBy.join(', ')}`] : [];
}

/** A dry run is seen in each line: most say `would`. */
function triedMark({ dryRun, result }: PermissionRow): string {
  return dryRun && !result.startsWith('would-') ? ' (dry run)' : '';
}

function revertLines(row: PermissionRow, { changers, identities }: Partial<RevertDetails> = {}): string[] {
  const { added = [], dryRun = false, email, leftAlone = [], removed = [], result, reverts, user } = row;
  const tense = (did: string, would: string) => (dryRun ? `would ${would}` : did);
  const isDone = result === 'reverted' || result === 'would-revert';
  const relinked = isDone ? identities?.get(reverts ?? 0) : undefined;
  const lines = [
    ...(relinked ? [linkLine(relinked, tense)] : []),
    ...added.map((one) => `${tense('gave back', 'give back')} ${one}`),
    ...removed.map((one) => `${tense('took back', 'take back')} ${one}`),
    ...leftAlone.map(({ permission, changedBy }) => {
      const who = changers?.has(changedBy) ? ` by ${changers.get(changedBy)}` : '';
      return `${tense('left alone', 'leave alone')} ${permission}: entry ${changedBy}${who} changed it since`;
    }),
  ];
  const refusal = refusalOf(row);
  if (refusal !== undefined) lines.push(`refused: ${refusal}`);
  if (result === 'nothing-left') lines.push('nothing is left to undo');
  return [`entry ${reverts}, user ${email ?? user}`, ...lines.map((line) => `  ${line}`)];
}

function linkLine(
  { action, identity: { issuer, subject } }: IdentityChange,
  tense: (did: string, would: string) => string,
): string {
  return `${tense(`${action}ed`, action)} ${subject} at ${issuer}`;
}

function wordsFor({ result }: PermissionRow): string {
  switch (result) {
    case 'would-add':
    case 'would-remove':
      return result.replace('-', ' ');
    case 'already-held':
      return 'nothing to add: the user holds all of it';
    case 'nothing-held':
      return 'nothing to remove: the user holds none of it';
    default:
      return result;
  }
}
