import { HEALTHY } from '../schemas/healthy.js';
import { OVERLOADED, SERVER_ERROR } from './common-problems.js';
import { IF_NONE_MATCH } from './if-none-match.js';
import type { Operation } from './operation.js';

const OK = { status: 'ok' };

/** `GET /health/live` (decision 10) */
export const CHECK_LIVENESS: Operation = {
  method: 'get',
  path: '/health/live',
  id: 'checkLiveness',
  tag: 'Service',
  summary: 'Tell whether the service runs',
  description: 'For whoever watches over the process. Needs no token.',
  needsToken: false,
  answer: { schema: HEALTHY, description: 'It runs.', example: OK },
  problems: [SERVER_ERROR],
};

/** `GET /health/ready` (decision 10) */
export const CHECK_READINESS: Operation = {
  method: 'get',
  path: '/health/ready',
  id: 'checkReadiness',
  tag: 'Service',
  summary: 'Tell whether the service can take requests',
  description: 'For load balancers. Needs no token.',
  needsToken: false,
  answer: { schema: HEALTHY, description: 'It can.', example: OK },
  problems: [
    SERVER_ERROR,
    {
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      when: 'The service is stopping, or the database cannot be read.',
      message: 'The database cannot be read',
    },
  ],
};

/** `GET /openapi.json` */
export const DESCRIBE: Operation = {
  method: 'get',
  path: '/openapi.json',
  id: 'describe',
  tag: 'Service',
  summary: 'Describe the interface',
  description: 'This document. Needs no token: it holds nothing of the organisation.',
  needsToken: false,
  parameters: [IF_NONE_MATCH],
  answer: { description: 'An OpenAPI 3.1 document.', headers: ['ETag'] },
  revalidates: true,
  problems: [SERVER_ERROR, OVERLOADED],
};
