import pg from 'pg';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const EMAILS = `
  (select coalesce(json_agg(e.email order by e.position)::text, '[]') from user_emails e where e.user_id = u.id) as emails`;
const PERSON = `u.id, u.first_name, u.last_name, u.name, ${EMAILS}`;
const HELD = `
  (select string_agg(permission || coalesce(chr(9) || until, ''), chr(10) order by position)
   from user_permissions where user_id = u.id)`;

const STATE = {
  name: 'state',
  text: `
    select (select coalesce(${HELD}, '') from users u where id = $1 and active = 1) as rights,
      (select coalesce(${HELD}, '') from users u where id = $2) as kept,
      c.total as id, (select digest from audit_entries where id = c.total) as digest,
      (select profile from audit_entries where user_id = $2 order by id desc limit 1) as profile
    from counters c
    where c.name = 'audit_entries'`,
};
const WRITE = {
  name: 'write',
  text: `
    with entry as (
      insert into audit_entries (id, time, actor, source, action, user_id, requested, before, profile,
        request_id, previous, digest, key_id, signature)
      values ($1, $2, $3, 'http', 'remove', $4, $5, $6, $7, $8, $9, $10, $11, $12)
    ), changes as (
      insert into audit_changes (entry_id, position, kind, permission)
      select $1, place - 1, 'removed', permission from unnest($13::text[]) with ordinality removed (permission, place)
    ), held as (
      delete from user_permissions where user_id = $4 and permission = any ($13::text[])
    )
    update counters set total = $1 where name = 'audit_entries'`,
};

/**
 * What the limit asks of PostgreSQL, over ten connections. As the service does, it remembers no page, since nothing reports the
 * writes of other instances; it counts look-ups for all of them, and makes one change at a time, so that readers find a connection.
 */
export function openStore(url) {
  // Each statement is planned once. The server then takes a page for a tenth of the table; the offsets prevent joins made for that.
  const options = '-c plan_cache_mode=force_generic_plan';
  const pool = new pg.Pool({ connectionString: url, max: 10, options });
  const ask =
    (name, text) =>
    async (...values) =>
      (await pool.query({ name, text, values })).rows;
  const rights = ask(
    'rights',
    `select coalesce(${HELD}, '') as held from users u where id = $1 and active = 1`,
  );
  const whole = ask(
    'whole',
    `select ${PERSON}, ${HELD} as held, (
       select coalesce(json_agg(json_build_object('issuer', i.issuer, 'subject', i.subject) order by i.position), '[]')::text
       from user_identities i where i.user_id = u.id) as identities,
       (select max(id) from audit_entries where user_id = u.id)::int as newest
     from users u where u.id = $1`,
  );
  const departments = ask(
    'departments',
    `select c.total, d.id, d.name, d.description, d.parent_id, d.created_at, d.updated_at,
       p.name as parent_name, p.description as parent_description, p.code as parent_code,
       u.id as manager_id, u.first_name, u.last_name, u.name as manager_name, ${EMAILS}
     from (select total from counters where name = 'departments') c
     left join (select * from departments order by created_at desc, id desc limit $1 offset $2) d on true
     left join lateral (select * from departments p where p.id = d.parent_id offset 0) p on true
     left join lateral (select * from users u where u.id = d.manager_id offset 0) u on true
     order by d.created_at desc, d.id desc`,
  );
  const found = ask(
    'found',
    `with found as materialized (
       select user_id, name_key from user_keys where strpos(search_text, $3) > 0 or starts_with(user_id, $3)
     )
     select c.total, ${PERSON}, ${HELD} as held
     from (select count(*) as total from found) c
     left join (select * from found order by name_key, user_id limit $1 offset $2) page on true
     left join lateral (select * from users u where u.id = page.user_id offset 0) u on true order by page.name_key, page.user_id`,
  );
  const count = ask(
    'count',
    `insert into rate_limits as r (key, points, expire) values ('look-ups:' || $1::text, 1, $2::bigint + $3)
     on conflict (key) do update set points = case when r.expire <= $2 then 1 else r.points + 1 end,
       expire = case when r.expire <= $2 then excluded.expire else r.expire end
     returning points, expire`,
  );
  // A page without rows has a total.
  const pageOf = (rows) => ({ total: rows[0].total, rows: rows.filter(({ id }) => id !== null) });

  async function removeNow(actorId, userId, judge) {
    const client = await pool.connect();
    let failure;
    try {
      await client.query(
        "begin isolation level read committed; select from counters where name = 'audit_entries' for update",
      );
      const { rows } = await client.query({ ...STATE, values: [actorId, userId] });
      const [{ digest, id, kept, profile, rights }] = rows;
      const change = judge({
        rights: rights ?? undefined,
        kept: kept ?? undefined,
        end: { id, digest },
        profile,
      });
      if (typeof change !== 'string') {
        await client.query({ ...WRITE, values: [...change.entry, change.removed] });
      }
      await client.query('commit');
      return change;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      client.release(failure);
    }
  }

  let removing = Promise.resolve();
  return {
    rights: async (id) => (await rights(id))[0]?.held,
    whole: async (id) => (await whole(id))[0],
    found: async (start, limit, text) => pageOf(await found(limit, start, text)),
    async departments(start, limit, made) {
      const { total, rows } = pageOf(await departments(limit, start));
      return made(total, rows);
    },
    count: async (caller, milliseconds) => (await count(caller, Date.now(), milliseconds))[0],
    remove(...asked) {
      const removed = removing.then(() => removeNow(...asked));
      removing = removed.catch(() => {});
      return removed;
    },
  };
}
