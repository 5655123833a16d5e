import type { AppContext } from '../app-context.js';
import type { Problem, ServerFailure } from '../problem.js';

/** A step before the handler: what is wrong with a request, or nothing. */
export type Check = (
  ctx: AppContext,
) => Promise<Problem | ServerFailure | undefined> | Problem | ServerFailure | undefined;
