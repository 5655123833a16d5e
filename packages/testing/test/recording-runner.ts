import type { Runner } from '@ops-admin/testing/contracts';

/** A test that a suite has defined. */
export interface RecordedTest {
  /** With the titles of the suites it is in. */
  readonly title: string;
  readonly isSkipped: boolean;
  /** Runs it with its hooks, unless it is skipped; gives what it fails with, if it does. */
  run(): Promise<unknown>;
}

type Step = () => Promise<void>;

interface Suite {
  readonly title: string;
  readonly before: Step[];
  readonly after: Step[];
}

/** The tests that suites define, not run yet. */
export function recordTests(suite: (runner: Runner) => void): readonly RecordedTest[] {
  const tests: RecordedTest[] = [];
  const suites: Suite[] = [];
  const inner = () => suites.at(-1) as Suite;
  const define = (title: string, test?: Step) => {
    const around = [...suites];
    const before = around.flatMap((suite) => suite.before);
    const after = around.flatMap((suite) => suite.after).reverse();
    tests.push({
      title: [...around.map((suite) => suite.title), title].join(': '),
      isSkipped: !test,
      run: () => (test ? run([...before, test], after) : Promise.resolve(undefined)),
    });
  };
  suite({
    describe: (title, inside) => {
      suites.push({ title, before: [], after: [] });
      inside();
      suites.pop();
    },
    beforeEach: (hook) => inner().before.push(hook),
    afterEach: (hook) => inner().after.push(hook),
    it: Object.assign((title: string, test: Step) => define(title, test), {
      skip: (title: string) => define(title),
    }),
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
