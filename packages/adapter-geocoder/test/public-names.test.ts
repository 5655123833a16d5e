import { expect } from 'chai';

describe('@ops-admin/adapter-geocoder', () => {
  it('shows these names and no others', async () => {
    expect(Object.keys(await import('@ops-admin/adapter-geocoder')).sort()).to.deep.equal([
      'PROVIDER_KINDS',
      'createProvider',
      'gatewayModule',
      'lookupCacheModule',
      'openGateway',
      'openLookupCache',
    ]);
    expect(Object.keys(await import('@ops-admin/adapter-geocoder/config'))).to.deep.equal(['PROVIDER_KINDS']);
  });
});
