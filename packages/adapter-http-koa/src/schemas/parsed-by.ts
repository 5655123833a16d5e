import type { Result } from '@ops-admin/core';
import * as v from 'valibot';

/** Lets a rule of core decide over a string, so that it is written once. */
export function parsedBy<Output>(
  parse: (text: string) => Result<Output, unknown>,
  message: string,
): v.RawTransformAction<string, Output> {
  return v.rawTransform<string, Output>(({ dataset, addIssue, NEVER }) =>
    parse(dataset.value).match(
      (value) => value,
      () => {
        addIssue({ message });
        return NEVER;
      },
    ),
  );
}
