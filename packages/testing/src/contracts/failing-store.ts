import { aSigner } from '../fixtures.js';
import { assertUnavailable, type StoreCalls } from './assertions.js';
import { offered, runnerOf } from './runner.js';
import type { OpenStore, StoreSuiteOptions } from './store-suite.js';

export type CallsOf<Opened> = (opened: Opened) => StoreCalls;

/** What the methods of a port answer once their store fails. */
export function describeFailingStore<Opened extends { close(): Promise<void> }>(
  port: string,
  open: OpenStore<Opened>,
  options: StoreSuiteOptions<Opened, never>,
  callsOf: CallsOf<Opened>,
): void {
  const { afterEach, beforeEach, describe, ...runner } = runnerOf(options);
  const { it, way: fail } = offered(runner.it, 'break', options.break);
  describe(`${port} contract: a store that fails`, () => {
    let store: Opened;
    beforeEach(async () => {
      store = await open({ users: [], signer: aSigner() });
    });
    afterEach(() => store.close());

    it('answers store-unavailable from every method, and neither throws nor rejects', async () => {
      await fail(store);
      await assertUnavailable(callsOf(store));
    });
  });
}
