import { err, ok, type Result } from 'neverthrow';
import * as v from 'valibot';

/** Checks a body; the error names the first place that is wrong: `payload.permissions[3] must be a string`. */
export function parseBody<Output>(
  schema: v.GenericSchema<unknown, Output>,
  body: unknown,
): Result<Output, string> {
  const parsed = v.safeParse(schema, body, { abortEarly: true });
  return parsed.success ? ok(parsed.output) : err(describe(parsed.issues[0]));
}

function describe({ path, received, message }: v.BaseIssue<unknown>): string {
  const keys = (path ?? []).map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${key}`));
  const place = keys.join('').slice(1) || 'The body';
  return received === 'undefined' ? `${place} is required` : `${place} ${message}`;
}
