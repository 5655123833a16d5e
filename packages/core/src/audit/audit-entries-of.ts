import { moduleOf } from '../permissions/permission.js';
import type { ExternalIdentity } from '../users/user.js';
import { foldCase } from '../values/fold-case.js';
import { type AuditEntry, type EntryIdentity, PERSON_ACTIONS } from './audit-entry.js';
import { type AuditFilter, type AuditQuery, checkAuditQuery } from './audit-log.js';

/**
 * The entries that a query asks for, for stores that read the whole trail. Takes all entries, oldest first. Throws if the
 * query is not valid.
 */
export function auditEntriesOf(entries: readonly AuditEntry[], query: AuditQuery): AuditEntry[] {
  checkAuditQuery(query);
  const { afterId, newestFirst = false, limit, untilId, ...filter } = query;
  const isAfter = ({ id }: AuditEntry) =>
    afterId === undefined || (newestFirst ? id < afterId : id > afterId);
  const isUntil = ({ id }: AuditEntry) =>
    untilId === undefined || (newestFirst ? id >= untilId : id <= untilId);
  const found = entries.filter((entry) => isAfter(entry) && isUntil(entry) && fitsFilter(entry, filter));
  return (newestFirst ? found.reverse() : found).slice(0, limit);
}

/** Whether an entry matches all of a filter. */
export function fitsFilter(
  { added, removed, ...entry }: AuditEntry,
  { changed, identity, module, permission, reason, since, until, ...exact }: AuditFilter,
): boolean {
  const touched = [...added, ...removed, ...Object.keys(entry.ends ?? {})];
  const didChange = touched.length > 0 || PERSON_ACTIONS.includes(entry.action);
  return (
    Object.entries(exact).every(([member, value]) => entry[member as keyof typeof entry] === value) &&
    (permission === undefined || touched.includes(permission)) &&
    (changed === undefined || changed === didChange) &&
    (identity === undefined || isSame(identity, entry.identity)) &&
    (reason === undefined ||
      (entry.reason !== undefined && foldCase(entry.reason).includes(foldCase(reason)))) &&
    (module === undefined || touched.some((one) => moduleOf(one) === module)) &&
    (since === undefined || entry.time >= since) &&
    (until === undefined || entry.time <= until)
  );
}

function isSame(identity: ExternalIdentity, other: EntryIdentity | undefined): boolean {
  return other?.issuer === identity.issuer && other.subject === identity.subject;
}
