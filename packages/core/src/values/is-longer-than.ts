/** Whether a text has more than that many characters: code points, as JSON Schema counts them, not code units. */
export function isLongerThan(length: number, text: string): boolean {
  if (text.length <= length) return false;
  // A text with more than two code units per character cannot fit, and need not be split.
  return text.length > 2 * length || [...text].length > length;
}
