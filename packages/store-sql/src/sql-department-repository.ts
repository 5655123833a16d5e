import {
  type DepartmentPage,
  type DepartmentRepository,
  type ListRange,
  ok,
  type ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
import { checkRange, rejecting } from '@ops-admin/core/adapter';
import type { SqlDatabase } from './sql-database.js';
import { departmentOf, type StoredDepartment } from './stored-department.js';
import { emailsOf } from './stored-user.js';

/** `id` is `null`, like everything except the total, if the page is empty. */
type PageRow = { readonly total: number } & (StoredDepartment | { readonly id: null });

/** Departments in a SQL database. */
export class SqlDepartmentRepository implements DepartmentRepository {
  readonly #database: SqlDatabase;
  readonly #page: string;

  constructor(database: SqlDatabase) {
    this.#database = database;
    const { dialect } = database;
    // The page is found in the index first, so that skipped rows are not read.
    this.#page = `
      select (select total from counters where name = 'departments') as total,
        d.id, d.name, d.description, d.parent_id as "parentId", d.created_at as "createdAt",
        d.updated_at as "updatedAt", p.name as "parentName", p.description as "parentDescription",
        p.code as "parentCode", u.id as "managerId", u.first_name as "managerFirstName",
        u.last_name as "managerLastName", u.name as "managerName", ${emailsOf(dialect, 'u')} as "managerEmails"
      from (select 1 as one) one
      left join (select id from departments order by created_at desc, id desc ${dialect.limit}) page on one.one = 1
      ${dialect.joinOne('departments', 'd', 'page.id')}
      ${dialect.joinOne('departments', 'p', 'd.parent_id')}
      ${dialect.joinOne('users', 'u', 'd.manager_id')}
      order by d.created_at desc, d.id desc`;
  }

  list(range: ListRange): ResultAsync<DepartmentPage, StoreUnavailable> {
    return rejecting(() => {
      checkRange(range);
      const { start, end = Infinity } = range;
      const limit = end === Infinity ? this.#database.dialect.noLimit : Math.max(0, end - start);
      return this.#database.query<PageRow, DepartmentPage>(
        { text: this.#page, values: [limit, start] },
        (rows) =>
          ok({
            total: rows[0]?.total ?? 0,
            departments: rows.flatMap((row) => (row.id === null ? [] : [departmentOf(row)])),
          }),
      );
    });
  }

  revision(): ResultAsync<string | undefined, StoreUnavailable> {
    return this.#database.revision();
  }
}
