import type { AuditBatch, AuditEntry } from '@ops-admin/core';

/** The batches of these entries, which are all, oldest first; the newest batch comes first. */
export function batchesOf(entries: readonly AuditEntry[]): AuditBatch[] {
  const undone = new Set(entries.map(({ reverts }) => reverts));
  const names = [...new Set(entries.flatMap(({ batch }) => batch ?? []))];
  return names
    .map((batch) => {
      const own = entries.filter((entry) => entry.batch === batch);
      const { action, actor, id: newestId, reason, requested, source } = own.at(-1) as AuditEntry;
      const times = own.map(({ time }) => time).sort();
      const [since, until] = [times[0], times.at(-1)] as [AuditBatch['since'], AuditBatch['until']];
      return {
        ...{ batch, actor, source, action, requested, since, until, newestId },
        ...(reason !== undefined && { reason }),
        entries: own.length,
        users: new Set(own.flatMap(({ userId }) => userId ?? [])).size,
        undone: own.filter(({ id }) => undone.has(id)).length,
      };
    })
    .sort((a, b) => b.newestId - a.newestId);
}
