import type { Result } from '../result.js';

/** The argument of a step that transforms a string, as the `rawTransform` of valibot has it. */
export interface StepContext {
  readonly dataset: { readonly value: string };
  readonly addIssue: (issue: { readonly message: string }) => void;
  readonly NEVER: never;
}

/** Makes the step of a schema that lets a rule check a string, so that the rule is written once; the message can depend on its error. */
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
