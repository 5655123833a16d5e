import { expect } from 'chai';
import { writtenRegionName, writtenTownName } from '../../dist/gazetteer/written-name.js';

describe('writtenTownName', () => {
  const names: [name: string, ascii: string, written: string][] = [
    ['Munich', 'Munich', 'Munich'],
    ['Zürich', 'Zuerich', 'Zürich'],
    ['Halle (Saale)', 'Halle (Saale)', 'Halle'],
    ['Biel/Bienne', 'Biel/Bienne', 'Biel'],
    ['Donostia / San Sebastián', 'Donostia / San Sebastian', 'San Sebastián'],
    ['Zürich (Kreis 11) / Oerlikon', 'Zuerich (Kreis 11) / Oerlikon', 'Oerlikon'],
    ['Langnau / (Dorf)', 'Langnau / (Dorf)', 'Langnau'],
    ['Brgy. Tinigao, Kalibo', 'Brgy. Tinigao, Kalibo', 'Brgy. Tinigao'],
    ['Vitoria-Gasteiz', 'Vitoria-Gasteiz', 'Vitoria-Gasteiz'],
    ['Слупчане', 'Slupchane', 'Slupchane'],
    ['Слупчане', '', 'Слупчане'],
    ['Kalimpong, Крукети', 'Kalimpong', 'Kalimpong'],
    ['Zu\u0308rich', '', 'Zürich'],
    ['(Mascot)', '', '(Mascot)'],
  ];
  for (const [name, ascii, written] of names) {
    it(`writes ${written} for ${name}`, () => {
      expect(writtenTownName(name, ascii)).to.equal(written);
    });
  }
});

describe('writtenRegionName', () => {
  it('removes only brackets', () => {
    expect(writtenRegionName('Ho Chi Minh City (HCMC)')).to.equal('Ho Chi Minh City');
    expect(writtenRegionName('Zabaykalskiy (Transbaikal) Kray')).to.equal('Zabaykalskiy Kray');
    expect(writtenRegionName('Tunapuna/Piarco')).to.equal('Tunapuna/Piarco');
    expect(writtenRegionName('(Sark)')).to.equal('(Sark)');
  });
});
