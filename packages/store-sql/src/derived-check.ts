import type { ObjectId, StoreFlaw } from '@ops-admin/core';
import type { WrongBatch } from './batch-table.js';
import { heldRowsOf, keysOf } from './derived-rows.js';
import type { Dialect } from './dialect.js';
import { isSetOfOurs, readEnds } from './kept-ends.js';
import { chunks, type Sql } from './sql.js';
import { type StoredUserSummary, userSummaryOf } from './stored-user.js';
import { columnsOf } from './table.js';
import { type HeldPermission, USER_KEYS, USER_PERMISSIONS, type UserKeys } from './tables.js';

/** What derived rows are made of. */
export interface DerivedSource extends StoredUserSummary {
  /** A JSON array in text. */
  readonly permissions: string;
  /** See `keptEnds`. */
  readonly ends: string | null;
}

/** Derived rows that are not what their source says. */
export interface WrongRows {
  /** As they should be. */
  readonly keys: readonly UserKeys[];
  readonly missing: readonly HeldPermission[];
  readonly foreign: readonly HeldPermission[];
}

/** A counter that is not what it counts; `kept` is `null` where its row is lost. */
export interface WrongCounter {
  readonly name: string;
  readonly total: number;
  readonly kept: number | null;
}

/** Counters, each with what it counts. */
const COUNTERS_OFF = `
  select counted.name, counted.total, c.total as kept from (
    select 'departments' as name, (select count(*) from departments) as total
    union all select 'users', (select count(*) from users)
    union all select 'audit_entries', (select coalesce(max(id), 0) from audit_entries)
  ) counted left join counters c on c.name = counted.name
  where c.total is null or c.total <> counted.total order by counted.name`;
const HELD_PER_STEP = 1000;
const HELD = `
  select ${columnsOf(USER_PERMISSIONS)} from user_permissions
  where (permission, user_id) > (?, ?) order by permission, user_id limit ${HELD_PER_STEP}`;
const MAX_EXAMPLES = 5;

/** Counters that are not what they count. */
export function countersOff(sql: Sql): Promise<WrongCounter[]> {
  return sql.all<WrongCounter>(COUNTERS_OFF);
}

/**
 * Compares derived rows with what the writers would make of their source (decision 6). Take each user once, in pages, then the
 * rest: what no user explains.
 */
export class DerivedCheck {
  readonly #keysOf: string;
  readonly #kept: string;
  readonly #sets: string;
  #explained = 0;

