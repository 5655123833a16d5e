import { expect } from 'chai';
import { killBulkRuns } from './kill-bulk.ts';

describe('A bulk run that is killed', () => {
  // tools/kill-bulk.mjs does the same more often.
  it('leaves a sound trail that agrees with what users hold, and can be repeated', async () => {
    const { flaws, rows, written } = await killBulkRuns(5);
    expect(flaws).to.deep.equal([]);
    expect(written).to.have.length(5);
    const inTheMiddle = written.filter((count) => count > 0 && count < rows);
    expect(inTheMiddle.length, `killed after ${written} of ${rows} rows`).to.be.greaterThan(0);
  });
});
