import { foldCase } from '../values/fold-case.js';
import type { Department } from './department.js';

/** Whether a text is a part of the name or the description, without regard to case, or the beginning of the id. */
export function isDepartmentFound(
  { description, id, name }: Pick<Department, 'description' | 'name'> & { readonly id: string },
  search: string,
): boolean {
  const sought = foldCase(search);
  return [name, description].some((text) => foldCase(text).includes(sought)) || id.startsWith(sought);
}
