import { CHANGES_PER_REQUEST, type PermissionRow } from '@ops-admin/core';
import { type Endpoint, endpoint } from '../endpoint.js';
import { CHANGE_PERMISSIONS_BODY } from '../schemas/change-permissions.js';
import { PERMISSION_RUN, RUN_SCHEMAS } from '../schemas/permission-run.js';
import { ADMINS_OR_DRY_RUN, changeFailure } from './admin-changes.js';
import { answerRun, NOTHING } from './answer-run.js';
import { PERMISSIONS } from './permissions.js';

const CHANGED = 'Changes carried out';

const CHANGE = { user: 'jonas.lindqvist@demo.example', permissions: ['service.tickets.read'] };

const ROW: PermissionRow = {
  user: CHANGE.user,
  userId: '65a100000000000000000002',
  email: CHANGE.user,
  result: 'removed',
  removed: CHANGE.permissions,
  stillGrantedBy: ['service.tickets.*'],
  entry: 12,
};

export const CHANGE_PERMISSIONS: Endpoint = endpoint({
  method: 'post',
  path: '/user/change-permissions',
  operationId: 'changePermissions',
  tag: PERMISSIONS,
  summary: 'Change the permissions of many users',
  description: `1 to ${CHANGES_PER_REQUEST} changes in one transaction, with a row for each in the same order. A change that fails does not stop the others, unless \`atomic\` is true. With \`dryRun\` nothing is written, and the rows say what would happen. \`leavesNoAdmin\` says that the last admin is gone, or would be. A removal can take everything from a leaver: \`everything\` in place of \`permissions\`. \`activate\` and \`deactivate\` take users alone. What is added with \`until\` ends at that time, by itself; a row that only sets an end is \`updated\`. \`set\` makes what users hold equal to what is named, of some modules or of everything; \`review\` removes a permission, or confirms it in an entry. Unknown members are refused.`,
  rights: ADMINS_OR_DRY_RUN,
  query: {},
  body: {
    schema: CHANGE_PERMISSIONS_BODY,
    examples: {
      preview: {
        summary: 'Preview of a removal',
        value: { payload: { action: 'remove', changes: [CHANGE], dryRun: true } },
      },
      run: {
        summary: 'Preview of one request of a batch',
        value: {
          payload: {
            action: 'add',
            changes: [CHANGE],
            batch: '20260302T081500-7f3a9c',
            reason: 'new in the team',
            dryRun: true,
          },
        },
      },
    },
  },
  answer: {
    schema: PERMISSION_RUN,
    description: 'The result of each change, even if all of them failed.',
    example: { message: CHANGED, data: { batch: null, dryRun: false, results: [ROW], leavesNoAdmin: false } },
  },
  schemas: RUN_SCHEMAS,
  handler: (services) => async (request) => {
    const { batch, changes, continueBatch, dryRun = false, reason, ...how } = request.body.payload;
    return await answerRun(services, request, {
      batch: { name: batch, member: 'batch', isContinued: continueBatch },
      // A single change counts as a change of one user, unless it continues a batch or has several entries.
      isRun: changes.length > 1 || how.action === 'review' || changes.some(({ everything }) => everything),
      reason,
      dryRun,
      done: CHANGED,
      nothing: NOTHING,
      change: (asked) => services.permissions.change({ ...how, changes, ...asked }),
      problemOf: changeFailure,
    });
  },
});
