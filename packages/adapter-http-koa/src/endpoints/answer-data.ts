import type { Result } from '@ops-admin/core';
import { TaggedText } from '../chain/tagged-text.js';
import type { Problem, ServerFailure } from '../problem.js';

/** Answers a question with a message, the data, and the tag of both. */
export async function answerData<Data, E>(
  message: string,
  asked: PromiseLike<Result<Data, E>>,
  problemOf: (error: E) => Problem | ServerFailure,
): Promise<Result<TaggedText, Problem | ServerFailure>> {
  return (await asked).map((data) => new TaggedText({ message, data })).mapErr(problemOf);
}
