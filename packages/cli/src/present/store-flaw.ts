import type { FlawedStore } from '@ops-admin/core/operations';
import { counted, withThousands } from '../bulk/with-thousands.js';
import { describeFlaw } from './audit-flaw.js';

type Flaw = FlawedStore['flaws'][number];

/** The flaw of the database, and what helps, in plain words. */
export function describeStoreFlaw(flaw: Flaw): string {
  switch (flaw.type) {
    case 'audit-broken':
      return flaw.flaw === 'unknown-key'
        ? describeFlaw(flaw)
        : `${describeFlaw(flaw)}; compare with a backup that has no flaw, and restore that if need be`;
    case 'damaged':
      return `the database is damaged: ${flaw.detail}; restore a backup`;
    case 'foreign':
      return `the schema has a ${flaw.object}, which ops-admin did not create: find out who made it, and drop it; restore a backup if it changed rows`;
    case 'derived': {
      const { examples, rows, table } = flaw;
      const more = rows > examples.length ? ', …' : '';
      return `${counted(rows, 'row')} of ${table} ${rows === 1 ? 'differs' : 'differ'} from the rows they are derived from (${examples.join('; ')}${more}): rebuild them with ops-admin db check --repair`;
    }
    case 'dangling': {
      const { missing, rows, table } = flaw;
      return `${withThousands(rows)} of the rows in ${table} belong to rows that are missing from ${missing}: somebody removed those, or put these in; import users again, or restore a backup`;
    }
    case 'changes-without-entry': {
      const { entryId, gained, lost, userId } = flaw;
      const isSo = [
        ...(gained.length > 0 ? [`holds ${setOf(gained)}`] : []),
        ...(lost.length > 0 ? [`lacks ${setOf(lost)}`] : []),
      ].join(' and ');
      return `user ${userId} ${isSo}, which no audit entry says: somebody changed the set without an entry before audit entry ${entryId}; correct it with ops-admin permissions remove or add for each string itself, which writes an entry even without effect`;
    }
    case 'department-not-matching-log': {
      const { departmentId, entryId } = flaw;
      if (entryId === undefined)
        return `department ${departmentId} has no audit entry: somebody made it without an entry; compare with a backup, and delete it, or import it with all its members, which writes an entry`;
      return `department ${departmentId} does not match audit entry ${entryId}: somebody changed or removed it without an entry; compare with a backup, and import it with all its members, which writes an entry`;
    }
    case 'profile-not-matching-log':
      if (flaw.entryId === undefined)
        return `user ${flaw.userId} has no audit entry: somebody added them without one; compare with a backup, and restore that if need be`;
      return `user ${flaw.userId} does not match audit entry ${flaw.entryId}: somebody changed an e-mail, a name, an identity, the department or the state without an entry; compare with a backup, and import the user with what is right`;
    case 'permissions-not-matching-log': {
      const { entryId, userId } = flaw;
      const says =
        entryId === undefined
          ? 'but no audit entry says so'
          : `but audit entry ${entryId} left them ${setOf(flaw.recorded)}`;
      const { ends } = flaw;
      if (ends && String(flaw.held) === String(flaw.recorded))
        return `user ${userId} holds ${endsOf(ends.held)}, but the audit entries say ${endsOf(ends.recorded)}: somebody changed an end without an entry; correct it with ops-admin permissions add, which writes an entry`;
      return `user ${userId} holds ${setOf(flaw.held)}, ${says}: somebody changed the set without an entry; correct it with ops-admin permissions add or remove, which writes an entry`;
    }
  }
}

const MAX_SHOWN_PERMISSIONS = 10;

function endsOf(ends: Readonly<Record<string, string>>): string {
  const all = Object.entries(ends).map(([permission, end]) => `${permission} until ${end}`);
  return all.length === 0 ? 'everything permanently' : setOf(all);
}

function setOf(permissions: readonly string[]): string {
  if (permissions.length === 0) return 'nothing';
  const rest = permissions.length - MAX_SHOWN_PERMISSIONS;
  return permissions.slice(0, MAX_SHOWN_PERMISSIONS).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
