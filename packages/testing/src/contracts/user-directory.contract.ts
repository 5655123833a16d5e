import assert from 'node:assert/strict';
import {
  type ExternalIdentity,
  type Permission,
  timestampOf,
  type User,
  type UserFilter,
  type UserKey,
  type UserRights,
  type UserSearch,
} from '@ops-admin/core';
import { compareCodePoints } from '@ops-admin/core/adapter';
import {
  AS_IT_COMES,
  anId,
  anIdentity,
  aRequest,
  aSigner,
  aUser,
  changeLink,
  makeChange,
  type UserFixture,
} from '../fixtures.js';
import { assertIncludes, assertLacks, assertSameMembers, okOf } from './assertions.js';
import { assertRejected, type BadCalls } from './bad-arguments.js';
import { describeFailingStore } from './failing-store.js';
import { describeGrants } from './grants.contract.js';
import { itReadsAtOneMoment } from './reads-of-one-moment.js';
import { runnerOf } from './runner.js';
import { describeStoreOpenedTwice, writersAndReaders } from './store-opened-twice.js';
import type { OpenedStore, OpenStore, StoreSuiteOptions } from './store-suite.js';

type Used = 'permissions' | 'users';

/** The tests that every {@link UserDirectory} must pass. */
export function userDirectoryContract<Opened extends OpenedStore<Used>>(
  open: OpenStore<Opened>,
  options: StoreSuiteOptions<Opened, Used> = {},
): void {
  describeFailingStore('UserDirectory', open, options, ({ users }) => ({
    list: () => users.list(),
    search: () => users.search({ start: 0 }),
    find: () => users.find(anId(1)),
    findRecorded: () => users.findRecorded(anId(1)),
    summaries: () => users.summaries([anId(1)]),
    idsByEmail: () => users.idsByEmail(['user1@example.org']),
    heldPermissions: () => users.heldPermissions(),
    countHolders: () => users.countHolders(['service.a']),
    countHoldersOfModules: () => users.countHoldersOfModules(['a']),
    rightsOf: () => users.rightsOf([{ userId: anId(1) }]),
  }));
  describeStoreOpenedTwice('UserDirectory', open, options, [aUser(1), aUser(2)], (it, both) => {
    it('shows in each opening immediately what the other changed', async () => {
      for (const { n, reader, writer } of writersAndReaders(both())) {
        const permission = `service.m${n}.read`;
        const identity = anIdentity(`id-${n}`);
        const read = async () => ({
          held: [...((await okOf(reader.users.find(anId(1))))?.permissions ?? [])],
          holders: (await okOf(reader.users.search({ start: 0, holds: permission }))).total,
          owner: (await okOf(reader.users.rightsOf([{ identity }])))[0]?.userId,
          rights: (await okOf(reader.users.rightsOf([{ userId: anId(1) }, { identity }]))).map(
            (rights) => rights && [...rights.permissions],
          ),
        });
        const before = await read();
        assertIncludes(before, { holders: 0, owner: undefined });
        assert.equal(before.rights[1], undefined);
        await makeChange(writer.permissions, 1, 'set', [permission]);
        await changeLink(writer.permissions, 2, 'link', identity);
        const rights = [[permission], []];
        assert.deepEqual(await read(), { held: [permission], holders: 1, owner: anId(2), rights });
      }
    });
  });

  describeGrants(open, options);

  const { afterEach, beforeEach, describe, it } = runnerOf(options);
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
    const cleo = aUser(3, { emails: ['é@example.org'] });
    let stores: Opened;
    const openWith = async (...some: readonly User[]) => {
      const others = [ada, bob, cleo].filter(({ id }) => !some.some((one) => one.id === id));
      stores = await open({ users: [...others, ...some], signer: aSigner() });
    };

    beforeEach(() => openWith());
    afterEach(() => stores.close());

    /** Sets compare by what they hold. */
    const plain = (user: typeof ada | undefined) => user && { ...user, permissions: [...user.permissions] };

    it('rejects arguments that the types do not allow', async () => {
      const calls: BadCalls<'users'> = {
        'find of null': ({ users }) => users.find(null),
        'findRecorded of null': ({ users }) => users.findRecorded(null),
        'idsByEmail of nothing': ({ users }) => users.idsByEmail(),
        'idsByEmail of symbols': ({ users }) => users.idsByEmail([Symbol('e-mail')]),
        'rightsOf of nothing': ({ users }) => users.rightsOf(),
        'rightsOf of no key': ({ users }) => users.rightsOf([{}]),
        'rightsOf of half': ({ users }) => users.rightsOf([{ identity: { issuer: 'i' } }]),
        'summaries of nothing': ({ users }) => users.summaries(),
        'summaries of symbols': ({ users }) => users.summaries([Symbol('id')]),
        'heldPermissions of a symbol': ({ users }) => users.heldPermissions([Symbol('string')]),
        'countHolders of nothing': ({ users }) => users.countHolders(),
        'countHoldersOfModules of nothing': ({ users }) => users.countHoldersOfModules(),
        'search of nothing': ({ users }) => users.search(),
        'search of no place': ({ users }) => users.search({ start: Number.NaN }),
        'search of a symbol': ({ users }) => users.search({ start: 0, search: Symbol('text') }),
      };
      await assertRejected(stores, calls, async () => {});
    });

    it('lists users by identifier', async () => {
      const users = await okOf(stores.users.list());
      assert.deepEqual(users.map(plain), [bob, ada, cleo].map(plain));
    });

    it('finds a user together with the newest entry about them', async () => {
      const { users } = stores;
      const { id: first } = await makeChange(stores.permissions, 1, 'add', ['service.c.read']);
      await makeChange(stores.permissions, 2, 'remove', ['none']);
      const found = await okOf(users.findRecorded(bob.id));
      assert.deepEqual(plain(found?.user), plain(await okOf(users.find(bob.id))));
      assert.equal(found?.newestEntry, first);
      const { id: second } = await makeChange(stores.permissions, 1, 'remove', ['none']);
      assert.equal((await okOf(users.findRecorded(bob.id)))?.newestEntry, second);
      assert.equal(await okOf(users.findRecorded(anId(9))), undefined);
    });

    itReadsAtOneMoment(it, 'a page and its total', options, {
      opened: () => stores,
      changes: () => [{ requests: [1, 3].map((n) => aRequest(n, 'add', ['service.b.read'])) }],
      read: async () => {
        const { total, users } = await okOf(stores.users.search({ start: 0, grants: 'service.b.read' }));
        return { total, onPage: users.length };
      },
    });

    itReadsAtOneMoment(it, 'a large page of users and what they hold', options, {
      opened: () => stores,
      changes: () =>
        Array.from({ length: 30 }, (_, n) => ({
          requests: [1, 2, 3].map((user) => aRequest(user, 'add', [`service.m${n}`])),
        })),
      read: async () => {
        const page = await okOf(stores.users.search({ start: 0, end: 100_000, active: true }));
        return page.users.map(plain);
      },
    });

    it('judges ends by its own clock if it is given none, with an error below a minute', async () => {
      const until = timestampOf(new Date(Date.now() + 60_000))._unsafeUnwrap();
      const permissions = ['service.c.read'] as Permission[];
      const change = { action: 'add', permissions, ends: { 'service.c.read': until } } as const;
      const request = { ...aRequest(1, 'add', permissions), change };
      await okOf(stores.permissions.change([request], AS_IT_COMES));
      const [rights] = await okOf(stores.users.rightsOf([{ userId: bob.id }]));
      const user = await okOf(stores.users.find(bob.id));
      for (const found of [rights, user]) assert.deepEqual([...(found?.permissions ?? [])], permissions);
      assert.equal((await okOf(stores.users.search({ start: 0, holds: 'service.c.read' }))).total, 1);
    });

    it('finds a user with every member, and no unknown user', async () => {
      assert.deepEqual(plain(await okOf(stores.users.find(ada.id))), plain(ada));
      assert.equal(await okOf(stores.users.find(anId(9))), undefined);
    });

    describe('held permissions', () => {
      const odd = ['', 'Ünïcode', 'quote " and \\', '😀'];
      const strings = ['service.a', 'service.b.read', 'service.b.write', 'service.bb', ...odd];
      beforeEach(() =>
        openWith(
          aUser(1, { permissions: strings }),
          aUser(2, { permissions: ['service.b.read', 'service.b.write'], active: false }),
          aUser(3, { permissions: ['service.b.read'] }),
        ),
      );

      it('has each string once, in the order of code points', async () => {
        assert.deepEqual(await okOf(stores.users.heldPermissions()), [...strings].sort(compareCodePoints));
      });

      it('has those of given strings that somebody holds', async () => {
        const among = ['service.x', ...strings.slice(1), 'service.B.read', 'service.b.read'];
        assert.deepEqual(
          await okOf(stores.users.heldPermissions(among)),
          strings.slice(1).sort(compareCodePoints),
        );
        assert.deepEqual(await okOf(stores.users.heldPermissions([])), []);
      });

      it('is counted by string, and by module', async () => {
        const counted = await okOf(stores.users.countHolders(['service.b.read', 'service.b', ...odd]));
        assert.deepEqual(counted, [3, 0, ...odd.map(() => 1)]);
        assert.deepEqual(await okOf(stores.users.countHolders([])), []);
        const ofModules = await okOf(stores.users.countHoldersOfModules(['b', 'a', 'bb', 'x', '', 'b.read']));
        assert.deepEqual(ofModules, [3, 1, 1, 0, 0, 0]);
      });

      it('ends with the last user who holds it', async () => {
        await makeChange(stores.permissions, 1, 'remove', ['service.a', '']);
        assert.deepEqual(await okOf(stores.users.heldPermissions(['service.a', 'service.bb'])), [
          'service.bb',
        ]);
        assert.deepEqual(await okOf(stores.users.countHolders(['service.a', ''])), [0, 0]);
      });
    });

    it('gives summaries of those users who exist', async () => {
      const summaries = await okOf(stores.users.summaries([cleo.id, anId(9), bob.id, cleo.id]));
      const summaryOf = ({ id, emails, personalInformation }: typeof ada) => ({
        id,
        emails,
        personalInformation,
      });
      assert.deepEqual(summaries, [bob, cleo].map(summaryOf));
      assert.deepEqual(await okOf(stores.users.summaries([])), []);
    });

    it('finds the user of each of many e-mails, in any spelling', async () => {
      const double = aUser(4, { emails: ['double@example.org', 'Double@example.org'] });
      await openWith(double);
      assert.deepEqual((await okOf(stores.users.find(double.id)))?.emails, ['double@example.org']);
      const emails = ['ada@home.example', 'nobody@example.org', 'ADA@example.ORG', 'DOUBLE@example.org'];
      const found = await okOf(stores.users.idsByEmail([...emails, emails[0] as string, '%', '\0']));
      const nobody = undefined;
      assert.deepEqual(found, [ada.id, nobody, ada.id, double.id, ada.id, nobody, nobody]);
      const spellings = [' ada@example.org\u200b', 'é@example.org', 'É@example.org', 'E\u0301@example.org'];
      for (const spelling of spellings)
        assert.deepEqual(
          await okOf(stores.users.idsByEmail([spelling])),
          [spelling.includes('ada') ? ada.id : cleo.id],
          spelling,
        );
      assert.deepEqual(await okOf(stores.users.idsByEmail(['e@example.org', 'ada@example'])), [
        nobody,
        nobody,
      ]);
      assert.deepEqual(await okOf(stores.users.idsByEmail([])), []);
    });

    it('gives the rights of users by many keys, and by one', async () => {
      const away = aUser(4, { emails: ['away@example.org'], active: false });
      const double = aUser(5, { emails: ['double@example.org', 'Double@example.org'] });
      const half = aUser(6, { permissions: ['odd one'] });
      await openWith(away, double, half);
      const [first, second] = ada.identities as readonly [ExternalIdentity, ExternalIdentity];
      const rights = [ada.id, ['service.b.read', 'service.a']];
      const cases: [UserKey, unknown][] = [
        [{ userId: ada.id }, rights],
        [{ email: 'ADA@example.ORG' }, rights],
        [{ identity: second }, rights],
        [{ identity: first }, rights],
        [{ userId: bob.id }, [bob.id, []]],
        [{ userId: half.id }, [half.id, ['odd one']]],
        [{ email: 'double@EXAMPLE.org' }, [double.id, []]],
        [{ email: 'e@example.org' }, undefined],
        [{ email: 'É@example.org' }, [cleo.id, []]],
        [{ email: 'ada@home.example' }, rights],
        [{ email: 'away@example.org' }, undefined],
        [{ userId: away.id }, undefined],
        [{ userId: anId(9) }, undefined],
        [{ email: bob.id }, undefined],
        [{ email: 'x\0' }, undefined],
        [{ identity: { issuer: first.issuer, subject: 'ADA' } }, undefined],
        [{ identity: { issuer: `${first.issuer}/`, subject: first.subject } }, undefined],
        [{ identity: { issuer: second.issuer, subject: 'bob' } }, undefined],
        [{ identity: { issuer: first.issuer, subject: 'bob' } }, [bob.id, []]],
        [{ identity: { issuer: first.subject, subject: first.issuer } }, undefined],
        [{ userId: ada.id }, rights],
      ];
      const shown = (found: UserRights | undefined) => found && [found.userId, [...found.permissions]];
      const expected = cases.map(([, one]) => one);
      const keys = cases.map(([key]) => key);
      assert.deepEqual((await okOf(stores.users.rightsOf(keys))).map(shown), expected);
      for (const [key, one] of cases) {
        assert.deepEqual((await okOf(stores.users.rightsOf([key]))).map(shown), [one], JSON.stringify(key));
      }
      assert.deepEqual(await okOf(stores.users.rightsOf([])), []);
    });

    it('shows each link immediately, and keeps the order of identities', async () => {
      const [first, second] = ada.identities as readonly [ExternalIdentity, ExternalIdentity];
      const identitiesOf = async (user: User) => (await okOf(stores.users.find(user.id)))?.identities;
      const third = anIdentity('third');
      await changeLink(stores.permissions, 2, 'link', third);
      assert.deepEqual(await identitiesOf(ada), [first, second, third]);
      assert.equal((await okOf(stores.users.rightsOf([{ identity: third }])))[0]?.userId, ada.id);
      await changeLink(stores.permissions, 2, 'unlink', first);
      assert.deepEqual(await identitiesOf(ada), [second, third]);
      assert.deepEqual(await okOf(stores.users.rightsOf([{ identity: first }])), [undefined]);
      await changeLink(stores.permissions, 2, 'link', first);
      assert.deepEqual(await identitiesOf(ada), [second, third, first]);
      assert.deepEqual(await identitiesOf(bob), bob.identities);
    });

    describe('as a list', () => {
      const HELD: readonly (readonly string[])[] = [
        ['service.fuel.read', 'service.admin.access'],
        ['service.fuel.*'],
        ['service.fuel'],
        ['service.fuels.read', 'service.fuel.read.all'],
        ['service', 'service.*', 'service..read', 'fuel', ''],
        ['"', '\\', ',', 'a,"b', '["service.fuel.read"]', 'é', 'service.é.read'],
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
      const NAMES = [
        'Zoë',
        'zoE',
        'Émile',
        'emile',
        'ΟΔΟΣ Straße',
        'İnci',
        '\u{1f600} smile',
        '\ue000 private',
      ];
      const named = (n: number, name: string, given: UserFixture = {}) =>
        aUser(n, { personalInformation: { firstName: '', lastName: '', name }, ...given });
      const users = HELD.map((permissions, n) => named(n + 0x10, NAMES[n] ?? '', { permissions }));

      const put = async (...some: readonly User[]) => {
        await stores.close();
        await openWith(...some);
      };
      const page = async (search: Partial<UserSearch> = {}) =>
        await okOf(stores.users.search({ start: 0, ...search }));
      const ids = async (search: Partial<UserSearch>) => (await page(search)).users.map(({ id }) => id);
      const found = async (search: string) =>
        (await page({ search })).users.map(({ personalInformation: { name } }) => name);

      it('orders users by name without marks and case, then by the name, then by identifier', async () => {
        await put(...users, named(1, 'zoë'), named(2, 'ZOË'), named(3, ''), named(4, 'Zoë'));
        const names = (await page()).users.map(({ id, personalInformation: { name } }) => [name, id]);
        assert.deepEqual(names, [
          ['', anId(3)],
          ['emile', anId(0x13)],
          ['Émile', anId(0x12)],
          ['İnci', anId(0x15)],
          ['ZOË', anId(2)],
          ['Zoë', anId(4)],
          ['Zoë', anId(0x10)],
          ['zoE', anId(0x11)],
          ['zoë', anId(1)],
          ['ΟΔΟΣ Straße', anId(0x14)],
          // U+E000 comes before U+1F600, which begins with a smaller unit.
          ['\ue000 private', anId(0x17)],
          ['\u{1f600} smile', anId(0x16)],
        ]);
      });

      it('gives a part of it, with the number of all', async () => {
        await put(...users);
        const all = await ids({});
        assert.equal(all.length, users.length + 3);
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
            assert.deepEqual(
              [total, some.map(({ id }) => id)],
              [all.length, all.slice(start, end)],
              `${start}-${end}`,
            );
          }
        }
        const whole = (await page({ start: 0, end: 100 })).users.find(({ id }) => id === ada.id);
        assert.deepEqual(plain(whole), plain(ada));
      });

      it('finds a part of an e-mail or of a name without regard to case, and the beginning of an identifier', async () => {
        await put(...users, aUser(0xabc, { emails: ['x@Example.org', 'Second@ÜBUNG.example'] }));
        assert.deepEqual(await found('ZOË'), ['Zoë', 'zoE']);
        assert.deepEqual(await found('zo'), ['Zoë', 'zoE']);
        assert.deepEqual(await found('éMILE'), ['emile', 'Émile']);
        assert.deepEqual(await found('STRASSE'), ['ΟΔΟΣ Straße']);
        assert.deepEqual(await found('straße'), ['ΟΔΟΣ Straße']);
        assert.deepEqual(await found('οδος'), ['ΟΔΟΣ Straße']);
        assert.deepEqual(await found('οδοσ'), ['ΟΔΟΣ Straße']);
        assert.deepEqual(await found('\u{1f600}'), ['\u{1f600} smile']);
        assert.deepEqual(await ids({ search: 'second@übung' }), [anId(0xabc)]);
        assert.deepEqual(await ids({ search: 'last2748' }), [anId(0xabc)]);
        assert.deepEqual(await ids({ search: anId(0xabc).slice(0, 22).toUpperCase() }), [anId(0xabc)]);
        assert.deepEqual(await ids({ search: 'abc' }), []);
        assert.deepEqual(await ids({ search: '%' }), []);
        assert.deepEqual(await ids({ search: '_' }), []);
        assert.deepEqual(await ids({ search: '\0' }), []);
        assert.deepEqual(await ids({ search: '\ud800' }), []);
      });

      it('finds every word of a search, in any order, without regard to accents and form', async () => {
        await put(
          named(0x31, 'Zoë Łuczak', { emails: ['z.luczak@example.org'] }),
          named(0x32, 'Zoe\u0308 Ångström'),
          named(0x33, 'Øyvind Đorđević', { emails: ['oy@straße.example'] }),
          named(0x34, 'Ipek Işık'),
        );
        for (const text of ['Zoe', 'zoë', 'ZOE\u0308']) {
          assert.deepEqual((await ids({ search: text })).toSorted(), [anId(0x31), anId(0x32)], text);
        }
        assert.deepEqual(await ids({ search: ' luczak\u00a0 zoe\t' }), [anId(0x31)]);
        assert.deepEqual(await ids({ search: 'zoë z.luc Łucz' }), [anId(0x31)]);
        assert.deepEqual(await ids({ search: 'zoe dordevic' }), []);
        assert.deepEqual(await ids({ search: 'ANGSTROM' }), [anId(0x32)]);
        assert.deepEqual(await ids({ search: 'oyvind dordevic STRASSE STRA\u1e9eE' }), [anId(0x33)]);
        assert.deepEqual(await ids({ search: 'ISIK' }), [anId(0x34)]);
        assert.deepEqual(await ids({ search: `${anId(0x31)} zoe` }), []);
        const many = Array.from({ length: 1500 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join(' ');
        assert.deepEqual(await ids({ search: many }), []);
      });

      it('orders by name or by the first e-mail, from either end', async () => {
        const permissions = ['service.sorted'];
        await put(
          named(0x41, 'B', { emails: ['Ä@x', 'a@x'], permissions }),
          named(0x42, 'A', { emails: ['c@x'], permissions }),
          named(0x43, 'C', { emails: [], permissions }),
          named(0x44, 'a', { emails: ['D@x'], permissions }),
        );
        const byName = [0x42, 0x44, 0x41, 0x43].map(anId);
        const byEmail = [0x43, 0x42, 0x44, 0x41].map(anId);
        const order = async (search: Partial<UserSearch>) =>
          (await ids(search)).filter((id) => byName.includes(id));
        for (const search of [{}, { holds: 'service.sorted' }]) {
          assert.deepEqual(await order({ ...search, sort: 'name' }), byName);
          assert.deepEqual(await order({ ...search, sort: '-name' }), byName.toReversed());
          assert.deepEqual(await order({ ...search, sort: 'email' }), byEmail);
          assert.deepEqual(await order({ ...search, sort: '-email' }), byEmail.toReversed());
        }
        assert.deepEqual(await ids({ holds: 'service.sorted', sort: '-email', start: 1, end: 3 }), [
          anId(0x44),
          anId(0x42),
        ]);
      });

      it('finds users whom a removal of a string would change, and users who can do something', async () => {
        await put(...users);
        const all = (await page()).users;
        const agree = async (filter: Pick<UserFilter, 'grants' | 'holds'>, fits: (user: User) => boolean) =>
          assert.deepEqual(
            await ids(filter),
            all.filter(fits).map(({ id }) => id),
            JSON.stringify(filter),
          );
        for (const text of STRINGS) {
          await agree({ holds: text }, ({ permissions }) => permissions.remove([text]).removed.length > 0);
          await agree({ grants: text }, ({ active, permissions }) => active && permissions.grants(text));
        }
        assert.equal((await ids({ holds: 'service.fuel.*' })).length, 5);
        assert.equal((await ids({ grants: 'service.fuel.write' })).length, 3);
        // Inactive users are granted nothing, and still hold their permissions.
        await put(...users.map((user) => ({ ...user, active: false })));
        assert.equal((await ids({ grants: 'service.fuel.write' })).length, 0);
        assert.equal((await ids({ holds: 'service.fuel.*' })).length, 5);
      });

      it('narrows one filter by the others, and counts what fits', async () => {
        await put(...users);
        const filter = { holds: 'service.fuel.*', grants: 'service.admin.access' };
        assert.deepEqual((await ids(filter)).toSorted(), [anId(0x10), anId(0x17)]);
        assert.deepEqual(await ids({ ...filter, search: 'zo' }), [anId(0x10)]);
        assertIncludes(await page({ ...filter, start: 1, end: 2 }), { total: 2 });
        assert.deepEqual(await page({ ...filter, start: 5 }), { total: 2, users: [] });
      });

      it('shows each change immediately', async () => {
        await put(...users);
        await makeChange(stores.permissions, 0x10, 'remove', ['service.fuel.*']);
        await makeChange(stores.permissions, 0x16, 'add', ['service.fuel.read', 'service.new.read']);
        assertSameMembers(await ids({ holds: 'service.fuel.read' }), [anId(0x16), anId(0x17)]);
        assert.deepEqual(await ids({ grants: 'service.new.read' }), [anId(0x16)]);
        assertLacks(await ids({ holds: 'service.fuel.*' }), anId(0x10));
      });
    });
  });
}
