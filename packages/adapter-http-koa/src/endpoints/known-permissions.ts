import { err, ok } from '@ops-admin/core';
import { KNOWN_CSV, KNOWN_PER_PAGE } from '@ops-admin/core/operations';
import { csvText } from '../chain/csv-text.js';
import { TaggedText } from '../chain/tagged-text.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { storeFailure } from '../problem.js';
import {
  KNOWN_MODULES,
  KNOWN_PERMISSION_PAGE,
  KNOWN_PERMISSION_SCHEMAS,
  KNOWN_PERMISSIONS_QUERY,
  type KnownPermissionsJson,
} from '../schemas/known-permission.js';
import { listRangeOf, pageRange } from '../schemas/list-range.js';
import { ADMINS } from './admin-changes.js';
import { answerData } from './answer-data.js';
import { PERMISSIONS } from './permissions.js';

const LISTED = 'Permissions retrieved successfully';
const MODULES_LISTED = 'Modules retrieved successfully';

export const LIST_PERMISSIONS: Endpoint = endpoint({
  method: 'get',
  path: '/permission/list/{start}/{end}',
  operationId: 'listPermissions',
  tag: PERMISSIONS,
  summary: 'List known permissions',
  description: `Permissions that the catalogue lists, a user holds, or the audit log names, ordered by the string. 0 to 0 and longer ranges return at most ${KNOWN_PER_PAGE} permissions. Parameters narrow the list, and \`total\` counts what matches.`,
  rights: ADMINS,
  parameters: { ...listRangeOf('permission') },
  query: KNOWN_PERMISSIONS_QUERY,
  answer: {
    schema: KNOWN_PERMISSION_PAGE,
    description: 'The permissions between the two indexes, and the number of all that match.',
    example: {
      message: LISTED,
      data: {
        total: 1,
        permissions: [
          {
            permission: 'service.tickets.read',
            module: 'tickets',
            description: 'Reads every ticket',
            owner: 'Support',
            listed: true,
            holders: 12,
          },
        ],
      },
    },
    csv: KNOWN_CSV.header,
  },
  isTagged: true,
  schemas: KNOWN_PERMISSION_SCHEMAS,
  handler:
    ({ knownPermissions }) =>
    async ({ asCsv, parameters, query }) => {
      const page = await knownPermissions.list({ ...query, ...pageRange(parameters, KNOWN_PER_PAGE) });
      if (page.isErr()) return err(storeFailure(page.error));
      if (asCsv) return ok(csvText(KNOWN_CSV, page.value.permissions));
      const json: KnownPermissionsJson = { message: LISTED, data: page.value };
      return ok(new TaggedText(json));
    },
});

export const LIST_MODULES: Endpoint = endpoint({
  method: 'get',
  path: '/permission/modules',
  operationId: 'listModules',
  tag: PERMISSIONS,
  summary: 'List the modules of known permissions',
  description:
    'Every module, ordered by name, with the number of its known permissions and of the users who hold any of them.',
  rights: ADMINS,
  query: {},
  answer: {
    schema: KNOWN_MODULES,
    description: 'The modules.',
    example: {
      message: MODULES_LISTED,
      data: { modules: [{ module: 'tickets', permissions: 3, holders: 14 }] },
    },
  },
  isTagged: true,
  schemas: KNOWN_PERMISSION_SCHEMAS,
  handler:
    ({ knownPermissions }) =>
    async () =>
      await answerData(
        MODULES_LISTED,
        knownPermissions.modules().map((modules) => ({ modules })),
        storeFailure,
      ),
});
