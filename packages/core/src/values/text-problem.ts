/** Returns the mistake in a text that can have at most `maxLength` characters (code points) and no control characters. */
export function textProblem(text: unknown, maxLength: number): string | undefined {
  if (typeof text !== 'string') return 'must be a string';
  if (isLongerThan(maxLength, text)) return `must not be longer than ${maxLength} characters`;
  return /[\p{Cc}\p{Cs}]/u.test(text) ? 'must not contain control characters or lone surrogates' : undefined;
}

/** Reports whether a text has more than that many characters: code points, as JSON Schema counts them. */
export function isLongerThan(length: number, text: string): boolean {
  if (text.length <= length) return false;
  // A text with more than two code units per character is too long, and need not be split.
  return text.length > 2 * length || [...text].length > length;
}
