import { CsvTable, memberColumns } from '../values/csv.js';
import type { GrantJson } from './permission-grants.js';

const COLUMNS = {
  ...memberColumns<GrantJson>('user', 'userId', 'email', 'name', 'department', 'permission', 'until'),
  ...memberColumns<GrantJson>('since', 'by', 'reason', 'entry', 'attestedAt', 'attestedBy'),
};

/** Held strings as CSV, for `permissions apply` and `permissions review`. */
export const GRANT_CSV: CsvTable<GrantJson> = new CsvTable(COLUMNS);

/** The same with a column for the decision of a review. */
export const REVIEW_CSV: CsvTable<GrantJson> = new CsvTable({ ...COLUMNS, decision: () => '' });
