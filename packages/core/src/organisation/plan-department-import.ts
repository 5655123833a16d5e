import { describeDepartmentRefusal } from '../departments/department-change.js';
import type { ChangedDepartment } from '../departments/department-entry.js';
import {
  changedDepartmentMembers,
  type DepartmentRecord,
  namesWholeDepartment,
} from '../departments/department-record.js';
import { findParentCycle, type ParentCycle } from '../departments/parent-cycle.js';
import { err, ok, type Result } from '../result.js';
import { checkText } from '../values/check-argument.js';
import { foldKey, trimEnds } from '../values/fold-text.js';
import type { ObjectId } from '../values/object-id.js';
import type { Timestamp } from '../values/timestamp.js';
import {
  type DepartmentToImport,
  type Imported,
  type ImportedDepartment,
  importResult,
  type RecordMistake,
  type RecordMistakes,
} from './organisation.js';

/** The writes of an import of departments. */
export interface DepartmentImport extends Imported<ImportedDepartment> {
  /** The new and different departments. */
  readonly written: readonly DepartmentRecord[];
  /** The same, before and after. */
  readonly changed: readonly ChangedDepartment[];
}

/**
 * Plans an import of departments at a time, by all that exist. Errors: `record-mistakes` for codes, `parent-cycle`. Throws a
 * `TypeError` for an invalid department, before anything is planned.
 */
export function planDepartmentImport(
  departments: readonly DepartmentToImport[],
  currents: ReadonlyMap<ObjectId, DepartmentRecord>,
  time: Timestamp,
): Result<DepartmentImport, ParentCycle | RecordMistakes> {
  const whole = departments.map((given) => wholeDepartment(given, currents.get(given.id), time));
  for (const { code, createdAt, description, id, name, updatedAt } of whole) {
    for (const text of [id, name, description, code, createdAt, updatedAt])
      checkText(text, 'a part of a department');
  }
  const mistakes = findTakenCodes(whole, currents);
  if (mistakes.length > 0) return err({ type: 'record-mistakes', mistakes });
  const cycle = findParentCycle(
    new Map([...currents.values(), ...whole].map(({ id, parentId }) => [id, parentId])),
  );
  if (cycle) return err({ type: 'parent-cycle', cycle });
  const summary = { created: 0, updated: 0, unchanged: 0 };
  const records: ImportedDepartment[] = [];
  const written: DepartmentRecord[] = [];
  const changed: ChangedDepartment[] = [];
  for (const [n, department] of whole.entries()) {
    const current = currents.get(department.id);
    const members = current ? changedDepartmentMembers(current, department) : [];
    const isSame = current !== undefined && members.length === 0;
    const result = importResult(current !== undefined, isSame);
    summary[result]++;
    const lostParent = department.parentId === null && (current?.parentId ?? null) !== null;
    records.push({ id: department.id, result, members, lostParent });
    if (isSame) continue;
    written.push(department);
    const isWhole = namesWholeDepartment(departments[n] ?? {});
    changed.push(current ? { before: current, after: department, isWhole } : { after: department });
  }
  return ok({ summary, records, written, changed });
}

/** Returns a mistake for each code that another department has in the store, or in a record before. */
function findTakenCodes(
  departments: readonly DepartmentRecord[],
  currents: ReadonlyMap<ObjectId, DepartmentRecord>,
): RecordMistake[] {
  const owners = new Map([...currents.values()].map((one) => [foldKey(one.code), one]));
  const given = new Map<string, ObjectId>();
  return departments.flatMap(({ code, id }): RecordMistake[] => {
    const key = foldKey(code);
    if (key === '') return [];
    const [owner, other] = [owners.get(key), given.get(key) ?? id];
    given.set(key, id);
    if (owner && owner.id !== id) {
      const taken = describeDepartmentRefusal({ type: 'code-taken', code, owner });
      const message = `${taken}; to pass a code on, remove it from its department in an earlier import`;
      return [{ id, member: 'code', message }];
    }
    return other === id
      ? []
      : [{ id, member: 'code', message: `the code ${code} is given to ${other}, too` }];
  });
}

/** Completes a record. Without `updatedAt`, a new or different one gets the current time. */
function wholeDepartment(
  given: DepartmentToImport,
  current: DepartmentRecord | undefined,
  time: Timestamp,
): DepartmentRecord {
  const {
    code = '',
    createdAt = time,
    description = '',
    managerId = null,
    name,
    parentId = null,
    updatedAt = createdAt,
  } = { ...current, ...given };
  checkText(code, 'a part of a department');
  const whole = {
    id: given.id,
    name: name as string,
    description,
    code: trimEnds(code),
    parentId,
    managerId,
    createdAt,
    updatedAt,
  };
  const isSame = current && changedDepartmentMembers(current, whole).length === 0;
  return current && !isSame && given.updatedAt === undefined ? { ...whole, updatedAt: time } : whole;
}
