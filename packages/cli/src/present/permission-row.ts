import { type ExternalIdentity, isFailedRow, type PermissionRow } from '@ops-admin/core';
import { describeUser } from '@ops-admin/core/operations';

/** A row for people: the result of one user's change, one fact a line. */
export function rowLines(row: PermissionRow): string[] {
  if (row.reverts !== undefined) return revertLines(row);
  const { added = [], removed = [] } = row;
  const facts = factsOf(row, [
    ...withEnds(added, row.ends).map((one) => `${givenWord(row)} ${one}`),
    ...removed.map((permission) => `${takenWord(row)} ${permission}`),
    ...endLines(row),
  ]);
  return (isFailedRow(row) ? facts : facts.map((fact) => ofUser(row, fact))).map(
    (line) => line + triedMark(row),
  );
}

/** The same on one line, as one of many. */
export function rowLine(row: PermissionRow): string {
  const { added = [], line, removed = [] } = row;
  const where = line === undefined ? '' : `line ${line}: `;
  const given = withEnds(added, row.ends);
  const facts = factsOf(row, [
    ...(removed.length > 0 ? [`${takenWord(row)} ${removed.join(', ')}`] : []),
    ...(given.length > 0 ? [`${givenWord(row)} ${given.join(', ')}`] : []),
    ...endLines(row),
  ]);
  return where + ofUser(row, facts.join('; ')) + triedMark(row);
}

/** The word for added permissions; the result of a set says neither word. */
function givenWord({ dryRun }: PermissionRow): string {
  return dryRun ? 'would add' : 'added';
}

/** The word for removed permissions. */
function takenWord(row: PermissionRow): string {
  const isRenamed = row.result === 'renamed' || row.result === 'would-rename';
  return isRenamed ? wordsFor(row) : row.dryRun ? 'would remove' : 'removed';
}

/** Permissions, and until when they are held; one can have a name that every object has. */
export function withEnds(permissions: readonly string[], ends: PermissionRow['ends'] = {}): string[] {
  const until = new Map(Object.entries(ends));
  return permissions.map((one) => (until.get(one) ? `${one} until ${until.get(one)}` : one));
}

/** Describes new ends of held permissions. */
function endLines({ added = [], dryRun, ends = {} }: PermissionRow): string[] {
  const isNew = new Set(added);
  const revised = Object.entries(ends).filter(([permission]) => !isNew.has(permission));
  return revised.map(([permission, end]) => {
    const what = end === null ? 'held permanently' : `held until ${end}`;
    return dryRun ? `${permission} would be ${what}` : `${permission} is ${what} now`;
  });
}

/** Returns why a row failed, with a remedy; `undefined` if it did not. */
export function refusalOf({ message, result }: PermissionRow): string | undefined {
  return result === 'no-admin-left' ? `${message}; --force allows it` : message;
}

/** The warning that no admin is left. */
export function noAdminWarning(dryRun: boolean): string {
  return `no admin ${dryRun ? 'would be' : 'is'} left`;
}

/** Returns the facts of a row; of a failed one only the reason. */
function factsOf(row: PermissionRow, done: readonly string[]): string[] {
  if (isFailedRow(row)) return [refusalOf(row) ?? wordsFor(row)];
  const isCreated = row.result === 'created' || row.result === 'would-create';
  const changes = [...(isCreated ? [wordsFor(row)] : []), ...done, ...linkLines(row)];
  const { message } = row;
  return [
    ...(changes.length === 0 ? [wordsFor(row)] : changes),
    ...stillGranted(row),
    ...(message === undefined ? [] : [message]),
  ];
}

function ofUser(row: PermissionRow, fact: string): string {
  const who = userOf(row);
  return who === '' || fact.startsWith(who) ? fact : `${who}: ${fact}`;
}

/** The user or the department of a row, for people; as requested, if nothing is known of them. */
function userOf({ department, user, ...row }: PermissionRow): string {
  if (department !== undefined) return row.name === undefined ? department : `${row.name} (${department})`;
  return describeUser(row) || (user ?? '');
}

/** The identities that were linked or unlinked, or would be. */
function linkLines({ dryRun, linked = [], unlinked = [] }: PermissionRow): string[] {
  const line = (verb: string) => (identity: ExternalIdentity) =>
    `${dryRun ? `would ${verb}` : `${verb}ed`} ${identity.subject} at ${identity.issuer}`;
  return [...linked.map(line('link')), ...unlinked.map(line('unlink'))];
}

/** Names the strings that still grant what was removed. */
function stillGranted({ stillGrantedBy = [] }: PermissionRow): string[] {
  return stillGrantedBy.length > 0 ? [`still granted by ${stillGrantedBy.join(', ')}`] : [];
}

/** A dry run is seen in each line: most say `would`. */
function triedMark({ dryRun, result }: PermissionRow): string {
  return dryRun && !result.startsWith('would-') ? ' (dry run)' : '';
}

function revertLines(row: PermissionRow): string[] {
  const { added = [], dryRun = false, leftAlone = [], message, removed = [], result, reverts } = row;
  const tense = (did: string, would: string) => (dryRun ? `would ${would}` : did);
  const lines = [
    ...linkLines(row),
    ...withEnds(added, row.ends).map((one) => `${tense('gave back', 'give back')} ${one}`),
    ...removed.map((one) => `${tense('took back', 'take back')} ${one}`),
    ...endLines(row),
    ...leftAlone.map(({ actor, actorEmail, changedBy, identity, permission }) => {
      const who = `entry ${changedBy} by ${actorEmail ?? actor}`;
      return `${tense('left alone', 'leave alone')} ${identity ? `${identity.subject} at ${identity.issuer}` : permission}: ${who} named it since`;
    }),
  ];
  const isDone = result === 'reverted' || result === 'would-revert';
  const why = message === undefined ? '' : `: ${refusalOf(row)}`;
  if (result === 'nothing-left') lines.push(`nothing is left to undo${why}`);
  else if (message !== undefined) lines.push(isDone ? message : `refused${why}`);
  const who = userOf(row);
  return [`entry ${reverts}${who === '' ? '' : `, ${who}`}`, ...lines.map((line) => `  ${line}`)];
}

function wordsFor({ result }: PermissionRow): string {
  switch (result) {
    case 'already-held':
      return 'nothing to add: the user holds all of it';
    case 'already-so':
      return 'no change: already in this state';
    case 'nothing-held':
      return 'nothing to remove: the user holds none of it';
    default:
      return result.startsWith('would-') ? result.replace('-', ' ') : result;
  }
}
