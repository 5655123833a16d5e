import Database from 'better-sqlite3';

/** How SQLite counts from one number to below another, writes one in hexadecimal, reads a JSON array, and a time that comes from it. */
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
  items: (list) => `json_array_elements_text(${list}::json) item (value)`,
  time: `to_char(to_timestamp(1600000000 + n * 60) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
};

/** SQL for what a store would write with users that were written past it: who holds what, and how many there are. */
export function deriveUsers({ items }) {
  return `
    delete from user_permissions;
    insert into user_permissions (permission, user_id)
      select distinct item.value, u.id from users u cross join ${items('u.permissions')};
    update counters set total = (select count(*) from users) where name = 'users'`;
}

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
