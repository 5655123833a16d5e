import { ok, Result } from '@ops-admin/core';
import * as v from 'valibot';

/** Lets a rule of core check a string, so that the rule is written once; the message can depend on its error. */
export function parsedBy<Output, Failure>(
  parse: (text: string) => Result<Output, Failure>,
  message: string | ((error: Failure) => string),
): v.RawTransformAction<string, Output> {
  return v.rawTransform<string, Output>(({ dataset, addIssue, NEVER }) =>
    parse(dataset.value).match(
      (value) => value,
      (error) => {
        addIssue({ message: typeof message === 'string' ? message : message(error) });
        return NEVER;
      },
    ),
  );
}

/** Decodes a part of a path as sent. */
export function percentDecoded(message: string): v.RawTransformAction<string, string> {
  return parsedBy((text) => (text.includes('%') ? decode(text) : ok(text)), message);
}

const decode = Result.fromThrowable(decodeURIComponent);
