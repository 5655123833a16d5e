import type { StoreFlaw, TrailDigest } from '@ops-admin/core';
import { profileDigest } from '@ops-admin/core/adapter';
import type { Sql } from './sql.js';
import { keptUserOf, type StoredKeptUser } from './stored-user.js';
import type { TrailRow } from './trail-writer.js';

/** Entries that lack their separately stored subject although the user exists, and subjects without an entry. */
const MISSING = `
  select 'audit_entries' as "table", 'audit_subjects' as missing, count(*) as "rows"
  from audit_entries e join users u on u.id = e.user_id
  where e.subject_digest is not null
    and not exists (select 1 from audit_entries x where x.user_id = e.user_id and x.action = 'erase' and x.id > e.id)
    and not exists (select 1 from audit_subjects s where s.user_id = e.user_id and s.entry_id = e.id)
  union all
  select 'audit_subjects', 'audit_entries', count(*) from audit_subjects s
  where not exists (select 1 from audit_entries e where e.id = s.entry_id and e.user_id = s.user_id)`;

/** Returns flaws of separately stored subjects. An erasure removes those of earlier entries, even if the id is given again. */
export async function missingSubjects(sql: Sql): Promise<StoreFlaw[]> {
  const found = await sql.all<Omit<StoreFlaw & { type: 'dangling' }, 'type'>>(MISSING);
  return found.filter(({ rows }) => rows > 0).map((row) => ({ type: 'dangling', ...row }));
}

export type RecordedUserRow = StoredKeptUser & TrailRow;

/** The users whose e-mails, names, identities, department or state are not what their newest entry says, and those without an entry. */
export function changedProfiles(users: readonly RecordedUserRow[], digest: TrailDigest): StoreFlaw[] {
  return users.flatMap((row): StoreFlaw[] => {
    const { id: userId, newestEntryId: entryId, profile } = row;
    if (entryId !== null && profileDigest(digest, keptUserOf(row)) === profile) return [];
    return [{ type: 'profile-not-matching-log', userId, ...(entryId !== null && { entryId }) }];
  });
}
