import { checkCount, checkInteger } from '../values/check-argument.js';
import type { AuditBatch, AuditBatchQuery } from './audit-batch.js';
import type { AuditRecord } from './audit-record.js';

/** The runs of entries, for stores that read the whole trail. Takes all entries, oldest first. */
export function auditBatchesOf(
  records: readonly AuditRecord[],
  { beforeId, limit }: AuditBatchQuery,
): AuditBatch[] {
  if (beforeId !== undefined) checkInteger(beforeId, 'beforeId');
  checkCount(limit, 'limit');
  const undone = new Set(records.map(({ reverts }) => reverts));
  const runs = new Map<string, AuditRecord[]>();
  for (const record of records) {
    if (record.batch === undefined) continue;
    const run = runs.get(record.batch);
    if (run) run.push(record);
    else runs.set(record.batch, [record]);
  }
  return [...runs.values()]
    .map((run) => batchOf(run, undone))
    .filter(({ newestId }) => beforeId === undefined || newestId < beforeId)
    .sort((a, b) => b.newestId - a.newestId)
    .slice(0, limit);
}

function batchOf(records: readonly AuditRecord[], undone: ReadonlySet<number | undefined>): AuditBatch {
  const newest = records.at(-1) as AuditRecord & { batch: string };
  const { action, actor, batch, id: newestId, reason, requested, source } = newest;
  const times = records.map(({ time }) => time).sort();
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
    entries: records.length,
    users: new Set(records.flatMap(({ userId }) => userId ?? [])).size,
    undone: records.filter(({ id }) => undone.has(id)).length,
    newestId,
  };
}
