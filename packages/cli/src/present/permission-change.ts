import type { AuditEntry } from '@ops-admin/core';
import type { Report } from './report.js';

/** What a change was, in a word for programs. */
export type ChangeName = 'added' | 'removed' | 'already-held' | 'nothing-held';

type Change = Pick<AuditEntry, 'action' | 'added' | 'removed'>;

export function changeName({ action, added, removed }: Change): ChangeName {
  if (action === 'add') return added.length > 0 ? 'added' : 'already-held';
  return removed.length > 0 ? 'removed' : 'nothing-held';
}

/** The same for people, before what was changed; a whole sentence where nothing was. */
export function tellChange(name: ChangeName, dryRun: boolean): string {
  switch (name) {
    case 'added':
      return dryRun ? 'would add' : 'added';
    case 'removed':
      return dryRun ? 'would remove' : 'removed';
    case 'already-held':
      return 'nothing to add: all of it is held';
    case 'nothing-held':
      return 'nothing to remove: none of it is held';
  }
}

/** What a change of one user did, or would do. */
export function changeReport({ userId, ...change }: AuditEntry, dryRun: boolean): Report {
  const member = change.action === 'add' ? 'added' : 'removed';
  const changed = change[member];
  const name = changeName(change);
  const told = tellChange(name, dryRun);
  return {
    json: { user: userId, result: name, [member]: changed },
    lines: changed.length === 0 ? [told] : changed.map((permission) => `${told} ${permission}`),
  };
}
