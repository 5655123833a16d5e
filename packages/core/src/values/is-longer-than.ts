/** Whether a text has more than so many characters: code points, as JSON Schema counts them, not code units. */
export function isLongerThan(length: number, text: string): boolean {
  if (text.length <= length) return false;
  // A text of more than two code units a character cannot fit, and need not be taken apart.
  return text.length > 2 * length || [...text].length > length;
}
