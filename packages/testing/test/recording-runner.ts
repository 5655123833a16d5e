import type { Runner } from '@ops-admin/testing/contracts';

/** A test that a suite has defined. */
export interface RecordedTest {
  /** With the titles of the suites it is in. */
  readonly title: string;
  /** Runs it with its hooks; gives what it fails with, if it does. */
  run(): Promise<unknown>;
}

type Step = () => Promise<void>;

interface Suite {
  readonly title: string;
  readonly before: Step[];
  readonly after: Step[];
}

/** The tests that suites define, not run yet. */
export function recordTests(define: (runner: Runner) => void): readonly RecordedTest[] {
  const tests: RecordedTest[] = [];
  const suites: Suite[] = [];
  const inner = () => suites.at(-1) as Suite;
  define({
    describe: (title, suite) => {
      suites.push({ title, before: [], after: [] });
      suite();
      suites.pop();
    },
    beforeEach: (hook) => inner().before.push(hook),
    afterEach: (hook) => inner().after.push(hook),
    it: (title, test) => {
      const around = [...suites];
      tests.push({
        title: [...around.map((suite) => suite.title), title].join(': '),
        run: () =>
          run(
            [...around.flatMap(({ before }) => before), test],
            around.flatMap(({ after }) => after).reverse(),
          ),
      });
    },
  });
  return tests;
}

async function run(steps: readonly Step[], after: readonly Step[]): Promise<unknown> {
  try {
    try {
      for (const step of steps) await step();
    } finally {
      for (const step of after) await step();
    }
  } catch (failure) {
    return failure;
  }
  return undefined;
}
