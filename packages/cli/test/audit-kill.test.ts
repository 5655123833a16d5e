import { expect } from 'chai';
import { killBulkRuns } from './kill-bulk.ts';

describe('A killed batch', () => {
  // tools/kill-bulk.mjs does the same more often.
  it('leaves a sound audit log that agrees with the permissions users hold, and can be repeated', async () => {
    const { flaws, rows, written } = await killBulkRuns(5);
    expect(flaws).to.deep.equal([]);
    expect(written).to.have.length(5);
    const inTheMiddle = written.filter((count) => count > 0 && count < rows);
    expect(inTheMiddle.length, `killed after ${written} of ${rows} rows`).to.be.greaterThan(0);
  });
});
