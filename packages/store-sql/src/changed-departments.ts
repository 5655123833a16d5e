import type {
  DepartmentChangeWord,
  DepartmentRecord,
  ObjectId,
  StoreFlaw,
  TrailDigest,
} from '@ops-admin/core';
import { departmentText } from '@ops-admin/core/adapter';
import type { Sql } from './sql.js';
import { columnsOf } from './table.js';
import { DEPARTMENTS } from './tables.js';

const WITH_NEWEST_ENTRY = `
  select ${columnsOf(DEPARTMENTS, 'd')}, e.id as "entryId", e.department_change as "change", e.department_digest as recorded
  from departments d
  left join audit_entries e on e.id = (select max(id) from audit_entries where department_id = d.id)
  order by d.id`;

const GONE = `
  select department_id as "departmentId", id as "entryId" from audit_entries e
  where department_id is not null and department_change <> 'deleted'
    and id = (select max(id) from audit_entries where department_id = e.department_id)
    and not exists (select 1 from departments d where d.id = e.department_id)
  order by department_id`;

interface Row extends DepartmentRecord {
  readonly entryId: number | null;
  readonly change: DepartmentChangeWord | null;
  readonly recorded: string | null;
}

/** Returns a flaw for each department that is not what its newest entry says, and for each that has none. */
export async function changedDepartments(sql: Sql, { digest }: TrailDigest): Promise<StoreFlaw[]> {
  const flaws: StoreFlaw[] = [];
  for (const { change, entryId, recorded, ...record } of await sql.all<Row>(WITH_NEWEST_ENTRY)) {
    if (entryId !== null && change !== 'deleted' && recorded === digest(departmentText(record))) continue;
    const { id: departmentId } = record;
    flaws.push({ type: 'department-not-matching-log', departmentId, ...(entryId !== null && { entryId }) });
  }
  const gone = await sql.all<{ departmentId: ObjectId; entryId: number }>(GONE);
  return [...flaws, ...gone.map((one) => ({ type: 'department-not-matching-log' as const, ...one }))];
}
