import { expect } from 'chai';
import { countryNames } from '../../build/country-names.ts';

describe('countryNames', () => {
  const names = countryNames(['CI', 'FR', 'IR'], new Map([['IR', 'Iran, Islamic Republic of']]));

  it('has names of English, of the country, of ISO and of everyday', () => {
    expect(names.get('FR')?.names).to.include.members(['France', 'République française']);
    expect(names.get('IR')?.names).to.include.members([
      'Iran',
      'ایران',
      'Iran, Islamic Republic of',
      'Persia',
    ]);
    expect(names.get('CI')?.names).to.include.members(['Côte d’Ivoire', 'Ivory Coast']);
  });

  it('keeps those of other languages apart', () => {
    expect(names.get('FR')?.foreignNames)
      .to.include.members(['Frankreich', 'França'])
      .and.to.not.include('France');
  });
});
