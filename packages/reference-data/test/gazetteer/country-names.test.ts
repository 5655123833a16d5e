import { expect } from 'chai';
import { countryNames } from '../../build/country-names.ts';

describe('countryNames', () => {
  const names = countryNames(['CI', 'FR', 'IR'], new Map([['IR', 'Iran, Islamic Republic of']]));

  it('has English, local, ISO and everyday names', () => {
    expect(names.get('FR')?.names).to.include.members(['France', 'République française']);
    expect(names.get('IR')?.names).to.include.members([
      'Iran',
      'ایران',
      'Iran, Islamic Republic of',
      'Persia',
    ]);
    expect(names.get('CI')?.names).to.include.members(['Côte d’Ivoire', 'Ivory Coast']);
  });

  it('separates those in other languages', () => {
    expect(names.get('FR')?.foreignNames)
      .to.include.members(['Frankreich', 'França'])
      .and.to.not.include('France');
  });
});
