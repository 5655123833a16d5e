import { moduleOf } from '@ops-admin/core';
import { canBeHeld } from '@ops-admin/core/adapter';
import type { Value } from './sql.js';

export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

export const NONE: Condition = { sql: '1 = 0', values: [] };

/** The users of a department and of all below it, which may be below itself: `union` gives each once. */
export const IS_WITHIN = `
  user_id in (
    with recursive below (id) as (
      select id from departments where id = ?
      union select d.id from below join departments d on d.parent_id = below.id
    )
    select users.id from below join users on users.department_id = below.id
  )`;

/**
 * SQL for whether the stored text in `column` belongs to a module, as core's `moduleOf` reads it: `service.<module>`, alone or
 * with a dot after it. Texts are compared byte by byte, so that one range of an index has these and little more.
 */
export function isOfModule(column: string, module: string): Condition {
  const text = `service.${module}`;
  if (moduleOf(text) !== module || !canBeHeld(text)) return NONE;
  // `/` comes after the dot.
  return {
    sql: `(${column} >= ? and ${column} < ? and (${column} = ? or ${column} >= ?))`,
    values: [text, `${text}/`, text, `${text}.`],
  };
}
