import {
  type Grant,
  type GrantBlock,
  type GrantEntry,
  type GrantSearch,
  moduleOf,
  type ObjectId,
  type PermissionSet,
  type Timestamp,
} from '@ops-admin/core';
import { type Condition, IS_WITHIN, isOfModule } from './condition.js';
import type { Dialect } from './dialect.js';
import { chunks, type Sql, type Value } from './sql.js';
import type { StoreTime } from './store-time.js';
import { type StoredEntry, stringsOf } from './stored-entry.js';
import { emailsOf, permissionSetOf } from './stored-user.js';

interface KeyRow {
  readonly id: ObjectId;
  readonly nameKey: string;
}

interface HolderRow {
  readonly id: ObjectId;
  readonly name: string;
  readonly emails: string;
  readonly permissions: string | null;
  readonly departmentId: ObjectId | null;
  readonly department: string | null;
}

interface Holder {
  readonly row: HolderRow;
  readonly permissions: PermissionSet;
  readonly held: readonly string[];
}

interface EntryRow {
  readonly id: number;
  readonly time: Timestamp;
  readonly actor: string;
  readonly reason: string | null;
}

interface GivenRow {
  readonly id: number;
  readonly permission: string;
  readonly userId: ObjectId;
}

interface AttestedRow extends Pick<StoredEntry, 'id' | 'requested'> {
  readonly userId: ObjectId;
}

/** Users are read in parts of this size, so that neither memory nor other work suffers. */
const USERS_PER_PART = 500;
/**
 * Users are looked up for as many rows at first, then for twice as many each time, up to this: each time reads all of a department.
 */
const MAX_USERS_PER_SEARCH = 64_000;

/** Reads what users hold, with the entries that gave it: user by user, and only the entries of those who are asked for. */
export class GrantReader {
  readonly #dialect: Dialect;
  readonly #time: StoreTime;
  readonly #given: string;
  readonly #attested: string;
  readonly #entries: string;
  readonly #holders: string;

