import type { AppServices } from '../app-services.js';
import { presentHealthy } from '../present/healthy.js';
import { type Problem, sendProblem } from '../present/problem.js';
import type { Readiness } from '../readiness.js';
import type { AppRouter } from './app-router.js';

const STOPPING: Problem = {
  status: 503,
  code: 'SERVICE_UNAVAILABLE',
  message: 'The service is stopping',
};
const NO_DATABASE: Problem = {
  status: 503,
  code: 'SERVICE_UNAVAILABLE',
  message: 'The database cannot be read',
};

/** `GET /health/live` and `GET /health/ready`, without a token (decision 10). */
export function healthRoutes(router: AppRouter, { health }: AppServices, readiness: Readiness): void {
  router.get('/health/live', (ctx) => {
    ctx.body = presentHealthy();
  });

  router.get('/health/ready', async (ctx) => {
    if (readiness.isWithdrawn) return sendProblem(ctx, STOPPING);
    const checked = await health.check();
    if (checked.isOk()) {
      ctx.body = presentHealthy();
      return;
    }
    ctx.state.log.warn({ err: checked.error.cause, requestId: ctx.state.requestId }, 'not ready');
    sendProblem(ctx, NO_DATABASE);
  });
}
