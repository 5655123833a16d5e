import type { Runner } from '@ops-admin/testing/contracts';
import { expect } from 'chai';
import { recordTests } from './recording-runner.ts';

/**
 * Defines tests that a suite accepts a right adapter, and notices each mistake. `suite` runs over the right
 * adapter without a mistake.
 */
export function describeMistakes<Mistake>(
  what: string,
  suite: (mistake: Mistake | undefined, runner: Runner) => void,
  mistakes: Readonly<Record<string, Mistake>>,
): void {
  const failureOf = async (mistake?: Mistake) => {
    for (const { run } of recordTests((runner) => suite(mistake, runner))) {
      const failure = await run();
      if (failure) return failure;
    }
    return undefined;
  };
  describe(`The suite of ${what}`, () => {
    it('accepts an adapter without a mistake', async () => {
      expect(await failureOf()).to.equal(undefined);
    });
    for (const [title, mistake] of Object.entries(mistakes)) {
      it(`notices an adapter that ${title}`, async () => {
        // A TypeError would be a mistake of the test itself.
        expect(await failureOf(mistake))
          .to.be.an('error')
          .and.not.an.instanceOf(TypeError);
      });
    }
  });
}

/** An adapter with some members of another. */
export function replacing<Port extends object>(adapter: Port, changed: Partial<Port>): Port {
  return new Proxy(adapter, {
    get: (_, name) => {
      const owner = name in changed ? changed : adapter;
      const member: unknown = owner[name as keyof Port];
      return typeof member === 'function' ? member.bind(owner) : member;
    },
  });
}
