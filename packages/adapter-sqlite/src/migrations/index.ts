import { ORGANISATION } from './001-organisation.js';
import { AUDIT_CHAIN } from './002-audit-chain.js';
import { CHANGES_AS_ROWS } from './003-changes-as-rows.js';
import { USER_LISTS } from './004-user-lists.js';
import { LIST_MARKS } from './005-list-marks.js';

/** The SQL of each version of the schema, version 1 first. Append only: never change a released one. */
export const MIGRATIONS: readonly string[] = [
  ORGANISATION,
  AUDIT_CHAIN,
  CHANGES_AS_ROWS,
  USER_LISTS,
  LIST_MARKS,
];
