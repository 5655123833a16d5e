import { expect } from 'chai';
import { fitsFilter } from '../adapter.js';
import { aDraft, anId, aUser, makeChange, type UserFixture } from '../fakes/fixtures.js';
import type { UserFilter, UserSearch } from '../index.js';
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

    describe('as a list', () => {
      const HELD: readonly (readonly string[])[] = [
        ['service.fuel.read', 'service.admin.access'],
        ['service.fuel.*'],
        ['service.fuel'],
        ['service.fuels.read', 'service.fuel.read.all'],
        ['service', 'service.*', 'service..read', 'fuel', ''],
        ['"', '\\', ',', 'a,"b', '["service.fuel.read"]', 'é\ud800\0', 'service.é\0.read'],
        [],
        ['service.fuel.write', 'service.fuel.read', 'service.admin.*'],
      ];
      const STRINGS = [
        ...new Set([
          ...HELD.flat(),
          'service.admin.access',
          'service.admin',
          'service.admin.*',
          'service.é\0.*',
        ]),
        'service.none.read',
        'service.*.*',
        'service.fuel.',
        'SERVICE.FUEL.READ',
        'é\ufffd\0',
      ];
      const NAMES = ['Zoë', 'zoE', 'Émile', 'emile', 'ΟΔΟΣ Straße', 'İnci', '\u{1f600} smile', '\uff5e wide'];
      const named = (n: number, name: string, given: UserFixture = {}) =>
        aUser(n, { personalInformation: { firstName: '', lastName: '', name }, ...given });
      const users = HELD.map((permissions, n) => named(n + 0x10, NAMES[n] ?? '', { permissions }));

      const put = async (...some: (typeof ada)[]) =>
        (await stores.organisation.importUsers(some, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
      const page = async (search: Partial<UserSearch> = {}) =>
        (await stores.users.search({ start: 0, ...search }))._unsafeUnwrap();
      const ids = async (search: Partial<UserSearch>) => (await page(search)).users.map(({ id }) => id);
      const found = async (search: string) =>
        (await page({ search })).users.map(({ personalInformation: { name } }) => name);

      it('orders users by name in lower case, code point by code point, then by identifier', async () => {
        await put(...users, named(1, 'zoë'), named(2, 'ZOË'), named(3, ''));
        const names = (await page()).users.map(({ id, personalInformation: { name } }) => [name, id]);
        expect(names).to.deep.equal([
          ['', anId(3)],
          ['emile', anId(0x13)],
          ['İnci', anId(0x15)],
          ['zoE', anId(0x11)],
          ['zoë', anId(1)],
          ['ZOË', anId(2)],
          ['Zoë', anId(0x10)],
          ['Émile', anId(0x12)],
          ['ΟΔΟΣ Straße', anId(0x14)],
          // U+FF5E comes before U+1F600, which begins with a smaller unit.
          ['\uff5e wide', anId(0x17)],
          ['\u{1f600} smile', anId(0x16)],
        ]);
      });

      it('gives a part of it, with the number of all', async () => {
        await put(...users);
        const all = await ids({});
        expect(all).to.have.length(users.length + 3);
        const ends = [
          undefined,
          0,
          1,
          3,
          all.length - 1,
          all.length,
          all.length + 5,
          Number.MAX_SAFE_INTEGER,
        ];
        for (const start of [0, 1, 4, all.length - 1, all.length, all.length + 1, Number.MAX_SAFE_INTEGER]) {
          for (const end of ends) {
            const { total, users: some } = await page({ start, ...(end !== undefined && { end }) });
            expect([total, some.map(({ id }) => id)], `${start}-${end}`).to.deep.equal([
              all.length,
              all.slice(start, end),
            ]);
          }
        }
        const whole = (await page({ start: 0, end: 100 })).users.find(({ id }) => id === ada.id);
        expect(plain(whole)).to.deep.equal(plain(ada));
      });

      it('finds a part of an e-mail or of a name without regard to case, and the beginning of an identifier', async () => {
        await put(...users, aUser(0xabc, { emails: ['x@Example.org', 'Second@ÜBUNG.example'] }));
        expect(await found('ZOË')).to.deep.equal(['Zoë']);
        expect(await found('zo')).to.deep.equal(['zoE', 'Zoë']);
        expect(await found('éMILE')).to.deep.equal(['Émile']);
        expect(await found('STRASSE')).to.deep.equal(['ΟΔΟΣ Straße']);
        expect(await found('straße')).to.deep.equal(['ΟΔΟΣ Straße']);
        expect(await found('οδος')).to.deep.equal(['ΟΔΟΣ Straße']);
        expect(await found('οδοσ')).to.deep.equal(['ΟΔΟΣ Straße']);
        expect(await found('\u{1f600}')).to.deep.equal(['\u{1f600} smile']);
        expect(await ids({ search: 'second@übung' })).to.deep.equal([anId(0xabc)]);
        expect(await ids({ search: 'last2748' })).to.deep.equal([anId(0xabc)]);
        expect(await ids({ search: anId(0xabc).slice(0, 22).toUpperCase() })).to.deep.equal([anId(0xabc)]);
        expect(await ids({ search: 'abc' })).to.deep.equal([]);
        expect(await ids({ search: '%' })).to.deep.equal([]);
        expect(await ids({ search: '_' })).to.deep.equal([]);
        expect(await ids({ search: '\0' })).to.deep.equal([]);
        expect(await ids({ search: '\ud800' })).to.deep.equal([]);
      });

      it('finds those whom a removal of a string would change, and those who may do something', async () => {
        await put(...users);
        const all = (await page()).users;
        const agree = async (filter: UserFilter) =>
          expect(await ids(filter), JSON.stringify(filter)).to.deep.equal(
            all.filter((user) => fitsFilter(user, filter)).map(({ id }) => id),
          );
        for (const text of STRINGS) {
          await agree({ holds: text });
          await agree({ grants: text });
        }
        expect(await ids({ holds: 'service.fuel.*' })).to.have.length(5);
        expect(await ids({ grants: 'service.fuel.write' })).to.have.length(3);
      });

      it('narrows one filter by the others, and counts what fits', async () => {
        await put(...users);
        const filter = { holds: 'service.fuel.*', grants: 'service.admin.access' };
        expect((await ids(filter)).toSorted()).to.deep.equal([anId(0x10), anId(0x17)]);
        expect(await ids({ ...filter, search: 'zo' })).to.deep.equal([anId(0x10)]);
        expect(await page({ ...filter, start: 1, end: 2 })).to.have.property('total', 2);
        expect(await page({ ...filter, start: 5 })).to.deep.equal({ total: 2, users: [] });
      });

      it('finds a few among many', async () => {
        const many = Array.from({ length: 200 }, (_, n) =>
          named(0x100 + n, `Many ${n}`, { permissions: ['service.all.read'] }),
        );
        const few = [4, 2, 3].map((n) => named(0x50 + n, `Few ${n}`, { permissions: ['service.few.read'] }));
        await put(...many, ...few);
        for (const filter of [
          { search: 'FEW' },
          { holds: 'service.few.*' },
          { grants: 'service.few.read', search: 'few' },
        ]) {
          expect(await ids(filter), JSON.stringify(filter)).to.deep.equal([0x52, 0x53, 0x54].map(anId));
          expect(await ids({ ...filter, start: 1, end: 2 })).to.deep.equal([anId(0x53)]);
          expect(await page({ ...filter, start: 2, end: 9 })).to.have.property('total', 3);
          expect(await page({ ...filter, start: 3 })).to.deep.equal({ total: 3, users: [] });
        }
        const last = await page({ holds: 'service.all.read', search: 'many', start: 198, end: 200 });
        expect([last.total, last.users.map(({ personalInformation: { name } }) => name)]).to.deep.equal([
          200,
          ['Many 98', 'Many 99'],
        ]);
      });

      it('knows of each change at once, also of a name that an import changed', async () => {
        await put(...users);
        await makeChange(stores.permissions, 0x10, 'remove', ['service.fuel.*']);
        await makeChange(stores.permissions, 0x16, 'add', ['service.fuel.read', 'service.new.read']);
        await put(named(0x11, 'Aaron', { emails: ['aaron@example.org'] }));
        const [first] = (await page()).users;
        expect(first?.personalInformation.name).to.equal('Aaron');
        expect(await ids({ holds: 'service.fuel.read' })).to.have.members([anId(0x16), anId(0x17)]);
        expect(await ids({ grants: 'service.new.read' })).to.deep.equal([anId(0x16)]);
        expect(await ids({ holds: 'service.fuel.*' }))
          .to.not.include(anId(0x10))
          .and.not.include(anId(0x11));
        expect(await ids({ search: 'zoe' })).to.deep.equal([]);
        expect(await ids({ search: 'user17@' })).to.deep.equal([]);
        expect(await ids({ search: 'AARON@' })).to.deep.equal([anId(0x11)]);
      });
    });
  });
}