  constructor(dialect: Dialect) {
    this.#keysOf = `select ${columnsOf(USER_KEYS)} from user_keys where ${dialect.isAmong('user_id', 'text')}`;
    this.#kept = `
      select ${columnsOf(USER_PERMISSIONS)} from user_permissions
      where ${dialect.isAmong('permission', 'text')} and user_id >= ? and user_id <= ?`;
    this.#sets = `select id, permissions, ends from users where ${dialect.isAmong('id', 'text')}`;
  }

  /** What is wrong of these users, who are in the order of their ids, and whose sets can be read. */
  async users(sql: Sql, rows: readonly DerivedSource[]): Promise<WrongRows> {
    const [firstRow, lastRow] = [rows[0], rows.at(-1)];
    if (!firstRow || !lastRow) return { keys: [], missing: [], foreign: [] };
    const ids = rows.map(({ id }) => id);
    const kept = new Map(
      (await sql.all<UserKeys>(this.#keysOf, ids)).map((keys) => [keys.userId, keys] as const),
    );
    const keys = rows
      .map((row) => keysOf(userSummaryOf(row)))
      .filter((one) => {
        const there = kept.get(one.userId);
        return Object.entries(one).some(([member, value]) => there?.[member as keyof UserKeys] !== value);
      });
    const held = rows.flatMap(heldBy);
    const missing: HeldPermission[] = [];
    for (const some of chunks([...byPermission(held)])) {
      const permissions = some.map(([permission]) => permission);
      const there = await sql.all<HeldPermission>(this.#kept, permissions, firstRow.id, lastRow.id);
      const untilOf = new Map(there.map((row) => [markOf(row), row.until]));
      const isMissing = (row: HeldPermission) => untilOf.get(markOf(row)) !== row.until;
      missing.push(...some.flatMap(([, wanted]) => wanted.filter(isMissing)));
    }
    this.#explained += held.length - missing.length;
    return { keys, missing, foreign: [] };
  }

  /** Whether there are rows that no user explains. */
  async hasMore(sql: Sql): Promise<boolean> {
    const held = await sql.first<{ total: number }>('select count(*) as total from user_permissions');
    return held?.total !== this.#explained;
  }

  /** What the next rows have that their users do not hold; those of nobody are left out. `last` is where to go on. */
  async foreign(
    sql: Sql,
    after: HeldPermission,
  ): Promise<{ readonly rows: HeldPermission[]; readonly last?: HeldPermission }> {
    const page = await sql.all<HeldPermission>(HELD, after.permission, after.userId);
    const ids = [...new Set(page.map(({ userId }) => userId))];
    const sets = await sql.all<Pick<DerivedSource, 'ends' | 'id' | 'permissions'>>(this.#sets, ids);
    const heldIn = (row: (typeof sets)[number]) => (isSetOfOurs(row) ? heldBy(row) : []);
    const held = new Map(sets.map((row) => [row.id, new Set(heldIn(row).map((one) => one.permission))]));
    const rows = page.filter(({ permission, userId }) => held.get(userId)?.has(permission) === false);
    const last = page.at(-1);
    return page.length === HELD_PER_STEP && last ? { rows, last } : { rows };
  }
}

/** Where {@link DerivedCheck.foreign} begins. */
export const FIRST_HELD: HeldPermission = { permission: '', userId: '' as ObjectId, until: null };

/** Counts what is wrong, with a few examples of each table: there can be as many as users. */
export class DerivedFlaws {
  readonly #found = new Map<string, { rows: number; examples: string[] }>();

  add({ foreign, keys, missing }: WrongRows): void {
    for (const { userId } of keys) this.#note('user_keys', `user ${userId}`);
    for (const row of missing) this.#note('user_permissions', `${nameOf(row)} is missing`);
    for (const row of foreign) this.#note('user_permissions', `${nameOf(row)} is not held`);
  }

  addCounter({ kept, name, total }: WrongCounter): void {
    this.#note('counters', `${name} is ${kept ?? 'lost'}, and should be ${total}`);
  }

  addBatch({ batch, isKept, made }: WrongBatch): void {
    const what = made === undefined ? ' has no entry' : isKept ? '' : ' is missing';
    this.#note('audit_batches', `run ${batch}${what}`);
  }

  get flaws(): StoreFlaw[] {
    return [...this.#found].map(([table, found]) => ({ type: 'derived', table, ...found }));
  }

  #note(table: string, example: string): void {
    const found = this.#found.get(table) ?? { rows: 0, examples: [] };
    found.rows++;
    if (found.examples.length < MAX_EXAMPLES) found.examples.push(example);
    this.#found.set(table, found);
  }
}

function byPermission(held: readonly HeldPermission[]): ReadonlyMap<string, readonly HeldPermission[]> {
  const groups = new Map<string, HeldPermission[]>();
  for (const row of held) {
    const group = groups.get(row.permission);
    if (group) group.push(row);
    else groups.set(row.permission, [row]);
  }
  return groups;
}

function markOf({ permission, userId }: HeldPermission): string {
  return `${userId} ${permission}`;
}

function nameOf({ permission, until, userId }: HeldPermission): string {
  const end = until === null ? '' : ` until ${new Date(until).toISOString()}`;
  return `${permission} of user ${userId}${end}`;
}

function heldBy(row: Pick<DerivedSource, 'ends' | 'id' | 'permissions'>): HeldPermission[] {
  const permissions = JSON.parse(row.permissions) as string[];
  return heldRowsOf(row.id, permissions, readEnds(permissions, row.ends));
}
