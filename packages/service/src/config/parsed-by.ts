import type { Result } from '@ops-admin/core';
import { parseStep } from '@ops-admin/core/operations';
import * as v from 'valibot';

/** Lets a rule check a string; see `parseStep`. */
export function parsedBy<Output, Failure>(
  parse: (text: string) => Result<Output, Failure>,
  message: string | ((error: Failure) => string),
): v.RawTransformAction<string, Output> {
  return v.rawTransform(parseStep(parse, message));
}
