import type { KeptUser, ObjectId, PermissionSet } from '@ops-admin/core';
import type { Ends } from '@ops-admin/core/adapter';
import type { WrongRows } from './derived-check.js';
import { heldRowsOf, keysOf } from './derived-rows.js';
import type { Dialect, WriteRows } from './dialect.js';
import { keptEnds } from './kept-ends.js';
import { chunks, type Transaction, type Write } from './sql.js';
import {
  type EmailRow,
  type HeldPermission,
  type IdentityRow,
  USER_EMAILS,
  USER_IDENTITIES,
  USER_KEYS,
  USER_PERMISSIONS,
  USERS,
  type UserKeys,
  type UserRow,
} from './tables.js';

/** What a user holds before and after changes. */
export interface HeldChange {
  readonly userId: ObjectId;
  readonly before: PermissionSet;
  readonly after: PermissionSet;
}

/** A user to write; what they hold is only written if they are new. */
export interface WrittenUser extends Omit<KeptUser, 'permissions'> {
  readonly permissions: Iterable<string>;
  readonly ends: Ends;
}

/**
 * The only code that writes users, so that what is made of them is written with them: what they are found and ordered by, who
 * holds what, and how many there are.
 */
export class UserWriter {
  readonly #dialect: Dialect;
  readonly #insert: WriteRows<UserRow>;
  readonly #revise: WriteRows<Omit<UserRow, 'ends' | 'permissions' | 'salt'>>;
  readonly #setPermissions: WriteRows<Pick<UserRow, 'ends' | 'id' | 'permissions'>>;
  readonly #putKeys: WriteRows<UserKeys>;
  readonly #insertEmails: WriteRows<EmailRow>;
  readonly #insertIdentities: WriteRows<IdentityRow>;
  readonly #hold: WriteRows<HeldPermission>;
  readonly #holdNoMore: WriteRows<HeldPermission>;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.#insert = dialect.insert(USERS);
    this.#revise = dialect.update(USERS, ['firstName', 'lastName', 'name', 'departmentId', 'active']);
    this.#setPermissions = dialect.update(USERS, ['permissions', 'ends']);
    this.#putKeys = dialect.insert(
      USER_KEYS,
      `on conflict (user_id) do update set name_key = excluded.name_key, email_key = excluded.email_key,
       search_text = excluded.search_text`,
    );
    this.#insertEmails = dialect.insert(USER_EMAILS);
    this.#insertIdentities = dialect.insert(USER_IDENTITIES);
    this.#hold = dialect.insert(
      USER_PERMISSIONS,
      'on conflict (permission, user_id) do update set until = excluded.until',
    );
    this.#holdNoMore = dialect.remove(USER_PERMISSIONS);
  }

  /** What users hold after changes. */
  sets(changes: readonly HeldChange[]): Write[] {
    const [held, removed]: [HeldPermission[], HeldPermission[]] = [[], []];
    for (const { after, before, userId } of changes) {
      const isOther = (one: string) => !before.has(one) || before.ends.get(one) !== after.ends.get(one);
      held.push(...heldRowsOf(userId, after.toArray().filter(isOther), after.ends));
      const isGone = (one: string) => !after.has(one);
      removed.push(...heldRowsOf(userId, before.toArray().filter(isGone), before.ends));
    }
    const rows = changes.map(({ after, userId }) => ({ id: userId, ...storedSetOf(after, after.ends) }));
    return [this.#setPermissions(rows), this.#holdNoMore(removed), this.#hold(held)];
  }

  /** What is made of users, where it was not what they say. */
  derived({ foreign, keys, missing }: WrongRows): Write[] {
    return [this.#putKeys(keys), this.#holdNoMore(foreign), this.#hold(missing)];
  }

  /** Writes users; those for whom `isThere` says no are new, the others keep what they hold. */
  async write(
    sql: Transaction,
    users: readonly WrittenUser[],
    isThere: (userId: ObjectId) => boolean,
  ): Promise<void> {
    const there = users.filter(({ id }) => isThere(id));
    // All are released first, because identities can pass from one user to another.
    for (const some of chunks(there)) {
      const ids = some.map(({ id }) => id);
      await sql.write(this.#forget('user_identities', ids), this.#forget('user_emails', ids));
    }
    for (const some of chunks(users)) {
      const [old, added] = [some.filter(({ id }) => isThere(id)), some.filter(({ id }) => !isThere(id))];
      await sql.write(
        this.#insert(
          added.map((user) => ({
            ...personOf(user),
            salt: user.salt,
            ...storedSetOf(user.permissions, user.ends),
          })),
        ),
        this.#revise(old.map(personOf)),
        this.#putKeys(some.map(keysOf)),
        this.#insertEmails(
          some.flatMap(({ emails, id: userId }) =>
            emails.map((email, position) => ({ userId, position, email })),
          ),
        ),
        this.#insertIdentities(
          some.flatMap(({ id: userId, identities }) =>
            identities.map(({ issuer, subject }, position) => ({ issuer, subject, userId, position })),
          ),
        ),
        this.#hold(added.flatMap(({ ends, id, permissions }) => heldRowsOf(id, permissions, ends))),
        countedMore('users', added.length),
      );
    }
  }

  /** Removes users, and all by which a person could be recognised, also beside the trail (decision 13). */
  async erase(sql: Transaction, userIds: readonly ObjectId[]): Promise<void> {
    if (userIds.length === 0) return;
    const tables = ['user_identities', 'user_emails', 'user_keys', 'user_permissions', 'audit_subjects'];
    await sql.write(...tables.map((table) => this.#forget(table, userIds)));
    await sql.write(this.#forget('users', userIds, 'id'), countedMore('users', -userIds.length));
  }

  #forget(table: string, userIds: readonly ObjectId[], column = 'user_id'): Write {
    const text = `delete from ${table} where ${this.#dialect.isAmong(column, 'text')}`;
    return { text, rows: [[userIds]], size: userIds.length };
  }
}

function storedSetOf(permissions: Iterable<string>, ends: Ends): Pick<UserRow, 'ends' | 'permissions'> {
  const strings = [...permissions];
  return { permissions: JSON.stringify(strings), ends: keptEnds(strings, ends) };
}

/** Counts new rows of a table; less than 0 where they are removed. */
export function countedMore(table: 'departments' | 'users', rows: number): Write {
  return {
    text: 'update counters set total = total + ? where name = ?',
    rows: rows === 0 ? [] : [[rows, table]],
    size: rows === 0 ? 0 : 1,
    ...(rows !== 0 && { expected: 1 }),
  };
}

/** Counts rows of a table anew. */
export function countedAnew(name: string, total: number): Write {
  return {
    text: 'insert into counters (name, total) values (?, ?) on conflict (name) do update set total = excluded.total',
    rows: [[name, total]],
    size: 1,
    expected: 1,
  };
}

function personOf({
  active,
  departmentId,
  id,
  personalInformation: { firstName, lastName, name },
}: WrittenUser): Omit<UserRow, 'ends' | 'permissions' | 'salt'> {
  return { id, firstName, lastName, name, departmentId, active: active ? 1 : 0 };
}
