import {
  type AnyTable,
  type Column,
  type Columns,
  columnNames,
  columnOf,
  type Dialect,
  rowsValue,
  type Sql,
  TRAIL_TABLES,
  type Write,
} from '@ops-admin/store-sql';
import { DatabaseError } from 'pg';
import { RUNNING_OBJECTS } from './catalogue.js';

const TYPES: Readonly<Record<Column, string>> = {
  text: 'text collate "C" not null',
  'text?': 'text collate "C"',
  integer: 'bigint not null',
  'integer?': 'bigint',
};

/** The time of the database, also within a transaction: not that at which it began, perhaps to wait. */
export const DATABASE_TIME = '(floor(extract(epoch from clock_timestamp()) * 1000)::bigint)';

/**
 * The SQL of PostgreSQL. Rows are written many at a time, as one JSON text: a text that PostgreSQL cannot hold then fails; as a
 * plain parameter it would be written differently than it was sealed.
 */
export const POSTGRES_DIALECT: Dialect = {
  createTable({ columns, constraints = [], key, name }) {
    const lines = Object.entries(columns).map(([member, type]) => `${columnOf(member)} ${TYPES[type]}`);
    return `create table ${name} (${[...lines, `primary key (${columnNames(key)})`, ...constraints].join(', ')});`;
  },
  more: `${guards()}${sharedTables()}`,
  now: '(floor(extract(epoch from statement_timestamp()) * 1000)::bigint)',
  insert(table, onConflict = '') {
    const members = Object.keys(table.columns);
    const isAllKept = onConflict === '' || onConflict.includes('do update');
    return together(
      `insert into ${table.name} (${columnNames(members)}) select * from ${recordset(table.columns)} ${onConflict}`,
      members,
      isAllKept,
    );
  },
  update(table, members) {
    const set = members.map((member) => `${columnOf(member)} = row."${member}"`).join(', ');
    const given = [...members, ...table.key];
    return together(
      `update ${table.name} t set ${set} from ${few(only(table.columns, given))} where ${isKeyOf(table)}`,
      given,
      true,
      true,
    );
  },
  remove: (table) =>
    together(
      `delete from ${table.name} t using ${few(only(table.columns, table.key))} where ${isKeyOf(table)}`,
      table.key,
      true,
      true,
    ),
  rowsOf: (columns) => `(select * from ${recordset(columns)})`,
  isAmong: (column, type) => `${column} = any (?::${type === 'text' ? 'text' : 'bigint'}[])`,
  jsonList: (value, from, order) =>
    `(select coalesce(json_agg(${value} order by ${order})::text, '[]') from ${from})`,
  heldBy: (userId) => `
    (select string_agg(permission || coalesce(chr(9) || until, ''), chr(10) order by position)
     from user_permissions where user_id = ${userId})`,
  jsonObject: (members) =>
    `json_build_object(${Object.entries(members)
      .map(([name, column]) => `'${name}', ${column}`)
      .join(', ')})`,
  contains: (text) => `strpos(${text}, ?) > 0`,
  // The database's own rules can be limited to ASCII; for plain ASCII they are faster.
  containsInAnyCase: (text, part) => ({
    sql: `case when octet_length(${text}) = char_length(${text}) then strpos(upper(${text} collate "C"), ?)
      else strpos(upper(${text} collate "und-x-icu") collate "C", ?) end > 0`,
    values: [part.toUpperCase(), part.toUpperCase()],
  }),
  limit: 'limit ? offset ?',
  noLimit: null,
  // `offset 0` keeps the planner from weighing other ways of joining, which takes longer than a page.
  joinOne: (table, alias, id) =>
    `left join lateral (select * from ${table} where id = ${id} offset 0) ${alias} on true`,
  // Before it has statistics of a large table, the planner would read all of it.
  joinFound: (table, alias, condition) =>
    `cross join lateral (select * from ${table} where ${condition} offset 0) ${alias}`,
  /** It refuses NUL. Half a surrogate pair would become another character on the way, so a lookup could find the wrong row. */
  canBeText: (text) => !/[\0\p{Cs}]/u.test(text),
  runningObjects: RUNNING_OBJECTS,
  ownObjects: [
    'function audit_entries_are_append_only()',
    ...TRAIL_TABLES.flatMap((name) =>
      ['altered', 'emptied'].map((done) => `trigger ${name}.${name}_are_never_${done}`),
    ),
  ],
  findDamage,
};

