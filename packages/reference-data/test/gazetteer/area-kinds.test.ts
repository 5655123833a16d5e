import { expect } from 'chai';
import { withoutKind } from '../../dist/gazetteer/area-kinds.js';
import { fold } from '../../dist/gazetteer/fold.js';

describe('withoutKind', () => {
  const cases: Record<string, string[]> = {
    'Kingdom of Spain': ['spain'],
    'Federal Democratic Republic of Nepal': ['nepal'],
    'Republic of the Marshall Islands': ['the marshall islands', 'marshall islands'],
    'Provincia de La Rioja': ['la rioja', 'rioja'],
    'Свердловская область': ['свердловская'],
    'Республика Татарстан': ['татарстан'],
    'Aichi-ken': ['aichi'],
    'Bursa Province': ['bursa'],
    'Wilaya d’Oran': ['doran', 'oran'],
    'City of York': ['york'],
    // Nothing would be left that names anything.
    'Northern Province': [],
    'New York': [],
    Republic: [],
  };
  for (const [name, left] of Object.entries(cases)) {
    it(`leaves ${left.join(' and ') || 'nothing'} of ${name}`, () => {
      expect(withoutKind(fold(name))).to.deep.equal(left);
    });
  }
});
