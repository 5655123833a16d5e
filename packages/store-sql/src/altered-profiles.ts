import type { StoreFlaw, TrailDigest } from '@ops-admin/core';
import { profileDigest } from '@ops-admin/core/adapter';
import type { Dialect } from './dialect.js';
import type { Sql } from './sql.js';
import { keptUserColumns, keptUserOf, type StoredKeptUser } from './stored-user.js';
import { JOIN_TRAIL, TRAIL_COLUMNS, type TrailRow } from './trail-writer.js';

const USERS_PER_STEP = 500;

/** Entries without the subject beside them, though their user is there, and subjects without their entry. */
const LOST = `
  select 'audit_entries' as "table", 'audit_subjects' as missing, count(*) as "rows"
  from audit_entries e join users u on u.id = e.user_id
  where e.subject_digest is not null
    and not exists (select 1 from audit_entries x where x.user_id = e.user_id and x.action = 'erase' and x.id > e.id)
    and not exists (select 1 from audit_subjects s where s.user_id = e.user_id and s.entry_id = e.id)
  union all
  select 'audit_subjects', 'audit_entries', count(*) from audit_subjects s
  where not exists (select 1 from audit_entries e where e.id = s.entry_id and e.user_id = s.user_id)`;

/** Subjects beside the trail that are not whole. Those of before an erasure are gone, also where the id was given again. */
export async function lostSubjects(sql: Sql): Promise<StoreFlaw[]> {
  const found = await sql.all<Omit<StoreFlaw & { type: 'dangling' }, 'type'>>(LOST);
  return found.filter(({ rows }) => rows > 0).map((row) => ({ type: 'dangling', ...row }));
}

/**
 * The users whose e-mails, names, identities, department or state are not what their newest entry says, and those who have no
 * entry. `tell` gets how many were looked at.
 */
export async function alteredProfiles(
  sql: Sql,
  dialect: Dialect,
  digest: TrailDigest,
  tell: (users: number) => void,
): Promise<StoreFlaw[]> {
  const text = `
    select ${keptUserColumns(dialect)}, ${TRAIL_COLUMNS} from users u ${JOIN_TRAIL} where u.id > ? order by u.id limit ${USERS_PER_STEP}`;
  const flaws: StoreFlaw[] = [];
  let done = 0;
  for (let last: string | undefined = ''; last !== undefined; ) {
    const page: Row[] = await sql.all<Row>(text, last);
    for (const row of page) {
      const { id: userId, newestEntryId: entryId, profile } = row;
      if (entryId === null || profileDigest(digest, keptUserOf(row)) !== profile)
        flaws.push({ type: 'profile-unlike-the-trail', userId, ...(entryId !== null && { entryId }) });
    }
    done += page.length;
    tell(done);
    last = page.length < USERS_PER_STEP ? undefined : page.at(-1)?.id;
  }
  return flaws;
}

type Row = StoredKeptUser & TrailRow;
