import { CsvTable } from '../values/csv.js';
import type { GrantJson } from './permission-grants.js';

const COLUMNS = {
  user: ({ user }: GrantJson) => user,
  userId: ({ userId }: GrantJson) => userId,
  email: ({ email }: GrantJson) => email,
  name: ({ name }: GrantJson) => name,
  department: ({ department }: GrantJson) => department,
  permission: ({ permission }: GrantJson) => permission,
  until: ({ until }: GrantJson) => until,
  since: ({ since }: GrantJson) => since,
  by: ({ by }: GrantJson) => by,
  reason: ({ reason }: GrantJson) => reason,
  entry: ({ entry }: GrantJson) => entry,
  attestedAt: ({ attestedAt }: GrantJson) => attestedAt,
  attestedBy: ({ attestedBy }: GrantJson) => attestedBy,
};

/** What users hold, as CSV: what `permissions apply` and `permissions review` take. */
export const GRANT_CSV: CsvTable<GrantJson> = new CsvTable(COLUMNS);

/** The same for a review, with a column to fill in. */
export const REVIEW_CSV: CsvTable<GrantJson> = new CsvTable({ ...COLUMNS, decision: () => '' });
