import type { ExternalIdentity, PermissionRow, UserChanged } from '@ops-admin/core';
import { describeNewAdmin, describeUser, resultIn } from '@ops-admin/core/operations';
import { given } from '../given.js';
import type { Report } from './report.js';

/** The parts of a request that its answer does not repeat. */
export interface AskedChange {
  /** The user, as asked. */
  readonly user: string;
  readonly dryRun?: boolean;
  /** The permissions that somebody is created with. */
  readonly added?: readonly string[] | undefined;
}

/** The row of a change of one user. */
export function userChangedRow(
  { email, entry, makesAdmin, name, result, userId }: UserChanged,
  { added, dryRun = false, user }: AskedChange,
): PermissionRow {
  // In a dry run nobody has the id of the user to create.
  const isNobody = dryRun && result === 'created';
  return {
    user,
    ...(!isNobody && { userId }),
    ...given({ email, name: name || undefined }),
    result: resultIn(dryRun, result),
    ...(result === 'created' && given({ added })),
    ...given({ entry }),
    ...(makesAdmin && { message: describeNewAdmin(dryRun) }),
    ...(dryRun && { dryRun }),
  };
}

/** The report of a change of one user: a row, and one fact a line. */
export function userChangedReport(changed: UserChanged, asked: AskedChange): Report {
  const { added = [], dryRun = false, user } = asked;
  const { result, userId } = changed;
  const row = userChangedRow(changed, asked);
  const facts = [
    wordsFor(changed, dryRun, 'nothing to update: the user already has these values') +
      (result === 'created' && !dryRun ? `, with the id ${userId}` : ''),
    ...added.map((permission) => `${dryRun ? 'would add' : 'added'} ${permission}`),
    ...(row.message === undefined ? [] : [row.message]),
  ];
  const who = describeUser({ ...changed, userId: row.userId ?? user });
  return { json: row, lines: facts.map((fact) => `${who}: ${fact}`) };
}

/** The same of an identity that is linked, or unlinked. */
export function identityChangedReport(
  changed: UserChanged,
  { issuer, linked, subject }: ExternalIdentity & { readonly linked: boolean },
  dryRun = false,
): Report {
  const { entry, result, userId } = changed;
  const identity = `${subject} at ${issuer}`;
  const nothing = linked
    ? `nothing to link: the user has ${identity}`
    : `nothing to unlink: the user does not have ${identity}`;
  const what = result === 'already-so' ? '' : ` ${identity}`;
  const json = {
    user: userId,
    result: resultIn(dryRun, result),
    issuer,
    subject,
    ...given({ entry }),
    ...(dryRun && { dryRun }),
  };
  return {
    json,
    lines: [`${describeUser(changed)}: ${wordsFor(changed, dryRun, nothing)}${what}`],
  };
}

/** A dry run is seen in each line. */
function wordsFor({ result }: UserChanged, dryRun: boolean, nothing: string): string {
  if (result === 'unchanged' || result === 'already-so') return nothing + (dryRun ? ' (dry run)' : '');
  return resultIn(dryRun, result).replace('-', ' ');
}
