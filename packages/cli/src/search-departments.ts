import type { Department, ResultAsync } from '@ops-admin/core';
import { foldCase } from '@ops-admin/core/operations';
import type { CommandParts, Unanswered } from './command-parts.js';

/**
 * Finds the departments whose name or description has a text, ignoring case, or whose id begins with it: at most `limit`, newest
 * first. It reads all departments, because the list of the interface has no search.
 */
export function searchDepartments(
  departments: Pick<CommandParts['departments'], 'list'>,
  search: string,
  limit?: number,
): ResultAsync<readonly Department[], Unanswered> {
  const sought = foldCase(search);
  const isFound = ({ _id, description, name }: Department) =>
    [name, description].some((text) => foldCase(text).includes(sought)) || _id.startsWith(sought);
  return departments.list({ details: true }).map((page) => page.departments.filter(isFound).slice(0, limit));
}
