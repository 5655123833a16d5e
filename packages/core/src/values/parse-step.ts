import type { Result } from '../result.js';

/** The argument of `rawTransform` of valibot, for a string. */
export interface StepContext {
  readonly dataset: { readonly value: string };
  readonly addIssue: (issue: { readonly message: string }) => void;
  readonly NEVER: never;
}

/** Makes a step of a schema from a parser of core, so that a rule is written once; the message can depend on the error. */
export function parseStep<Output, Failure>(
  parse: (text: string) => Result<Output, Failure>,
  message: string | ((error: Failure) => string),
): (context: StepContext) => Output {
  return ({ dataset, addIssue, NEVER }) =>
    parse(dataset.value).match(
      (value) => value,
      (error): Output => {
        addIssue({ message: typeof message === 'string' ? message : message(error) });
        return NEVER;
      },
    );
}
