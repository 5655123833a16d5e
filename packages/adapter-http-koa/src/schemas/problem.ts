import * as v from 'valibot';
import { PROBLEM_CODES, type ProblemBody } from '../present/problem.js';
import { answerObject } from './answer-object.js';

/** Every error. */
export const PROBLEM: v.GenericSchema<ProblemBody> = answerObject<ProblemBody>({
  error: answerObject<ProblemBody['error']>({
    code: v.pipe(v.picklist(PROBLEM_CODES), v.description('For machines.')),
    message: v.pipe(v.string(), v.description('For people; its wording may change.')),
  }),
});
