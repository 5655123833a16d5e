import { err, ok, type StoreUnavailable, type UnknownDepartment, USERS_PER_PAGE } from '@ops-admin/core';
import { describeUnknownDepartment, USER_CSV } from '@ops-admin/core/operations';
import { csvText } from '../chain/csv-text.js';
import { TaggedText } from '../chain/tagged-text.js';
import { type Endpoint, endpoint, type Tag } from '../endpoint.js';
import { type Problem, type ServerFailure, storeFailure, validationProblem } from '../problem.js';
import { listRangeOf, pageRange } from '../schemas/list-range.js';
import {
  USER_ID,
  USER_PAGE,
  USER_QUERY,
  USER_SCHEMAS,
  USER_SHOWN,
  type UserPageJson,
} from '../schemas/user.js';
import { ADMINS } from './admin-changes.js';
import { noSuchUser, userFailure } from './no-such-user.js';
import { EXAMPLE_USER, SHOWN, shownUser } from './shown-user.js';

const USERS: Tag = { name: 'Users', description: 'Users and what they hold, for readers.' };

const LISTED = 'Users retrieved successfully';

export const LIST_USERS: Endpoint = endpoint({
  method: 'get',
  path: '/user/list/{start}/{end}',
  operationId: 'listUsers',
  tag: USERS,
  summary: 'List users',
  description: `By name in Unicode lower case, then by id, unless \`sort\` says otherwise. 0 to 0 and longer ranges return at most ${USERS_PER_PAGE} users. Parameters narrow the list, and \`total\` counts what matches.`,
  rights: ADMINS,
  parameters: { ...listRangeOf('user') },
  query: USER_QUERY,
  answer: {
    schema: USER_PAGE,
    description: 'The users between the two indexes, and the number of all who match.',
    example: { message: LISTED, data: { total: 1, users: [EXAMPLE_USER] } },
    csv: USER_CSV.header,
  },
  isTagged: true,
  schemas: USER_SCHEMAS,
  handler:
    ({ users }) =>
    async ({ asCsv, parameters, query }) => {
      const page = await users.list({ ...query, ...pageRange(parameters, USERS_PER_PAGE) });
      if (page.isErr()) return err(listProblemOf(page.error));
      if (asCsv) return ok(csvText(USER_CSV, page.value.users));
      const json: UserPageJson = { message: LISTED, data: page.value };
      return ok(new TaggedText(json));
    },
});

function listProblemOf(error: UnknownDepartment | StoreUnavailable): Problem | ServerFailure {
  return error.type === 'store-unavailable'
    ? storeFailure(error)
    : validationProblem(`department: ${describeUnknownDepartment(error)}`);
}

export const SHOW_USER: Endpoint = endpoint({
  method: 'get',
  path: '/user/{userId}',
  operationId: 'showUser',
  tag: USERS,
  summary: 'Show a user',
  description:
    'The permissions of one user with what each grants (itself or a whole module), other held strings that grant the same, and the linked identities.',
  rights: ADMINS,
  parameters: { userId: USER_ID },
  query: {},
  answer: {
    schema: USER_SHOWN,
    description: 'The user.',
    example: {
      message: SHOWN,
      data: {
        user: EXAMPLE_USER,
        newestEntry: 42,
        effective: [
          { permission: 'service.tickets.*', module: 'tickets', coveredBy: [] },
          { permission: 'service.tickets.read', coveredBy: ['service.tickets.*'] },
        ],
        admin: false,
        identities: [{ issuer: 'https://id.example.org', subject: '00u1' }],
      },
    },
  },
  isTagged: true,
  schemas: USER_SCHEMAS,
  problems: [noSuchUser(EXAMPLE_USER._id)],
  handler:
    ({ users }) =>
    async ({ parameters: { userId } }) => {
      const found = await users.find(userId);
      if (found.isErr()) return err(userFailure(found.error));
      return ok(shownUser(found.value));
    },
});
