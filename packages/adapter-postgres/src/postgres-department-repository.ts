import type {
  DepartmentPage,
  DepartmentRepository,
  ListRange,
  ResultAsync,
  StoreUnavailable,
} from '@ops-admin/core';
import { checkRange, departmentOf, rejecting, type StoredDepartment } from '@ops-admin/core/adapter';
import { markBefore } from './list-marks.js';
import type { PostgresDatabase } from './postgres-database.js';
import { emailsOf } from './user-columns.js';

/** `id` is `null`, like everything except the total, if the page is empty. */
type PageRow = { readonly total: number } & (StoredDepartment | { readonly id: null });

/**
 * A page, counted from a mark, with the total of the same moment. `offset 0` keeps the planner from weighing other ways of
 * joining, which takes longer than a page.
 */
const PAGE = {
  name: 'departments',
  text: `
  select (select total from department_counter) as total, d.id, d.name, d.description, d.parent_id as "parentId", d.created_at as "createdAt",
         d.updated_at as "updatedAt", p.name as "parentName", p.description as "parentDescription",
         p.code as "parentCode", u.id as "managerId", u.first_name as "managerFirstName",
         u.last_name as "managerLastName", u.name as "managerName", ${emailsOf('u')} as "managerEmails"
  from (${markBefore('departments', '$2')}) mark
  left join lateral (
    select * from departments where (created_at, id) <= (mark.sort_key, mark.id)
    order by created_at desc, id desc limit $1 offset $2 - mark.before
  ) d on true
  left join lateral (select * from departments where id = d.parent_id offset 0) p on true
  left join lateral (select * from users where id = d.manager_id offset 0) u on true
  order by d.created_at desc, d.id desc`,
};

/** Departments in PostgreSQL. */
export class PostgresDepartmentRepository implements DepartmentRepository {
  readonly #database: PostgresDatabase;
  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  list(range: ListRange): ResultAsync<DepartmentPage, StoreUnavailable> {
    return rejecting(() => {
      checkRange(range);
      const { start, end = Infinity } = range;
      const limit = end === Infinity ? null : Math.max(0, end - start);
      return this.#database.read<PageRow>({ ...PAGE, values: [limit, start] }).map((rows) => ({
        total: rows[0]?.total ?? 0,
        departments: rows.flatMap((row) => (row.id === null ? [] : [departmentOf(row)])),
      }));
    });
  }
}
