import { expect } from 'chai';
import { fold } from '../../dist/gazetteer/fold.js';

describe('fold', () => {
  const same: string[][] = [
    ['münchen', 'MÜNCHEN', 'München', 'mu\u0308nchen', ' Munchen '],
    ['Saint-Étienne', 'St. Etienne', 'saint etienne', 'SAINT  ÉTIENNE'],
    ['St.Gallen', 'Sankt Gallen', 'st gallen'],
    ['Washington, D.C.', 'washington dc'],
    ["L'Aquila", 'L’Aquila', 'laquila'],
    ['Łódź', 'Lodz'],
    ['Malmø', 'malmö', 'MALMO'],
    ['İstanbul', 'ISTANBUL', 'istanbul', 'ıstanbul'],
    ['Αθήνα', 'ΑΘΗΝΑ', 'αθηνα'],
    ['ＴＯＫＹＯ', 'tokyo'],
    ['서울', '서울'.normalize('NFD')],
    ['Großbritannien', 'GROSSBRITANNIEN'],
    ['Fort Worth', 'Ft. Worth'],
    ['Mount Isa', 'mt isa'],
    ['Trinidad & Tobago', 'trinidad and tobago'],
    ['г.Казань', 'г. Казань', 'Г КАЗАНЬ'],
    ['इन्दौर', 'इंदौर', 'इँदौर'],
    ['लखनऊ फ़ोर्ट', 'लखनऊ फोर्ट'],
    ['Gəncə', 'G\u01ddnc\u01dd', 'ganca'],
  ];
  for (const texts of same) {
    it(`returns one text for ${texts.join(' | ')}`, () => {
      expect(new Set(texts.map(fold)).size).to.equal(1);
    });
  }

  it('keeps marks that make another letter', () => {
    expect(fold('が')).to.not.equal(fold('か'));
    expect(fold('กี่')).to.not.equal(fold('กี'));
  });

  it('is empty where nothing remains to compare', () => {
    for (const text of ['', ' ', '...', '-/–', '😀', "''"]) expect(fold(text)).to.equal('');
  });

  it('changes nothing the second time', () => {
    for (const text of ['Saint-Étienne', 'St.Gallen', 'D.C.', 'İzmir', '東京', 'ﬁ', 'A.B.C.D.', 'a.bc.de']) {
      expect(fold(fold(text))).to.equal(fold(text));
    }
  });
});
