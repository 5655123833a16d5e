import { nearestName } from '@ops-admin/core/operations';
import { expect } from 'chai';
import fc from 'fast-check';

/** How many slips lie between two texts, with every cell of the table. */
function slipsBetween(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, n) => [n]);
  const cell = (n: number, m: number) => table[n]?.[m] ?? 0;
  for (let m = 0; m <= other.length; m++) (table[0] as number[])[m] = m;
  for (let n = 1; n <= one.length; n++) {
    for (let m = 1; m <= other.length; m++) {
      const isSame = one[n - 1] === other[m - 1];
      const isSwap = n > 1 && m > 1 && one[n - 1] === other[m - 2] && one[n - 2] === other[m - 1];
      (table[n] as number[])[m] = Math.min(
        cell(n - 1, m) + 1,
        cell(n, m - 1) + 1,
        cell(n - 1, m - 1) + (isSame ? 0 : 1),
        isSwap ? cell(n - 2, m - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return cell(one.length, other.length);
}

describe('nearestName', () => {
  const cases: readonly (readonly [what: string, typed: string, names: readonly string[], found?: string])[] =
    [
      ['a letter that is wrong', 'billimg', ['billing'], 'billing'],
      ['a letter that is missing', 'biling', ['billing'], 'billing'],
      ['an extra letter', 'billling', ['billing'], 'billing'],
      ['two letters that are swapped', 'lsi', ['list', 'lis'], 'lis'],
      ['two swaps, a slip each', 'abdcfe', ['abcdef'], 'abcdef'],
      ['a swap at the beginning', 'ilst-x', ['list-x'], 'list-x'],
      ['the nearest of several', 'tickets', ['thickest', 'ticket', 'tick'], 'ticket'],
      ['the first of two equally near names', 'cat', ['bat', 'rat'], 'bat'],
      ['the name itself', 'list', ['lisp', 'list'], 'list'],
      ['three slips in a long word', 'abcdefghi', ['xbcdxfghx'], 'xbcdxfghx'],
      ['a swap only of the same two letters', 'abc', ['bxc']],
      ['a swap of which only the other letter is the same', 'bxc', ['abc']],
      ['more than three slips', 'abcdefghijkl', ['xbcxefxhixkl']],
      ['more than one letter in three', 'abcde', ['xbcdx']],
      ['nothing for a word of two letters', 'ls', ['l']],
      ['nothing of no names', 'list', []],
    ];
  for (const [what, typed, names, found] of cases) {
    it(`${found === undefined ? 'does not suggest' : 'suggests'} ${what}`, () => {
      expect(nearestName(typed, names)).to.equal(found);
    });
  }

  it('counts letters after the beginning that all names share', () => {
    expect(nearestName('service.ab', ['service.xy'])).to.equal('service.xy');
    expect(nearestName('service.ab', ['service.xb'], 'service.')).to.equal(undefined);
    expect(nearestName('service.abc', ['service.xbc'], 'service.')).to.equal('service.xbc');
  });

  it('suggests the first of the names with the fewest mistakes, up to three and one in three letters', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '.'), maxLength: 14 });
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 8 }), (typed, names) => {
        const slips = names.map((name) => slipsBetween(typed, name));
        const least = Math.min(...slips, Math.min(3, Math.floor(typed.length / 3)));
        expect(nearestName(typed, names)).to.equal(names[slips.indexOf(least)]);
      }),
      { numRuns: 2_000 },
    );
  });
});
