import { expect } from 'chai';
import { fuzz } from './fuzz/fuzz.ts';
import { anySeed } from './random.ts';

describe('Requests that are made of the description', () => {
  // scripts/fuzz.mjs does the same with more of them.
  it('are answered as it says, whatever is wrong with them', async () => {
    const seed = anySeed();
    const { findings, statuses } = await fuzz({ requests: 500, seed });
    expect({ seed, findings }).to.deep.equal({ seed, findings: [] });
    for (const status of [200, 400, 401, 405]) expect(statuses[status], String(status)).to.be.greaterThan(10);
  });
});
