import Database from 'better-sqlite3';

/** How SQLite counts from one number to below another, writes one in hexadecimal, reads a JSON array with places, and a time that comes from it. */
export const SQLITE = {
  numbers: (from, to) =>
    `(with recursive n (n) as (select ${from} where ${from} < ${to} union all select n + 1 from n where n + 1 < ${to}) select n from n)`,
  hex: (n) => `printf('%023x', ${n})`,
  items: (list) => `json_each(${list}) item`,
  time: "strftime('%Y-%m-%dT%H:%M:%fZ', 1600000000 + n * 60, 'unixepoch')",
};

/** The same for PostgreSQL. */
export const POSTGRESQL = {
  numbers: (from, to) => `generate_series(${from}::bigint, ${to - 1}) n`,
  hex: (n) => `lpad(to_hex(${n}), 23, '0')`,
  items: (list) => `json_array_elements_text(${list}::json) with ordinality item (value, key)`,
  time: `to_char(to_timestamp(1600000000 + n * 60) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
};

/** SQL that has users, `from` which they come as `user_id`, hold what a JSON array in SQL lists, and nothing else. */
export function holdOf({ items }, list, from) {
  return `
    delete from user_permissions where user_id in (select user_id from ${from});
    insert into user_permissions (user_id, position, permission)
      select user_id, item.key, item.value from ${from} cross join ${items(list)};`;
}

/** SQL for the number of users, where they were written past a store. */
export const COUNT_USERS = "update counters set total = (select count(*) from users) where name = 'users'";

/** SQL for departments like the imported ones, in the words of a database: a million by file would take minutes. */
export function insertDepartments({ numbers, hex, time }, from, to, users) {
  return `
    insert into departments (id, name, description, code, parent_id, manager_id, created_at, updated_at)
    select 'd' || ${hex('n')}, 'Department ' || n, 'What department ' || n || ' of the organisation is there for',
           'D' || n, case when n % 10 > 0 then 'd' || ${hex('n - n % 10')} end, 'b' || ${hex(`n % ${users}`)},
           ${time}, ${time}
    from ${numbers(from, to)};
    update counters set total = (select count(*) from departments) where name = 'departments'`;
}

/** Runs SQL in a database in a file that no service has open. */
export function runInSqlite(file, sql) {
  const database = new Database(file);
  database.exec(sql);
  database.pragma('wal_checkpoint(truncate)');
  database.close();
}
