import { expect } from 'chai';
import { aDraft, anId, aUser } from '../fakes/fixtures.js';
import type { OpenOrganisation } from './open-organisation.js';

/** What every {@link UserDirectory} keeps to; `open` gives an empty organisation. */
export function userDirectoryContract(open: OpenOrganisation): void {
  describe('UserDirectory contract', () => {
    const ada = aUser(2, {
      emails: ['Ada@Example.org', 'ada@home.example'],
      permissions: ['service.b.read', 'service.a'],
      identities: [
        { issuer: 'https://id.example', subject: 'ada' },
        { issuer: 'https://other.example', subject: 'ada' },
      ],
    });
    const bob = aUser(1, { identities: [{ issuer: 'https://id.example', subject: 'bob' }] });
    const twin = aUser(3, { emails: ['ada@home.example', 'é@example.org'] });
    let stores: Awaited<ReturnType<OpenOrganisation>>;

    beforeEach(async () => {
      stores = await open();
      (
        await stores.organisation.importUsers([ada, bob, twin], { ...aDraft(), action: 'set' })
      )._unsafeUnwrap();
    });
    afterEach(() => stores.close());

    /** Sets compare by what they hold. */
    const plain = (user: typeof ada | undefined) => user && { ...user, permissions: [...user.permissions] };

    it('lists users by identifier', async () => {
      const users = (await stores.users.list())._unsafeUnwrap();
      expect(users.map(plain)).to.deep.equal([bob, ada, twin].map(plain));
    });

    it('finds a user with all that is kept', async () => {
      expect(plain((await stores.users.find(ada.id))._unsafeUnwrap())).to.deep.equal(plain(ada));
    });

    it('does not find an unknown user', async () => {
      expect((await stores.users.find(anId(9)))._unsafeUnwrap()).to.equal(undefined);
    });

    it('gives what others see of many users, as far as there are such', async () => {
      const summaries = (await stores.users.summaries([twin.id, anId(9), bob.id, twin.id]))._unsafeUnwrap();
      const summaryOf = ({ id, emails, personalInformation }: typeof ada) => ({
        id,
        emails,
        personalInformation,
      });
      expect(summaries).to.deep.equal([bob, twin].map(summaryOf));
      expect((await stores.users.summaries([]))._unsafeUnwrap()).to.deep.equal([]);
    });

    it('finds users by e-mail without regard to ASCII case', async () => {
      const ids = async (email: string) =>
        (await stores.users.findByEmail(email))._unsafeUnwrap().map(({ id }) => id);
      expect(await ids('ADA@example.ORG')).to.deep.equal([ada.id]);
      expect(await ids('ada@home.example')).to.deep.equal([ada.id, twin.id]);
      expect(await ids('É@example.org')).to.deep.equal([]);
      expect(await ids('ada@example')).to.deep.equal([]);
      expect(await ids('%')).to.deep.equal([]);
    });

    it('finds a user by the pair of issuer and subject, exactly', async () => {
      const id = async (issuer: string, subject: string) =>
        (await stores.users.findByIdentity({ issuer, subject }))._unsafeUnwrap()?.id;
      expect(await id('https://id.example', 'ada')).to.equal(ada.id);
      expect(await id('https://other.example', 'ada')).to.equal(ada.id);
      expect(await id('https://id.example', 'bob')).to.equal(bob.id);
      expect(await id('https://other.example', 'bob')).to.equal(undefined);
      expect(await id('https://id.example', 'Ada')).to.equal(undefined);
      expect(await id('https://id.example/', 'ada')).to.equal(undefined);
    });
  });
}
