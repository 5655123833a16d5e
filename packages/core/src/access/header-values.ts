/**
 * All values of a header in Node's `rawHeaders`, in their order; `name` in lower case. For some headers, such as `Host` and
 * `Authorization`, Node's `headers` silently keeps only the first, and `headersDistinct` costs as much as a small answer.
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
