import type {
  Department,
  DepartmentPage,
  DepartmentRange,
  DepartmentRepository,
  ObjectId,
  StoreUnavailable,
  Timestamp,
} from '@ops-admin/core';
import type Database from 'better-sqlite3';
import { ok, type ResultAsync } from 'neverthrow';
import { attempt } from './attempt.js';
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
  readonly managerEmails: string;
}

const PAGE = `
  select d.id, d.name, d.description, d.parent_id as parentId, d.created_at as createdAt, d.updated_at as updatedAt,
         p.name as parentName, p.description as parentDescription, p.code as parentCode,
         u.id as managerId, u.first_name as managerFirstName, u.last_name as managerLastName,
         u.name as managerName, ${emailsOf('u')} as managerEmails
  from departments d
  left join departments p on p.id = d.parent_id
  left join users u on u.id = d.manager_id
  order by d.created_at desc, d.id desc
  limit :limit offset :offset`;

/** Departments in SQLite. */
export class SqliteDepartmentRepository implements DepartmentRepository {
  readonly #list: (range: DepartmentRange) => DepartmentPage;

  constructor(database: Database.Database) {
    const count = database.prepare<[], number>('select count(*) from departments').pluck();
    const page = database.prepare<[object], DepartmentRow>(PAGE);
    // One transaction, so that total and page are of the same moment.
    this.#list = database.transaction(({ start, end }: DepartmentRange) => ({
      total: count.get() ?? 0,
      departments: page
        .all({ limit: end === undefined ? -1 : Math.max(0, end - start), offset: start })
        .map(departmentOf),
    }));
  }

  list(range: DepartmentRange): ResultAsync<DepartmentPage, StoreUnavailable> {
    return attempt(() => ok(this.#list(range)));
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
