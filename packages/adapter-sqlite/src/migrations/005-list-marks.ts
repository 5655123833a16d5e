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
  const count = (row: 'new' | 'old') => `
    update list_marks set rows = rows ${row === 'new' ? '+' : '-'} 1
      where list = '${list}' and (sort_key, id) = (
        select sort_key, id from list_marks
        where list = '${list}' and (${row}.${key}, ${row}.${id}) ${notBefore} (sort_key, id)
        order by sort_key ${against}, id ${against} limit 1);`;
  return `
  insert into list_marks (list, sort_key, id, rows) values ('${list}', '${first}', '', 0);

  create trigger ${list}_are_marked after insert on ${table} begin ${count('new')}
  end;
  create trigger ${list}_are_marked_where_they_are after update of ${key}, ${id} on ${table}
  when new.${key} <> old.${key} or new.${id} <> old.${id} begin ${count('old')} ${count('new')}
  end;
  create trigger ${list}_are_marked_no_more after delete on ${table} begin ${count('old')}
  end;

  create trigger ${list}_have_more_marks after update of rows on list_marks
  when new.list = '${list}' and new.rows > 1000 begin
    insert into list_marks (list, sort_key, id, rows)
      select '${list}', ${key}, ${id}, iif(new.rows - nth < 1000, new.rows - nth, 500)
      from (
        select ${key}, ${id}, row_number() over (order by ${key} ${order}, ${id} ${order}) - 1 as nth
        from (
          select ${key}, ${id} from ${table} where (${key}, ${id}) ${notBefore} (new.sort_key, new.id)
          order by ${key} ${order}, ${id} ${order} limit new.rows
        )
      )
      where nth > 0 and nth % 500 = 0 and new.rows - nth >= 500;
    update list_marks set rows = 500 where list = '${list}' and sort_key = new.sort_key and id = new.id;
  end;

  update list_marks set rows = (select count(*) from ${table}) where list = '${list}';
`;
}

/**
 * Marks in the lists of departments and of users: each is a place in the order of its list, with how many rows there are from
 * it to the next. The first is before all rows; one that has more than 1,000 is split into marks of 500. So a position in a
 * million is found by adding up two thousand numbers at most, and passing over at most 1,000 rows. Triggers keep them, whichever
 * program writes.
 *
 * They do not see what "insert or replace" takes away. An older program that has the file open imports departments so: none may
 * run beside this.
 */
export const LIST_MARKS: string = `
  create table list_marks (
    list text not null,
    sort_key text not null,
    id text not null,
    rows integer not null,
    primary key (list, sort_key, id)
  ) strict, without rowid;
  ${marksOf({ list: 'departments', table: 'departments', key: 'created_at', id: 'id', first: '~', order: 'desc' })}
  ${marksOf({ list: 'users', table: 'user_keys', key: 'name_key', id: 'user_id', first: '', order: 'asc' })}`;
