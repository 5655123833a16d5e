import { err, ok } from '@ops-admin/core';
import { presentUserSummary } from '@ops-admin/core/jobs';
import { tokenInvalid } from '../chain/authenticate.js';
import { TaggedText } from '../chain/tagged-text.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { storeFailure } from '../problem.js';
import { SESSION, SESSION_SCHEMAS, type SessionJson } from '../schemas/user.js';

const SHOWN = 'Session retrieved successfully';
const EXAMPLE: SessionJson = {
  message: SHOWN,
  data: {
    user: {
      _id: '65a100000000000000000001',
      emails: ['amina.diallo@demo.example'],
      personalInformation: { firstName: 'Amina', lastName: 'Diallo', name: 'Amina Diallo' },
    },
    permissions: ['service.admin.access'],
    admin: true,
    expiresAt: '2026-03-02T09:15:00.000Z',
  },
};

/** `GET /auth/session` (decision 11) */
export const SHOW_SESSION: Endpoint = endpoint({
  method: 'get',
  path: '/auth/session',
  operationId: 'showSession',
  tag: { name: 'Session', description: 'Who calls, for every user.' },
  summary: 'Show who is signed in',
  description: 'For every user. Whose token it is, what they hold now, and when the token expires.',
  rights: { who: 'caller', badToken: 'UNAUTHORIZED' },
  query: {},
  invalid: { when: 'There is a query.', example: { user: 'me' } },
  answer: { schema: SESSION, description: 'Who calls.', example: EXAMPLE },
  isTagged: true,
  schemas: SESSION_SCHEMAS,
  handler:
    ({ accessPolicy, users }) =>
    async ({ caller: { expiresAt, permissions, userId } }) => {
      const found = await users.summaries([userId]);
      if (found.isErr()) return err(storeFailure(found.error));
      const [user] = found.value;
      // Removed since the token was checked.
      if (!user) return err(tokenInvalid('UNAUTHORIZED'));
      const json: SessionJson = {
        message: SHOWN,
        data: {
          user: presentUserSummary(user),
          permissions: [...permissions],
          admin: accessPolicy.isAdmin(permissions),
          expiresAt: expiresAt?.toISOString() ?? null,
        },
      };
      return ok(new TaggedText(json));
    },
});
