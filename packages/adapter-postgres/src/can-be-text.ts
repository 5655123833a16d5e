/**
 * Whether PostgreSQL can hold a text as it is. NUL it refuses; half a surrogate pair would be another character on the
 * way there, so that a lookup could find what was not asked for.
 */
export function canBeText(text: string): boolean {
  return !/[\0\p{Cs}]/u.test(text);
}
