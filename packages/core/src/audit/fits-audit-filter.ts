import { moduleOf } from '../permissions/permission.js';
import { foldCase } from '../values/fold-case.js';
import type { AuditFilter } from './audit-log.js';
import type { AuditRecord } from './audit-record.js';

/** Whether an entry has everything that is asked for, for stores that go through the trail. */
export function fitsAuditFilter(
  { added, removed, ...entry }: AuditRecord,
  { changed, module, permission, reason, since, until, ...exact }: AuditFilter,
): boolean {
  const touched = [...added, ...removed];
  const didChange = touched.length > 0 || entry.identity !== undefined;
  return (
    Object.entries(exact).every(([member, value]) => entry[member as keyof typeof entry] === value) &&
    (permission === undefined || touched.includes(permission)) &&
    (changed === undefined || changed === didChange) &&
    (reason === undefined ||
      (entry.reason !== undefined && foldCase(entry.reason).includes(foldCase(reason)))) &&
    (module === undefined || touched.some((one) => moduleOf(one) === module)) &&
    (since === undefined || entry.time >= since) &&
    (until === undefined || entry.time <= until)
  );
}
