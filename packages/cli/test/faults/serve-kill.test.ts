import { expect } from 'chai';
import { killServices } from './kill-serve.ts';

describe('A service that is killed', function () {
  this.timeout(120_000);

  // scripts/kill-serve.mjs does the same more often.
  it('has done every change it acknowledged, none twice and none by half, and serves again', async () => {
    const { acknowledged, flaws, inTheMiddle } = await killServices(6);
    expect(flaws).to.deep.equal([]);
    expect(acknowledged).to.be.greaterThan(20);
    expect(inTheMiddle).to.be.greaterThan(2);
  });
});