function only(columns: Columns, members: readonly string[]): Columns {
  return Object.fromEntries(
    members.flatMap((member) => (columns[member] ? [[member, columns[member]]] : [])),
  );
}

function recordset(columns: Columns): string {
  const types = Object.entries(columns).map(
    ([member, type]) => `"${member}" ${type.startsWith('text') ? 'text' : 'bigint'}`,
  );
  return `json_to_recordset(?::json) as row (${types.join(', ')})`;
}

/**
 * The server takes rows of JSON for a hundred, and would read all of a table of thousands for them; as many as are limited it looks
 * up.
 */
function few(columns: Columns): string {
  return `(select * from ${recordset(columns)} limit ?) as row`;
}

function isKeyOf({ key }: AnyTable): string {
  return key.map((member) => `t.${columnOf(member)} = row."${member}"`).join(' and ');
}

function together<Row>(
  text: string,
  members: readonly string[],
  isAllKept: boolean,
  isLimited = false,
): (rows: readonly Row[]) => Write {
  return (rows) => {
    const given = rows.map((row) =>
      Object.fromEntries(
        members.map((member) => [member, (row as Readonly<Record<string, unknown>>)[member]]),
      ),
    );
    return {
      text,
      rows: [[rowsValue(given), ...(isLimited ? [rows.length] : [])]],
      size: rows.length,
      ...(isAllKept && { expected: rows.length }),
    };
  };
}

/** Triggers, because nobody shall alter the audit log, whichever program writes. */
function guards(): string {
  const triggers = TRAIL_TABLES.map(
    (name) => `
  create trigger ${name}_are_never_altered before update or delete on ${name}
    for each row execute function audit_entries_are_append_only();
  create trigger ${name}_are_never_emptied before truncate on ${name}
    for each statement execute function audit_entries_are_append_only();`,
  );
  return `
  create function audit_entries_are_append_only() returns trigger language plpgsql set search_path from current as $$
    begin
      raise exception 'audit entries are never altered or removed';
    end
  $$;${triggers.join('')}`;
}

/**
 * Tables that instances share but can do without: the counts of lookups and the answers of address providers. Both are unlogged: no
 * write waits for the disk, and a crash empties them.
 */
function sharedTables(): string {
  return `
  create unlogged table rate_limits (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  );
  create index rate_limits_by_expiry on rate_limits (expire);

  -- Numbers rise with every answer that is kept, so that the oldest are those with the least.
  create sequence geocode_answer_numbers;
  create unlogged table geocode_answers (
    key text collate "C" primary key,
    number bigint not null default nextval('geocode_answer_numbers'),
    provider text collate "C" not null,
    expires_at bigint not null,
    location text collate "C"
  );
  create index geocode_answers_by_number on geocode_answers (number);
  create index geocode_answers_by_expiry on geocode_answers (expires_at);`;
}

/** Reads everything: the server only reports an unreadable page when it reads it. */
async function findDamage(sql: Sql, tables: readonly string[]): Promise<readonly string[]> {
  try {
    for (const table of tables) await sql.all(`select count(length(one::text)) from ${table} one`);
    return [];
  } catch (error) {
    // Data or index corrupted, a file of the server missing or unreadable.
    if (error instanceof DatabaseError && /^(?:XX00[12]|58)/.test(error.code ?? '')) return [error.message];
    throw error;
  }
}