  constructor(dialect: Dialect, time: StoreTime) {
    this.#dialect = dialect;
    this.#time = time;
    const isOfUsers = dialect.isAmong('e.user_id', 'text');
    this.#given = `
      select e.user_id as "userId", c.permission, max(e.id) as id
      from audit_entries e join audit_changes c on c.entry_id = e.id
      where ${isOfUsers} and c.kind <> 'removed' group by e.user_id, c.permission`;
    this.#attested = `
      select e.id, e.user_id as "userId", e.requested from audit_entries e
      where ${isOfUsers} and e.action = 'attest' order by e.id`;
    this.#entries = `select id, time, actor, reason from audit_entries where ${dialect.isAmong('id', 'integer')}`;
    this.#holders = `
      select u.id, u.name, ${emailsOf(dialect, 'u')} as emails, ${dialect.heldBy('u.id')} as permissions, u.department_id as "departmentId",
        coalesce(nullif(d.code, ''), u.department_id) as department
      from users u join user_keys k on k.user_id = u.id left join departments d on d.id = u.department_id
      where ${dialect.isAmong('u.id', 'text')} order by k.name_key, k.user_id`;
  }

  /** In blocks; on a connection on which all is of one moment. */
  async *read(sql: Sql, search: GrantSearch): AsyncGenerator<GrantBlock, void> {
    const { after, end = Number.POSITIVE_INFINITY, modules, start } = search;
    const now = await this.#time.now(sql);
    const whose = this.#conditionOf(search);
    const counted =
      after === undefined
        ? await sql.first<{ total: number }>(...this.#count(search, whose, now))
        : undefined;
    const newest = await sql.first<{ total: number }>(
      "select total from counters where name = 'audit_entries'",
    );
    const said = { ...(counted && { total: counted.total }), newestEntry: newest?.total ?? 0 };
    yield { ...said, grants: [] };
    const last = Math.min(end, counted?.total ?? end);
    const modulesWanted = modules && new Set<string | undefined>(modules);
    let position = 0;
    for await (const rows of this.#parts(sql, whose, after)) {
      if (position >= last) return;
      const holders: Holder[] = [];
      for (const row of rows) {
        const permissions = permissionSetOf(row).at(now);
        const held = permissions
          .toArray()
          .filter((one) => !modulesWanted || modulesWanted.has(moduleOf(one)));
        const wanted = held.slice(Math.max(0, start - position), Math.max(0, end - position));
        if (wanted.length > 0) holders.push({ row, permissions, held: wanted });
        position += held.length;
      }
      if (holders.length > 0) yield { ...said, grants: await this.#grants(sql, holders) };
    }
  }

  async *#parts(
    sql: Sql,
    { sql: isTheirs, values }: Condition,
    afterId: ObjectId | undefined,
  ): AsyncGenerator<readonly HolderRow[], void> {
    const search = `
      select name_key as "nameKey", user_id as id from user_keys
      where (name_key, user_id) > (?, ?) and ${isTheirs} order by name_key, user_id limit ?`;
    let after: readonly [string, string] = ['', ''];
    if (afterId !== undefined) {
      const key = await sql.first<KeyRow>(
        'select name_key as "nameKey", user_id as id from user_keys where user_id = ?',
        afterId,
      );
      if (!key) return;
      after = [key.nameKey, key.id];
    }
    for (let size = USERS_PER_PART; ; size = Math.min(2 * size, MAX_USERS_PER_SEARCH)) {
      const found = await sql.all<KeyRow>(search, ...after, ...values, size);
      for (const part of chunks(found, USERS_PER_PART)) {
        yield await sql.all<HolderRow>(
          this.#holders,
          part.map(({ id }) => id),
        );
      }
      const last = found.at(-1);
      if (!last || found.length < size) return;
      after = [last.nameKey, last.id];
    }
  }

  async #grants(sql: Sql, holders: readonly Holder[]): Promise<Grant[]> {
    const ids = holders.map(({ row }) => row.id);
    const keyOf = (userId: ObjectId, permission: string) => `${userId} ${permission}`;
    const givenBy = new Map(
      (await sql.all<GivenRow>(this.#given, ids)).map((row) => [keyOf(row.userId, row.permission), row.id]),
    );
    const attestedBy = new Map<string, number>();
    for (const { id, requested, userId } of await sql.all<AttestedRow>(this.#attested, ids))
      for (const permission of stringsOf(requested)) attestedBy.set(keyOf(userId, permission), id);
    const found = holders.flatMap(({ held, permissions, row }) =>
      held.map((permission) => {
        const key = keyOf(row.id, permission);
        const [given = 0, attested = 0] = [givenBy.get(key), attestedBy.get(key)];
        // A permission that was given again later is not confirmed.
        return { permission, permissions, row, given, attested: attested > given ? attested : 0 };
      }),
    );
    const entries = new Map<number, GrantEntry>();
    const named = new Set(found.flatMap(({ attested, given }) => [attested, given]));
    for (const { reason, ...entry } of await sql.allOf<EntryRow>(this.#entries, [...named], 10_000))
      entries.set(entry.id, { ...entry, ...(reason !== null && { reason }) });
    return found.map(({ attested, given, permission, permissions, row }) => {
      const [gave, confirmed] = [entries.get(given), entries.get(attested)];
      const until = permissions.ends.get(permission);
      return {
        userId: row.id,
        email: (JSON.parse(row.emails) as string[])[0],
        name: row.name,
        departmentId: row.departmentId,
        department: row.department,
        permission,
        ...(until !== undefined && { until }),
        ...(gave && { given: gave }),
        ...(confirmed && { attested: confirmed }),
      };
    });
  }

  #count({ modules }: GrantSearch, whose: Condition, now: Date): [text: string, ...values: Value[]] {
    const of = (modules ?? []).map((module) => isOfModule('permission', module));
    const isWanted = modules ? `(${of.map(({ sql }) => sql).join(' or ') || '1 = 0'})` : '1 = 1';
    return [
      `select count(*) as total from user_permissions where (until is null or until > ?) and ${isWanted} and ${whose.sql}`,
      now.getTime(),
      ...of.flatMap(({ values }) => values),
      ...whose.values,
    ];
  }

  #conditionOf({ department, userIds }: GrantSearch): Condition {
    const conditions = [
      ...(department === undefined ? [] : [{ sql: IS_WITHIN, values: [department] }]),
      ...(userIds === undefined
        ? []
        : [{ sql: this.#dialect.isAmong('user_id', 'text'), values: [userIds] }]),
    ];
    return {
      sql: conditions.map(({ sql }) => sql).join(' and ') || '1 = 1',
      values: conditions.flatMap(({ values }) => values as Value[]),
    };
  }
}
