import { ok, Result } from '@ops-admin/core';
import { parseStep } from '@ops-admin/core/operations';
import * as v from 'valibot';

/** Lets a rule of core check a string; see `parseStep`. */
export function parsedBy<Output, Failure>(
  parse: (text: string) => Result<Output, Failure>,
  message: string | ((error: Failure) => string),
): v.RawTransformAction<string, Output> {
  return v.rawTransform(parseStep(parse, message));
}

/** Decodes a part of a path as sent. */
export function percentDecoded(message: string): v.RawTransformAction<string, string> {
  return parsedBy((text) => (text.includes('%') ? decode(text) : ok(text)), message);
}

const decode = Result.fromThrowable(decodeURIComponent);
