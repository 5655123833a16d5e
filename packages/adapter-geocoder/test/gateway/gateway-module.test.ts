import { openGateway } from '@ops-admin/adapter-geocoder';
import { gatewayModule } from '@ops-admin/adapter-geocoder/inversify';
import { parseAddress } from '@ops-admin/core';
import { GEO_LOOKUP } from '@ops-admin/core/ports';
import { expect } from 'chai';
import { Container } from 'inversify';
import { aLog, GAZETTEER, IN_GAZETTEER } from './a-gateway.ts';

describe('gatewayModule', () => {
  it('serves the lookup', async () => {
    const container = new Container({ defaultScope: 'Singleton' });
    container.load(gatewayModule(openGateway({ geocoders: [GAZETTEER], log: aLog().log })));
    const found = await container.get(GEO_LOOKUP).lookup(parseAddress(IN_GAZETTEER)._unsafeUnwrap());
    expect(found._unsafeUnwrap().city).to.equal(IN_GAZETTEER);
  });
});
