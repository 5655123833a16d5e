/** What the tests need of a test runner; mocha, vitest, Jest and `node:test` have it. */
export interface Runner {
  describe(title: string, suite: () => void): unknown;
  it(title: string, test: () => Promise<void>): unknown;
  beforeEach(hook: () => Promise<void>): unknown;
  afterEach(hook: () => Promise<void>): unknown;
}

/** How the tests of a contract are run. */
export interface SuiteOptions {
  /** For example everything that `node:test` exports. The default is the globals of mocha, vitest and Jest. */
  readonly runner?: Runner | undefined;
}

const NEEDED = ['describe', 'it', 'beforeEach', 'afterEach'] as const;

/** The test runner. Throws if there is none. */
export function runnerOf({ runner }: SuiteOptions = {}): Runner {
  const found = runner ?? (globalThis as Partial<Runner>);
  const missing = NEEDED.filter((name) => typeof found[name] !== 'function');
  if (missing.length === 0) return found as Runner;
  throw new TypeError(
    `there is no test runner: ${missing.join(', ')} missing; pass { runner: { ${NEEDED.join(', ')} } }`,
  );
}

/** A runner that makes a check at the end of each test, so that the test itself fails. */
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
