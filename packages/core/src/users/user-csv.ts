import { CsvTable } from '../values/csv.js';
import type { UserJson } from './present-user.js';

/** Users as CSV, with all e-mails and permissions in one cell each, as an import reads them. */
export const USER_CSV: CsvTable<UserJson> = new CsvTable({
  _id: ({ _id }) => _id,
  email: ({ emails }) => emails.join(';'),
  name: ({ personalInformation }) => personalInformation.name,
  department: ({ departmentId }) => departmentId,
  active: ({ active }) => active,
  permissions: ({ permissions }) => permissions.join(';'),
});
