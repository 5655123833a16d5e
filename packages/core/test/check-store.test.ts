import { errAsync, type IntegrityChecker, okAsync, type StoreFlaw } from '@ops-admin/core';
import { integrityOperations } from '@ops-admin/core/operations';
import { aDraft, anId, aSigner, aUser, inMemoryOrganisation } from '@ops-admin/testing';
import { expect } from 'chai';

describe('The check of a store', () => {
  const DAMAGED: StoreFlaw = { type: 'damaged', detail: 'a page is never used' };
  const UNLIKE: StoreFlaw = { type: 'unlike-the-trail', userId: anId(1), held: ['x'], recorded: [] };

  /** Of an organisation with one entry, looked at with keys that know its seal, or not. */
  async function check(flaws: readonly StoreFlaw[], verifier = aSigner()) {
    const { audit, organisation } = inMemoryOrganisation(aSigner());
    await organisation.importUsers([aUser(1, { permissions: ['service.a'] })], {
      ...aDraft(),
      action: 'set',
    });
    const integrity: IntegrityChecker = { check: () => okAsync(flaws), repair: () => okAsync() };
    return integrityOperations({ integrity, audit, verifier }).checkStore();
  }

  it('reports the trail where there is no flaw', async () => {
    expect((await check([]))._unsafeUnwrap()).to.include({ entries: 1 });
  });

  it('names flaws of the store and of the trail together', async () => {
    const { flaws } = (await check([UNLIKE], aSigner('another')))._unsafeUnwrapErr() as {
      flaws: readonly object[];
    };
    expect(flaws).to.deep.equal([UNLIKE, { type: 'audit-broken', flaw: 'unknown-key', entryId: 1 }]);
    expect((await check([UNLIKE]))._unsafeUnwrapErr()).to.deep.equal({
      type: 'store-flawed',
      flaws: [UNLIKE],
    });
  });

  it('does not look at the trail of a damaged store', async () => {
    const checked = await check([DAMAGED], aSigner('another'));
    expect(checked._unsafeUnwrapErr()).to.deep.equal({ type: 'store-flawed', flaws: [DAMAGED] });
  });

  it('passes on that the store cannot be read', async () => {
    const unavailable = { type: 'store-unavailable', cause: 'no disk' } as const;
    const { audit } = inMemoryOrganisation();
    const integrity: IntegrityChecker = {
      check: () => errAsync(unavailable),
      repair: () => errAsync(unavailable),
    };
    const checked = await integrityOperations({ integrity, audit, verifier: aSigner() }).checkStore();
    expect(checked._unsafeUnwrapErr()).to.deep.equal(unavailable);
  });
});
