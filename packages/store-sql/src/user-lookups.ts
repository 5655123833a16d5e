import type { EmailOwner, ExternalIdentity, ObjectId, Permission } from '@ops-admin/core';
import { foldKey, heldTermsOf, identityKey } from '@ops-admin/core/adapter';
import { type Dialect, rowsValue } from './dialect.js';
import { chunks, type Sql } from './sql.js';

export async function ownersOf(
  sql: Sql,
  dialect: Dialect,
  identities: readonly ExternalIdentity[],
): Promise<(identity: ExternalIdentity) => ObjectId | undefined> {
  const owners = new Map<string, ObjectId>();
  // A text that the database cannot hold belongs to nobody.
  const fit = identities.filter(
    ({ issuer, subject }) => dialect.canBeText(issuer) && dialect.canBeText(subject),
  );
  const rows = dialect.rowsOf({ issuer: 'text', subject: 'text' });
  const text = `
    select i.issuer, i.subject, i.user_id as owner from ${rows} r
    join user_identities i on i.issuer = r.issuer and i.subject = r.subject`;
  for (const some of chunks(fit)) {
    const value = rowsValue(some.map(({ issuer, subject }) => ({ issuer, subject })));
    const found = await sql.all<ExternalIdentity & { owner: ObjectId }>(text, value);
    for (const { owner, ...identity } of found) owners.set(identityKey(identity), owner);
  }
  return (identity) => owners.get(identityKey(identity));
}

export async function emailOwnersOf(
  sql: Sql,
  dialect: Dialect,
  emails: readonly string[],
): Promise<(email: string) => EmailOwner | undefined> {
  const owners = new Map<string, EmailOwner>();
  const text = `
    select o.email_key as "emailKey", o.user_id as "userId", u.name, u.active,
      (select email from user_emails m where m.user_id = u.id order by m.position limit 1) as email
    from user_emails o join users u on u.id = o.user_id where ${dialect.isAmong('o.email_key', 'text')}`;
  type Row = Omit<EmailOwner, 'active'> & { emailKey: string; active: number };
  const keys = emails.map(foldKey).filter((key) => dialect.canBeText(key));
  for (const { active, emailKey, ...owner } of await sql.allOf<Row>(text, keys))
    owners.set(emailKey, { ...owner, active: active === 1 });
  return (email) => owners.get(foldKey(email));
}

export async function departmentsAmong(
  sql: Sql,
  dialect: Dialect,
  departmentIds: readonly ObjectId[],
): Promise<(departmentId: ObjectId) => boolean> {
  const text = `select id from departments where ${dialect.isAmong('id', 'text')}`;
  return isAmongFound(sql, dialect, text, departmentIds);
}

/** Which of these ids users had until they were erased. */
export async function erasedAmong(
  sql: Sql,
  dialect: Dialect,
  userIds: readonly ObjectId[],
): Promise<(userId: ObjectId) => boolean> {
  const text = `select user_id as id from audit_entries where action = 'erase' and ${dialect.isAmong('user_id', 'text')}`;
  return isAmongFound(sql, dialect, text, userIds);
}

async function isAmongFound(
  sql: Sql,
  dialect: Dialect,
  text: string,
  ids: readonly ObjectId[],
): Promise<(id: ObjectId) => boolean> {
  const sought = [...new Set(ids)].filter((id) => dialect.canBeText(id));
  const found = new Set((await sql.allOf<{ id: ObjectId }>(text, sought)).map(({ id }) => id));
  return (id) => found.has(id);
}

const HOLDERS_PER_PAGE = 200;
const HOLDERS = `
  select h.user_id as id from user_permissions h join users u on u.id = h.user_id
  where h.permission = ? and h.user_id > ? and h.until is null and u.active = 1
  order by h.user_id limit ${HOLDERS_PER_PAGE}`;

/** Whether anybody active except these users is permanently an admin; seldom reads more than one page. */
export async function findsAdminBeside(
  sql: Sql,
  users: { has(userId: ObjectId): boolean },
  adminPermission: Permission,
): Promise<boolean> {
  const terms = heldTermsOf({ grants: adminPermission });
  for (const permission of terms.flatMap((term) => ('permissions' in term ? term.permissions : []))) {
    for (let last: ObjectId | '' | undefined = ''; last !== undefined; ) {
      const rows: { id: ObjectId }[] = await sql.all<{ id: ObjectId }>(HOLDERS, permission, last);
      if (rows.some(({ id }) => !users.has(id))) return true;
      last = rows.length < HOLDERS_PER_PAGE ? undefined : rows.at(-1)?.id;
    }
  }
  return false;
}
