import { err, ok, type Result } from '../result.js';
import { isLongerThan } from '../values/text-problem.js';

/** The value cannot be a reason. */
export interface InvalidReason {
  readonly type: 'invalid-reason';
  readonly problem: 'no-text' | 'too-long' | 'unprintable';
}

export const REASON_MAX_LENGTH = 500;

/** The words for each `problem` of an `invalid-reason`, to follow the place of the text. */
export const REASON_PROBLEMS: Readonly<Record<InvalidReason['problem'], string>> = {
  'no-text': 'must be a string',
  'too-long': `must not be longer than ${REASON_MAX_LENGTH} characters`,
  unprintable: 'must not contain control characters or lone surrogates',
};

/**
 * Parses the reason of a change: at most 500 characters, without lone surrogates, and with tabs and line breaks as the only control
 * characters. Errors: `invalid-reason`.
 */
export function parseReason(input: unknown): Result<string, InvalidReason> {
  const invalid = (problem: InvalidReason['problem']) => err({ type: 'invalid-reason' as const, problem });
  if (typeof input !== 'string') return invalid('no-text');
  if (isLongerThan(REASON_MAX_LENGTH, input)) return invalid('too-long');
  return /[\p{Cs}]|(?![\t\n\r])\p{Cc}/u.test(input) ? invalid('unprintable') : ok(input);
}
