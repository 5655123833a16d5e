import { nearestName } from '@ops-admin/core/operations';
import { expect } from 'chai';

describe('nearestName', () => {
  const cases: readonly (readonly [what: string, typed: string, names: readonly string[], found?: string])[] =
    [
      ['a letter that is wrong', 'billimg', ['billing'], 'billing'],
      ['a letter that is missing', 'biling', ['billing'], 'billing'],
      ['a letter too many', 'billling', ['billing'], 'billing'],
      ['two letters that are swapped', 'lsi', ['list', 'lis'], 'lis'],
      ['two swaps, a slip each', 'abdcfe', ['abcdef'], 'abcdef'],
      ['a swap at the beginning', 'ilst-x', ['list-x'], 'list-x'],
      ['the nearest of several', 'tickets', ['thickest', 'ticket', 'tick'], 'ticket'],
      ['the first of two that are as near', 'cat', ['bat', 'rat'], 'bat'],
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
    it(`${found === undefined ? 'does not take' : 'takes'} ${what}`, () => {
      expect(nearestName(typed, names)).to.equal(found);
    });
  }

  it('counts letters after what all names begin with', () => {
    expect(nearestName('service.ab', ['service.xy'])).to.equal('service.xy');
    expect(nearestName('service.ab', ['service.xb'], 'service.')).to.equal(undefined);
    expect(nearestName('service.abc', ['service.xbc'], 'service.')).to.equal('service.xbc');
  });
});
