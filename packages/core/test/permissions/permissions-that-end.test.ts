import {
  AccessPolicy,
  type ChangePermissionsInput,
  errAsync,
  okAsync,
  type Permission,
  type PermissionRow,
  type Timestamp,
  timestampOf,
} from '@ops-admin/core';
import {
  expiry,
  type PermissionOperations,
  permissionOperations,
  type RevertTarget,
} from '@ops-admin/core/operations';
import {
  AS_IT_COMES,
  aDraft,
  anId,
  anIdentity,
  aRequest,
  aSigner,
  aUser,
  type OrganisationPorts,
} from '@ops-admin/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { openOrganisation } from '../open-organisation.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 5, 1, hour));
const end = (hour: number) => timestampOf(at(hour))._unsafeUnwrap();

describe('Permissions that end', () => {
  let now: Date;
  let ports: OrganisationPorts;
  let operations: PermissionOperations;
  const clock = () => now;
  const policy = new AccessPolicy();
  const origin = { actor: 'cli:root', source: 'cli' } as const;

  beforeEach(async () => {
    now = at(0);
    ports = openOrganisation(aSigner(), clock);
    const users = [aUser(1, { permissions: ['service.a'] }), aUser(2), aUser(3)];
    await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' });
    const { audit, permissions: store, users: directory } = ports;
    operations = permissionOperations({ store, audit, users: directory, clock, policy });
  });
  const change = async (
    action: 'add' | 'remove',
    permissions: readonly string[],
    until?: Timestamp,
    how: Partial<ChangePermissionsInput> = {},
  ): Promise<PermissionRow> => {
    const changes = [{ user: anId(1), permissions, until }];
    return (await operations.change({ action, changes, origin, ...how }))._unsafeUnwrap()
      .rows[0] as PermissionRow;
  };
  const revert = async (target: RevertTarget, dryRun = false) =>
    (await operations.revert({ target, origin, dryRun }))._unsafeUnwrap().rows;
  const undo = async ({ entry = 0 }: PermissionRow, dryRun = false) =>
    (await revert({ entryId: entry }, dryRun))[0] as PermissionRow;
  const ends = async (n = 1) => {
    const set = (await ports.permissions.find(anId(n)))._unsafeUnwrap();
    return Object.fromEntries([...set].map((one) => [one, set.ends.get(one) ?? null]));
  };

  const staysPermanent = (permission: string) =>
    `${permission} stays permanent; to set an end, remove the permission and add it again`;

  it('are reported in a row with their ends, also where only the end changed', async () => {
    const added = await change('add', ['service.a', 'service.b'], end(5));
    expect(added).to.deep.include({ result: 'added', added: ['service.b'], ends: { 'service.b': end(5) } });
    expect(added.message, 'what it does not do').to.include(staysPermanent('service.a'));
    const tried = await change('add', ['service.b'], end(6), { dryRun: true });
    expect(tried).to.deep.include({ result: 'would-update', added: [], ends: { 'service.b': end(6) } });
    const updated = await change('add', ['service.b'], end(6));
    expect(updated).to.deep.include({ result: 'updated', added: [], ends: { 'service.b': end(6) } });
    const same = await change('add', ['service.b', 'service.a'], end(6));
    expect(same).to.deep.include({ result: 'already-held', added: [] }).and.not.have.property('ends');
    expect(same.message).to.equal(staysPermanent('service.a'));
    const forGood = await change('add', ['service.b']);
    expect(forGood).to.deep.include({ result: 'updated', added: [], ends: { 'service.b': null } });
    expect(forGood).to.not.have.property('message');
    const never = await change('add', ['service.b'], end(6));
    expect(never).to.include({ result: 'already-held', message: staysPermanent('service.b') });
  });

  it('cannot be added with an end that has passed', async () => {
    const refused = await change('add', ['service.b'], end(0));
    expect(refused).to.deep.include({
      result: 'invalid',
      message: `service.b would end at ${end(0)}, which has passed`,
    });
  });

  it('are copied with their ends, but never shorten a longer one', async () => {
    await change('add', ['service.early', 'service.late', 'service.new'], end(3));
    const other = async (permissions: string[], until?: Timestamp) =>
      await operations.change({ action: 'add', changes: [{ user: anId(2), permissions, until }], origin });
    await other(['service.early'], end(2));
    await other(['service.late'], end(4));
    await other(['service.a'], end(4));
    const copied = (await operations.copy({ from: anId(1), to: anId(2), origin }))._unsafeUnwrap();
    expect(copied.rows[0]).to.deep.include({ added: ['service.new'] });
    expect(await ends(2)).to.deep.equal({
      'service.early': end(3),
      'service.late': end(4),
      'service.new': end(3),
      'service.a': null,
    });
    now = at(3);
    await operations.copy({ from: anId(1), to: anId(3), origin });
    expect(await ends(3)).to.deep.equal({ 'service.a': null });
  });

  it('are renamed for users who hold them at that moment', async () => {
    await change('add', ['service.b.read'], end(3));
    const rename = async () =>
      (
        await operations.rename({ from: 'service.b.read', to: 'service.c.read' as Permission, origin })
      )._unsafeUnwrap().rows;
    now = at(3);
    expect(await rename()).to.deep.equal([]);
    now = at(2);
    expect((await rename()).map(({ ends, result }) => [result, ends])).to.deep.equal([
      ['renamed', { 'service.c.read': end(3) }],
    ]);
    expect(await ends()).to.deep.equal({ 'service.a': null, 'service.c.read': end(3) });
  });

  it('are removed by the undo of an addition only with the end that it set', async () => {
    const given = await change('add', ['service.b', 'service.c'], end(5));
    const longer = await change('add', ['service.c'], end(6));
    expect(await undo(given)).to.deep.include({
      result: 'reverted',
      removed: ['service.b'],
      leftAlone: [{ permission: 'service.c', changedBy: longer.entry, actor: 'cli:root' }],
    });
    expect(await ends()).to.deep.equal({ 'service.a': null, 'service.c': end(6) });
  });

  it('are kept where they became permanent since: an undo of a batch removes no permanent permission', async () => {
    const run = { origin: { ...origin, batch: 'two-weeks' } };
    await change('add', ['service.b', 'service.c'], end(5), run);
    await change('add', ['service.c']);
    await revert({ batch: 'two-weeks' });
    expect(await ends()).to.deep.equal({ 'service.a': null, 'service.c': null });
  });

  it('return to their former end', async () => {
    await change('add', ['service.b'], end(5));
    const longer = await change('add', ['service.b'], end(9));
    const forGood = await change('add', ['service.b']);
    expect(await undo(forGood)).to.deep.include({ result: 'reverted', ends: { 'service.b': end(9) } });
    expect(await undo(longer)).to.include({ result: 'nothing-left' });
    const run = { origin: { ...origin, batch: 'b' } };
    await change('add', ['service.d'], end(5), run);
    await change('add', ['service.d'], end(6), run);
    await change('add', ['service.d'], undefined, run);
    await revert({ batch: 'b' });
    expect(await ends()).to.deep.equal({ 'service.a': null, 'service.b': end(9) });
  });

  it('are restored after a removal with an end in the future, and not with one in the past', async () => {
    await change('add', ['service.b'], end(2));
    await change('add', ['service.c'], end(5));
    const removal = await change('remove', ['service.b', 'service.c', 'service.a']);
    now = at(2);
    expect(await undo(removal, true)).to.deep.include({ result: 'would-revert' });
    expect(await undo(removal)).to.deep.include({ result: 'reverted', added: ['service.a', 'service.c'] });
    expect(await ends()).to.deep.equal({ 'service.a': null, 'service.c': end(5) });
    const last = await change('remove', ['service.c']);
    now = at(5);
    for (const dryRun of [true, false]) {
      expect(await undo(last, dryRun)).to.deep.include({
        result: 'nothing-left',
        added: [],
        message: 'what it removed has ended meanwhile',
      });
    }
    expect((await undo(last)).entry).to.equal(undefined);
  });

  it('are not restored after their end', async () => {
    await change('add', ['service.b'], end(2));
    now = at(2);
    await expiry({ store: ports.permissions, clock, policy }).run();
    const [expired] = (await ports.audit.list({ action: 'expire', limit: 1 }))._unsafeUnwrap();
    expect((await revert({ entryId: expired?.id ?? 0 }))[0]).to.deep.include({
      result: 'nothing-left',
      message: 'an end cannot be undone: add the permission again',
    });
  });

  it('are refused with an end that is not a timestamp', async () => {
    for (const text of ['soon', '2026-06-01T05:00:00Z']) {
      const change = { action: 'add', permissions: ['service.b'], ends: { 'service.b': text } } as never;
      const adding = ports.permissions.change(
        [{ ...aRequest(1, 'add', ['service.b']), change }],
        AS_IT_COMES,
      );
      const failure = await Promise.resolve(adding).catch((error: unknown) => error);
      expect(failure).to.be.an.instanceOf(TypeError).with.property('message', `${text} is not a timestamp`);
    }
  });

  describe('are recorded as ended', () => {
    type Store = Parameters<typeof expiry>[0]['store'];
    const run = (store: Store) => expiry({ store, clock, policy }).run();
    /** Finds this user each time, and answers a change so. */
    const finding = (change: Store['change']): Store => ({ findExpired: () => okAsync([anId(1)]), change });

    it('by the service, until none is left, for any page size of the store', async () => {
      const add = async (n: number, ...permissions: string[]) => {
        const until = n < 3 ? end(2) : end(4);
        await operations.change({ action: 'add', changes: [{ user: anId(n), permissions, until }], origin });
      };
      await add(1, 'service.b', 'service.c');
      await add(2, 'service.b');
      await add(3, 'service.b');
      const changes: unknown[] = [];
      const oneByOne: Store = {
        findExpired: () => ports.permissions.findExpired(1),
        change: (requests, options) => {
          changes.push([requests, options]);
          return ports.permissions.change(requests, options);
        },
      };
      const said = { actor: 'service', source: 'service', time: end(2), action: 'expire' } as const;
      const request = (n: number) => [
        [{ userId: anId(n), change: { action: 'expire' }, draft: { ...said, requested: [] } }],
        { adminPermission: policy.adminPermission, keepAdmin: false },
      ];
      now = at(2);
      expect((await run(oneByOne))._unsafeUnwrap()).to.deep.equal({ users: 2, permissions: 3 });
      expect(changes).to.deep.equal([request(1), request(2)]);
      expect((await run(oneByOne))._unsafeUnwrap()).to.deep.equal({ users: 0, permissions: 0 });
      expect(changes).to.have.lengthOf(2);
      const [first, second] = (await ports.audit.list({ action: 'expire', limit: 9 }))._unsafeUnwrap();
      expect(first).to.deep.include({ ...said, userId: anId(1), removed: ['service.b', 'service.c'] });
      expect(second).to.deep.include({ ...said, userId: anId(2), removed: ['service.b'] });
    });

    it('unless another process has recorded them', async () => {
      const store = finding((requests) =>
        ports.permissions
          .change(requests, AS_IT_COMES)
          .map((made) => [...made, { type: 'user-not-found', user: anId(9) }]),
      );
      expect((await run(store))._unsafeUnwrap()).to.deep.equal({ users: 0, permissions: 0 });
    });

    it('unless the store fails, which is reported without refusing a caller', async () => {
      const down = { type: 'store-unavailable', cause: 'no disk' } as const;
      const change = () => errAsync(down);
      for (const store of [finding(change), { findExpired: change, change }])
        expect((await run(store))._unsafeUnwrapErr()).to.deep.equal(down);
      const refused = run(finding(() => errAsync({ type: 'actor-refused', reason: 'unknown' })));
      const failure = await Promise.resolve(refused).catch((error: unknown) => error);
      expect(failure).to.be.an('error').with.property('message', 'an expiry was refused');
    });
  });

  it('agree with a plain reading of all changes, at every moment, without a problem', async () => {
    const permission = fc.constantFrom('service.a', 'service.a.read', 'service.b');
    const hour = fc.integer({ min: 1, max: 9 });
    const step = fc.record({
      permission,
      what: fc.constantFrom('add', 'until', 'remove', 'expire'),
      until: hour,
      later: fc.integer({ min: 0, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        now = at(0);
        ports = openOrganisation(aSigner(), clock);
        const known = aUser(1, { identities: [anIdentity('one')] });
        await ports.organisation.importUsers([known], { ...aDraft(), action: 'set' });
        // Never ends: infinity.
        const model = new Map<string, number>();
        let hours = 0;
        for (const { later, permission, until, what } of steps) {
          hours += later;
          now = at(hours);
          for (const [one, last] of model) if (last <= hours) model.delete(one);
          if (what === 'expire') await expiry({ store: ports.permissions, clock, policy }).run();
          else if (what === 'remove') {
            await ports.permissions.change([aRequest(1, 'remove', [permission])], AS_IT_COMES);
            model.delete(permission);
          } else {
            const ends = what === 'until' ? { [permission]: end(until) } : {};
            const add = { action: 'add', permissions: [permission as Permission], ends } as const;
            await ports.permissions.change(
              [{ ...aRequest(1, 'add', [permission]), change: add }],
              AS_IT_COMES,
            );
            const isForGood = model.get(permission) === Number.POSITIVE_INFINITY;
            if (what === 'add') model.set(permission, Number.POSITIVE_INFINITY);
            else if (!isForGood && until > hours) model.set(permission, until);
          }
          for (const [one, last] of [...model, ['service.none', 0] as const]) {
            for (const milliseconds of [-1, 0, 1]) {
              if (last <= hours || last === Number.POSITIVE_INFINITY) continue;
              now = new Date(at(last).getTime() + milliseconds);
              const set = (await ports.permissions.find(anId(1)))._unsafeUnwrap();
              expect(set.has(one), `${one} at ${now.toISOString()}`).to.equal(milliseconds < 0);
            }
          }
          now = at(hours);
          const set = (await ports.permissions.find(anId(1)))._unsafeUnwrap();
          expect([...set].sort()).to.deep.equal([...model.keys()].sort());
        }
        expect((await ports.integrity.check(aSigner()))._unsafeUnwrap()).to.deep.equal([]);
      }),
      { numRuns: 200 },
    );
  });
});
