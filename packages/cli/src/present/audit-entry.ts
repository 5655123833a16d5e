import type { AuditEntry } from '@ops-admin/core';
import { type Report, tableLines } from './report.js';

/** An entry as programs get it: every member there is, always in the same order. */
export function presentAuditEntry(entry: AuditEntry): object {
  const { id, time, actor, source, action, userId, requested, added, removed, before, after } = entry;
  const { requestId, reason, batch, reverts, seal } = entry;
  const change = { requested, added, removed, before, after };
  return { id, time, actor, source, action, userId, ...change, requestId, reason, batch, reverts, seal };
}

/** A page of the trail. */
export function auditListReport(entries: readonly AuditEntry[]): Report {
  return {
    json: entries.map(presentAuditEntry),
    lines: tableLines([
      ['ID', 'TIME', 'ACTOR', 'USER', 'ACTION', 'CHANGE'],
      ...entries.map((entry) => [
        String(entry.id),
        entry.time.replace(/\.\d+Z$/, 'Z'),
        entry.actor,
        entry.userId,
        entry.action,
        changeOf(entry),
      ]),
    ]),
  };
}

/** All of one entry, with what it changed as a difference. */
export function auditEntryReport(entry: AuditEntry): Report {
  const { seal } = entry;
  const optional: [string, string | undefined][] = [
    ['REASON', entry.reason],
    ['REQUEST', entry.requestId],
    ['BATCH', entry.batch],
    ['REVERTS', entry.reverts?.toString()],
  ];
  return {
    json: presentAuditEntry(entry),
    lines: [
      tableLines([
        ['ID', String(entry.id)],
        ['TIME', entry.time],
        ['ACTOR', entry.actor],
        ['SOURCE', entry.source],
        ['USER', entry.userId],
        ['ACTION', entry.action],
        ...entry.requested.map((permission) => ['ASKED FOR', permission]),
        ...optional.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
        ...(seal
          ? [
              ['PREVIOUS', seal.previous],
              ['DIGEST', seal.digest],
              ['KEY', seal.keyId],
            ]
          : [['DIGEST', 'none: from before there was a chain']]),
      ]),
      '',
      ...differenceLines(entry),
    ],
  };
}

function changeOf({ added, removed }: AuditEntry): string {
  if (added.length + removed.length === 0) return 'nothing';
  return [...removed.map((one) => `-${one}`), ...added.map((one) => `+${one}`)].join(' ');
}

/** What was held before and is after: `-` went, `+` came, the rest stayed. */
function differenceLines({ before, after }: AuditEntry): string[] {
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
