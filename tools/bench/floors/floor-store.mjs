import Database from 'better-sqlite3';

const DEPARTMENTS = `
  select d.id, d.name, d.description, d.parent_id, d.created_at, d.updated_at,
         p.name as parent_name, p.description as parent_description, p.code as parent_code,
         u.id as manager_id, u.first_name, u.last_name, u.name as manager_name,
         (select json_group_array(e.email order by e.position) from user_emails e where e.user_id = u.id) as emails
  from departments d
  left join departments p on p.id = d.parent_id
  left join users u on u.id = d.manager_id
  order by d.created_at desc, d.id desc
  limit ? offset ?`;

const INSERT_ENTRY = `
  insert into audit_entries
    (time, actor, source, action, user_id, requested, before, previous, digest, key_id)
  values (?, ?, 'http', 'remove', ?, ?, ?, '', '', '')`;
const INSERT_CHANGE = `
  insert into audit_changes (entry_id, position, kind, permission) values (?, ?, 'removed', ?)`;

/** Prepared statements over a copy of the service's database, as durable as the service: WAL, `synchronous=FULL`. */
export function openFloorStore(file) {
  const database = new Database(file, { fileMustExist: true, timeout: 5000 });
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = full');
  const count = database.prepare('select count(*) from departments').pluck();
  const page = database.prepare(DEPARTMENTS);
  const permissions = database
    .prepare(`select coalesce((select group_concat(permission, char(10) order by position)
       from user_permissions where user_id = u.id), '') from users u where id = ?`)
    .pluck();
  const holdNoMore = database.prepare('delete from user_permissions where permission = ? and user_id = ?');
  const insertEntry = database.prepare(INSERT_ENTRY);
  const insertChange = database.prepare(INSERT_CHANGE);

  const list = database.transaction((start, end) => ({
    total: count.get(),
    departments: page.all(end === 0 ? -1 : Math.max(0, end - start), start).map(departmentOf),
  }));

  /** One durable transaction with its audit row; says whether there is such a user. */
  const remove = database.transaction((actor, userId, requested) => {
    const before = permissions.get(userId);
    if (before === undefined) return false;
    const isRequested = matcher(requested);
    const held = linesOf(before);
    const removed = held.filter(isRequested);
    const time = new Date().toISOString();
    const entry = insertEntry.run(
      time,
      actor,
      userId,
      JSON.stringify(requested),
      JSON.stringify(held),
    ).lastInsertRowid;
    for (const [n, one] of removed.entries()) {
      insertChange.run(entry, n, one);
      holdNoMore.run(one, userId);
    }
    return true;
  });

  return {
    list,
    remove: remove.immediate,
    /** The permissions a user holds now; `undefined` where there is no such user. */
    permissionsOf(userId) {
      const held = permissions.get(userId);
      return held === undefined ? undefined : linesOf(held);
    },
  };
}

function linesOf(text) {
  return text === '' ? [] : text.split('\n');
}

/** A wildcard takes its whole module, every other string the very same one. */
function matcher(requested) {
  const exact = new Set(requested);
  const modules = requested.filter((one) => /^service\.[^.*]+\.\*$/.test(one)).map((one) => one.slice(0, -2));
  return (held) =>
    exact.has(held) || modules.some((module) => held === module || held.startsWith(`${module}.`));
}

function departmentOf(row) {
  const department = {
    _id: row.id,
    name: row.name,
    description: row.description,
    parentId: row.parent_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
  if (row.parent_name !== null) {
    department.parentDepartment = {
      _id: row.parent_id,
      name: row.parent_name,
      description: row.parent_description,
      code: row.parent_code,
    };
  }
  if (row.manager_id !== null) {
    department.manager = {
      _id: row.manager_id,
      emails: JSON.parse(row.emails),
      personalInformation: { firstName: row.first_name, lastName: row.last_name, name: row.manager_name },
    };
  }
  return department;
}
