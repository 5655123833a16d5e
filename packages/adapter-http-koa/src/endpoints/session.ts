import type { InvalidToken, StoreUnavailable } from '@ops-admin/core';
import { tokenInvalid } from '../chain/authenticate.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { type Problem, type ServerFailure, storeFailure } from '../problem.js';
import { SESSION, SESSION_SCHEMAS, type SessionShownJson } from '../schemas/user.js';
import { answerData } from './answer-data.js';

const SHOWN = 'Session retrieved successfully';
const EXAMPLE: SessionShownJson = {
  message: SHOWN,
  data: {
    user: {
      _id: '65a100000000000000000001',
      emails: ['amina.diallo@demo.example'],
      personalInformation: { firstName: 'Amina', lastName: 'Diallo', name: 'Amina Diallo' },
    },
    permissions: ['service.admin.access'],
    admin: true,
    reader: true,
    expiresAt: '2026-03-02T09:15:00.000Z',
  },
};

function problemOf(error: InvalidToken | StoreUnavailable): Problem | ServerFailure {
  switch (error.type) {
    case 'invalid-token':
      return tokenInvalid('UNAUTHORIZED', error);
    case 'store-unavailable':
      return storeFailure(error);
  }
}

export const SHOW_SESSION: Endpoint = endpoint({
  method: 'get',
  path: '/auth/session',
  operationId: 'showSession',
  tag: { name: 'Session', description: 'The caller, for every user.' },
  summary: 'Show the caller',
  description: 'The user of the token, their permissions now, and the time at which the token expires.',
  rights: { who: 'caller', badToken: 'UNAUTHORIZED' },
  query: {},
  answer: { schema: SESSION, description: 'The caller.', example: EXAMPLE },
  isTagged: true,
  schemas: SESSION_SCHEMAS,
  handler:
    ({ access }) =>
    async ({ caller }) =>
      await answerData(SHOWN, access.session(caller), problemOf),
});
