import { expect } from 'chai';
import { aDraft, anId, anIdentity, aUser } from '../fakes/fixtures.js';
import type { ExternalIdentity } from '../index.js';
import type { OpenOrganisation } from './open-organisation.js';

/** What every {@link IdentityRegistry} keeps to; `open` gives an empty organisation. */
export function identityRegistryContract(open: OpenOrganisation): void {
  describe('IdentityRegistry contract', () => {
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

    it('links an identity after the others of a user', async () => {
      const identity = anIdentity('a');
      expect((await stores.identities.link(anId(1), identity))._unsafeUnwrap()).to.equal('linked');
      expect(await identitiesOf(1)).to.deep.equal([first, second, identity]);
      expect(await ownerOf(identity)).to.equal(anId(1));
      expect(await identitiesOf(2)).to.deep.equal([]);
    });

    it('links the first identity of a user', async () => {
      const identity = anIdentity('a');
      expect((await stores.identities.link(anId(2), identity))._unsafeUnwrap()).to.equal('linked');
      expect(await identitiesOf(2)).to.deep.equal([identity]);
    });

    it('changes nothing where the user has the identity', async () => {
      const outcome = await stores.identities.link(anId(1), anIdentity('first'));
      expect(outcome._unsafeUnwrap()).to.equal('already-linked');
      expect(await identitiesOf(1)).to.deep.equal([first, second]);
    });

    it('refuses an identity of another user', async () => {
      const error = (await stores.identities.link(anId(2), first))._unsafeUnwrapErr();
      expect(error).to.deep.equal({
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
        expect((await stores.identities.link(anId(2), identity))._unsafeUnwrap()).to.equal('linked');
      }
      expect(await identitiesOf(2)).to.deep.equal(alike);
    });

    it('unlinks an identity, and keeps the order of the others', async () => {
      expect((await stores.identities.unlink(anId(1), first))._unsafeUnwrap()).to.equal('unlinked');
      expect(await identitiesOf(1)).to.deep.equal([second]);
      expect(await ownerOf(first)).to.equal(undefined);

      await stores.identities.link(anId(1), anIdentity('a'));
      await stores.identities.link(anId(1), first);
      expect(await identitiesOf(1)).to.deep.equal([second, anIdentity('a'), first]);
    });

    it('changes nothing where the user does not have what is to be unlinked', async () => {
      const unlink = async (n: number, identity: ExternalIdentity) =>
        (await stores.identities.unlink(anId(n), identity))._unsafeUnwrap();
      expect(await unlink(1, anIdentity('none'))).to.equal('not-linked');
      expect(await unlink(1, { issuer: '', subject: '' })).to.equal('not-linked');
      expect(await unlink(2, first), 'of another user').to.equal('not-linked');
      expect(await identitiesOf(1)).to.deep.equal([first, second]);
    });

    it('lets another user have what was unlinked', async () => {
      await stores.identities.unlink(anId(1), second);
      expect((await stores.identities.link(anId(2), second))._unsafeUnwrap()).to.equal('linked');
      expect(await ownerOf(second)).to.equal(anId(2));
    });

    it('does not find an unknown user, no matter who has the identity', async () => {
      const error = { type: 'user-not-found', user: anId(9) };
      for (const identity of [first, anIdentity('none')]) {
        expect((await stores.identities.link(anId(9), identity))._unsafeUnwrapErr()).to.deep.equal(error);
        expect((await stores.identities.unlink(anId(9), identity))._unsafeUnwrapErr()).to.deep.equal(error);
      }
    });

    it('gives an identity to one of many at once', async () => {
      const results = await Promise.all(
        [1, 2, 1, 2].map((n) => stores.identities.link(anId(n), anIdentity('a'))),
      );
      const outcomes = results.map((result) => result.unwrapOr('refused'));
      expect(outcomes).to.have.members(['linked', 'already-linked', 'refused', 'refused']);
    });

    it('leaves permissions and their trail alone', async () => {
      await stores.identities.link(anId(1), anIdentity('a'));
      await stores.identities.unlink(anId(1), first);
      expect([...(await stores.permissions.find(anId(1)))._unsafeUnwrap()]).to.deep.equal(['service.a']);
      expect((await stores.audit.list({ limit: 10 }))._unsafeUnwrap()).to.have.length(1);
    });
  });
}
