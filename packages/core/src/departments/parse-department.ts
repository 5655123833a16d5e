import { err, ok, type Result } from '../result.js';
import { trimEnds } from '../values/fold-text.js';
import { textProblem } from '../values/text-problem.js';

export const DEPARTMENT_TEXT_MAX_LENGTH = 500;

/** A text that does not fit a department. */
export interface InvalidDepartment {
  readonly type: 'invalid-department';
  readonly member: 'name' | 'description' | 'code';
  /** For people: `must not be empty`. */
  readonly problem: string;
}

/** The texts of a department; a text that is left out stays. */
export interface DepartmentTexts {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** Empty for none. */
  readonly code?: string | undefined;
}

/** The parsed texts of a department. */
export type ParsedDepartment = { readonly [Member in keyof DepartmentTexts]?: string };

/** Parses the texts of a department and trims them. Errors: the first {@link InvalidDepartment}. */
export function parseDepartment({
  code,
  description,
  name,
}: DepartmentTexts): Result<ParsedDepartment, InvalidDepartment> {
  const read: { -readonly [Member in keyof ParsedDepartment]: string } = {};
  for (const [member, text] of Object.entries({ name, description, code })) {
    if (text === undefined) continue;
    const problem = textProblem(text, DEPARTMENT_TEXT_MAX_LENGTH);
    if (problem !== undefined) return invalid(member, problem);
    read[member as keyof DepartmentTexts] = trimEnds(text);
  }
  return read.name === '' ? invalid('name', 'must not be empty') : ok(read);
}

function invalid(member: string, problem: string): Result<never, InvalidDepartment> {
  return err({ type: 'invalid-department', member: member as InvalidDepartment['member'], problem });
}
