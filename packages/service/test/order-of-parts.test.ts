import { expect } from 'chai';
import { PARTS } from '../dist/compose.js';
import { orderOfParts } from '../dist/order-of-parts.js';

describe('orderOfParts', () => {
  type Table = Parameters<typeof orderOfParts>[0];
  const needs = (...names: string[]) => ({ needs: names });

  it('opens what is needed before what needs it, once, in any order of the entries', () => {
    const entries: Table = {
      top: needs('left', 'right'),
      left: needs('low'),
      right: needs('low'),
      low: needs(),
    };
    const reversed: Table = Object.fromEntries(Object.entries(entries).reverse());
    for (const table of [entries, reversed]) {
      expect(orderOfParts(table, ['top'])).to.deep.equal(['low', 'left', 'right', 'top']);
    }
  });

  it('opens nothing that nobody requests', () => {
    const table: Table = { requested: needs(), other: needs('requested') };
    expect(orderOfParts(table, ['requested'])).to.deep.equal(['requested']);
  });

  it('opens a part after another where both are requested, and without it where that is not', () => {
    const table: Table = { late: { needs: [], after: ['early'] }, early: needs() };
    expect(orderOfParts(table, ['late'])).to.deep.equal(['late']);
    expect(orderOfParts(table, ['late', 'early'])).to.deep.equal(['early', 'late']);
  });

  it('takes a need that is in no table, and a cycle, for bugs', () => {
    const lacking: Table = { a: needs('b') };
    expect(() => orderOfParts(lacking, ['a'])).to.throw('there is no part b');
    const circle: Table = { a: needs('b'), b: { needs: [], after: ['a'] } };
    expect(() => orderOfParts(circle, ['a'])).to.throw('parts need each other: a, b, a');
  });

  it('finds an order for the parts of the service, all of them at once too', () => {
    const names = Object.keys(PARTS) as (keyof typeof PARTS)[];
    expect(orderOfParts(PARTS, names)).to.have.members(names);
  });
});
