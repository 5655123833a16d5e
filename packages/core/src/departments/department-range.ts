import { err, ok, type Result } from '../result.js';

/** Zero-based positions, from `start` up to but without `end`; no `end` means no upper bound. */
export interface DepartmentRange {
  readonly start: number;
  readonly end?: number;
}

/** The text is no position in the list. */
export interface InvalidDepartmentIndex {
  readonly type: 'invalid-department-index';
}

/** Every department there is. */
export const ALL_DEPARTMENTS: DepartmentRange = { start: 0 };

/**
 * Reads a bound of the list (decision 4): decimal digits only, 0 to 2^53 - 1. Errors: {@link InvalidDepartmentIndex}.
 */
export function parseDepartmentIndex(text: string): Result<number, InvalidDepartmentIndex> {
  const index = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(index) ? ok(index) : err({ type: 'invalid-department-index' });
}

/** The range of two bounds as the list takes them (decision 4): an end of 0 means no upper bound, whatever the start. */
export function departmentRange(start: number, end: number): DepartmentRange {
  return end === 0 ? { start } : { start, end };
}
