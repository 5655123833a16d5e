import { err, ok, type Result } from '@ops-admin/core';
import * as v from 'valibot';
import { describeIssue } from './describe-issue.js';

/** Checks a body; the error names the first place that is wrong: `payload.permissions[3] must be a string`. */
export function parseBody<Output>(
  schema: v.GenericSchema<unknown, Output>,
  body: unknown,
): Result<Output, string> {
  const parsed = v.safeParse(schema, body, { abortEarly: true });
  return parsed.success ? ok(parsed.output) : err(describeIssue(parsed.issues[0], 'The body'));
}
