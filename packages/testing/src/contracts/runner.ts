/** Defines a test, or reports one as skipped. */
export interface DefineTest {
  (title: string, test: () => Promise<void>): unknown;
  skip(title: string, test: () => Promise<void>): unknown;
}

/** What the tests need of a test runner; mocha, vitest, Jest and `node:test` have it. */
export interface Runner {
  describe(title: string, suite: () => void): unknown;
  readonly it: DefineTest;
  beforeEach(hook: () => Promise<void>): unknown;
  afterEach(hook: () => Promise<void>): unknown;
}

/** How the tests of a contract are run. */
export interface SuiteOptions {
  /** For example everything that `node:test` exports. The default is the globals of mocha, vitest and Jest. */
  readonly runner?: Runner | undefined;
}

const NEEDED = ['describe', 'it', 'beforeEach', 'afterEach'] as const;

/** The test runner. Throws if it is missing. */
export function runnerOf({ runner }: SuiteOptions = {}): Runner {
  const found = runner ?? (globalThis as Partial<Runner>);
  const missing: string[] = NEEDED.filter((name) => typeof found[name] !== 'function');
  if (found.it && typeof found.it.skip !== 'function') missing.push('it.skip');
  if (missing.length === 0) return closingWhatIsOpen(found as Runner);
  throw new TypeError(
    `there is no test runner: ${missing.join(', ')} missing; pass { runner: { ${NEEDED.join(', ')} } }`,
  );
}

/** Runs no hook after a test whose hook before it failed: there is nothing to close, and a second failure would hide the first. */
function closingWhatIsOpen({ afterEach, beforeEach, describe, it }: Runner): Runner {
  let hasFailed = false;
  return {
    describe: (title, suite) => describe(title, suite),
    it,
    beforeEach: (hook) =>
      beforeEach(async () => {
        hasFailed = true;
        await hook();
        hasFailed = false;
      }),
    afterEach: (hook) =>
      afterEach(async () => {
        if (!hasFailed) await hook();
      }),
  };
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
    it: defining(it, (title, test) =>
      it(title, async () => {
        await test();
        await check();
      }),
    ),
  };
}

/**
 * The way that a store offers for tests, and what defines these. Without a way they are reported as skipped: `way` is why there
 * is none, or nothing.
 */
export function offered<Way extends (...given: never[]) => unknown>(
  it: DefineTest,
  name: string,
  way: Way | string | undefined,
): { readonly it: DefineTest; readonly way: Way } {
  if (typeof way === 'function') return { it, way };
  const skip = (title: string) => it.skip(`${title} (${way ?? `without ${name}`})`, async () => {});
  const none = (() => {
    throw new TypeError(`the store offers no ${name}`);
  }) as unknown as Way;
  return { it: defining(it, skip), way: none };
}

function defining(it: DefineTest, define: (...given: Parameters<DefineTest>) => unknown): DefineTest {
  return Object.assign(define, { skip: (...given: Parameters<DefineTest>) => it.skip(...given) });
}
