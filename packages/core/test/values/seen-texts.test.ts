import { SeenTexts } from '@ops-admin/core/operations';
import { expect } from 'chai';

describe('SeenTexts', () => {
  it('gives the number that a text was noted with first, however many there are', () => {
    const seen = new SeenTexts();
    const count = 5000;
    for (let n = 0; n < count; n++) expect(seen.note(`text ${n}`, n), `${n}`).to.equal(undefined);
    for (let n = 0; n < count; n++) expect(seen.note(`text ${n}`, count), `${n}`).to.equal(n);
  });

  it('takes no two texts for one that are kept side by side, with the same third of their digests', () => {
    const seen = new SeenTexts();
    expect([seen.note('t1su84', 1), seen.note('t2cgvc', 2), seen.note('t2cgvc', 3)]).to.deep.equal([
      undefined,
      undefined,
      2,
    ]);
  });
});
