import { aSigner } from '../fixtures.js';
import { assertUnavailable, type StoreCalls } from './assertions.js';
import { runnerOf } from './runner.js';
import type { OpenStore, StoreSuiteOptions } from './store-suite.js';

/** Calls of every method of a port. */
export type CallsOf<Opened> = (opened: Opened) => StoreCalls;

/** What the methods of a port answer once their store fails. Tests nothing if the store cannot be made to fail. */
export function describeFailingStore<Opened extends { close(): Promise<void> }>(
  port: string,
  open: OpenStore<Opened>,
  options: StoreSuiteOptions<Opened, never>,
  callsOf: CallsOf<Opened>,
): void {
  if (!options.break) return;
  const { afterEach, beforeEach, describe, it } = runnerOf(options);
  describe(`${port} contract: a store that fails`, () => {
    let store: Opened;
    beforeEach(async () => {
      store = await open({ users: [], signer: aSigner() });
    });
    afterEach(() => store.close());

    it('answers store-unavailable from every method, and neither throws nor rejects', async () => {
      await options.break?.(store);
      await assertUnavailable(callsOf(store));
    });
  });
}
