/**
 * Returns the values of a header in Node's `rawHeaders`; `name` is in lower case. Node's `headers` keeps only the first `Host` and
 * `Authorization`, and `headersDistinct` costs as much as a small answer.
 */
export function headerValues(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const field = rawHeaders[n] as string;
    if (field.length === name.length && field.toLowerCase() === name)
      values.push(rawHeaders[n + 1] as string);
  }
  return values;
}
