/**
 * How many departments there are, kept by the database itself: counting a million of them takes longer than a page. Every
 * change has the lock of `audit_counter` already, so that nobody waits for this row.
 */
export const DEPARTMENT_COUNTER = `
  -- Nobody writes between the count and the triggers.
  lock table departments in share row exclusive mode;

  create table department_counter (
    only_row boolean primary key default true check (only_row),
    total bigint not null
  );
  insert into department_counter (total) select count(*) from departments;

  create function departments_are_counted() returns trigger language plpgsql set search_path from current as $$
    begin
      if tg_op = 'INSERT' then
        update department_counter set total = total + (select count(*) from written);
      elsif tg_op = 'DELETE' then
        update department_counter set total = total - (select count(*) from written);
      else
        update department_counter set total = 0;
      end if;
      return null;
    end
  $$;
  create trigger departments_are_counted_in after insert on departments
    referencing new table as written for each statement execute function departments_are_counted();
  create trigger departments_are_counted_out after delete on departments
    referencing old table as written for each statement execute function departments_are_counted();
  create trigger departments_are_counted_away after truncate on departments
    for each statement execute function departments_are_counted();
`;
