import { expect } from 'chai';
import { settlementName } from '../../dist/airports/settlement-name.js';

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
    ['Basel/Mulhouse', 'Basel/Mulhouse'],
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
    [', Essex', ''],
    ['17111', ''],
    ['31°34\'25.8"', ''],
  ];
  for (const [municipality, name] of names) {
    it(`makes ${JSON.stringify(name)} of ${JSON.stringify(municipality)}`, () => {
      expect(settlementName(municipality)).to.equal(name);
    });
  }
});
