import type { AuditEntryJson } from '@ops-admin/core';
import type { AuditBatchPage } from '@ops-admin/core/jobs';
import { withThousands } from '../bulk/with-thousands.js';
import { type Report, tableLines } from './report.js';
import { timeAgo } from './time-ago.js';

/** A page of the trail; on a terminal, at a moment `now`, with how long ago that was. */
export function auditListReport(entries: readonly AuditEntryJson[], now?: Date): Report {
  return {
    json: entries,
    lines: tableLines([
      ['ID', 'TIME', 'ACTOR', 'USER', 'ACTION', 'CHANGE'],
      ...entries.map((entry) => [
        String(entry.id),
        timeCell(entry.time, now),
        entry.actorUser?.email ?? entry.actor,
        entry.user?.email ?? entry.userId ?? '',
        entry.action,
        changeOf(entry),
      ]),
    ]),
  };
}

/** All of one entry, with what it changed as a difference; for `now` see {@link auditListReport}. */
export function auditEntryReport(entry: AuditEntryJson, now?: Date): Report {
  const { actorUser, seal, user } = entry;
  const ago = now && timeAgo(entry.time, now);
  const optional: [string, string | undefined][] = [
    ['REASON', entry.reason],
    ['REQUEST', entry.requestId],
    ['BATCH', entry.batch],
    ['REVERTS', entry.reverts?.toString()],
    ['IDENTITY', entry.identity && `${entry.identity.subject} at ${entry.identity.issuer}`],
    [
      'VOUCHES FOR',
      entry.covers && `the ${withThousands(entry.covers.entries)} entries from before the chain`,
    ],
  ];
  return {
    json: entry,
    lines: [
      tableLines([
        ['ID', String(entry.id)],
        ['TIME', ago === undefined ? entry.time : `${entry.time} (${ago})`],
        ['ACTOR', withEmail(entry.actor, actorUser?.email)],
        ['SOURCE', entry.source],
        ['USER', withEmail(entry.userId ?? '', user?.email)],
        ['ACTION', entry.action],
        ...entry.requested.map((permission) => ['ASKED FOR', permission]),
        ...optional.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
        ...(seal
          ? [
              ['PREVIOUS', seal.previous],
              ['DIGEST', seal.digest],
              ['KEY', seal.keyId],
            ]
          : [['DIGEST', 'none']]),
      ]),
      '',
      ...differenceLines(entry),
    ],
  };
}

/** Runs that left entries in the trail; for `now` see {@link auditListReport}. */
export function auditBatchesReport({ actorEmails, batches }: AuditBatchPage, now?: Date): Report {
  return {
    json: batches,
    lines: tableLines([
      ['BATCH', 'TIME', 'ACTOR', 'SOURCE', 'ENTRIES', 'USERS', 'REASON'],
      ...batches.map(({ actor, batch, entries, reason, source, until, users }) => [
        batch,
        timeCell(until, now),
        actorEmails.get(actor) ?? actor,
        source,
        withThousands(entries),
        withThousands(users),
        reason ?? '',
      ]),
    ]),
  };
}

function timeCell(time: string, now: Date | undefined): string {
  return (now && timeAgo(time, now)) ?? time.replace(/\.\d+Z$/, 'Z');
}

function withEmail(id: string, email: string | undefined): string {
  return email === undefined ? id : `${email} (${id})`;
}

function changeOf({ action, added, covers, identity, removed }: AuditEntryJson): string {
  if (identity) return `${action === 'link' ? '+' : '-'}${identity.subject} at ${identity.issuer}`;
  if (covers) return `vouches for ${withThousands(covers.entries)} entries`;
  if (added.length + removed.length === 0) return 'nothing';
  const [first, ...others] = [...removed.map((one) => `-${one}`), ...added.map((one) => `+${one}`)];
  return others.length === 0 ? `${first}` : `${first} +${others.length} more`;
}

/** What was held before and is after: `-` went, `+` came, the rest stayed. */
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
