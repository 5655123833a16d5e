/**
 * The first of the candidates that says something, else an empty string. It is written on one line: maps are drawn by
 * many hands, and a line break or a control character in a name would reach logs and terminals.
 */
export function placeName(...candidates: readonly string[]): string {
  const names = candidates.map((text) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim());
  return names.find((name) => name !== '') ?? '';
}
