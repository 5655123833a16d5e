import { expect } from 'chai';

describe('@ops-admin/reference-data', () => {
  it('shows these names and no others', async () => {
    expect(Object.keys(await import('@ops-admin/reference-data')).sort()).to.deep.equal([
      'OFFICIAL_AIRPORTS',
      'REFERENCE_DATA',
      'airportFilesAt',
      'openReferenceData',
      'referenceDataModule',
      'renewAirports',
    ]);
  });
});
