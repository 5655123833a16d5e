import type { AuditEntry } from '@ops-admin/core';
import type { Report } from './report.js';

/** What a change of one user did, or would do. */
export function changeReport(entry: AuditEntry, dryRun: boolean): Report {
  return entry.action === 'add' ? additionReport(entry, dryRun) : removalReport(entry, dryRun);
}

function additionReport({ userId, added }: AuditEntry, dryRun: boolean): Report {
  const none = added.length === 0;
  const verb = dryRun ? 'would add' : 'added';
  return {
    json: { user: userId, result: none ? 'already-held' : 'added', added },
    lines: none ? ['nothing to add: all of it is held'] : added.map((permission) => `${verb} ${permission}`),
  };
}

function removalReport({ userId, removed }: AuditEntry, dryRun: boolean): Report {
  const none = removed.length === 0;
  const verb = dryRun ? 'would remove' : 'removed';
  return {
    json: { user: userId, result: none ? 'nothing-held' : 'removed', removed },
    lines: none
      ? ['nothing to remove: none of it is held']
      : removed.map((permission) => `${verb} ${permission}`),
  };
}
