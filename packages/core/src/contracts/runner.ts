/** What a suite needs of a runner of tests; mocha, vitest, Jest and `node:test` have it. */
export interface Runner {
  describe(title: string, suite: () => void): unknown;
  it(title: string, test: () => Promise<void>): unknown;
  beforeEach(hook: () => Promise<void>): unknown;
  afterEach(hook: () => Promise<void>): unknown;
}

/** How a suite is run. */
export interface SuiteOptions {
  /** Such as all that `node:test` exports. Without one, the globals are taken that mocha, vitest and Jest set. */
  readonly runner?: Runner | undefined;
}

const NEEDED = ['describe', 'it', 'beforeEach', 'afterEach'] as const;

/** The runner of a suite. Throws where there is none. */
export function runnerOf({ runner }: SuiteOptions = {}): Runner {
  const found = runner ?? (globalThis as Partial<Runner>);
  const missing = NEEDED.filter((name) => typeof found[name] !== 'function');
  if (missing.length === 0) return found as Runner;
  throw new TypeError(
    `nothing runs the contract: there is no ${missing.join(', ')}; give { runner: { ${NEEDED.join(', ')} } }`,
  );
}

/** A runner that makes a check at the end of each test, so that a failure is the test's. */
export function checkingRunner(
  { afterEach, beforeEach, describe, it }: Runner,
  check: () => Promise<void>,
): Runner {
  return {
    afterEach,
    beforeEach,
    describe,
    it: (title, test) =>
      it(title, async () => {
        await test();
        await check();
      }),
  };
}
