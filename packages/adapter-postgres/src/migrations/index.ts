import type { Connection } from '../postgres-database.js';
import { ORGANISATION } from './001-organisation.js';
import { SHARED_LIMITS } from './002-shared-limits.js';
import { DEPARTMENT_COUNTER } from './003-department-counter.js';
import { CHANGES_AS_ROWS } from './004-changes-as-rows.js';
import { fillUserKeys, USER_LISTS } from './005-user-lists.js';
import { LIST_MARKS } from './006-list-marks.js';

/** A step of the schema. */
export interface Migration {
  readonly sql: string;
  /** Values that the database cannot compute itself, in the same transaction. */
  readonly fill?: (connection: Connection) => Promise<void>;
  /**
   * The oldest version whose programs still work after this step, so that they can continue next to newer ones while
   * instances are replaced one by one. 1 is the first.
   */
  readonly compatibleFrom: number;
}

/** The step to each version of the schema, version 1 first. Append only: never change a released one. */
export const MIGRATIONS: readonly Migration[] = [
  { sql: ORGANISATION, compatibleFrom: 1 },
  // A program without the tables of limits does not miss them.
  { sql: SHARED_LIMITS, compatibleFrom: 1 },
  // Triggers count for any program that writes.
  { sql: DEPARTMENT_COUNTER, compatibleFrom: 1 },
  // A program that does not know how entries are kept can neither write nor check one.
  { sql: CHANGES_AS_ROWS, compatibleFrom: 4 },
  // Users that an older program imports would be missing in lists.
  { sql: USER_LISTS, fill: fillUserKeys, compatibleFrom: 5 },
  // Triggers keep the marks, whichever program writes.
  { sql: LIST_MARKS, compatibleFrom: 5 },
];
