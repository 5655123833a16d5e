import { expect } from 'chai';
import { AS_IT_COMES, aDraft, aLink, anId, anIdentity, aUser, changeLink } from '../fakes/fixtures.js';
import type { ExternalIdentity } from '../index.js';
import type { OpenOrganisation } from './open-organisation.js';

/** What every `PermissionStore` keeps to where identities are linked and unlinked. */
export function describeIdentityChanges(open: OpenOrganisation): void {
  describe('PermissionStore contract with identities', () => {
    const first = anIdentity('first');
    const second = anIdentity('second');
    const users = [aUser(1, { identities: [first, second], permissions: ['service.a'] }), aUser(2)];
    let stores: Awaited<ReturnType<OpenOrganisation>>;

    beforeEach(async () => {
      stores = await open();
      (await stores.organisation.importUsers(users, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
    });
    afterEach(() => stores.close());

    const identitiesOf = async (n: number) => (await stores.users.find(anId(n)))._unsafeUnwrap()?.identities;
    const ownerOf = async (identity: ExternalIdentity) =>
      (await stores.users.findByIdentity(identity))._unsafeUnwrap()?.id;

    const link = (n: number, identity: ExternalIdentity) =>
      changeLink(stores.permissions, n, 'link', identity);
    const unlink = (n: number, identity: ExternalIdentity) =>
      changeLink(stores.permissions, n, 'unlink', identity);
    const outcomeOf = async (n: number, identity: ExternalIdentity) =>
      (await stores.permissions.change([aLink(n, 'link', identity)], AS_IT_COMES))._unsafeUnwrap()[0];
    /** But for those of the import. */
    const trail = async () => (await stores.audit.list({ limit: 20 }))._unsafeUnwrap().slice(3);

    it('links an identity after the others of a user', async () => {
      const identity = anIdentity('a');
      expect(await link(1, identity)).to.equal('linked');
      expect(await identitiesOf(1)).to.deep.equal([first, second, identity]);
      expect(await ownerOf(identity)).to.equal(anId(1));
      expect(await identitiesOf(2)).to.deep.equal([]);
    });

    it('links the first identity of a user', async () => {
      const identity = anIdentity('a');
      expect(await link(2, identity)).to.equal('linked');
      expect(await identitiesOf(2)).to.deep.equal([identity]);
    });

    it('changes nothing where the user has the identity', async () => {
      expect(await link(1, anIdentity('first'))).to.equal('already-linked');
      expect(await identitiesOf(1)).to.deep.equal([first, second]);
    });

    it('refuses an identity of another user', async () => {
      expect(await outcomeOf(2, first)).to.deep.equal({
        type: 'identity-taken',
        identity: first,
        owner: anId(1),
        claimant: anId(2),
      });
      expect(await ownerOf(first)).to.equal(anId(1));
      expect(await identitiesOf(2)).to.deep.equal([]);
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
        expect(await link(2, identity)).to.equal('linked');
      }
      expect(await identitiesOf(2)).to.deep.equal(alike);
    });

    it('unlinks an identity, and keeps the order of the others', async () => {
      expect(await unlink(1, first)).to.equal('unlinked');
      expect(await identitiesOf(1)).to.deep.equal([second]);
      expect(await ownerOf(first)).to.equal(undefined);

      await link(1, anIdentity('a'));
      await link(1, first);
      expect(await identitiesOf(1)).to.deep.equal([second, anIdentity('a'), first]);
    });

    it('changes nothing where the user does not have what is to be unlinked', async () => {
      expect(await unlink(1, anIdentity('none'))).to.equal('not-linked');
      expect(await unlink(1, { issuer: '', subject: '' })).to.equal('not-linked');
      expect(await unlink(2, first), 'of another user').to.equal('not-linked');
      expect(await identitiesOf(1)).to.deep.equal([first, second]);
    });

    it('lets another user have what was unlinked', async () => {
      await unlink(1, second);
      expect(await link(2, second)).to.equal('linked');
      expect(await ownerOf(second)).to.equal(anId(2));
    });

    it('does not find an unknown user, no matter who has the identity', async () => {
      for (const identity of [first, anIdentity('none')]) {
        expect(await outcomeOf(9, identity)).to.deep.equal({ type: 'user-not-found', user: anId(9) });
        expect(await unlink(9, identity)).to.equal('user-not-found');
      }
    });

    it('gives an identity to one of many at once', async () => {
      const outcomes = await Promise.all([1, 2, 1, 2].map((n) => link(n, anIdentity('a'))));
      expect(outcomes).to.have.members(['linked', 'already-linked', 'identity-taken', 'identity-taken']);
    });

    it('makes several in one call, each on those before it, and nothing in a dry run', async () => {
      const requests = [aLink(1, 'unlink', first), aLink(2, 'link', first), aLink(1, 'link', first)];
      for (const dryRun of [true, false]) {
        const outcomes = (
          await stores.permissions.change(requests, { ...AS_IT_COMES, dryRun })
        )._unsafeUnwrap();
        expect(outcomes.map((one) => (one.type === 'made' ? one.link : one.type))).to.deep.equal([
          'unlinked',
          'linked',
          'identity-taken',
        ]);
        expect(await ownerOf(first)).to.equal(anId(dryRun ? 1 : 2));
      }
    });

    it('writes an entry for each that changed something, and leaves the permissions alone', async () => {
      const identity = anIdentity('a');
      for (const n of [1, 2]) await link(n, identity);
      await link(1, identity);
      await unlink(1, first);
      await unlink(1, first);
      const entries = await trail();
      expect(entries.map(({ action, identity: what }) => [action, what])).to.deep.equal([
        ['link', identity],
        ['unlink', first],
      ]);
      for (const entry of entries) {
        expect(entry).to.deep.include({ userId: anId(1), added: [], removed: [], before: ['service.a'] });
        expect(entry.after).to.deep.equal(entry.before);
      }
      expect([...(await stores.permissions.find(anId(1)))._unsafeUnwrap()]).to.deep.equal(['service.a']);
    });
  });
}
