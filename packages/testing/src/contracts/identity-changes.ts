import assert from 'node:assert/strict';
import type { ExternalIdentity } from '@ops-admin/core';
import { AS_IT_COMES, aLink, anId, anIdentity, aSigner, aUser, changeLink } from '../fixtures.js';
import {
  assertEach,
  assertIncludes,
  assertSameMembers,
  assertSound,
  newestEntryId,
  okOf,
} from './assertions.js';
import { checkingRunner, runnerOf, type SuiteOptions } from './runner.js';
import type { OpenedStore, OpenStore } from './store-suite.js';

/** The tests that every `PermissionStore` must pass where identities are linked and unlinked. */
export function describeIdentityChanges(
  open: OpenStore<OpenedStore<'audit' | 'permissions'>>,
  options: SuiteOptions,
): void {
  const { afterEach, beforeEach, describe, it } = checkingRunner(runnerOf(options), () =>
    assertSound(stores.audit, aSigner()),
  );
  let stores: OpenedStore<'audit' | 'permissions'>;
  describe('PermissionStore contract with identities', () => {
    const first = anIdentity('first');
    const second = anIdentity('second');
    const users = [aUser(1, { identities: [first, second], permissions: ['service.a'] }), aUser(2), aUser(3)];
    let start: number;

    beforeEach(async () => {
      stores = await open({ users, signer: aSigner() });
      start = await newestEntryId(stores.audit);
    });
    afterEach(() => stores.close());

    const wouldLink = async (n: number, identity: ExternalIdentity) => {
      const options = { ...AS_IT_COMES, dryRun: true };
      return (await okOf(stores.permissions.change([aLink(n, 'link', identity)], options)))[0];
    };
    /** Who has an identity, as reported to a user who should get it, too. */
    const ownerOf = async (identity: ExternalIdentity) => {
      const outcome = await wouldLink(3, identity);
      return outcome?.type === 'identity-taken' ? outcome.owner : undefined;
    };

    const link = (n: number, identity: ExternalIdentity) =>
      changeLink(stores.permissions, n, 'link', identity);
    const unlink = (n: number, identity: ExternalIdentity) =>
      changeLink(stores.permissions, n, 'unlink', identity);
    const outcomeOf = async (n: number, identity: ExternalIdentity) =>
      (await okOf(stores.permissions.change([aLink(n, 'link', identity)], AS_IT_COMES)))[0];
    it('links an identity next to the others of a user', async () => {
      const identity = anIdentity('a');
      assert.equal(await ownerOf(identity), undefined);
      assert.equal(await link(1, identity), 'linked');
      for (const one of [first, second, identity]) assert.equal(await ownerOf(one), anId(1));
    });

    it('changes nothing where the user has the identity', async () => {
      assert.equal(await link(1, anIdentity('first')), 'already-so');
      assert.equal(await ownerOf(first), anId(1));
    });

    it('refuses an identity of another user', async () => {
      assert.deepEqual(await outcomeOf(2, first), {
        type: 'identity-taken',
        identity: first,
        owner: anId(1),
        claimant: anId(2),
      });
      assert.equal(await ownerOf(first), anId(1));
    });

    it('compares issuer and subject exactly', async () => {
      const alike = [
        anIdentity('First'),
        anIdentity('first '),
        anIdentity('first', 'https://id.example/'),
        anIdentity('first', 'https://ID.example'),
        anIdentity('e\u0301'),
        anIdentity('é'),
      ];
      for (const identity of alike) {
        assert.equal(await link(2, identity), 'linked');
      }
      for (const identity of alike) assert.equal(await ownerOf(identity), anId(2));
      assert.equal(await ownerOf(first), anId(1));
    });

    it('unlinks an identity, and none of the others', async () => {
      assert.equal(await unlink(1, first), 'unlinked');
      assert.equal(await ownerOf(first), undefined);
      assert.equal(await ownerOf(second), anId(1));
      assert.equal(await link(1, first), 'linked');
    });

    it('changes nothing where the user does not have what is to be unlinked', async () => {
      assert.equal(await unlink(1, anIdentity('none')), 'already-so');
      assert.equal(await unlink(1, { issuer: '', subject: '' }), 'already-so');
      assert.equal(await unlink(2, first), 'already-so', 'of another user');
      for (const one of [first, second]) assert.equal(await ownerOf(one), anId(1));
    });

    it('does not find an unknown user, no matter who has the identity', async () => {
      for (const identity of [first, anIdentity('none')]) {
        assert.deepEqual(await outcomeOf(9, identity), { type: 'user-not-found', user: anId(9) });
        assert.equal(await unlink(9, identity), 'user-not-found');
      }
    });

    it('gives an identity to one of many at once', async () => {
      const outcomes = await Promise.all([1, 2, 1, 2].map((n) => link(n, anIdentity('a'))));
      assertSameMembers(outcomes, ['linked', 'already-so', 'identity-taken', 'identity-taken']);
    });

    it('makes several in one call, each after those before it, and nothing in a dry run', async () => {
      const requests = [aLink(1, 'unlink', first), aLink(2, 'link', first), aLink(1, 'link', first)];
      for (const dryRun of [true, false]) {
        const outcomes = await okOf(stores.permissions.change(requests, { ...AS_IT_COMES, dryRun }));
        assertEach(outcomes, (one) => (one.type === 'made' ? one.link : one.type), [
          'unlinked',
          'linked',
          'identity-taken',
        ]);
        assert.equal(await ownerOf(first), anId(dryRun ? 1 : 2));
      }
    });

    it('writes an entry for each that changed something, and leaves the permissions alone', async () => {
      const identity = anIdentity('a');
      for (const n of [1, 2]) await link(n, identity);
      await link(1, identity);
      await unlink(1, first);
      await unlink(1, first);
      const entries = await okOf(stores.audit.list({ limit: 20, afterId: start }));
      assertEach(entries, ({ action, identity: what }) => [action, what], [
        ['link', identity],
        ['unlink', first],
      ]);
      for (const entry of entries) {
        assertIncludes(entry, { userId: anId(1), added: [], removed: [], before: ['service.a'] });
        assert.deepEqual(entry.after, entry.before);
      }
      assert.deepEqual([...(await okOf(stores.permissions.find(anId(1))))], ['service.a']);
    });
  });
}
