import {
  type DepartmentPage,
  type DepartmentRepository,
  type ListRange,
  ok,
  type ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
import { checkRange, departmentOf, rejecting, type StoredDepartment } from '@ops-admin/core/adapter';
import type { PostgresDatabase } from './postgres-database.js';
import { emailsOf } from './user-columns.js';

/** `id` is `null`, like everything except the total, if the page is empty. */
type PageRow = { readonly total: number } & (StoredDepartment | { readonly id: null });

/** A page by its distance from the newest department, or from the oldest, with the total of the same moment. */
function pageFrom(end: 'newest' | 'oldest'): string {
  const order = end === 'newest' ? 'desc' : 'asc';
  return `
  select (select total from department_counter) as total, d.id, d.name, d.description, d.parent_id as "parentId", d.created_at as "createdAt",
         d.updated_at as "updatedAt", p.name as "parentName", p.description as "parentDescription",
         p.code as "parentCode", u.id as "managerId", u.first_name as "managerFirstName",
         u.last_name as "managerLastName", u.name as "managerName", ${emailsOf('u')} as "managerEmails"
  from (values (true)) one
  left join (select * from departments order by created_at ${order}, id ${order} limit $1 offset $2) d on true
  left join departments p on p.id = d.parent_id
  left join users u on u.id = d.manager_id
  order by d.created_at desc, d.id desc`;
}

const FROM_NEWEST = { name: 'departments-from-newest', text: pageFrom('newest') };
const FROM_OLDEST = { name: 'departments-from-oldest', text: pageFrom('oldest') };

/** Departments in PostgreSQL. */
export class PostgresDepartmentRepository implements DepartmentRepository {
  readonly #database: PostgresDatabase;
  /** The total at the last read. */
  #lastTotal = 0;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  list(range: ListRange): ResultAsync<DepartmentPage, StoreUnavailable> {
    return rejecting(() => {
      checkRange(range);
      return this.#read(range, this.#lastTotal);
    });
  }

  /** Counts from the nearer end, because each department on the way takes time. */
  #read(range: ListRange, expected: number): ResultAsync<DepartmentPage, StoreUnavailable> {
    const { start, end = Infinity } = range;
    const length = Math.max(0, Math.min(end, expected) - start);
    const after = expected - start - length;
    const fromOldest = length > 0 && after < start;
    const statement = fromOldest
      ? { ...FROM_OLDEST, values: [length, after] }
      : { ...FROM_NEWEST, values: [end === Infinity ? null : Math.max(0, end - start), start] };
    return this.#database.read<PageRow>(statement).andThen((rows) => {
      const total = rows[0]?.total ?? 0;
      this.#lastTotal = total;
      // A count from the oldest is only right for that total; a far page from the newest was the long way.
      if (total !== expected && fromOldest) return this.#read(range, total);
      const departments = rows.flatMap((row) => (row.id === null ? [] : [departmentOf(row)]));
      return ok<DepartmentPage>({ total, departments });
    });
  }
}
