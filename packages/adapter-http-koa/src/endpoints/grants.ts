import { err, type GrantJson, type GrantQueryError, ok, type StoreUnavailable } from '@ops-admin/core';
import { describeUnknownDepartment, GRANT_CSV, GRANTS_PER_PAGE } from '@ops-admin/core/operations';
import { csvText } from '../chain/csv-text.js';
import { TaggedText } from '../chain/tagged-text.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { type Problem, type ServerFailure, validationProblem } from '../problem.js';
import { GRANT_PAGE, GRANT_SCHEMAS, GRANTS_QUERY, type GrantPageJson } from '../schemas/grant.js';
import { listRangeOf, pageRange } from '../schemas/list-range.js';
import { ADMINS } from './admin-changes.js';
import { noSuchUser, userFailure } from './no-such-user.js';
import { PERMISSIONS } from './permissions.js';

const LISTED = 'Grants retrieved successfully';

const GRANT: GrantJson = {
  user: 'jonas.lindqvist@demo.example',
  userId: '65a100000000000000000002',
  email: 'jonas.lindqvist@demo.example',
  name: 'Jonas Lindqvist',
  departmentId: '65a000000000000000000002',
  department: 'FLT-OPS',
  permission: 'service.tickets.read',
  until: null,
  since: '2026-03-01T08:30:00.000Z',
  by: 'amara.okafor@demo.example',
  reason: 'new in the team',
  entry: 42,
  attestedAt: null,
  attestedBy: null,
};

export const LIST_GRANTS: Endpoint = endpoint({
  method: 'get',
  path: '/permission/grants/{start}/{end}',
  operationId: 'listGrants',
  tag: PERMISSIONS,
  summary: 'List held permissions and who added them',
  description: `A record for each string that a user holds, with the entry of the audit log that added it: by the name of the user, then by id, then as it is held. 0 to 0 and longer ranges return at most ${GRANTS_PER_PAGE} records. Parameters narrow the list, and \`total\` counts what matches. Read a long list with \`after\`: it names the last user whose records you have all, and \`start\` the number of records that you have of the next user.`,
  rights: ADMINS,
  parameters: { ...listRangeOf('grant') },
  query: GRANTS_QUERY,
  answer: {
    schema: GRANT_PAGE,
    description: 'The records between the two indexes, and the number of all that match.',
    example: { message: LISTED, data: { total: 1, newestEntry: 42, grants: [GRANT] } },
    csv: GRANT_CSV.header,
  },
  isTagged: true,
  schemas: GRANT_SCHEMAS,
  problems: [noSuchUser('jonas@demo.example')],
  handler:
    ({ users }) =>
    async ({ asCsv, parameters, query: { after, department, module, user } }) => {
      const grants: GrantJson[] = [];
      let data: GrantPageJson['data'] = { newestEntry: 0, grants };
      const blocks = users.grants({
        ...pageRange(parameters, GRANTS_PER_PAGE),
        ...(after !== undefined && { after }),
        ...(department !== undefined && { department }),
        ...(module !== undefined && { modules: [module] }),
        ...(user !== undefined && { users: [user] }),
      });
      for await (const block of blocks) {
        if (block.isErr()) return err(problemOf(block.error));
        grants.push(...block.value.grants);
        data = { ...block.value, grants };
      }
      if (asCsv) return ok(csvText(GRANT_CSV, grants));
      const json: GrantPageJson = { message: LISTED, data };
      return ok(new TaggedText(json));
    },
});

function problemOf(error: GrantQueryError | StoreUnavailable): Problem | ServerFailure {
  switch (error.type) {
    case 'department-not-found':
      return validationProblem(`department: ${describeUnknownDepartment(error)}`);
    default:
      return userFailure(error);
  }
}
