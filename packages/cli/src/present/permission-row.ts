import type { ExternalIdentity, PermissionRow } from '@ops-admin/core';

/** A row for people: the result of one user's change, one fact a line. */
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
  const lines = [...changed.map((permission) => `${words} ${permission}`), ...linkLines(row)];
  return [...(lines.length === 0 ? [words] : lines), ...stillGranted(row)].map(
    (line) => line + triedMark(row),
  );
}

/** The identities that were linked or unlinked, or would be. */
function linkLines({ dryRun, linked = [], unlinked = [] }: PermissionRow): string[] {
  const line = (verb: string) => (identity: ExternalIdentity) =>
    `${dryRun ? `would ${verb}` : `${verb}ed`} ${identity.subject} at ${identity.issuer}`;
  return [...linked.map(line('link')), ...unlinked.map(line('unlink'))];
}

/** What a removal did not remove. */
function stillGranted({ stillGrantedBy = [] }: PermissionRow): string[] {
  return stillGrantedBy.length > 0 ? [`still granted by ${stillGrantedBy.join(', ')}`] : [];
}

/** A dry run is seen in each line: most say `would`. */
function triedMark({ dryRun, result }: PermissionRow): string {
  return dryRun && !result.startsWith('would-') ? ' (dry run)' : '';
}

function revertLines(row: PermissionRow): string[] {
  const { added = [], dryRun = false, email, leftAlone = [], removed = [], result, reverts, user } = row;
  const tense = (did: string, would: string) => (dryRun ? `would ${would}` : did);
  const lines = [
    ...linkLines(row),
    ...added.map((one) => `${tense('gave back', 'give back')} ${one}`),
    ...removed.map((one) => `${tense('took back', 'take back')} ${one}`),
    ...leftAlone.map(({ actor, actorEmail, changedBy, permission }) => {
      const who = `entry ${changedBy} by ${actorEmail ?? actor}`;
      return `${tense('left alone', 'leave alone')} ${permission}: ${who} changed it since`;
    }),
  ];
  const refusal = refusalOf(row);
  if (refusal !== undefined) lines.push(`refused: ${refusal}`);
  if (result === 'nothing-left') lines.push('nothing is left to undo');
  return [`entry ${reverts}, user ${email ?? user}`, ...lines.map((line) => `  ${line}`)];
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
