import { err, ok, type Result } from '../result.js';

/** Zero-based positions, from `start` up to but without `end`; no `end` means no upper bound. */
export interface DepartmentRange {
  readonly start: number;
  readonly end?: number;
}

/** One of the two bounds is no index. */
export interface InvalidDepartmentRange {
  readonly type: 'invalid-department-range';
  readonly bound: 'start' | 'end';
}

/** Every department there is. */
export const ALL_DEPARTMENTS: DepartmentRange = { start: 0 };

/**
 * Reads the two path parameters of the list (decision 4): decimal digits only, 0 to 2^53 - 1; an end of 0 means no upper
 * bound, whatever the start. Errors: {@link InvalidDepartmentRange}.
 */
export function parseDepartmentRange(
  start: string,
  end: string,
): Result<DepartmentRange, InvalidDepartmentRange> {
  const from = parseIndex(start);
  const to = parseIndex(end);
  if (from === undefined) return err({ type: 'invalid-department-range', bound: 'start' });
  if (to === undefined) return err({ type: 'invalid-department-range', bound: 'end' });
  return ok(to === 0 ? { start: from } : { start: from, end: to });
}

function parseIndex(text: string): number | undefined {
  const index = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(index) ? index : undefined;
}
