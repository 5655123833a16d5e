/** What is worked out in steps, so that others can go on between them. */
export type Steps<T> = Generator<undefined, T, void>;

/** Takes all steps one after the other. */
export function atOnce<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
