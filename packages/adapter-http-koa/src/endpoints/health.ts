import { err, ok } from '@ops-admin/core';
import { type Endpoint, endpoint, type Tag } from '../endpoint.js';
import type { DescribedProblem } from '../problem.js';
import { HEALTHY, type HealthyJson } from '../schemas/health.js';

export const SERVICE: Tag = { name: 'Service', description: 'The service itself. No token is needed.' };

const OK: HealthyJson = { status: 'ok' };

const STOPPING: DescribedProblem = {
  status: 503,
  code: 'SERVICE_UNAVAILABLE',
  message: 'The service is stopping',
  when: 'The service is stopping.',
};
const NO_DATABASE: DescribedProblem = {
  status: 503,
  code: 'SERVICE_UNAVAILABLE',
  message: 'The database cannot be read',
  when: 'The database cannot be read.',
};

export const CHECK_LIVENESS: Endpoint = endpoint({
  method: 'get',
  path: '/health/live',
  operationId: 'checkLiveness',
  tag: SERVICE,
  summary: 'Check that the service runs',
  description: 'For monitoring of the process. No token is needed.',
  rights: { who: 'anyone' },
  answer: { schema: HEALTHY, description: 'The service runs.', example: OK },
  schemas: { Healthy: HEALTHY },
  handler: () => async () => ok(OK),
});

export const CHECK_READINESS: Endpoint = endpoint({
  method: 'get',
  path: '/health/ready',
  operationId: 'checkReadiness',
  tag: SERVICE,
  summary: 'Check that the service can take requests',
  description: 'For load balancers. No token is needed.',
  rights: { who: 'anyone' },
  answer: { schema: HEALTHY, description: 'The service can take requests.', example: OK },
  schemas: { Healthy: HEALTHY },
  problems: [STOPPING, NO_DATABASE],
  handler:
    ({ health, log, readiness }) =>
    async ({ requestId }) => {
      if (readiness.isWithdrawn) return err(STOPPING);
      const checked = await health.check();
      if (checked.isOk()) return ok(OK);
      log.warn({ err: checked.error.cause, requestId }, 'not ready');
      return err(NO_DATABASE);
    },
});
