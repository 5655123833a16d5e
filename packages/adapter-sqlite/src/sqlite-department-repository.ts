import { randomUUID } from 'node:crypto';
import {
  type DepartmentPage,
  type DepartmentRepository,
  type ListRange,
  ok,
  type ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
import { checkRange, departmentOf, type StoredDepartment } from '@ops-admin/core/adapter';
import type Database from 'better-sqlite3';
import type { Connections } from './connections.js';
import { PAGE_LIMIT, prepareMarks } from './list-marks.js';
import { PreparedStatements } from './prepared-statements.js';
import { untilWritten } from './until-written.js';
import { emailsOf } from './user-columns.js';

/**
 * A page in the order of the list, counted from a mark. It is first found in the index, so that skipped rows are not read.
 * `cross join` prevents SQLite from the opposite order.
 */
const PAGE = `
  select d.id, d.name, d.description, d.parent_id as parentId, d.created_at as createdAt, d.updated_at as updatedAt,
         p.name as parentName, p.description as parentDescription, p.code as parentCode,
         u.id as managerId, u.first_name as managerFirstName, u.last_name as managerLastName,
         u.name as managerName, ${emailsOf('u')} as managerEmails
  from (
    select id from departments where (created_at, id) <= (:sortKey, :id)
    order by created_at desc, id desc ${PAGE_LIMIT}
  ) page
  cross join departments d on d.id = page.id
  left join departments p on p.id = d.parent_id
  left join users u on u.id = d.manager_id
  order by d.created_at desc, d.id desc`;

/** The largest number of kept pages, and of departments on one of them. */
const MAX_PAGES = 100;
const MAX_DEPARTMENTS_PER_PAGE = 100;

/** What was read since the last write. */
interface Known {
  /** Random, so that no other opening, process or file ever gives the same; missing inside a transaction of others. */
  readonly revision?: string;
  /** How many departments there are, at each mark of the list. */
  marks?: readonly number[];
  readonly pages: Map<string, DepartmentPage>;
}

const prepare = (database: Database.Database) => ({
  database,
  marks: prepareMarks(database, 'departments'),
  page: database.prepare<[object], StoredDepartment>(PAGE),
  known: untilWritten<Known>(database, () => ({ revision: randomUUID(), pages: new Map() })),
});
type Statements = ReturnType<typeof prepare>;

/**
 * Departments in SQLite. The marks and small pages are kept until anybody writes to the database; until then, every page has
 * the same revision.
 */
export class SqliteDepartmentRepository implements DepartmentRepository {
  readonly #statements: PreparedStatements<Statements>;

  constructor(connections: Connections) {
    this.#statements = new PreparedStatements(connections, prepare);
  }

  list(range: ListRange): ResultAsync<DepartmentPage, StoreUnavailable> {
    return this.#statements.read((statements) => {
      checkRange(range);
      const { database, known } = statements;
      // What others have begun to write on this connection can be rolled back.
      if (database.inTransaction) return ok(read(statements, range, { pages: new Map() }));
      const page = known().pages.get(nameOf(range));
      // One transaction, so that total, page and the kept pages are of the same moment.
      return ok(page ?? database.transaction(() => read(statements, range, known()))());
    });
  }
}

function read(statements: Statements, range: ListRange, known: Known): DepartmentPage {
  known.marks ??= statements.marks.rows();
  const { marks, pages, revision } = known;
  const total = marks.reduce((sum, rows) => sum + rows, 0);
  const { start, end = Infinity } = range;
  const limit = Math.min(end, total) - start;
  const rows = limit > 0 ? statements.page.all({ limit, ...statements.marks.placeOf(start, marks) }) : [];
  const page = { total, departments: rows.map(departmentOf), revision };
  if (rows.length > MAX_DEPARTMENTS_PER_PAGE) return page;
  if (pages.size === MAX_PAGES) pages.delete(pages.keys().next().value as string);
  pages.set(nameOf(range), page);
  return page;
}

function nameOf({ start, end }: ListRange): string {
  return `${start}-${end ?? ''}`;
}
