import type { Result } from 'neverthrow';
import type { Problem } from './problem.js';

/** What {@link orThrow} throws: `message` is that of the problem. */
export class ProblemError extends Error {
  override readonly name: string = 'ProblemError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/**
 * The data of an answer, for libraries that take a failure as an exception: `queryFn: () => orThrow(client.showSession())`.
 * Rejects with a {@link ProblemError}.
 */
export async function orThrow<Data>(
  answer: PromiseLike<Result<Data, Problem>> | Result<Data, Problem>,
): Promise<Data> {
  const result = await answer;
  if (result.isErr()) throw new ProblemError(result.error);
  return result.value;
}
