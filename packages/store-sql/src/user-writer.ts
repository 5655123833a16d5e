import type { KeptUser, ObjectId, PermissionSet, User } from '@ops-admin/core';
import { emailKeyOf, foldKey, nameKeyOf, searchTextOf } from '@ops-admin/core/adapter';
import type { Dialect, WriteRows } from './dialect.js';
import { chunks, type Transaction, type Write } from './sql.js';
import type { Table } from './table.js';
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

export interface HeldChange {
  readonly userId: ObjectId;
  readonly before: PermissionSet;
  readonly after: PermissionSet;
  readonly entryId: number;
}

const BY_PERMISSION: Table<HeldPermission> = {
  ...USER_PERMISSIONS,
  key: ['permission', 'userId'],
};

/**
 * The only code that writes users, so that derived rows are written with them: search and sort keys, and the number of users.
 */
export class UserWriter {
  readonly #dialect: Dialect;
  readonly #insert: WriteRows<UserRow>;
  readonly #revise: WriteRows<Omit<UserRow, 'salt'>>;
  readonly #putKeys: WriteRows<UserKeys>;
  readonly #insertEmails: WriteRows<EmailRow>;
  readonly #removeEmails: WriteRows<EmailRow>;
  readonly #insertIdentities: WriteRows<IdentityRow>;
  readonly #hold: WriteRows<HeldPermission>;
  readonly #holdUntil: WriteRows<HeldPermission>;
  readonly #holdNoMore: WriteRows<HeldPermission>;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.#insert = dialect.insert(USERS);
    this.#revise = dialect.update(USERS, ['firstName', 'lastName', 'name', 'departmentId', 'active']);
    this.#putKeys = dialect.insert(
      USER_KEYS,
      `on conflict (user_id) do update set name_key = excluded.name_key, email_key = excluded.email_key,
       search_text = excluded.search_text`,
    );
    this.#insertEmails = dialect.insert(USER_EMAILS);
    this.#removeEmails = dialect.remove(USER_EMAILS);
    this.#insertIdentities = dialect.insert(USER_IDENTITIES);
    this.#hold = dialect.insert(USER_PERMISSIONS);
    this.#holdUntil = dialect.update(BY_PERMISSION, ['until']);
    this.#holdNoMore = dialect.remove(BY_PERMISSION);
  }

  sets(changes: readonly HeldChange[]): Write[] {
    const [held, redated, removed]: [HeldPermission[], HeldPermission[], HeldPermission[]] = [[], [], []];
    for (const { after, before, entryId, userId } of changes) {
      const [had, has] = [heldRowsOf(userId, before), heldRowsOf(userId, after, entryId)];
      if (!isInOrder(before, after)) {
        removed.push(...had);
        held.push(...has);
        continue;
      }
      removed.push(...had.filter(({ permission }) => !after.has(permission)));
      for (const row of has) {
        const { permission } = row;
        if (!before.has(permission)) held.push(row);
        else if (before.ends.get(permission) !== after.ends.get(permission)) redated.push(row);
      }
    }
    return [this.#holdNoMore(removed), this.#holdUntil(redated), this.#hold(held)];
  }

  /** Lists the search and sort keys of users that did not match their values. */
  keys(keys: readonly UserKeys[]): Write {
    return this.#putKeys(keys);
  }

  /** E-mails with what they are found by, where it was not what they say. */
  emailKeys(rows: readonly EmailRow[]): Write[] {
    // Two users can have each other's.
    return [this.#removeEmails(rows), this.#insertEmails(rows)];
  }

  /**
   * Writes users; those for whom `isThere` says no are new, the others keep what they hold. What `leaving` have is free for
   * them.
   */
  async write(
    sql: Transaction,
    users: readonly KeptUser[],
    isThere: (userId: ObjectId) => boolean,
    leaving: readonly ObjectId[] = [],
  ): Promise<void> {
    const there = users.filter(({ id }) => isThere(id)).map(({ id }) => id);
    // All are released first, because e-mails and identities can pass from one user to another.
    for (const ids of chunks([...there, ...leaving]))
      await sql.write(this.#forget('user_identities', ids), this.#forget('user_emails', ids));
    for (const some of chunks(users)) {
      const [old, added] = [some.filter(({ id }) => isThere(id)), some.filter(({ id }) => !isThere(id))];
      await sql.write(
        this.#insert(added.map((user) => ({ ...personOf(user), salt: user.salt }))),
        this.#revise(old.map(personOf)),
        this.#putKeys(some.map(keysOf)),
        this.#insertEmails(
          some.flatMap(({ emails, id: userId }) =>
            emails.map((email, position) => ({ userId, position, email, emailKey: foldKey(email) })),
          ),
        ),
        this.#insertIdentities(
          some.flatMap(({ id: userId, identities }) =>
            identities.map(({ issuer, subject }, position) => ({ issuer, subject, userId, position })),
          ),
        ),
        this.#hold(added.flatMap(({ id, permissions }) => heldRowsOf(id, permissions))),
        countedMore('users', added.length),
      );
    }
  }

  /** Removes users, and all by which a person could be recognised, also their subjects in the audit log. */
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

/** The search and sort keys of a user, derived from their names and e-mails. */
export function keysOf(user: Pick<User, 'id' | 'emails' | 'personalInformation'>): UserKeys {
  return {
    userId: user.id,
    nameKey: nameKeyOf(user),
    emailKey: emailKeyOf(user),
    searchText: searchTextOf(user),
  };
}

/** More than anybody holds. */
const PLACES_OF_AN_ENTRY = 1_000_000;

/** The permissions of a user as rows: those that an entry added follow all that earlier entries added. */
function heldRowsOf(userId: ObjectId, held: PermissionSet, entryId = 0): HeldPermission[] {
  return held.toArray().map((permission, place) => {
    const end = held.ends.get(permission);
    const until = end === undefined ? null : Date.parse(end);
    return { userId, position: entryId * PLACES_OF_AN_ENTRY + place, permission, until };
  });
}

/** Whether new strings follow the kept ones, and the kept ones are in their order. */
function isInOrder(before: PermissionSet, after: PermissionSet): boolean {
  const left = after[Symbol.iterator]();
  for (const one of before) if (after.has(one) && left.next().value !== one) return false;
  return true;
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

/** Counts rows of a table again. */
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
}: KeptUser): Omit<UserRow, 'salt'> {
  return { id, firstName, lastName, name, departmentId, active: active ? 1 : 0 };
}
