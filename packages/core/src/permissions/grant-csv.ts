import { CsvTable, memberColumns } from '../values/csv.js';
import type { GrantJson } from './permission-grants.js';

const COLUMNS = {
  ...memberColumns<GrantJson>('user', 'userId', 'email', 'name', 'department', 'permission', 'until'),
  ...memberColumns<GrantJson>('since', 'by', 'reason', 'entry', 'attestedAt', 'attestedBy'),
};

/** What users hold, as CSV: what `permissions apply` and `permissions review` take. */
export const GRANT_CSV: CsvTable<GrantJson> = new CsvTable(COLUMNS);

/** The same for a review, with a column to fill in. */
export const REVIEW_CSV: CsvTable<GrantJson> = new CsvTable({ ...COLUMNS, decision: () => '' });
