import type { AuditEntryJson } from '@ops-admin/core';
import { type Report, tableLines } from './report.js';

/** A page of the trail. */
export function auditListReport(entries: readonly AuditEntryJson[]): Report {
  return {
    json: entries,
    lines: tableLines([
      ['ID', 'TIME', 'ACTOR', 'USER', 'ACTION', 'CHANGE'],
      ...entries.map((entry) => [
        String(entry.id),
        entry.time.replace(/\.\d+Z$/, 'Z'),
        entry.actor,
        entry.userId ?? '',
        entry.action,
        changeOf(entry),
      ]),
    ]),
  };
}

/** All of one entry, with what it changed as a difference. */
export function auditEntryReport(entry: AuditEntryJson): Report {
  const { seal } = entry;
  const optional: [string, string | undefined][] = [
    ['REASON', entry.reason],
    ['REQUEST', entry.requestId],
    ['BATCH', entry.batch],
    ['REVERTS', entry.reverts?.toString()],
    ['IDENTITY', entry.identity && `${entry.identity.subject} at ${entry.identity.issuer}`],
    ['VOUCHES FOR', entry.covers && `the ${entry.covers.entries} entries from before the chain`],
  ];
  return {
    json: entry,
    lines: [
      tableLines([
        ['ID', String(entry.id)],
        ['TIME', entry.time],
        ['ACTOR', entry.actor],
        ['SOURCE', entry.source],
        ['USER', entry.userId ?? ''],
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

function changeOf({ action, added, covers, identity, removed }: AuditEntryJson): string {
  if (identity) return `${action === 'link' ? '+' : '-'}${identity.subject} at ${identity.issuer}`;
  if (covers) return `vouches for ${covers.entries} entries`;
  if (added.length + removed.length === 0) return 'nothing';
  return [...removed.map((one) => `-${one}`), ...added.map((one) => `+${one}`)].join(' ');
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
