import type { AuditRecord, TrailArchive } from '@ops-admin/core';
import {
  type StoredArchive,
  StoreFault,
  storedArchiveOf,
  storedChangesOf,
  storedRecordOf,
  storedSetsOf,
  trailArchiveOf,
} from '@ops-admin/core/adapter';
import type { Connection } from './postgres-database.js';

/** SQL for the columns of a `StoredRecord`. */
export const ENTRY_COLUMNS = `
  id, time, actor, source, action, user_id as "userId", requested, before_digest as "beforeDigest",
  after_digest as "afterDigest", since_sets as "sinceSets", request_id as "requestId", reason, batch, reverts, issuer,
  subject, covered_entries as "coveredEntries", covered_digest as "coveredDigest", previous, digest, key_id as "keyId"`;

/** SQL for the columns of a `StoredChange`. */
export const CHANGE_COLUMNS = 'entry_id as "entryId", position, is_added as "isAdded", permission, module';

/** SQL for the columns of a `StoredSets`. */
export const SETS_COLUMNS = 'user_id as "userId", entry_id as "entryId", "before", "after"';

const ARCHIVE_COLUMNS = `
  file, time, actor, reason, first_id as "firstId", last_id as "lastId", previous, last_digest as "lastDigest",
  sets_digest as "setsDigest", key_id as "keyId", digest`;

/** What users held where the newest archive ends. */
export const ARCHIVED_SETS: string = `
  select ${SETS_COLUMNS} from audit_sets where entry_id <= (select coalesce(max(last_id), 0) from audit_archives)`;

/**
 * Writes the results of changes in one round trip: entries, what they changed, sets to keep, what users hold now, and the
 * number of the newest. Rows are JSON texts: a text that PostgreSQL cannot hold then fails; as a plain parameter it would be
 * written differently than it was sealed. The written rows are counted, because a trigger can swallow some.
 */
const WRITE = `
  with entries as (
    insert into audit_entries
      (id, time, actor, source, action, user_id, requested, before_digest, after_digest, since_sets, request_id, reason,
       batch, reverts, issuer, subject, covered_entries, covered_digest, previous, digest, key_id)
    select * from json_to_recordset($1::json) as row (
      id bigint, time text, actor text, source text, action text, "userId" text, requested text, "beforeDigest" text,
      "afterDigest" text, "sinceSets" integer, "requestId" text, reason text, batch text, reverts bigint, issuer text,
      subject text, "coveredEntries" bigint, "coveredDigest" text, previous text, digest text, "keyId" text
    ) returning id
  ), changes as (
    insert into audit_changes (entry_id, position, is_added, permission, module)
    select * from json_to_recordset($2::json) as row (
      "entryId" bigint, position integer, "isAdded" integer, permission text, module text
    ) returning 1
  ), sets as (
    insert into audit_sets (user_id, entry_id, "before", "after")
    select * from json_to_recordset($3::json) as row ("userId" text, "entryId" bigint, "before" text, "after" text)
    returning 1
  ), held as (
    update users u set permissions = row.permissions
    from json_to_recordset($4::json) as row (id text, permissions text) where u.id = row.id
    returning 1
  ), counted as (
    update audit_counter set last_id = greatest(last_id, (select max(id) from entries)) returning 1
  )
  select (select count(*) from entries) + (select count(*) from changes) + (select count(*) from sets)
    + (select count(*) from held) + (select count(*) from counted) as written`;

const INSERT_ARCHIVE = `
  insert into audit_archives
    (file, time, actor, reason, first_id, last_id, previous, last_digest, sets_digest, key_id, digest)
  select * from json_to_recordset($1::json) as row (
    file text, time text, actor text, reason text, "firstId" bigint, "lastId" bigint, previous text, "lastDigest" text,
    "setsDigest" text, "keyId" text, digest text
  ) returning 1`;

/** What a user holds after changes: a JSON array in text. */
export interface HeldRow {
  readonly id: string;
  readonly permissions: string;
}

/** Writes entries, and what users hold after them; throws if not all of it is kept. */
export async function writeEntries(
  connection: Connection,
  records: readonly AuditRecord[],
  held: readonly HeldRow[],
): Promise<void> {
  const rows = [
    records.map(storedRecordOf),
    records.flatMap(storedChangesOf),
    records.flatMap((record) => storedSetsOf(record) ?? []),
    held,
  ];
  const [result] = await connection.query<{ written: number }>({
    name: 'write-entries',
    text: WRITE,
    values: rows.map((some) => JSON.stringify(some)),
  });
  assertWritten(
    result?.written ?? 0,
    rows.reduce((sum, some) => sum + some.length, 1),
  );
}

/** A foreign trigger can swallow a write: the change would be made without an entry. */
export function assertWritten(written: number, expected: number): void {
  if (written !== expected) {
    throw new StoreFault('the database did not keep what was written; check its triggers');
  }
}

/** Writes the note of an archive. */
export async function writeArchive(connection: Connection, archive: TrailArchive): Promise<void> {
  const values = [JSON.stringify([storedArchiveOf(archive)])];
  const written = await connection.query({ text: INSERT_ARCHIVE, values });
  assertWritten(written.length, 1);
}

/** Every archive, the oldest first. */
export async function archivesIn(connection: Connection): Promise<TrailArchive[]> {
  const rows = await connection.query<StoredArchive>({
    text: `select ${ARCHIVE_COLUMNS} from audit_archives order by last_id`,
  });
  return rows.map(trailArchiveOf);
}
