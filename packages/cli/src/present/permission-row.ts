import type { PermissionRow } from '@ops-admin/core';

/** A row for people: what became of one user's change, a line for each thing that is to be said. */
export function rowLines(row: PermissionRow): string[] {
  return row.reverts === undefined ? changeLines(row) : revertLines(row);
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

/** Why a row failed, with what to do about it; `undefined` where it did not. */
export function refusalOf({ message, result }: PermissionRow): string | undefined {
  return result === 'no-admin-left' ? `${message}; --force lets them go` : message;
}

/** What is written where nobody is an admin any more. */
export function noAdminWarning(dryRun: boolean): string {
  return `there ${dryRun ? 'would be' : 'is'} no admin left`;
}

function changeLines(row: PermissionRow): string[] {
  const changed = [...(row.added ?? []), ...(row.removed ?? [])];
  const words = row.message ?? wordsFor(row);
  const lines = changed.length === 0 ? [words] : changed.map((permission) => `${words} ${permission}`);
  return [...lines, ...stillGranted(row)].map((line) => line + triedMark(row));
}

/** What a removal left standing. */
function stillGranted({ stillGrantedBy = [] }: PermissionRow): string[] {
  return stillGrantedBy.length > 0 ? [`still granted by ${stillGrantedBy.join(', ')}`] : [];
}

/** A dry run is seen in each line: most say `would`. */
function triedMark({ dryRun, result }: PermissionRow): string {
  return dryRun && !result.startsWith('would-') ? ' (dry run)' : '';
}

function revertLines(row: PermissionRow): string[] {
  const { added = [], dryRun = false, leftAlone = [], removed = [], result, reverts, user } = row;
  const tense = (did: string, would: string) => (dryRun ? `would ${would}` : did);
  const lines = [
    ...added.map((one) => `${tense('gave back', 'give back')} ${one}`),
    ...removed.map((one) => `${tense('took back', 'take back')} ${one}`),
    ...leftAlone.map(({ permission, changedBy }) => {
      return `${tense('left alone', 'leave alone')} ${permission}: entry ${changedBy} changed it since`;
    }),
  ];
  const refusal = refusalOf(row);
  if (refusal !== undefined) lines.push(`refused: ${refusal}`);
  if (result === 'nothing-left') lines.push('nothing is left to undo');
  return [`entry ${reverts}, user ${user}`, ...lines.map((line) => `  ${line}`)];
}

function wordsFor({ result }: PermissionRow): string {
  switch (result) {
    case 'would-add':
    case 'would-remove':
      return result.replace('-', ' ');
    case 'already-held':
      return 'nothing to add: all of it is held';
    case 'nothing-held':
      return 'nothing to remove: none of it is held';
    default:
      return result;
  }
}
