import type {
  ActorRefused,
  InvalidPermission,
  PermissionRow,
  ReasonRequired,
  StoreUnavailable,
  UnlistedPermission,
} from '@ops-admin/core';
import {
  describeRefusal,
  ENTRIES_PER_REVERT,
  type InvalidRenaming,
  type TooManyEntries,
} from '@ops-admin/core/operations';
import { type Endpoint, endpoint } from '../endpoint.js';
import { type Problem, type ServerFailure, validationProblem } from '../problem.js';
import { PERMISSION_RUN, RENAME_PERMISSION_BODY, RUN_SCHEMAS } from '../schemas/permission-run.js';
import { ADMINS_OR_DRY_RUN, changeFailure } from './admin-changes.js';
import { answerRun, NOTHING } from './answer-run.js';
import { PERMISSIONS } from './permissions.js';

const RENAMED = 'Permission renamed';

const NAMES = { from: 'service.tickets.read', to: 'service.tickets.view' };

const ROW: PermissionRow = {
  user: '65a100000000000000000002',
  userId: '65a100000000000000000002',
  email: 'jonas.lindqvist@demo.example',
  result: 'renamed',
  added: [NAMES.to],
  removed: [NAMES.from],
  entry: 12,
};

function problemOf(
  error:
    | InvalidPermission
    | UnlistedPermission
    | InvalidRenaming
    | TooManyEntries
    | ReasonRequired
    | ActorRefused
    | StoreUnavailable,
): Problem | ServerFailure {
  switch (error.type) {
    case 'invalid-permission':
    case 'unlisted-permission':
      return validationProblem(describeRefusal(error));
    case 'invalid-renaming':
      return validationProblem(
        error.from === error.to
          ? 'payload.to must be another name'
          : 'payload.to must be service.<module>.*, as payload.from is a whole module',
      );
    case 'too-many-entries':
      return validationProblem(
        `At most ${error.limit} users can hold a permission that is renamed; nothing was changed. Use the command where the database is: ops-admin permissions rename`,
      );
    default:
      return changeFailure(error);
  }
}

export const RENAME_PERMISSION: Endpoint = endpoint({
  method: 'post',
  path: '/permission/rename',
  operationId: 'renamePermission',
  tag: PERMISSIONS,
  summary: 'Rename a permission for all users',
  description: `For all holders, at most ${ENTRIES_PER_REVERT} users, in one transaction: all or nothing. The wildcard of a module renames all of the module. A user who holds both keeps one, permanently or until the later end. \`widening\` says if users can do more by the new name. With \`dryRun\` nothing is written. Unknown members are refused.`,
  rights: ADMINS_OR_DRY_RUN,
  query: {},
  body: {
    schema: RENAME_PERMISSION_BODY,
    examples: {
      one: { summary: 'Preview of renaming a permission', value: { payload: { ...NAMES, dryRun: true } } },
      module: {
        summary: 'Preview of renaming a module',
        value: { payload: { from: 'service.tickets.*', to: 'service.desk.*', dryRun: true } },
      },
    },
  },
  answer: {
    schema: PERMISSION_RUN,
    description: 'A row for each user who held it, ordered by id.',
    example: {
      message: RENAMED,
      data: { batch: '20260302T081500-7f3a9c', dryRun: false, results: [ROW], leavesNoAdmin: false },
    },
  },
  schemas: RUN_SCHEMAS,
  handler: (services) => async (request) => {
    const { batch, continueBatch, dryRun = false, from, keepAdmin = true, reason, to } = request.body.payload;
    return await answerRun(services, request, {
      batch: { name: batch, member: 'batch', isContinued: continueBatch },
      isRun: true,
      reason,
      dryRun,
      done: RENAMED,
      nothing: NOTHING,
      change: (asked) =>
        services.permissions.rename({ from, to, keepAdmin, maxEntries: ENTRIES_PER_REVERT, ...asked }),
      problemOf,
    });
  },
});
