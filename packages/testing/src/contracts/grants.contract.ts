import assert from 'node:assert/strict';
import type { Grant, GrantBlock, GrantSearch, Timestamp } from '@ops-admin/core';
import { AS_IT_COMES, aDraft, anId, aRequest, aSigner, aTime, aUser, makeChange } from '../fixtures.js';
import { okOf } from './assertions.js';
import { runnerOf, type SuiteOptions } from './runner.js';
import type { OpenedStore, OpenStore } from './store-suite.js';

/** The tests of held permissions that a `UserDirectory` lists with the entry that added each. */
export function describeGrants(
  open: OpenStore<OpenedStore<'permissions' | 'users'>>,
  options: SuiteOptions,
): void {
  const { afterEach, beforeEach, describe, it } = runnerOf(options);
  describe('UserDirectory contract: held permissions with the entry that added each', () => {
    let stores: OpenedStore<'permissions' | 'users'>;
    beforeEach(async () => {
      const named = (name: string) => ({ personalInformation: { firstName: '', lastName: '', name } });
      const users = [
        aUser(1, { ...named('Zoë'), permissions: ['service.b', 'odd "one"'] }),
        aUser(2, { ...named('ada'), permissions: ['service.b.read', 'service.a'], active: false }),
        aUser(3, { ...named('Bea'), emails: [] }),
      ];
      stores = await open({ users, signer: aSigner() });
    });
    afterEach(() => stores.close());

    const read = async (search: Partial<GrantSearch> = {}) => {
      const blocks: GrantBlock[] = [];
      for await (const block of stores.users.grants({ start: 0, ...search })) blocks.push(await okOf(block));
      const [first] = blocks;
      const { grants: _, ...said } = first ?? { grants: [], total: -1, newestEntry: -1 };
      for (const { grants: _, ...others } of blocks) assert.deepEqual(others, said);
      return {
        total: said.total,
        newestEntry: said.newestEntry,
        grants: blocks.flatMap(({ grants }) => grants),
      };
    };
    const held = async (search?: Partial<GrantSearch>) => {
      const { grants, total } = await read(search);
      return [
        total,
        ...grants.map(({ permission, userId }) => `${Number.parseInt(userId, 16)} ${permission}`),
      ];
    };
    const grantOf = async (n: number, permission: string): Promise<Grant | undefined> => {
      const { grants } = await read({ userIds: [anId(n)] });
      return grants.find((one) => one.permission === permission);
    };

    it('lists permissions by the names of users, and those of one user in the order of the set', async () => {
      const all = ['2 service.b.read', '2 service.a', '1 service.b', '1 odd "one"'];
      assert.deepEqual(await held(), [4, ...all]);
      assert.deepEqual(await held({ start: 1, end: 3 }), [4, ...all.slice(1, 3)]);
      assert.deepEqual(await held({ start: 3 }), [4, all[3]]);
      assert.deepEqual(await held({ start: 4, end: 9 }), [4]);
      assert.deepEqual(await held({ start: 2, end: 1 }), [4]);
    });

    it('lists permissions of some modules and users', async () => {
      assert.deepEqual(await held({ modules: ['b'] }), [2, '2 service.b.read', '1 service.b']);
      assert.deepEqual(await held({ modules: ['b'], start: 1 }), [2, '1 service.b']);
      assert.deepEqual(await held({ modules: ['a', 'c'] }), [1, '2 service.a']);
      assert.deepEqual(await held({ modules: [] }), [0]);
      assert.deepEqual(await held({ userIds: [anId(1)], modules: ['b'] }), [1, '1 service.b']);
      assert.deepEqual(await held({ userIds: [anId(3), anId(9)] }), [0]);
    });

    it('continues after a user, whether or not they match', async () => {
      const [bea, ada, zoe] = [anId(3), anId(2), anId(1)];
      const ofZoe = ['1 service.b', '1 odd "one"'];
      assert.deepEqual(await held({ after: ada }), [undefined, ...ofZoe]);
      assert.deepEqual(await held({ after: bea, start: 1 }), [undefined, ofZoe[1]]);
      assert.deepEqual(await held({ after: ada, end: 1 }), [undefined, ofZoe[0]]);
      assert.deepEqual(await held({ after: ada, modules: ['b'] }), [undefined, ofZoe[0]]);
      assert.deepEqual(await held({ after: ada, userIds: [ada] }), [undefined]);
      assert.deepEqual(await held({ after: zoe }), [undefined]);
      assert.deepEqual(await held({ after: anId(9) }), [undefined]);
    });

    it('lists all holders in their order, however many they are', async () => {
      const ids = Array.from({ length: 1_600 }, (_, n) => n + 1);
      const name = (n: number) => `name ${String((n * 7919) % 1_601).padStart(4, '0')}`;
      await stores.close();
      stores = await open({
        users: ids.map((n) =>
          aUser(n, {
            personalInformation: { firstName: '', lastName: '', name: name(n) },
            permissions: ['service.a'],
          }),
        ),
        signer: aSigner(),
      });
      const inOrder = ids.toSorted((a, b) => (name(a) < name(b) ? -1 : 1)).map((n) => `${n} service.a`);
      assert.deepEqual(await held(), [1_600, ...inOrder]);
      assert.deepEqual(await held({ start: 490, end: 1_510 }), [1_600, ...inOrder.slice(490, 1_510)]);
      const some = inOrder.filter((one) => Number.parseInt(one, 10) % 3 === 0);
      const userIds = ids.filter((n) => n % 3 === 0).map(anId);
      assert.deepEqual(await held({ userIds }), [some.length, ...some]);
    });

    it('names the entry that added a permission, or set its end last', async () => {
      const why = { actor: 'cli:root', source: 'cli', time: aTime(7), reason: 'new "desk"' } as const;
      const given = await makeChange(stores.permissions, 3, 'add', ['service.c', 'odd "one"'], why);
      const { id } = given;
      const gave = { id, time: aTime(7), actor: 'cli:root', reason: 'new "desk"' };
      assert.deepEqual(await grantOf(3, 'service.c'), {
        userId: anId(3),
        email: undefined,
        name: 'Bea',
        departmentId: null,
        department: null,
        permission: 'service.c',
        given: gave,
      });
      assert.deepEqual((await grantOf(3, 'odd "one"'))?.given, gave);
      assert.equal((await read()).newestEntry, id);
      // Another end is given by the entry that set it; what was taken and given again by the newest.
      const until = aTime(3_000_000_000) as Timestamp;
      const change = { action: 'add', permissions: ['service.c'], ends: { 'service.c': until } } as const;
      await makeChange(stores.permissions, 3, 'remove', ['service.c']);
      const request = { ...aRequest(3, 'add', ['service.c']), change: change as never };
      const [again] = await okOf(stores.permissions.change([request], AS_IT_COMES));
      const entry = again?.type === 'made' ? again.entry?.id : undefined;
      const grant = await grantOf(3, 'service.c');
      assert.deepEqual([grant?.until, grant?.given?.id], [until, entry]);
      const forGood = await makeChange(stores.permissions, 3, 'add', ['service.c']);
      const last = await grantOf(3, 'service.c');
      assert.deepEqual([last?.until, last?.given?.id], [undefined, forGood.id]);
    });

    it('names the entry that confirmed a permission after that', async () => {
      const attest = async (n: number, permissions: readonly string[]) => {
        const change = { action: 'attest', permissions } as const;
        const draft = aDraft({
          action: 'attest',
          requested: permissions,
          batch: 'review',
          actor: 'cli:head',
        });
        const [made] = await okOf(
          stores.permissions.change([{ userId: anId(n), change, draft }], AS_IT_COMES),
        );
        return made?.type === 'made' ? made.entry : undefined;
      };
      const entry = await attest(2, ['service.a']);
      assert.deepEqual(entry?.added, []);
      assert.deepEqual(entry?.after, ['service.b.read', 'service.a']);
      const confirmed = { id: entry?.id, time: aTime(0), actor: 'cli:head' };
      assert.deepEqual((await grantOf(2, 'service.a'))?.attested, confirmed);
      assert.equal((await grantOf(2, 'service.b.read'))?.attested, undefined);
      // A permission that is added again has not been confirmed.
      await makeChange(stores.permissions, 2, 'remove', ['service.a']);
      await makeChange(stores.permissions, 2, 'add', ['service.a']);
      assert.equal((await grantOf(2, 'service.a'))?.attested, undefined);
    });
  });
}
