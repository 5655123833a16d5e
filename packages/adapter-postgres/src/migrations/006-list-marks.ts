/** A list of all rows of a table, and what it is ordered by: descending, or ascending. */
interface MarkedList {
  readonly list: string;
  readonly table: string;
  readonly key: string;
  readonly id: string;
  /** A key before all others. */
  readonly first: string;
  readonly order: 'asc' | 'desc';
}

/** SQL for the marks of a list, and for the triggers that keep them. */
function marksOf({ list, table, key, id, first, order }: MarkedList): string {
  const [notBefore, against] = order === 'asc' ? ['>=', 'desc'] : ['<=', 'asc'];
  const count = (rows: 'erased' | 'written') => `
        update list_marks m set rows = m.rows ${rows === 'written' ? '+' : '-'} counted.rows
        from (
          select mark.sort_key, mark.id, count(*) as rows
          from ${rows} r cross join lateral (
            select sort_key, id from list_marks where list = '${list}' and (r.${key}, r.${id}) ${notBefore} (sort_key, id)
            order by sort_key ${against}, id ${against} limit 1
          ) mark
          group by mark.sort_key, mark.id
        ) counted
        where m.list = '${list}' and m.sort_key = counted.sort_key and m.id = counted.id;`;
  const place = `
      update list_marks m set before = counted.before
        from (
          select sort_key, id, sum(rows) over (order by sort_key ${order}, id ${order}) - rows as before
          from list_marks where list = '${list}'
        ) counted
        where m.list = '${list}' and m.sort_key = counted.sort_key and m.id = counted.id and m.before <> counted.before;`;
  return `
  insert into list_marks (list, sort_key, id, rows, before) values ('${list}', '${first}', '', 0, 0);

  create function ${list}_are_marked() returns trigger language plpgsql
  set search_path from current set enable_sort = off as $$
    begin
      -- One after the other: what waited sees the marks that the one before has made.
      perform from list_marks where list = '${list}' and sort_key = '${first}' and id = '' for update;
      if tg_op in ('UPDATE', 'DELETE') then ${count('erased')}
      end if;
      if tg_op in ('INSERT', 'UPDATE') then ${count('written')}
      end if;
      if tg_op = 'TRUNCATE' then
        update list_marks set rows = 0 where list = '${list}';
      end if;
      ${place}
      return null;
    end
  $$;
  create trigger ${list}_are_marked_in after insert on ${table}
    referencing new table as written for each statement execute function ${list}_are_marked();
  create trigger ${list}_are_marked_anew after update on ${table}
    referencing old table as erased new table as written for each statement execute function ${list}_are_marked();
  create trigger ${list}_are_marked_out after delete on ${table}
    referencing old table as erased for each statement execute function ${list}_are_marked();
  create trigger ${list}_are_marked_away after truncate on ${table}
    for each statement execute function ${list}_are_marked();

  create function ${list}_have_more_marks() returns trigger language plpgsql
  set search_path from current set enable_sort = off set enable_seqscan = off as $$
    declare
      mark list_marks;
    begin
      select * into mark from list_marks where list = '${list}' and sort_key = new.sort_key and id = new.id and rows > 2000;
      if not found then
        return null;
      end if;
      insert into list_marks (list, sort_key, id, rows, before)
        select '${list}', ${key}, ${id}, case when mark.rows - nth < 2000 then mark.rows - nth else 1000 end, 0
        from (
          select ${key}, ${id}, row_number() over (order by ${key} ${order}, ${id} ${order}) - 1 as nth
          from (
            select ${key}, ${id} from ${table} where (${key}, ${id}) ${notBefore} (mark.sort_key, mark.id)
            order by ${key} ${order}, ${id} ${order} limit mark.rows
          ) its
        ) counted
        where nth > 0 and nth % 1000 = 0 and mark.rows - nth >= 1000;
      update list_marks set rows = 1000 where list = '${list}' and sort_key = mark.sort_key and id = mark.id;
      ${place}
      return null;
    end
  $$;
  -- Not before the end of the transaction: of a statement that writes old rows and new ones, one trigger comes after the other.
  create constraint trigger ${list}_have_more_marks after update of rows on list_marks deferrable initially deferred
    for each row when (new.list = '${list}' and new.rows > 2000) execute function ${list}_have_more_marks();

  update list_marks set rows = (select count(*) from ${table}) where list = '${list}';
`;
}

/**
 * The fifth version of adapter-sqlite's schema, see there: marks in the lists of departments and of users, kept by triggers. They
 * run once a statement, and can so keep how many rows are before each mark, too; there are half as many marks for that. A plan
 * that a connection made while the tables were small would sort them later, once for each mark: these may not sort.
 */
export const LIST_MARKS: string = `
  -- Nobody writes between the count and the triggers.
  lock table departments, user_keys in share row exclusive mode;

  create table list_marks (
    list text collate "C" not null,
    sort_key text collate "C" not null,
    id text collate "C" not null,
    rows integer not null,
    before bigint not null,
    primary key (list, sort_key, id)
  );
  create index list_marks_by_place on list_marks (list, before);
  ${marksOf({ list: 'departments', table: 'departments', key: 'created_at', id: 'id', first: '~', order: 'desc' })}
  ${marksOf({ list: 'users', table: 'user_keys', key: 'name_key', id: 'user_id', first: '', order: 'asc' })}
  set constraints all immediate;`;
