import Database from 'better-sqlite3';

const EMAILS =
  '(select json_group_array(e.email order by e.position) from user_emails e where e.user_id = u.id) as emails';
const IDENTITIES = `(select json_group_array(json_object('issuer', i.issuer, 'subject', i.subject) order by i.position)
  from user_identities i where i.user_id = u.id) as identities`;
const HELD = `
  (select group_concat(permission || coalesce(char(9) || until, ''), char(10) order by position)
   from user_permissions where user_id = u.id)`;
const PERSON = `u.id, u.first_name, u.last_name, u.name, ${EMAILS}`;

/** What the limit asks of SQLite. Pages of departments are remembered until anybody writes, look-ups counted in memory. */
export function openStore(file) {
  const db = new Database(file, { fileMustExist: true, timeout: 5000 });
  db.pragma('journal_mode = wal');
  db.pragma('synchronous = full');
  const one = (sql) => db.prepare(sql).pluck();
  const sql = {
    rights: one(`select coalesce(${HELD}, '') from users u where id = ? and active = 1`),
    kept: one(`select coalesce(${HELD}, '') from users u where id = ?`),
    byOthers: one('pragma data_version'),
    byUs: one('select total_changes()'),
    departments: one('select count(*) from departments'),
    page: db.prepare(`
      select d.id, d.name, d.description, d.parent_id, d.created_at, d.updated_at,
        p.name as parent_name, p.description as parent_description, p.code as parent_code,
        u.id as manager_id, u.first_name, u.last_name, u.name as manager_name, ${EMAILS}
      from departments d left join departments p on p.id = d.parent_id left join users u on u.id = d.manager_id
      order by d.created_at desc, d.id desc limit ? offset ?`),
    found: one(
      'select count(*) from user_keys where instr(search_text, :text) > 0 or substr(user_id, 1, length(:text)) = :text',
    ),
    foundPage: db.prepare(`
      select ${PERSON}, ${HELD} as held
      from (select user_id, name_key from user_keys where instr(search_text, :text) > 0 or substr(user_id, 1, length(:text)) = :text
        order by name_key, user_id limit :limit offset :offset) page
      cross join users u on u.id = page.user_id order by page.name_key, page.user_id`),
    whole: db.prepare(
      `select ${PERSON}, ${HELD} as held, ${IDENTITIES}, (select max(id) from audit_entries where user_id = u.id) as newest
       from users u where u.id = ?`,
    ),
    end: db.prepare(`
      select total as id, (select digest from audit_entries where id = total) as digest
      from counters where name = 'audit_entries'`),
    profile: one('select profile from audit_entries where user_id = ? order by id desc limit 1'),
    entry: db.prepare(`
      insert into audit_entries (id, time, actor, source, action, user_id, requested, before, profile,
        request_id, previous, digest, key_id, signature) values (?, ?, ?, 'http', 'remove', ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    change: db.prepare(
      "insert into audit_changes (entry_id, position, kind, permission) values (?, ?, 'removed', ?)",
    ),
    holdNoMore: db.prepare('delete from user_permissions where permission = ? and user_id = ?'),
    newest: db.prepare("update counters set total = ? where name = 'audit_entries'"),
  };

  let pages = new Map();
  let seen = '';
  const windows = new Map();
  return {
    rights: (id) => sql.rights.get(id),
    whole: (id) => sql.whole.get(id),
    found: (start, limit, text) => ({
      total: sql.found.get({ text }),
      rows: sql.foundPage.all({ text, limit, offset: start }),
    }),
    departments(start, limit, made) {
      const writes = `${sql.byOthers.get()} ${sql.byUs.get()}`;
      if (writes !== seen) [seen, pages] = [writes, new Map()];
      const key = `${start} ${limit}`;
      const page = pages.get(key) ?? made(sql.departments.get(), sql.page.all(limit ?? -1, start));
      if (pages.size < 100) pages.set(key, page);
      return page;
    },
    count(caller, milliseconds) {
      const now = Date.now();
      let window = windows.get(caller);
      if (!window || window.expire <= now) {
        window = { expire: now + milliseconds, points: 0 };
        windows.set(caller, window);
      }
      window.points++;
      return window;
    },
    remove: db.transaction((actorId, userId, judge) => {
      const change = judge({
        rights: sql.rights.get(actorId),
        kept: sql.kept.get(userId),
        end: sql.end.get(),
        profile: sql.profile.get(userId),
      });
      if (typeof change === 'string') return change;
      const { entry, removed } = change;
      sql.entry.run(...entry);
      for (let n = 0; n < removed.length; n++) {
        sql.change.run(entry[0], n, removed[n]);
        sql.holdNoMore.run(removed[n], userId);
      }
      sql.newest.run(entry[0]);
      return change;
    }).immediate,
  };
}
