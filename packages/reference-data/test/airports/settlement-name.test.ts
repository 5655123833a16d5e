import { expect } from 'chai';
import { settlementName, settlementNames } from '../../build/airports/settlement-name.ts';

describe('settlementName', () => {
  const names: [municipality: string, name: string][] = [
    ['Munich', 'Munich'],
    ["Paris (Roissy-en-France, Val-d'Oise)", 'Paris'],
    ['Genova (GE)', 'Genova'],
    ['Sydney (Mascot)', 'Sydney'],
    ['London, Essex', 'London'],
    ['Washington, DC', 'Washington'],
    ['Bialla, Matalilu, Ewase', 'Bialla'],
    ['Palmer,', 'Palmer'],
    ["St. John's", "St. John's"],
    ['Basel/Mulhouse', 'Basel'],
    ['Bâle / Mulhouse', 'Bâle'],
    ['Grand Canyon - Tusayan', 'Grand Canyon'],
    ['Dallas-Fort Worth', 'Dallas-Fort Worth'],
    ['/ Tusayan', 'Tusayan'],
    ['Arnavutköy, Istanbul', 'Arnavutköy'],
    ['Igarassu(Igaraçu)', 'Igarassu'],
    ['Woodlark(Muyua)Island', 'Woodlark Island'],
    ['Toblach (Dobbiaco) (BZ)', 'Toblach'],
    ['Prague (Praha (capital) city) East', 'Prague East'],
    ['Sydney [Mascot]', 'Sydney'],
    ['Genova (GE', 'Genova'],
    ['Genova (GE (x)', 'Genova'],
    ['Genova) GE', 'Genova GE'],
    ['  Pago \t Pago ', 'Pago Pago'],
    ['Zu\u0308rich', 'Zürich'],
    ['東京', '東京'],
    ['', ''],
    ['   ', ''],
    ['(Mascot)', ''],
    [', Essex', 'Essex'],
    ['17111', ''],
    ['31°34\'25.8"', ''],
  ];
  for (const [municipality, name] of names) {
    it(`returns ${JSON.stringify(name)} for ${JSON.stringify(municipality)}`, () => {
      expect(settlementName(municipality)).to.equal(name);
    });
  }
});

describe('settlementNames', () => {
  const names: [municipality: string, outside: string[], inside: string[], parts: string[]][] = [
    ['Ingliston, Edinburgh', ['Ingliston', 'Edinburgh'], [], []],
    ['Bâle / Mulhouse', ['Bâle', 'Mulhouse'], [], []],
    ['Sydney (Mascot)', ['Sydney'], ['Mascot'], []],
    ['Genova (GE)', ['Genova'], [], []],
    ['Paris (Orly, Val-de-Marne)', ['Paris'], ['Orly', 'Val-de-Marne'], ['Val', 'de', 'Marne']],
    ['Chios Island', ['Chios Island'], [], ['Chios']],
    ['Dallas-Fort Worth', ['Dallas-Fort Worth'], [], ['Dallas', 'Fort Worth']],
    ['', [], [], []],
  ];
  for (const [municipality, ...kinds] of names) {
    it(`finds ${JSON.stringify(kinds)} in ${JSON.stringify(municipality)}`, () => {
      expect(settlementNames(municipality)).to.deep.equal(kinds);
    });
  }
});
