import { moduleOf } from '@ops-admin/core';
import { storedText } from './stored-record.js';
import type { Value } from './work.js';

/** A condition, and the values for its places. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

/**
 * SQL for whether the stored text in `column` belongs to a module, as core's `moduleOf` reads it: `service.<module>`, alone or
 * with a dot after it. Texts are compared byte by byte, so that one range of an index has these and little more.
 */
export function isOfModule(column: string, module: string): Condition {
  const whole = `service.${module}`;
  if (moduleOf(whole) !== module) return { sql: '1 = 0', values: [] };
  const text = storedText(whole);
  // `/` comes after the dot.
  return {
    sql: `(${column} >= ? and ${column} < ? and (${column} = ? or ${column} >= ?))`,
    values: [text, `${text}/`, text, `${text}.`],
  };
}
