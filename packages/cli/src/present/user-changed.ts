import type { ExternalIdentity, UserChanged } from '@ops-admin/core';
import { describeNewAdmin, describeUser } from '@ops-admin/core/operations';
import { given } from '../given.js';
import type { Report } from './report.js';

/** The results of changes, as a dry run names them. */
const TRIED: Partial<Record<UserChanged['result'], string>> = {
  created: 'would-create',
  updated: 'would-update',
  erased: 'would-erase',
  linked: 'would-link',
  unlinked: 'would-unlink',
};

/** What of a change its answer does not say. */
export interface AskedChange {
  /** The user, as asked. */
  readonly user: string;
  readonly dryRun?: boolean;
  /** The permissions that somebody is created with. */
  readonly added?: readonly string[];
}

/** The report of a change of who a user is: a row, and one fact a line (decision 9). */
export function userChangedReport(
  changed: UserChanged,
  { added = [], dryRun = false, user }: AskedChange,
): Report {
  const { email, entryId, makesAdmin, name, result, userId } = changed;
  // In a dry run nobody has the id of the user to create.
  const isNobody = dryRun && result === 'created';
  const admin = describeNewAdmin(dryRun);
  const json = {
    user,
    ...(!isNobody && { userId }),
    ...given({ email, name: name || undefined }),
    result: resultOf(result, dryRun),
    ...(result === 'created' && { added }),
    ...(entryId !== undefined && { entry: entryId }),
    ...(makesAdmin && { message: admin }),
    ...(dryRun && { dryRun }),
  };
  const facts = [
    wordsFor(changed, dryRun) + (result === 'created' && !dryRun ? `, with the id ${userId}` : ''),
    ...added.map((permission) => `${dryRun ? 'would add' : 'added'} ${permission}`),
    ...(makesAdmin ? [admin] : []),
  ];
  const who = describeUser({ userId: isNobody ? user : userId, email, name });
  return { json, lines: facts.map((fact) => `${who}: ${fact}`) };
}

/** The same of an identity that is linked or unlinked. */
export function identityChangedReport(
  changed: UserChanged,
  { issuer, subject }: ExternalIdentity,
  dryRun = false,
): Report {
  const { entryId, result, userId } = changed;
  const json = {
    user: userId,
    result: resultOf(result, dryRun),
    issuer,
    subject,
    ...(entryId !== undefined && { entry: entryId }),
    ...(dryRun && { dryRun }),
  };
  return {
    json,
    lines: [`${describeUser(changed)}: ${wordsFor(changed, dryRun, `${subject} at ${issuer}`)}`],
  };
}

function resultOf(result: UserChanged['result'], dryRun: boolean): string {
  return (dryRun && TRIED[result]) || result;
}

/** A dry run is seen in each line. */
function wordsFor({ result }: UserChanged, dryRun: boolean, identity = ''): string {
  const mark = dryRun ? ' (dry run)' : '';
  switch (result) {
    case 'unchanged':
      return `nothing to update: the user is like that${mark}`;
    case 'already-linked':
      return `nothing to link: the user has ${identity}${mark}`;
    case 'not-linked':
      return `nothing to unlink: the user does not have ${identity}${mark}`;
    default:
      return `${resultOf(result, dryRun).replace('-', ' ')} ${identity}`.trimEnd();
  }
}
