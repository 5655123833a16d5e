import { type AuditBatchJson, type AuditEntryJson, type AuditListQuery, moduleOf } from '@ops-admin/core';
import { withThousands } from '../bulk/with-thousands.js';
import { listReport, type Report, tableLines } from './report.js';

/** Lists entries. Strings that a filter names come first in the changes of an entry. */
export function auditListReport(
  entries: readonly AuditEntryJson[],
  asked: Pick<AuditListQuery, 'module' | 'permission'> = {},
): Report {
  return listReport(entries, {
    ID: ({ id }) => String(id),
    TIME: ({ time }) => timeCell(time),
    ACTOR: ({ actor, actorUser }) => actorUser?.email ?? actor,
    USER: ({ user, userId }) => user?.email ?? userId,
    ACTION: ({ action }) => action,
    CHANGE: (entry) => changeOf(entry, asked),
  });
}

/** Shows all of one entry, with what it changed as a difference. */
export function auditEntryReport(entry: AuditEntryJson): Report {
  const { actorUser, seal, user } = entry;
  const optional: [string, string | undefined][] = [
    ['REASON', entry.reason],
    ['REQUEST', entry.requestId],
    ['BATCH', entry.batch],
    ['REVERTS', entry.reverts?.toString()],
    ['DEPARTMENT', entry.departmentId],
    ['CHANGE', entry.change],
    ['CHANGED', entry.members?.join(', ')],
    ['IDENTITY', entry.identity && identityText(entry.identity)],
  ];
  return {
    json: entry,
    isPaged: true,
    lines: [
      tableLines([
        ['ID', String(entry.id)],
        ['TIME', entry.time],
        ['ACTOR', withEmail(entry.actor, actorUser?.email)],
        ['SOURCE', entry.source],
        ...(entry.userId === null ? [] : [['USER', withEmail(entry.userId, user?.email)]]),
        ['ACTION', entry.action],
        ...requestedLines(entry),
        ...Object.entries(entry.ends ?? {}).map(([one, end]) => ['END', `${one} ${endText(end)}`]),
        ...optional.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])),
        ...Object.entries(entry.former ?? {}).map(([member, value]) => [
          'BEFORE',
          `${member} ${value ?? 'none'}`,
        ]),
        ['PREVIOUS', seal.previous],
        ['DIGEST', seal.digest],
        ...(seal.keyId === undefined ? [] : [['KEY', seal.keyId]]),
        ...(seal.signature === undefined ? [] : [['SIGNATURE', seal.signature]]),
      ]),
      ...(entry.userId === null ? [] : ['', ...differenceLines(entry)]),
    ],
  };
}

export function auditBatchesReport(batches: readonly AuditBatchJson[]): Report {
  return listReport(batches, {
    BATCH: ({ batch }) => batch,
    TIME: ({ until }) => timeCell(until),
    ACTOR: ({ actor, actorUser }) => actorUser?.email ?? actor,
    SOURCE: ({ source }) => source,
    ENTRIES: ({ entries }) => withThousands(entries),
    USERS: ({ users }) => withThousands(users),
    REASON: ({ reason }) => reason,
  });
}

function timeCell(time: string): string {
  return time.replace(/\.\d+Z$/, 'Z');
}

function withEmail(id: string, email: string | undefined): string {
  return email === undefined ? id : `${email} (${id})`;
}

/** A rotation names the key before and the new one. */
function requestedLines({ action, requested }: AuditEntryJson): string[][] {
  if (action !== 'rotate') return requested.map((permission) => ['ASKED FOR', permission]);
  const [from = '', to = ''] = requested;
  return [
    ['KEY BEFORE', from],
    ['NEW KEY', to],
  ];
}

/** The subject is gone where the user was erased. */
function identityText({ issuer, subject }: NonNullable<AuditEntryJson['identity']>): string {
  return subject === undefined ? `at ${issuer}` : `${subject} at ${issuer}`;
}

function changeOf(
  { action, added, change, departmentId, ends = {}, identity, members, removed, requested }: AuditEntryJson,
  { module, permission }: Pick<AuditListQuery, 'module' | 'permission'>,
): string {
  if (action === 'rotate') return `key ${requested[1]}`;
  if (action === 'department')
    return `department ${departmentId}: ${change === 'updated' ? members?.join(', ') : change}`;
  if (identity) return `${action === 'link' ? '+' : '-'}${identityText(identity)}`;
  if (action === 'update' && members) return members.join(', ');
  if (action === 'create' && added.length === 0) return 'created';
  if (action === 'activate' || action === 'deactivate') return action;
  if (action === 'erase' && removed.length === 0) return 'erased';
  if (action === 'attest') return `kept ${firstOf(requested)}`;
  const revised = Object.keys(ends).filter((one) => !added.includes(one));
  const isAsked = (one: string) => one === permission || (module !== undefined && moduleOf(one) === module);
  const changes = [
    ...removed.map((one) => ({ sign: '-', one })),
    ...added.map((one) => ({ sign: '+', one })),
    ...revised.map((one) => ({ sign: '~', one })),
  ];
  const shown = changes.find((change) => isAsked(change.one));
  const others = changes.filter((change) => change !== shown);
  return firstOf([...(shown ? [shown] : []), ...others].map(({ one, sign }) => `${sign}${one}`));
}

/** The first string that an entry names, and the number of others. */
function firstOf([first = 'nothing', ...more]: readonly string[]): string {
  return more.length === 0 ? first : `${first} +${more.length} more`;
}

/** Describes an end. */
function endText(end: string | null): string {
  return end === null ? 'permanent' : `until ${end}`;
}

/** Compares the sets before and after: `-` was removed, `+` was added. */
function differenceLines({ before, after }: AuditEntryJson): string[] {
  const [was, is] = [new Set(before), new Set(after)];
  const stayed = before.filter((permission) => is.has(permission));
  const moved = after.filter((permission) => was.has(permission)).join('\n') !== stayed.join('\n');
  const lines = [
    ...before.map((permission) => `${is.has(permission) ? ' ' : '-'} ${permission}`),
    ...after.filter((permission) => !was.has(permission)).map((permission) => `+ ${permission}`),
    ...(moved ? ['(what stayed is in another order now)'] : []),
  ];
  return lines.length > 0 ? lines : ['(no permissions, before and after)'];
}
