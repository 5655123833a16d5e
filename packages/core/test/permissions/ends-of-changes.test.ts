import assert from 'node:assert/strict';
import {
  type AuditEntry,
  type ChangeOptions,
  type ChangeRequest,
  DEFAULT_ADMIN_PERMISSION,
  type EndsJson,
  type Permission,
  type Timestamp,
  timestampOf,
} from '@ops-admin/core';
import {
  AS_IT_COMES,
  aDraft,
  anId,
  aPersonChange,
  aRequest,
  aSigner,
  aTime,
  aUser,
  type OrganisationPorts,
} from '@ops-admin/testing';
import { assertIncludes, assertSound, errorOf, okOf } from '../assertions.ts';
import { openOrganisation } from '../open-organisation.ts';

const NOON = Date.UTC(2026, 5, 1, 12);
const END = endAt(0);
const LATER = endAt(3_600_000);

/** The time so many milliseconds after noon, when permissions of these tests end. */
function endAt(milliseconds: number): Timestamp {
  return timestampOf(new Date(NOON + milliseconds))._unsafeUnwrap();
}

/** Gives the n-th user strings until an end. */
function anAddition(n: number, permissions: readonly string[], until: Timestamp): ChangeRequest {
  const ends = Object.fromEntries(permissions.map((one) => [one, until]));
  return {
    ...aRequest(n, 'add', permissions),
    change: { action: 'add', permissions: permissions as Permission[], ends },
  };
}

/** Makes these the set of the n-th user. */
function aSet(n: number, permissions: readonly string[], ends?: EndsJson): ChangeRequest {
  return {
    ...aRequest(n, 'set', permissions),
    change: { action: 'set', permissions, ...(ends && { ends }) },
  };
}

