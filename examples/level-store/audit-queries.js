// Answers queries of the audit log from all of its entries, oldest first.
import { moduleOf } from '@ops-admin/core';
import { checkAuditQuery, checkCount, checkInteger, foldCase, PERSON_ACTIONS } from '@ops-admin/core/adapter';

/** @import { AuditBatch, AuditBatchQuery, AuditEntry, AuditQuery } from '@ops-admin/core' */

/** @param {readonly AuditEntry[]} entries @param {AuditQuery} query */
export function entriesFor(entries, query) {
  checkAuditQuery(query);
  const { afterId, newestFirst = false, limit, untilId, ...filter } = query;
  const isAfter = (/** @type {AuditEntry} */ { id }) =>
    afterId === undefined || (newestFirst ? id < afterId : id > afterId);
  const isUntil = (/** @type {AuditEntry} */ { id }) =>
    untilId === undefined || (newestFirst ? id >= untilId : id <= untilId);
  const found = entries.filter((entry) => isAfter(entry) && isUntil(entry) && fitsFilter(entry, filter));
  return (newestFirst ? found.reverse() : found).slice(0, limit);
}

/** @param {AuditEntry} entry @param {Omit<AuditQuery, 'afterId' | 'limit' | 'newestFirst' | 'untilId'>} filter */
function fitsFilter(
  { added, removed, ...entry },
  { changed, identity, module, permission, reason, since, until, ...exact },
) {
  const touched = [...added, ...removed, ...Object.keys(entry.ends ?? {})];
  const didChange = touched.length > 0 || PERSON_ACTIONS.includes(entry.action);
  const { issuer, subject } = entry.identity ?? {};
  return (
    Object.entries(exact).every(
      ([member, value]) => entry[/** @type {keyof typeof entry} */ (member)] === value,
    ) &&
    (permission === undefined || touched.includes(permission)) &&
    (changed === undefined || changed === didChange) &&
    (identity === undefined || (issuer === identity.issuer && subject === identity.subject)) &&
    (reason === undefined ||
      (entry.reason !== undefined && foldCase(entry.reason).includes(foldCase(reason)))) &&
    (module === undefined || touched.some((one) => moduleOf(one) === module)) &&
    (since === undefined || entry.time >= since) &&
    (until === undefined || entry.time <= until)
  );
}

/** @param {readonly AuditEntry[]} entries @param {AuditBatchQuery} query @returns {AuditBatch[]} */
export function batchesFor(entries, { before = Number.MAX_SAFE_INTEGER, limit }) {
  checkInteger(before, 'before');
  checkCount(limit, 'limit');
  const undone = new Set(entries.map(({ reverts }) => reverts));
  /** @type {Map<string, AuditEntry[]>} */
  const batches = new Map();
  for (const entry of entries) {
    if (entry.batch === undefined) continue;
    const own = batches.get(entry.batch);
    if (own) own.push(entry);
    else batches.set(entry.batch, [entry]);
  }
  return [...batches]
    .map(([batch, own]) => batchOf(batch, own, undone))
    .filter(({ newestId }) => newestId < before)
    .sort((a, b) => b.newestId - a.newestId)
    .slice(0, limit);
}

/** @param {string} batch @param {readonly AuditEntry[]} entries @param {ReadonlySet<number | undefined>} undone */
function batchOf(batch, entries, undone) {
  const newest = /** @type {AuditEntry} */ (entries.at(-1));
  const { action, actor, id: newestId, reason, requested, source } = newest;
  const times = entries.map(({ time }) => time).sort();
  return {
    batch,
    actor,
    source,
    ...(reason !== undefined && { reason }),
    action,
    requested,
    since: times[0] ?? newest.time,
    until: times.at(-1) ?? newest.time,
    entries: entries.length,
    users: new Set(entries.flatMap(({ userId }) => userId ?? [])).size,
    undone: entries.filter(({ id }) => undone.has(id)).length,
    newestId,
  };
}
