import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Geocoder,
  geocoderModule,
  LiveReference,
  lookupCacheModule,
  openLookupCache,
} from '@ops-admin/adapter-geocoder';
import { AIRPORT_DIRECTORY, airportCodeIn, GEO_LOOKUP, LOGGER, parseAddress } from '@ops-admin/core';
import { expect } from 'chai';
import { Container } from 'inversify';
import { aLog, remote } from './gateway/a-gateway.ts';
import { AServer } from './gateway/a-server.ts';
import { localServers } from './providers/local-servers.ts';

describe('geocoderModule', () => {
  const servers = localServers();
  const { log } = aLog();
  const containerOf = (...geocoders: Geocoder[]) => {
    const reference = LiveReference.open({ log })._unsafeUnwrap();
    const container = new Container({ defaultScope: 'Singleton' });
    container.bind(LOGGER).toConstantValue(log);
    container.load(geocoderModule({ reference, gateway: { geocoders } }));
    return { container, reference };
  };
  const cityOf = async (container: Container, text: string) =>
    (await container.get(GEO_LOOKUP).lookup(parseAddress(text)._unsafeUnwrap()))._unsafeUnwrap().city;

  it('serves the ports, and closes the reference file with the container', async () => {
    const { container, reference } = containerOf({ kind: 'gazetteer' });
    const code = airportCodeIn('JFK');
    const found = code && (await container.get(AIRPORT_DIRECTORY).find(code));
    expect(found?._unsafeUnwrap()).to.include({ city: 'New York', country: 'US' });
    expect(await cityOf(container, 'Vaduz')).to.equal('Vaduz');

    await container.unbindAllAsync();
    expect(reference.current().open).to.equal(false);
  });

  it('keeps answers in a cache that is there, and closes it with the container', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ops-admin-cache-'));
    const server = await AServer.start(servers, 'Elsewhere');
    const { container } = containerOf(remote(server, { keepSeconds: 60 }));
    const database = openLookupCache(join(folder, 'cache.sqlite'))._unsafeUnwrap();
    container.load(lookupCacheModule({ database, capacity: 9 }));
    expect([await cityOf(container, 'Vaduz'), await cityOf(container, 'Vaduz')]).to.deep.equal([
      'Elsewhere',
      'Elsewhere',
    ]);
    expect(server.asked).to.have.length(1);

    await container.unbindAllAsync();
    expect(database.open).to.equal(false);
    rmSync(folder, { recursive: true });
  });
});
