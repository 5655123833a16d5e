import { expect } from 'chai';
import { isUnassigned, regionName } from '../../build/airports/region-name.ts';

describe('regionName', () => {
  const regions = new Map([
    ['DE-BR', 'Brandenburg'],
    ['MX-MEX', 'México (state)'],
    ['PR-U-A', '(unassigned)'],
    ['RO-U-A', '(unassigned) County'],
    ['NZ-XY', '(Oil platforms)'],
  ]);

  it('names a region', () => {
    expect(regionName('DE-BR', regions)).to.equal('Brandenburg');
  });

  it('keeps a bracket that belongs to the name', () => {
    expect(regionName('MX-MEX', regions)).to.equal('México (state)');
  });

  for (const code of ['PR-U-A', 'RO-U-A', 'NZ-XY', 'XX-1', '']) {
    it(`has no name for ${JSON.stringify(code)}, which is unknown or not a region`, () => {
      expect(regionName(code, regions)).to.equal('');
    });
  }

  it('distinguishes an unknown region from a code without a region', () => {
    const codes = ['PR-U-A', 'NZ-XY', 'GG-U-A', 'DE-BR', 'XX-1'];
    expect(codes.filter((code) => isUnassigned(code, regions))).to.deep.equal(['PR-U-A', 'NZ-XY', 'GG-U-A']);
  });
});
