import type { AppContext } from '../app-context.js';
import type { Problem, ServerFailure } from '../problem.js';

/** A step before the handler, which returns the problem of a request, or nothing. */
export type Check = (
  ctx: AppContext,
) => Promise<Problem | ServerFailure | undefined> | Problem | ServerFailure | undefined;
