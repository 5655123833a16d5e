import type { DepartmentRecord, ObjectId } from '@ops-admin/core';
import { type ChangedDepartment, foldKey } from '@ops-admin/core/adapter';
import type { Dialect, WriteRows } from './dialect.js';
import { chunks, type Transaction, type Write } from './sql.js';
import { columnOf } from './table.js';
import { DEPARTMENTS, type DepartmentRow } from './tables.js';
import { countedMore } from './user-writer.js';

/** The only code that writes departments, so that they are counted. */
export class DepartmentWriter {
  readonly #put: WriteRows<DepartmentRow>;
  readonly #setCodeKey: WriteRows<Pick<DepartmentRow, 'codeKey'> & Partial<DepartmentRow>>;
  readonly #remove: WriteRows<DepartmentRow>;

  constructor(dialect: Dialect) {
    this.#setCodeKey = dialect.update(DEPARTMENTS, ['codeKey']);
    const others = Object.keys(DEPARTMENTS.columns).filter((member) => member !== 'id');
    const replaced = others.map((member) => `${columnOf(member)} = excluded.${columnOf(member)}`);
    this.#put = dialect.insert(DEPARTMENTS, `on conflict (id) do update set ${replaced.join(', ')}`);
    this.#remove = dialect.remove(DEPARTMENTS);
  }

  /** Lists the search keys of departments that did not match their values. */
  codeKeys(rows: readonly Pick<DepartmentRow, 'codeKey' | 'id'>[]): Write[] {
    // Two can have each other's.
    return [this.#setCodeKey(rows.map(({ id }) => ({ id, codeKey: null }))), this.#setCodeKey(rows)];
  }

  /** Writes departments; those for whom `isThere` says no are new. The last of several with one identifier counts. */
  async write(
    sql: Transaction,
    departments: readonly DepartmentRecord[],
    isThere: (id: ObjectId) => boolean,
  ): Promise<void> {
    const distinct = [...new Map(departments.map((one) => [one.id, one])).values()];
    for (const some of chunks(distinct)) {
      const added = some.filter(({ id }) => !isThere(id)).length;
      await sql.write(this.#put(some.map(rowOf)), countedMore('departments', added));
    }
  }

  async change(sql: Transaction, changes: readonly ChangedDepartment[]): Promise<void> {
    const [first, last] = [new Map<ObjectId, ChangedDepartment>(), new Map<ObjectId, ChangedDepartment>()];
    for (const one of changes) {
      const { id } = one.before ?? one.after;
      if (!first.has(id)) first.set(id, one);
      last.set(id, one);
    }
    const there = [...first.values()].flatMap(({ before }) => before ?? []);
    // All are released first, because a code can pass from one department to another.
    for (const some of chunks(there))
      await sql.write(this.#setCodeKey(some.map(({ id }) => ({ id, codeKey: null }))));
    const kept = [...last.values()].flatMap(({ after }) => after ?? []);
    await this.write(sql, kept, (id) => first.get(id)?.before !== undefined);
    const gone = [...last].flatMap(([id, { after }]) => (after ? [] : (first.get(id)?.before ?? [])));
    for (const some of chunks(gone))
      await sql.write(this.#remove(some.map(rowOf)), countedMore('departments', -some.length));
  }
}

function rowOf(department: DepartmentRecord): DepartmentRow {
  return { ...department, codeKey: codeKeyOf(department) };
}

export function codeKeyOf({ code }: Pick<DepartmentRecord, 'code'>): string | null {
  return foldKey(code) || null;
}
