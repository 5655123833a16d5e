import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLookupCache } from '@ops-admin/adapter-geocoder';
import { lookupCacheModule } from '@ops-admin/adapter-geocoder/inversify';
import { LOOKUP_CACHE } from '@ops-admin/core/ports';
import { expect } from 'chai';
import { Container } from 'inversify';

describe('lookupCacheModule', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ops-admin-cache-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('serves the cache, and closes it with the container', async () => {
    const opened = openLookupCache({ file: join(folder, 'cache.sqlite'), capacity: 9 })._unsafeUnwrap();
    const container = new Container({ defaultScope: 'Singleton' });
    container.load(lookupCacheModule(opened));
    expect((await container.get(LOOKUP_CACHE).summarize())._unsafeUnwrap().answers).to.equal(0);

    await container.unbindAllAsync();
    expect((await opened.cache.summarize())._unsafeUnwrapErr().type).to.equal('store-unavailable');
  });
});
