/**
 * Writes a value by RFC 8785 (JCS): no spaces, members in the order of their UTF-16 code units. `undefined` members are left out,
 * and a lone surrogate is written as its escape. Throws a `TypeError` for a value that JSON cannot express.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) {
    // Most arrays hold strings, which `JSON.stringify` writes the same way and much faster.
    if (value.every((one) => typeof one === 'string')) return JSON.stringify(value);
    return `[${value.map((one) => canonicalJson(one)).join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    let members = '';
    // A verification spends much of its time in this loop.
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
