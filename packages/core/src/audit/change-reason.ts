import { err, ok, type Result } from '../result.js';

/** The text cannot be kept as a reason. */
export interface InvalidReason {
  readonly type: 'invalid-reason';
  readonly problem: 'too-long' | 'unprintable';
}

/** Longest reason, in characters (code points, decision 11). */
export const REASON_MAX_LENGTH = 500;

/**
 * Reads why a change is made: at most 500 characters, in lines; no other control characters, and no halves of surrogate pairs,
 * which not every store can keep (decision 11). Errors: {@link InvalidReason}.
 */
export function parseReason(text: string): Result<string, InvalidReason> {
  const invalid = (problem: InvalidReason['problem']) => err({ type: 'invalid-reason' as const, problem });
  if ([...text].length > REASON_MAX_LENGTH) return invalid('too-long');
  return /[\p{Cs}]|(?![\t\n\r])\p{Cc}/u.test(text) ? invalid('unprintable') : ok(text);
}
