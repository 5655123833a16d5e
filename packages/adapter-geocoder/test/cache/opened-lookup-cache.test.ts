import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLookupCache } from '@ops-admin/adapter-geocoder';
import { expect } from 'chai';

describe('openLookupCache', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ops-admin-cache-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('returns the cache, and closes it', async () => {
    const opened = openLookupCache({ file: join(folder, 'cache.sqlite'), capacity: 9 })._unsafeUnwrap();
    expect((await opened.cache.summarize())._unsafeUnwrap().answers).to.equal(0);

    opened.close();
    expect((await opened.cache.summarize())._unsafeUnwrapErr().type).to.equal('store-unavailable');
  });
});
