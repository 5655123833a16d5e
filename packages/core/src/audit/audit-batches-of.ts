import { checkCount, checkInteger } from '../values/check-argument.js';
import type { AuditBatch, AuditBatchQuery } from './audit-batch.js';
import type { AuditEntry } from './audit-entry.js';

/** The runs of entries, for stores that read the whole trail. Takes all entries, oldest first. */
export function auditBatchesOf(
  entries: readonly AuditEntry[],
  { beforeId, limit }: AuditBatchQuery,
): AuditBatch[] {
  if (beforeId !== undefined) checkInteger(beforeId, 'beforeId');
  checkCount(limit, 'limit');
  const undone = new Set(entries.map(({ reverts }) => reverts));
  const runs = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    if (entry.batch === undefined) continue;
    const run = runs.get(entry.batch);
    if (run) run.push(entry);
    else runs.set(entry.batch, [entry]);
  }
  return [...runs.values()]
    .map((run) => batchOf(run, undone))
    .filter(({ newestId }) => beforeId === undefined || newestId < beforeId)
    .sort((a, b) => b.newestId - a.newestId)
    .slice(0, limit);
}

function batchOf(entries: readonly AuditEntry[], undone: ReadonlySet<number | undefined>): AuditBatch {
  const newest = entries.at(-1) as AuditEntry & { batch: string };
  const { action, actor, batch, id: newestId, reason, requested, source } = newest;
  const times = entries.map(({ time }) => time).sort();
  const [since, until] = [times[0], times.at(-1)] as [AuditBatch['since'], AuditBatch['until']];
  return {
    batch,
    actor,
    source,
    ...(reason !== undefined && { reason }),
    action,
    requested,
    since,
    until,
    entries: entries.length,
    users: new Set(entries.flatMap(({ userId }) => userId ?? [])).size,
    undone: entries.filter(({ id }) => undone.has(id)).length,
    newestId,
  };
}
