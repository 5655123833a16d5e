import {
  type DepartmentListOptions,
  type DepartmentPage,
  type DepartmentRepository,
  type FoundDepartment,
  type ListRange,
  type ObjectId,
  ok,
  type ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
import { checkRange, checkText, checkTexts, foldKey } from '@ops-admin/core/adapter';
import { attempt } from './attempt.js';
import type { Dialect } from './dialect.js';
import { SHORT_LIST } from './sql.js';
import type { SqlDatabase } from './sql-database.js';
import { type DetailedDepartment, departmentOf, detailsOf, recordOf } from './stored-department.js';
import { emailsOf } from './stored-user.js';

/** `id` is `null`, like everything except the total, if the page is empty. Details are there where they are asked for. */
type PageRow = { readonly total: number } & (DetailedDepartment | { readonly id: null });

interface NamedRow {
  readonly id: ObjectId;
  readonly codeKey: string | null;
}

/** The columns of `StoredDepartment`, of `departments d` with {@link joined}. */
const columns = (dialect: Dialect) => `
  d.id, d.name, d.description, d.parent_id as "parentId", d.created_at as "createdAt",
  d.updated_at as "updatedAt", p.name as "parentName", p.description as "parentDescription",
  p.code as "parentCode", u.id as "managerId", u.first_name as "managerFirstName",
  u.last_name as "managerLastName", u.name as "managerName", ${emailsOf(dialect, 'u')} as "managerEmails"`;

const joined = (dialect: Dialect) => `
  ${dialect.joinOne('departments', 'p', 'd.parent_id')}
  ${dialect.joinOne('users', 'u', 'd.manager_id')}`;

/** The further columns of {@link DetailedDepartment}. Users are counted by their index, a department at a time. */
const DETAILS = `, d.code, d.manager_id as "namedManagerId",
  (select count(*) from users m where m.department_id = d.id) as "users"`;

export class SqlDepartmentRepository implements DepartmentRepository {
  readonly #database: SqlDatabase;
  readonly #page: string;
  readonly #detailedPage: string;
  readonly #one: string;
  readonly #named: string;

  constructor(database: SqlDatabase) {
    this.#database = database;
    const { dialect } = database;
    // The page is found in the index first, so that skipped rows are not read.
    const page = (details: string) => `
      select (select total from counters where name = 'departments') as total, ${columns(dialect)} ${details}
      from (select 1 as one) one
      left join (select id from departments order by created_at desc, id desc ${dialect.limit}) page on one.one = 1
      ${dialect.joinOne('departments', 'd', 'page.id')}
      ${joined(dialect)}
      order by d.created_at desc, d.id desc`;
    this.#page = page('');
    this.#detailedPage = page(DETAILS);
    this.#one = `
      select ${columns(dialect)} ${DETAILS} from departments d ${joined(dialect)}
      where d.id = ? or d.parent_id = ? order by d.created_at desc, d.id desc`;
    this.#named = `
      select id, null as "codeKey" from departments where ${dialect.isAmong('id', 'text')}
      union all
      select id, code_key from departments where ${dialect.isAmong('code_key', 'text')}`;
  }

  list(
    range: ListRange,
    { details = false }: DepartmentListOptions = {},
  ): ResultAsync<DepartmentPage, StoreUnavailable> {
    return attempt(this.#database, async () => {
      checkRange(range);
      const { start, end = Infinity } = range;
      const limit = end === Infinity ? this.#database.dialect.noLimit : Math.max(0, end - start);
      const rows = await this.#database.query<PageRow>({
        text: details ? this.#detailedPage : this.#page,
        values: [limit, start],
        isSearch: end > SHORT_LIST,
      });
      const there = rows.flatMap((row) => (row.id === null ? [] : [row]));
      return ok({
        total: rows[0]?.total ?? 0,
        departments: there.map((row) => (details ? detailsOf(row) : departmentOf(row))),
      });
    });
  }

  find(id: ObjectId): ResultAsync<FoundDepartment | undefined, StoreUnavailable> {
    return attempt(this.#database, async () => {
      checkText(id, 'id');
      if (!this.#database.dialect.canBeText(id)) return ok(undefined);
      const rows = await this.#database.all<DetailedDepartment>(this.#one, id, id);
      const row = rows.find((one) => one.id === id);
      if (!row) return ok(undefined);
      // A department that somebody put below itself with SQL is not its own child.
      const children = rows.filter((one) => one !== row).map(detailsOf);
      return ok({ record: recordOf(row), department: detailsOf(row), children });
    });
  }

  idsNamed(names: readonly string[]): ResultAsync<readonly (ObjectId | undefined)[], StoreUnavailable> {
    return attempt(this.#database, async () => {
      checkTexts(names, 'names');
      const fit = [...new Set(names)].filter((name) => this.#database.dialect.canBeText(name));
      const ids = fit.map((name) => name.toLowerCase());
      const rows = await this.#database.all<NamedRow>(this.#named, ids, fit.map(foldKey));
      const byId = new Map<string, ObjectId>(rows.map(({ id }) => [id, id]));
      const byCode = new Map(rows.map(({ codeKey, id }) => [codeKey, id]));
      return ok(names.map((name) => byId.get(name.toLowerCase()) ?? byCode.get(foldKey(name))));
    });
  }

  revision(): ResultAsync<string | undefined, StoreUnavailable> {
    return attempt(this.#database, async () => ok(await this.#database.revision()));
  }
}
