import assert from 'node:assert/strict';
import type { DefineTest } from './runner.js';
import { offered } from './runner.js';
import type { ChangeOfOthers, StoreSuiteOptions } from './store-suite.js';

/** A page, and how many there are on all of them. */
export interface CountedPage {
  readonly total: number;
  readonly onPage: number;
}

/** A page of everything and its total are of one moment, whatever others change meanwhile; `changed` is what they leave. */
export function itReadsAtOneMoment<Opened>(
  it: DefineTest,
  { changeDuringRead }: Pick<StoreSuiteOptions<Opened, never>, 'changeDuringRead'>,
  opened: () => Opened,
  change: Partial<ChangeOfOthers>,
  read: () => Promise<CountedPage>,
  changed: number,
): void {
  const { it: whereOthersChange, way } = offered(it, 'changeDuringRead', changeDuringRead);
  whereOthersChange(
    'gives a page and its total of one moment, whatever others change meanwhile',
    async () => {
      await way(opened(), { departments: [], requests: [], ...change });
      const { onPage, total } = await read();
      assert.equal(onPage, total, 'the page and its total are of two moments');
      assert.deepEqual(
        await read(),
        { total: changed, onPage: changed },
        'changeDuringRead must make its change before the read ends',
      );
    },
  );
}
