import type { User } from '@ops-admin/core';
import { nameKeyOf, searchTextOf } from '@ops-admin/core/adapter';
import { chunks } from './chunks.js';
import type { Connection } from './postgres-database.js';

const RELEASE = 'delete from user_identities where user_id = any ($1::text[])';
const FORGET_EMAILS = 'delete from user_emails where user_id = any ($1::text[])';
const UPSERT = `
  insert into users (id, first_name, last_name, name, permissions)
  select id, "firstName", "lastName", name, '[]'
  from json_to_recordset($1::json) as row (id text, "firstName" text, "lastName" text, name text)
  on conflict (id) do update set
    first_name = excluded.first_name, last_name = excluded.last_name, name = excluded.name`;
const UPSERT_KEYS = `
  insert into user_keys (user_id, name_key, search_text)
  select * from json_to_recordset($1::json) as row (id text, "nameKey" text, "searchText" text)
  on conflict (user_id) do update set name_key = excluded.name_key, search_text = excluded.search_text`;
const INSERT_EMAILS = `
  insert into user_emails (user_id, position, email)
  select * from json_to_recordset($1::json) as row (id text, position integer, email text)`;
const INSERT_IDENTITIES = `
  insert into user_identities (user_id, position, issuer, subject)
  select * from json_to_recordset($1::json) as row (id text, position integer, issuer text, subject text)`;

/** Writes users, but not their permissions, inside the caller's transaction. */
export async function writeUsers(
  connection: Connection,
  users: readonly Omit<User, 'permissions'>[],
): Promise<void> {
  const ids = users.map(({ id }) => id);
  // All are removed before any is given, because identities can pass from one user to another.
  await connection.query({ text: RELEASE, values: [ids] });
  await connection.query({ text: FORGET_EMAILS, values: [ids] });
  await writeAll(
    connection,
    UPSERT,
    users.map(({ id, personalInformation }) => ({ id, ...personalInformation })),
  );
  await writeUserKeys(connection, users);
  await writeAll(
    connection,
    INSERT_EMAILS,
    users.flatMap(({ id, emails }) => emails.map((email, position) => ({ id, position, email }))),
  );
  await writeAll(
    connection,
    INSERT_IDENTITIES,
    users.flatMap(({ id, identities }) =>
      identities.map(({ issuer, subject }, position) => ({ id, position, issuer, subject })),
    ),
  );
}

/** Writes the keys that users are found and ordered by. */
export async function writeUserKeys(
  connection: Connection,
  users: readonly Omit<User, 'permissions'>[],
): Promise<void> {
  const keys = users.map((user) => ({
    id: user.id,
    nameKey: nameKeyOf(user),
    searchText: searchTextOf(user),
  }));
  await writeAll(connection, UPSERT_KEYS, keys);
}

async function writeAll(connection: Connection, text: string, rows: readonly object[]): Promise<void> {
  for (const some of chunks(rows)) await connection.query({ text, values: [JSON.stringify(some)] });
}
