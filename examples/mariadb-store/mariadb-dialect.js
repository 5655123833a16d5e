// The SQL of MariaDB 10.11 and newer, as the stores of @ops-admin/store-sql ask for it.
import { columnNames, columnOf, ROW_BY_ROW, TABLES, TRAIL_TABLES } from '@ops-admin/store-sql';

/** What a session needs; a statement ends after 15 seconds. */
export const SESSION = [
  'set names utf8mb4 collate utf8mb4_nopad_bin',
  "set sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,STRICT_ALL_TABLES,NO_BACKSLASH_ESCAPES', max_statement_time = 15",
];
const TEXT = 'character set utf8mb4 collate utf8mb4_nopad_bin';
/** Half a surrogate pair would become another character on the way. @param {string} text */
export const canBeText = (text) => !/\p{Cs}/u.test(text);
const isId = (/** @type {string} */ member) => /^id$|Id$/.test(member);
const jsonType = (/** @type {string} */ type) => (type.startsWith('text') ? `longtext ${TEXT}` : 'bigint');

/** @type {import('@ops-admin/store-sql').Dialect} */
export const MARIADB_DIALECT = {
  ...ROW_BY_ROW,
  // An index holds 3,072 bytes a row: 700 characters of keys, ids, and the beginning of longer texts.
  createTable({ columns, constraints = [], key, name }) {
    const texts = key.filter((member) => columns[member]?.startsWith('text') && !isId(member));
    const lines = Object.entries(columns).map(([member, type]) => {
      const isUnique = constraints.some((one) => one.startsWith(`unique (${member}`));
      const length = isId(member)
        ? 64
        : isUnique
          ? 700
          : texts.includes(member) && Math.floor(700 / texts.length);
      const text = `${length ? `varchar(${length})` : 'longtext'} ${TEXT}`;
      return `${columnOf(member)} ${type.startsWith('text') ? text : 'bigint'}${type.endsWith('?') ? '' : ' not null'}`;
    });
    return `create table ${name} (${[...lines, `primary key (${columnNames(key)})`, ...constraints].join(', ')});`;
  },
  more: TABLES.map(guardsOf).join('\n'),
  now: 'cast(floor(unix_timestamp(now(3)) * 1000) as signed)',
  rowsOf: (columns) => {
    const given = Object.entries(columns).map(([one, type]) => `"${one}" ${jsonType(type)} path '$.${one}'`);
    return `(select * from json_table(?, '$[*]' columns (${given})) given)`;
  },
  isAmong: (column, type) =>
    `${column} in (select value from json_table(?, '$[*]' columns (value ${jsonType(type)} path '$')) given)`,
  jsonList: (one, from, by) => `(select coalesce(json_arrayagg(${one} order by ${by}), '[]') from ${from})`,
  heldBy: (userId) => `
    (select group_concat(permission || coalesce(char(9 using utf8mb4) || until, '') order by position separator '\n')
     from user_permissions where user_id = ${userId})`,
  jsonObject: (members) =>
    `json_object(${Object.entries(members).map(([name, column]) => `'${name}', ${column}`)})`,
  contains: (text) => `instr(${text}, ?) > 0`,
  // JavaScript writes this one letter as two.
  containsInAnyCase: (text, part) => ({
    sql: `instr(replace(upper(${text}), 'ß', 'SS'), ?) > 0`,
    values: [part.toUpperCase()],
  }),
  limit: 'limit ? offset ?',
  noLimit: Number.MAX_SAFE_INTEGER,
  joinOne: (table, alias, id) => `left join ${table} ${alias} on ${alias}.id = ${id}`,
  joinFound: (table, alias, condition) => `join ${table} ${alias} on ${condition}`,
  canBeText,
  runningObjects: `
    select concat('trigger ', event_object_table, '.', trigger_name) as object
    from information_schema.triggers where trigger_schema = database()
    union all select concat('view ', table_name) from information_schema.views where table_schema = database()
    union all select concat('event ', event_name) from information_schema.events where event_schema = database()`,
  ownObjects: TRAIL_TABLES.flatMap((name) =>
    ['altered', 'removed'].map((done) => `trigger ${name}.${name}_are_never_${done}`),
  ),
  async findDamage(sql, tables) {
    for (const table of tables) await sql.all(`select count(*) from ${table}`);
    return [];
  },
};

/** What the two databases of ops-admin call otherwise. @param {string} text */
export function mariadbText(text) {
  return text
    .replaceAll(' as materialized (', ' as (')
    .replace(/on conflict \(.*?\) do update set/, 'on duplicate key update')
    .replace(/\bexcluded\.(\w+)/g, 'values($1)');
}

/** No index is of some rows alone, of what a function gives, or of a whole long text. @param {string} script */
export function mariadbSchema(script) {
  const long = /\b(email|name_key|email_key|created_at|code|batch|permission)\b/g;
  return script
    .replace(/;\s*;/g, ';')
    .replace(/(create index \w+ on \w+) \((.*)\)(?: where .*)?;/g, (_, start, columns) => {
      const parts = columns.replace(/lower\((\w+)\)/, '$1').replace(long, `$1(191)`);
      return `${start} (${parts});`;
    });
}

/** Nobody alters the trail. `truncate` asks for the right to drop: give it to nobody. @param {{ name: string }} table */
function guardsOf({ name }) {
  if (!TRAIL_TABLES.includes(name)) return '';
  const refuse = "signal sqlstate '45000' set message_text = 'audit entries are never altered or removed'";
  return `
    create trigger ${name}_are_never_altered before update on ${name} for each row ${refuse};
    create trigger ${name}_are_never_removed before delete on ${name} for each row ${refuse};`;
}
