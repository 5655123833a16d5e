import assert from 'node:assert/strict';
import { assertIncludes, errorOf } from './assertions.js';
import { type DefineTest, offered } from './runner.js';
import type { StoreSuiteOptions } from './store-suite.js';

/** No change of a test writes more often. */
const MANY_WRITES = 1000;

/** A change that is made again and again, each time another one. */
export interface StoppedChange<State> {
  make(n: number): Parameters<typeof errorOf>[0];
  /** What the store holds of what the n-th change is about. */
  read(n: number): Promise<State>;
  /** What it holds once the n-th change is made. */
  made(before: State, n: number): State;
}

/** A change that is stopped at any of its writes, as by a kill, is made as a whole or not at all. */
export function itMakesAllOrNothing<Opened, State>(
  it: DefineTest,
  what: string,
  { failDuringChange }: Pick<StoreSuiteOptions<Opened, never>, 'failDuringChange'>,
  opened: () => Opened,
  { made, make, read }: StoppedChange<State>,
): void {
  const { it: whereItStops, way: stop } = offered(it, 'failDuringChange', failDuringChange);
  whereItStops(`makes ${what} as a whole or not at all, whichever write fails`, async () => {
    for (let n = 0; n < MANY_WRITES; n++) {
      const before = await read(n);
      const end = await stop(opened(), n);
      const result = await make(n);
      end();
      const after = await read(n);
      const whole = made(before, n);
      if (result.isOk()) {
        assert.ok(n > 0, 'failDuringChange must fail in place of the first write');
        assert.deepEqual(after, whole);
        return;
      }
      assertIncludes((await errorOf(result)) as object, { type: 'store-unavailable' });
      // The answer to a commit can be lost: then everything is there.
      const isMade = JSON.stringify(after) === JSON.stringify(whole);
      assert.deepEqual(
        after,
        isMade ? whole : before,
        `half of a change is there: it failed after ${n} writes`,
      );
    }
    assert.fail('failDuringChange must not fail more than once');
  });
}
