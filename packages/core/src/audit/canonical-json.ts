/**
 * The one text of a value by RFC 8785 (JCS): no spaces, members in the order of their UTF-16 code units, numbers and texts
 * as ECMAScript writes them. Members that are `undefined` are left out. A half of a surrogate pair, which the RFC does not
 * know, is written as its escape. Throws a `TypeError` for what JSON cannot say.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) {
    // Most arrays are sets of texts, which `JSON.stringify` writes the same way and much faster.
    if (value.every((one) => typeof one === 'string')) return JSON.stringify(value);
    return `[${value.map((one) => canonicalJson(one)).join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    let members = '';
    // In a loop, and sorted by code units as `sort` does by itself: a verification spends much of its time here.
    for (const name of Object.keys(value).sort()) {
      const member = (value as Readonly<Record<string, unknown>>)[name];
      if (member === undefined) continue;
      members += `${members === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(member)}`;
    }
    return `{${members}}`;
  }
  const isScalar = value === null || typeof value === 'string' || typeof value === 'boolean';
  if (isScalar || Number.isFinite(value)) return JSON.stringify(value);
  throw new TypeError(`JSON cannot say ${String(value)}`);
}
