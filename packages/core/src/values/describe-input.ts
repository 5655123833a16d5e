/** Returns an input as messages name it: the text itself, or a word for another value. Never throws. */
export function describeInput(input: unknown): string {
  if (typeof input === 'string') return input;
  return (typeof input === 'object' && input !== null) || typeof input === 'function'
    ? typeof input
    : String(input);
}
