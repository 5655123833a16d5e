import type { User } from '@ops-admin/core';
import { aSigner } from '../fixtures.js';
import type { OrganisationPorts } from '../organisation-ports.js';
import { type DefineTest, offered, runnerOf } from './runner.js';
import type { OpenedStore, OpenStore, StoreSuiteOptions } from './store-suite.js';

/** Both openings of a store, at the time of a test. */
export type BothOpenings<Name extends keyof OrganisationPorts> = () => readonly [
  OpenedStore<Name>,
  OpenedStore<Name>,
];

/** Which opening writes and which reads, four times: each reader has read before, and has written nothing since. */
export function writersAndReaders<Opened>([one, other]: readonly [Opened, Opened]): readonly {
  readonly n: number;
  readonly reader: Opened;
  readonly writer: Opened;
}[] {
  return [
    { n: 1, writer: one, reader: other },
    { n: 2, writer: one, reader: other },
    { n: 3, writer: other, reader: one },
    { n: 4, writer: other, reader: one },
  ];
}

/** What holds for a store that is opened twice. */
export function describeStoreOpenedTwice<
  Name extends keyof OrganisationPorts,
  Opened extends OpenedStore<Name>,
>(
  port: string,
  open: OpenStore<Opened>,
  options: StoreSuiteOptions<Opened, Name>,
  users: readonly User[],
  tests: (it: DefineTest, both: BothOpenings<Name>) => void,
): void {
  const { afterEach, beforeEach, describe, ...runner } = runnerOf(options);
  const { it, way: reopen } = offered(runner.it, 'reopen', options.reopen);
  describe(`${port} contract: a store that is opened twice`, () => {
    let first: Opened;
    let second: OpenedStore<Name>;
    beforeEach(async () => {
      first = await open({ users, signer: aSigner() });
      second = await reopen(first);
    });
    afterEach(async () => {
      await second.close();
      await first.close();
    });
    tests(it, () => [first, second]);
  });
}
