import type {
  Department,
  DepartmentPage,
  DepartmentRange,
  DepartmentRepository,
  ObjectId,
  StoreUnavailable,
  Timestamp,
} from '@ops-admin/core';
import type { ResultAsync } from 'neverthrow';
import type { PostgresDatabase } from './postgres-database.js';
import { emailsOf, summaryOf } from './user-row.js';

interface DepartmentRow {
  readonly id: ObjectId;
  readonly name: string;
  readonly description: string;
  readonly parentId: ObjectId | null;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  /** `null`, like the other columns of the parent, where there is none. */
  readonly parentName: string | null;
  readonly parentDescription: string;
  readonly parentCode: string;
  /** `null`, like the other columns of the manager, where there is none. */
  readonly managerId: ObjectId | null;
  readonly managerFirstName: string;
  readonly managerLastName: string;
  readonly managerName: string;
  readonly managerEmails: readonly string[];
}

/** `id` is `null`, like all but the total, where the page is empty. */
type PageRow = { readonly total: number } & (DepartmentRow | { readonly id: null });

// One statement, so that total and page are of the same moment.
const PAGE = `
  select t.total, d.id, d.name, d.description, d.parent_id as "parentId", d.created_at as "createdAt",
         d.updated_at as "updatedAt", p.name as "parentName", p.description as "parentDescription",
         p.code as "parentCode", u.id as "managerId", u.first_name as "managerFirstName",
         u.last_name as "managerLastName", u.name as "managerName", ${emailsOf('u')} as "managerEmails"
  from (select count(*) as total from departments) t
  left join (select * from departments order by created_at desc, id desc limit $1 offset $2) d on true
  left join departments p on p.id = d.parent_id
  left join users u on u.id = d.manager_id
  order by d.created_at desc, d.id desc`;

/** Departments in PostgreSQL. */
export class PostgresDepartmentRepository implements DepartmentRepository {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  list({ start, end }: DepartmentRange): ResultAsync<DepartmentPage, StoreUnavailable> {
    const limit = end === undefined ? null : Math.max(0, end - start);
    return this.#database
      .read<PageRow>({ name: 'departments', text: PAGE, values: [limit, start] })
      .map((rows) => ({
        total: rows[0]?.total ?? 0,
        departments: rows.flatMap((row) => (row.id === null ? [] : [departmentOf(row)])),
      }));
  }
}

function departmentOf(row: DepartmentRow): Department {
  const { id, name, description, parentId, createdAt, updatedAt } = row;
  return {
    id,
    name,
    description,
    parentId,
    createdAt,
    updatedAt,
    ...(parentId !== null &&
      row.parentName !== null && {
        parent: {
          id: parentId,
          name: row.parentName,
          description: row.parentDescription,
          code: row.parentCode,
        },
      }),
    ...(row.managerId !== null && {
      manager: summaryOf({
        id: row.managerId,
        firstName: row.managerFirstName,
        lastName: row.managerLastName,
        name: row.managerName,
        emails: row.managerEmails,
      }),
    }),
  };
}
