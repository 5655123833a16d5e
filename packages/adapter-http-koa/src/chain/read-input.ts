import { err, ok, type Result } from '@ops-admin/core';
import { describeIssue } from '@ops-admin/core/operations';
import * as v from 'valibot';
import type { Endpoint } from '../endpoint.js';
import { type Problem, validationProblem } from '../problem.js';

/** Reads the parts of a path, each by its schema; the error names the first wrong one. */
export function readParameters(
  schemas: NonNullable<Endpoint['parameters']>,
  segments: Readonly<Record<string, unknown>>,
): Result<Readonly<Record<string, unknown>>, Problem> {
  const read: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const parsed = v.safeParse(schema, segments[name], { abortEarly: true });
    if (!parsed.success) return err(validationProblem(parsed.issues[0].message));
    read[name] = parsed.output;
  }
  return ok(read);
}

/** Checks a body; the error names the first wrong place: `payload.permissions[3] must be a string`. */
export function readBody({ schema }: NonNullable<Endpoint['body']>, body: unknown): Result<unknown, Problem> {
  const parsed = v.safeParse(schema, body, { abortEarly: true });
  return parsed.success
    ? ok(parsed.output)
    : err(validationProblem(describeIssue(parsed.issues[0], 'The body')));
}
