/** What was given where a text was expected, for messages: the text itself, or a word for anything else. Never throws. */
export function givenText(input: unknown): string {
  if (typeof input === 'string') return input;
  return (typeof input === 'object' && input !== null) || typeof input === 'function'
    ? typeof input
    : String(input);
}
