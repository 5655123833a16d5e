import type { IncomingMessage } from 'node:http';

/**
 * Every value that a request has of a header, in their order; `name` in lower case. Of some, such as `Host`, Node's
 * `headers` keeps the first and drops the others without a word, and `headersDistinct` costs as much as a small answer.
 */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const field = rawHeaders[n] as string;
    if (field.length === name.length && field.toLowerCase() === name)
      values.push(rawHeaders[n + 1] as string);
  }
  return values;
}
