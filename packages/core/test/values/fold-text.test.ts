import { expect } from 'chai';
import { foldText } from '../../dist/values/fold-text.js';

describe('A folded text', () => {
  for (const [text, plain] of [
    ['Zoë', 'zoe'],
    ['ZOE\u0308', 'zoe'],
    ['Łuczak', 'luczak'],
    ['\u212bNGSTRÖM', 'angstrom'],
    ['Øystein Đorđe', 'oystein dorde'],
    ['Straße STRA\u1e9eE', 'strasse strasse'],
    ['İnci Işık ıdil', 'inci isik idil'],
    ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
    ['\ufb01n', 'fin'],
  ] as const) {
    it(`is ${plain} for ${text}`, () => {
      expect(foldText(text)).to.equal(plain);
    });
  }

  it('is the same in every case and form, for every character, and does not change when folded again', () => {
    const different: string[] = [];
    for (let code = 0; code < 0x1f000; code++) {
      const text = String.fromCodePoint(code);
      const folded = foldText(text);
      const others = [
        text.toUpperCase(),
        text.toLowerCase(),
        text.normalize('NFD'),
        text.normalize('NFKC'),
        folded,
      ];
      if (others.some((other) => foldText(other) !== folded)) different.push(code.toString(16));
    }
    expect(different).to.deep.equal([]);
  });
});
