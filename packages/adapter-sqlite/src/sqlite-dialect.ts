import {
  type AnyTable,
  type Column,
  columnNames,
  columnOf,
  type Dialect,
  ROW_BY_ROW,
  type Sql,
  TABLES,
  TRAIL_TABLES,
} from '@ops-admin/store-sql';
import Database from 'better-sqlite3';

const TYPES: Readonly<Record<Column, string>> = {
  text: 'text not null',
  'text?': 'text',
  integer: 'integer not null',
  'integer?': 'integer',
};

/** The SQL of SQLite. A list is one value, a JSON array; rows are written one by one, which needs no JSON. */
export const SQLITE_DIALECT: Dialect = {
  createTable({ columns, constraints = [], key, name }) {
    const [only = ''] = key;
    const isNumbered = key.length === 1 && columns[only] === 'integer';
    const lines = Object.entries(columns).map(([member, type]) =>
      isNumbered && member === only
        ? `${columnOf(member)} integer primary key`
        : `${columnOf(member)} ${TYPES[type]}`,
    );
    if (!isNumbered) lines.push(`primary key (${columnNames(key)})`);
    return `create table ${name} (${[...lines, ...constraints].join(', ')}) strict${isNumbered ? '' : ', without rowid'};`;
  },
  more: TABLES.map(guardsOf).join('\n'),
  ...ROW_BY_ROW,
  rowsOf(columns) {
    const members = Object.keys(columns).map((member) => `value ->> '${member}' as "${member}"`);
    return `(select ${members.join(', ')} from json_each(?))`;
  },
  isAmong: (column) => `${column} in (select value from json_each(?))`,
  // In the order of an index; `order by` within the function would sort again.
  jsonList: (value, from, order) =>
    `(select json_group_array(${value}) from (select * from ${from} order by ${order}))`,
  heldBy: (userId) => `
    (select group_concat(permission || coalesce(char(9) || until, ''), char(10))
     from (select permission, until from user_permissions where user_id = ${userId} order by position))`,
  jsonObject: (members) =>
    `json_object(${Object.entries(members)
      .map(([name, column]) => `'${name}', ${column}`)
      .join(', ')})`,
  contains: (text) => `instr(${text}, ?) > 0`,
  // A text in ASCII needs no call, which would take most of the time.
  containsInAnyCase: (text, part) => ({
    sql: `instr(iif(octet_length(${text}) = length(${text}), upper(${text}), upper_case(${text})), ?) > 0`,
    values: [part.toUpperCase()],
  }),
  // SQLite would prepare a statement again for each value of a limit that is a bare parameter.
  limit: 'limit +? offset +?',
  noLimit: -1,
  joinOne: (table, alias, id) => `left join ${table} ${alias} on ${alias}.id = ${id}`,
  joinFound: (table, alias, condition) => `join ${table} ${alias} on ${condition}`,
  canBeText: () => true,
  runningObjects: `select type || ' ' || name as object from sqlite_schema where type in ('trigger', 'view') order by 1`,
  ownObjects: TRAIL_TABLES.flatMap((name) =>
    ['replaced', 'altered', 'deleted'].map((done) => `trigger ${name}_are_never_${done}`),
  ),
  findDamage,
};

/** Triggers, because nobody shall alter the audit log, whichever program writes. */
function guardsOf({ key, name }: AnyTable): string {
  if (!TRAIL_TABLES.includes(name)) return '';
  const isThere = key.map((member) => `${columnOf(member)} = new.${columnOf(member)}`).join(' and ');
  const refuse = (event: string, what: string, when: string) => `
    create trigger ${name}_are_never_${what} before ${event} on ${name} ${when}
    begin select raise(abort, 'audit entries are never ${event === 'delete' ? 'deleted' : 'altered'}'); end;`;
  return [
    // "insert or replace" deletes without firing the trigger for it.
    refuse('insert', 'replaced', `when exists (select 1 from ${name} where ${isThere})`),
    refuse('update', 'altered', ''),
    refuse('delete', 'deleted', ''),
  ].join('\n');
}

/** Unreadable content is found here; other reads fail. */
async function findDamage(sql: Sql): Promise<readonly string[]> {
  try {
    const rows = await sql.all<{ integrity_check: string }>('pragma integrity_check(20)');
    return rows.map((row) => row.integrity_check).filter((detail) => detail !== 'ok');
  } catch (cause) {
    const isDamage = cause instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(cause.code);
    if (isDamage) return [cause.message];
    throw cause;
  }
}
