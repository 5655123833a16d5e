import type { ActorRefused, PermissionRow, ReasonRequired, StoreUnavailable } from '@ops-admin/core';
import {
  ENTRIES_PER_REVERT,
  type EntryNotFound,
  type RevertTarget,
  type TooManyEntries,
} from '@ops-admin/core/operations';
import { type Endpoint, endpoint } from '../endpoint.js';
import { type Problem, type ServerFailure, validationProblem } from '../problem.js';
import { PERMISSION_RUN, REVERT_CHANGES_BODY, RUN_SCHEMAS } from '../schemas/permission-run.js';
import { ADMINS_OR_DRY_RUN, changeFailure } from './admin-changes.js';
import { answerRun } from './answer-run.js';
import { AUDIT, noSuchEntry } from './audit.js';

const REVERTED = 'Changes reverted';
const NOTHING_LEFT = 'Nothing was left to undo';

const ROW: PermissionRow = {
  user: '65a100000000000000000002',
  userId: '65a100000000000000000002',
  email: 'jonas.lindqvist@demo.example',
  result: 'reverted',
  added: ['service.tickets.read'],
  removed: [],
  reverts: 12,
  entry: 13,
};

function problemOf(
  error: EntryNotFound | TooManyEntries | ReasonRequired | ActorRefused | StoreUnavailable,
  target: RevertTarget,
): Problem | ServerFailure {
  switch (error.type) {
    case 'entry-not-found':
      return noSuchEntry(error);
    case 'too-many-entries': {
      const run = 'batch' in target ? ` --batch ${target.batch}` : '';
      return validationProblem(
        `At most ${error.limit} entries are undone in one request; nothing was changed. Use the command where the database is: ops-admin audit revert${run}`,
      );
    }
    default:
      return changeFailure(error);
  }
}

export const REVERT_CHANGES: Endpoint = endpoint({
  method: 'post',
  path: '/audit/revert',
  operationId: 'revertChanges',
  tag: AUDIT,
  summary: 'Undo changes or a batch',
  description: `Adds again what the entries, or those of a batch, removed, and removes what they added; with \`users\`, only for these users of the batch. Permissions that a later entry changed stay as they are. At most ${ENTRIES_PER_REVERT} entries a request. With \`dryRun\` nothing is written. Unknown members are refused.`,
  rights: ADMINS_OR_DRY_RUN,
  query: {},
  body: {
    schema: REVERT_CHANGES_BODY,
    examples: {
      entry: { summary: 'Preview of undoing a change', value: { payload: { entry: 12, dryRun: true } } },
      batch: {
        summary: 'Preview of undoing a batch',
        value: { payload: { batch: '20260302T081500-7f3a9c', dryRun: true } },
      },
      users: {
        summary: 'Preview of undoing it for one user',
        value: {
          payload: {
            batch: '20260302T081500-7f3a9c',
            users: ['jonas.lindqvist@demo.example'],
            dryRun: true,
          },
        },
      },
    },
  },
  answer: {
    schema: PERMISSION_RUN,
    description:
      'A row for each entry, newest first, then one for each user who does not exist or has no entry in the batch.',
    example: {
      message: REVERTED,
      data: { batch: null, dryRun: false, results: [ROW], leavesNoAdmin: false },
    },
  },
  schemas: RUN_SCHEMAS,
  problems: [noSuchEntry({ type: 'entry-not-found', target: { entryId: 12 } })],
  handler: (services) => async (request) => {
    const { batch: run, dryRun = false, entries, entry = 0, keepAdmin = true } = request.body.payload;
    const { newBatch, reason, users } = request.body.payload;
    const target: RevertTarget =
      run !== undefined ? { batch: run, users } : entries ? { entryIds: entries } : { entryId: entry };
    return await answerRun(services, request, {
      batch: { name: newBatch, member: 'newBatch' },
      // Undoing a batch, or several entries, is a new batch.
      isRun: !('entryId' in target),
      reason,
      dryRun,
      done: REVERTED,
      nothing: NOTHING_LEFT,
      change: (asked) =>
        services.permissions.revert({ target, keepAdmin, maxEntries: ENTRIES_PER_REVERT, ...asked }),
      problemOf: (error) => problemOf(error, target),
    });
  },
});