describe('A change that involves ending permissions', () => {
  let stores: OrganisationPorts;
  let now: Date;
  beforeEach(async () => {
    now = new Date(NOON - 86_400_000);
    stores = openOrganisation(aSigner(), () => now);
    const users = [
      aUser(1, { permissions: ['service.a.read'] }),
      aUser(2, { permissions: [DEFAULT_ADMIN_PERMISSION] }),
      aUser(3),
    ];
    await okOf(stores.organisation.importUsers(users, { ...aDraft(), action: 'set' }));
  });
  afterEach(() => assertSound(stores.audit));

  /** Sets the clock: milliseconds after noon. */
  const at = (milliseconds: number) => {
    now = new Date(NOON + milliseconds);
  };
  const change = async (...requests: readonly ChangeRequest[]) =>
    await okOf(stores.permissions.change(requests, AS_IT_COMES));
  const made = async (request: ChangeRequest, options: Partial<ChangeOptions> = {}) => {
    const [outcome] = await okOf(stores.permissions.change([request], { ...AS_IT_COMES, ...options }));
    if (outcome?.type !== 'made') throw new Error(`the change ended as ${outcome?.type}`);
    return outcome;
  };
  const set = async (n: number) => await okOf(stores.permissions.find(anId(n)));
  const held = async (n: number) => [...(await set(n))];
  const ends = async (n: number) => Object.fromEntries((await set(n)).ends);
  const newest = async (n: number, limit = 1): Promise<readonly AuditEntry[]> =>
    await okOf(stores.audit.list({ userId: anId(n), limit, newestFirst: true }));

  it("checks the caller's access at that moment", async () => {
    await made(anAddition(3, [DEFAULT_ADMIN_PERMISSION], END));
    const actor = { userId: anId(3), mustHold: DEFAULT_ADMIN_PERMISSION };
    at(-1);
    await made(aRequest(1, 'add', ['service.c']), { actor });
    at(0);
    const refused = stores.permissions.change([aRequest(1, 'add', ['service.d'])], {
      ...AS_IT_COMES,
      actor,
    });
    assert.deepEqual(await errorOf(refused), { type: 'actor-refused', reason: 'not-granted' });
  });

  it('refuses an end at or before this moment', async () => {
    at(-1);
    await made(anAddition(1, ['service.b'], END));
    at(0);
    const [refused, ...others] = await change(
      anAddition(1, ['service.c'], END),
      anAddition(1, ['service.d'], endAt(1)),
    );
    assert.deepEqual(refused, { type: 'end-passed', user: anId(1), permission: 'service.c', end: END });
    assert.equal(others[0]?.type, 'made');
    const person = {
      emails: [],
      personalInformation: { firstName: '', lastName: '', name: '' },
      departmentId: null,
    };
    const creation = (until: Timestamp) =>
      aPersonChange(9, {
        action: 'create',
        person,
        permissions: ['service.c' as Permission],
        ends: { 'service.c': until },
      });
    assert.equal((await change(creation(END)))[0]?.type, 'end-passed');
    assert.equal((await change(creation(LATER)))[0]?.type, 'made');
    assert.deepEqual(await ends(9), { 'service.c': LATER });
  });

  it("records ended permissions before the user's next change, by the service", async () => {
    await made(anAddition(1, ['service.b', 'service.c'], END));
    await made(anAddition(1, ['service.d'], LATER));
    at(0);
    const { entry } = await made(
      aRequest(1, 'remove', ['service.a.read'], { batch: 'b', reason: 'left', time: aTime(9) }),
    );
    const [removal, expiry] = await newest(1, 2);
    assert.deepEqual(removal, entry);
    assertIncludes(expiry, {
      action: 'expire',
      actor: 'service',
      source: 'service',
      // The change was asked for before that, and waited.
      time: END,
      requested: ['service.b', 'service.c'],
      added: [],
      removed: ['service.b', 'service.c'],
      before: ['service.a.read', 'service.b', 'service.c', 'service.d'],
      after: ['service.a.read', 'service.d'],
      endsBefore: { 'service.b': END, 'service.c': END, 'service.d': LATER },
      batch: undefined,
      reason: undefined,
      requestId: undefined,
    });
    assertIncludes(removal, { before: ['service.a.read', 'service.d'], after: ['service.d'] });
    await made(aRequest(1, 'remove', []));
    assertIncludes((await newest(1, 2))[1], { id: removal?.id });
  });

  it('writes nothing for a row that changes nothing, and in a dry run', async () => {
    await made(anAddition(1, ['service.b'], END));
    const [{ id } = { id: 0 }] = await newest(1);
    at(0);
    await made(aRequest(1, 'remove', ['service.b'], { batch: 'b' }));
    const tried = await made(aRequest(1, 'add', ['service.c']), { dryRun: true });
    assert.deepEqual([...tried.change.after], ['service.a.read', 'service.c']);
    assert.equal((await newest(1))[0]?.id, id);
  });

  it('skips users with ended permissions since the given entry, and records the ends', async () => {
    await made(anAddition(1, ['service.b'], END));
    const [{ id } = { id: 0 }] = await newest(1);
    const asSeen = { ...aSet(1, ['service.b', 'service.c']), asOf: id, asRecorded: true };
    at(-1);
    assertIncludes((await made(asSeen, { dryRun: true })).change, { added: ['service.c'] });
    at(0);
    const tried = await okOf(stores.permissions.change([asSeen], { ...AS_IT_COMES, dryRun: true }));
    const [planned, outdated] = await change({ ...asSeen, asRecorded: false, asOf: id - 1 }, asSeen);
    assert.deepEqual([tried[0]?.type, planned?.type, outdated?.type], ['outdated', 'outdated', 'outdated']);
    assert.deepEqual(await held(1), ['service.a.read']);
    assert.equal((await newest(1))[0]?.id, id);
    assert.equal((await change(asSeen))[0]?.type, 'outdated');
    const [expiry] = await newest(1);
    assertIncludes(expiry, { action: 'expire', removed: ['service.b'], actor: 'service' });
    assert.equal((await made({ ...asSeen, asOf: expiry?.id ?? 0 })).change.added.length, 2);
  });

  it('judges each call in a batch at its own time, and a request in a dry run after the earlier ones', async () => {
    const run = { batch: 'b' };
    await made(anAddition(1, ['service.b'], END));
    await made(anAddition(2, ['service.b'], END));
    at(-1);
    assert.deepEqual((await made(aRequest(1, 'remove', ['service.b'], run))).change.removed, ['service.b']);
    at(0);
    assert.deepEqual((await made(aRequest(2, 'remove', ['service.b'], run))).change.removed, []);
    const requests = [anAddition(3, ['service.b'], LATER), aRequest(3, 'add', ['service.b'])];
    const tried = await okOf(stores.permissions.change(requests, { ...AS_IT_COMES, dryRun: true }));
    assert.deepEqual(tried[1]?.type === 'made' && tried[1].change.ends, { 'service.b': null });
  });

  it('does not count an admin whose permission ends as another admin', async () => {
    const keeping = { ...AS_IT_COMES, keepAdmin: true };
    const types = async (...requests: ChangeRequest[]) =>
      (await okOf(stores.permissions.change(requests, keeping))).map(({ type }) => type);
    await made(anAddition(3, [DEFAULT_ADMIN_PERMISSION], LATER));
    const removal = (n: number) => aRequest(n, 'remove', [DEFAULT_ADMIN_PERMISSION]);
    assert.deepEqual(await types(removal(2)), ['no-admin-left']);
    assert.deepEqual(
      await types(aSet(2, [DEFAULT_ADMIN_PERMISSION], { [DEFAULT_ADMIN_PERMISSION]: LATER })),
      ['no-admin-left'],
    );
    assert.deepEqual(await types(removal(2), removal(3)), ['no-admin-left', 'made']);
    await made(anAddition(3, [DEFAULT_ADMIN_PERMISSION], LATER));
    await made(aRequest(3, 'add', [DEFAULT_ADMIN_PERMISSION]));
    assert.deepEqual(await types(removal(2)), ['made']);
    assert.deepEqual(await types(removal(3)), ['no-admin-left']);
  });

  it('removes everything, also ending permissions, with an entry for ended ones before it', async () => {
    await made(anAddition(1, ['service.b'], END));
    await made(anAddition(1, ['service.c'], LATER));
    at(0);
    const draft = aDraft({ action: 'remove' });
    const all = await made({ userId: anId(1), change: { action: 'everything', keepLinks: true }, draft });
    assert.deepEqual(all.change.removed, ['service.a.read', 'service.c']);
    assert.deepEqual(
      (await newest(1, 2)).map(({ action }) => action),
      ['remove', 'expire'],
    );
    assert.deepEqual(await held(1), []);
  });

  it('changes an end or makes a permission permanent, but never ends a permanent one', async () => {
    await made(anAddition(1, ['service.b'], LATER));
    const shorter = await made(anAddition(1, ['service.b', 'service.a.read'], END));
    assertIncludes(shorter.change, { added: [], removed: [], ends: { 'service.b': END } });
    assertIncludes(shorter.entry, { ends: { 'service.b': END }, endsBefore: { 'service.b': LATER } });
    assert.deepEqual(await ends(1), { 'service.b': END });
    const same = await made(anAddition(1, ['service.b'], END));
    assert.equal(same.change.after, same.change.before);
    const forGood = await made(aRequest(1, 'add', ['service.b']));
    assertIncludes(forGood.change, { added: [], ends: { 'service.b': null } });
    at(1);
    assert.deepEqual(await held(1), ['service.a.read', 'service.b']);
  });

  it('keeps ends in a set unless others are given, and leaves out what has ended', async () => {
    await made(anAddition(1, ['service.b', 'service.c'], END));
    const kept = await made(aSet(1, ['service.c', 'service.d']));
    assertIncludes(kept.change, { added: ['service.d'], removed: ['service.a.read', 'service.b'] });
    assert.deepEqual(await ends(1), { 'service.c': END });
    const given = await made(aSet(1, ['service.c', 'service.d', 'service.e'], { 'service.d': LATER }));
    assert.deepEqual(given.change.ends, { 'service.d': LATER, 'service.c': null });
    at(0);
    await made(aSet(1, ['service.d', 'service.f'], { 'service.d': LATER, 'service.f': END }));
    assert.deepEqual(await held(1), ['service.d']);
  });

  it('renames permissions with their ends: permanent wins, else the later end', async () => {
    const rename = async (n: number, from: string, to: string) =>
      await made({
        ...aRequest(n, 'set', []),
        change: { action: 'rename', renaming: { from, to: to as Permission } },
      });
    await made(anAddition(3, ['service.x.read', 'service.x.late', 'service.y.early', 'service.x.done'], END));
    await made(anAddition(3, ['service.x.late', 'service.y.read', 'service.y.late'], LATER));
    await made(aRequest(3, 'add', ['service.y.done']));
    await rename(3, 'service.x.*', 'service.y.*');
    assert.deepEqual(await ends(3), {
      'service.y.read': LATER,
      'service.y.late': LATER,
      'service.y.early': END,
    });
    await rename(1, 'service.a.read', 'service.z');
    assert.deepEqual(await ends(1), {});
  });

  it('refuses a malformed end', async () => {
    const wrong = anAddition(1, ['service.b'], '2026-06-01' as Timestamp);
    await assert.rejects(async () => await stores.permissions.change([wrong], AS_IT_COMES), TypeError);
  });

  it('refuses an import that would leave only an admin whose permission ends', async () => {
    const { organisation } = stores;
    const draft = aDraft({ action: 'set', source: 'import', batch: 'b' });
    const options = { adminPermission: DEFAULT_ADMIN_PERMISSION, keepAdmin: true };
    await change(
      aRequest(1, 'add', [DEFAULT_ADMIN_PERMISSION]),
      aRequest(2, 'remove', [DEFAULT_ADMIN_PERMISSION]),
      anAddition(2, [DEFAULT_ADMIN_PERMISSION], LATER),
    );
    const leaver = { id: anId(1), permissions: aUser(1).permissions };
    const refused = { type: 'import-leaves-no-admin', admins: [anId(1)] };
    assert.deepEqual(await errorOf(organisation.importUsers([leaver], draft, options)), refused);
    const held = aUser(1, { permissions: [DEFAULT_ADMIN_PERMISSION] }).permissions;
    const ending = { id: anId(1), permissions: held, ends: { [DEFAULT_ADMIN_PERMISSION]: LATER } };
    assert.deepEqual(await errorOf(organisation.importUsers([ending], draft, options)), refused);
  });
});
