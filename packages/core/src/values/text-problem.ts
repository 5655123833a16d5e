import { isLongerThan } from './is-longer-than.js';

/** Returns what is wrong with a text of a record, which holds at most `maxLength` characters (code points) and none that controls. */
export function textProblem(text: unknown, maxLength: number): string | undefined {
  if (typeof text !== 'string') return 'must be a string';
  if (isLongerThan(maxLength, text)) return `must not be longer than ${maxLength} characters`;
  return /[\p{Cc}\p{Cs}]/u.test(text) ? 'must not contain control characters or half characters' : undefined;
}
