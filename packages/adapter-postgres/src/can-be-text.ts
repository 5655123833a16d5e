/**
 * Whether PostgreSQL can hold a text as it is. It refuses NUL. Half a surrogate pair would become another character on the
 * way, so a lookup could find the wrong row.
 */
export function canBeText(text: string): boolean {
  return !/[\0\p{Cs}]/u.test(text);
}
