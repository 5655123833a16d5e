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
  /** What the database cannot work out itself, in the same transaction. */
  readonly fill?: (connection: Connection) => Promise<void>;
  /**
   * The oldest version whose programs still work once this step is made, so that they may go on beside newer ones while
   * instances are replaced one by one. 1 is the first.
   */
  readonly compatibleFrom: number;
}

/** The way to each version of the schema, version 1 first. Append only: a released one is never altered. */
export const MIGRATIONS: readonly Migration[] = [
  { sql: ORGANISATION, compatibleFrom: 1 },
  // A program without the tables of limits does not miss them.
  { sql: SHARED_LIMITS, compatibleFrom: 1 },
  // Triggers count, whichever program writes.
  { sql: DEPARTMENT_COUNTER, compatibleFrom: 1 },
  // A program that does not know how entries are kept can neither write nor check one.
  { sql: CHANGES_AS_ROWS, compatibleFrom: 4 },
  // Users whom an older program imports would be in no list.
  { sql: USER_LISTS, fill: fillUserKeys, compatibleFrom: 5 },
  // Triggers keep the marks, whichever program writes.
  { sql: LIST_MARKS, compatibleFrom: 5 },
];
