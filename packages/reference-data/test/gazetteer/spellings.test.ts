import { expect } from 'chai';
import { spellings } from '../../dist/gazetteer/spellings.js';

describe('spellings', () => {
  const cases: [mistyped: string, meant: string, isOne: boolean][] = [
    ['hambrug', 'hamburg', true],
    ['stokholm', 'stockholm', true],
    ['torinno', 'torino', true],
    ['phara', 'praha', true],
    ['екатеринбруг', 'екатеринбург', true],
    ['bostn', 'boston', true],
    ['sao paolo', 'sao paulo', true],
    ['newyork', 'new york', true],
    // Another first letter, another letter in a short name, two letters, and nothing wrong.
    ['zerlin', 'berlin', false],
    ['bremer', 'bremen', false],
    ['hambrgu', 'hamburg', false],
    ['hamburg', 'hamburg', false],
    // Too short, too long, neither in Latin nor in Cyrillic letters.
    ['rme', 'rome', false],
    ['san fernando del valle', 'san fernando del vale', false],
    ['मुंबई शहर', 'मुंबई', false],
  ];
  for (const [mistyped, meant, isOne] of cases) {
    it(`${isOne ? 'has' : 'does not have'} ${meant} for ${mistyped}`, () => {
      expect(spellings(mistyped).includes(meant)).to.equal(isOne);
    });
  }
});
