import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { DefineTest } from './runner.js';
import { offered } from './runner.js';
import type { ChangeOfOthers, StoreSuiteOptions } from './store-suite.js';

/** Something that is read, and what others change while it is. */
export interface ReadOfOneMoment<Opened, Read> {
  opened(): Opened;
  /** One change after each statement of the read. */
  changes(): readonly ChangeOfOthers[] | Promise<readonly ChangeOfOthers[]>;
  read(): Promise<Read>;
  /** What shows that others made a change, if what is read does not. */
  state?(): Promise<unknown>;
}

/** What is read is as it was before others changed something, or as it was after. */
export function itReadsAtOneMoment<Opened, Read>(
  it: DefineTest,
  what: string,
  { changeDuringRead }: Pick<StoreSuiteOptions<Opened, never>, 'changeDuringRead'>,
  { changes, opened, read, state = read }: ReadOfOneMoment<Opened, Read>,
): void {
  const { it: whereOthersChange, way } = offered(it, 'changeDuringRead', changeDuringRead);
  whereOthersChange(`gives ${what} of one moment, whatever others change meanwhile`, async () => {
    const [before, stateBefore] = [await read(), await state()];
    const end = await way(opened(), await changes());
    const meanwhile = await read();
    await end();
    assert.notDeepEqual(
      await state(),
      stateBefore,
      'changeDuringRead must make its changes before the read ends',
    );
    if (!isDeepStrictEqual(meanwhile, await read()))
      assert.deepEqual(meanwhile, before, `${what}: not of one moment`);
  });
}
