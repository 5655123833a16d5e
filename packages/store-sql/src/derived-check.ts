import type { ObjectId, StoreFlaw } from '@ops-admin/core';
import { foldKey } from '@ops-admin/core/adapter';
import { codeKeyOf } from './department-writer.js';
import type { Dialect } from './dialect.js';
import type { Sql } from './sql.js';
import { type StoredUserSummary, userSummaryOf } from './stored-user.js';
import { columnsOf } from './table.js';
import { type DepartmentRow, type EmailRow, USER_EMAILS, USER_KEYS, type UserKeys } from './tables.js';
import { keysOf } from './user-writer.js';

/** A counter that differs from the number of rows; `kept` is `null` if it is missing. */
export interface WrongCounter {
  readonly name: string;
  readonly kept: number | null;
  readonly total: number;
}

const COUNTERS_OFF = `
  select counted.name, counted.total, c.total as kept from (
    select 'departments' as name, (select count(*) from departments) as total
    union all select 'users', (select count(*) from users)
    union all select 'audit_entries', (select coalesce(max(id), 0) from audit_entries)
  ) counted left join counters c on c.name = counted.name
  where c.total is null or c.total <> counted.total order by counted.name`;
const MAX_EXAMPLES = 5;

export function countersOff(sql: Sql): Promise<WrongCounter[]> {
  return sql.all<WrongCounter>(COUNTERS_OFF);
}

/** The keys of users as they should be, where they are not. */
export async function keysOff(
  sql: Sql,
  dialect: Dialect,
  users: readonly StoredUserSummary[],
): Promise<UserKeys[]> {
  const text = `select ${columnsOf(USER_KEYS)} from user_keys where ${dialect.isAmong('user_id', 'text')}`;
  const ids = users.map(({ id }) => id);
  const kept = new Map((await sql.all<UserKeys>(text, ids)).map((keys) => [keys.userId, keys]));
  return users
    .map((user) => keysOf(userSummaryOf(user)))
    .filter((keys) => {
      const there = kept.get(keys.userId);
      return Object.entries(keys).some(([member, value]) => there?.[member as keyof UserKeys] !== value);
    });
}

/** The e-mails of users with the keys that they should have, where they have others. */
export async function emailKeysOff(
  sql: Sql,
  dialect: Dialect,
  users: readonly { readonly id: ObjectId }[],
): Promise<EmailRow[]> {
  const text = `select ${columnsOf(USER_EMAILS)} from user_emails where ${dialect.isAmong('user_id', 'text')}`;
  const ids = users.map(({ id }) => id);
  return (await sql.all<EmailRow>(text, ids)).flatMap(({ emailKey, ...row }) => {
    const right = foldKey(row.email);
    return right === emailKey ? [] : [{ ...row, emailKey: right }];
  });
}

export async function codeKeysOff(sql: Sql): Promise<Pick<DepartmentRow, 'codeKey' | 'id'>[]> {
  type Row = Pick<DepartmentRow, 'code' | 'codeKey' | 'id'>;
  const rows = await sql.all<Row>('select id, code, code_key as "codeKey" from departments');
  return rows.flatMap(({ code, codeKey, id }) => {
    const right = codeKeyOf({ code });
    return right === codeKey ? [] : [{ id, codeKey: right }];
  });
}

/** Counts the wrong rows, with a few examples of each table: there can be as many as users. */
export class DerivedFlaws {
  readonly #found = new Map<string, { rows: number; examples: string[] }>();

  get flaws(): StoreFlaw[] {
    return [...this.#found].map(([table, found]) => ({ type: 'derived', table, ...found }));
  }

  note(table: string, example: string): void {
    const found = this.#found.get(table) ?? { rows: 0, examples: [] };
    found.rows++;
    if (found.examples.length < MAX_EXAMPLES) found.examples.push(example);
    this.#found.set(table, found);
  }
}
