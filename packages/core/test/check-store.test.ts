import { type AuditLog, errAsync, type IntegrityChecker, ok, okAsync, type StoreFlaw } from '@ops-admin/core';
import { type DerivedFlaw, integrityOperations } from '@ops-admin/core/operations';
import { aDraft, anId, aSigner, aUser, makeChange } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from './open-organisation.ts';

const UNAVAILABLE = { type: 'store-unavailable', cause: 'no disk' } as const;
const UNLIKE: StoreFlaw = {
  type: 'permissions-not-matching-log',
  userId: anId(1),
  held: ['x'],
  recorded: [],
};

describe('The check of a store', () => {
  const DAMAGED: StoreFlaw = { type: 'damaged', detail: 'a page is never used' };

  /** Of an organisation with one entry, looked at with keys that know its seal, or not. */
  async function check(flaws: readonly StoreFlaw[], verifier = aSigner()) {
    const { audit, organisation } = openOrganisation(aSigner());
    await organisation.importUsers([aUser(1, { permissions: ['service.a'] })], {
      ...aDraft(),
      action: 'set',
    });
    const integrity: IntegrityChecker = { check: () => okAsync(flaws), repair: () => okAsync() };
    return integrityOperations({ integrity, audit, verifier }).checkStore();
  }

  it('reports the state of the audit log where it finds no problem', async () => {
    expect((await check([]))._unsafeUnwrap()).to.include({ entries: 1 });
  });

  it('reports problems in the store and in the audit log together', async () => {
    const { flaws } = (await check([UNLIKE], aSigner('another')))._unsafeUnwrapErr() as {
      flaws: readonly object[];
    };
    expect(flaws).to.deep.equal([UNLIKE, { type: 'audit-broken', flaw: 'unknown-key', entryId: 1 }]);
    expect((await check([UNLIKE]))._unsafeUnwrapErr()).to.deep.equal({
      type: 'store-flawed',
      flaws: [UNLIKE],
    });
  });

  it('does not read the audit log of a damaged store', async () => {
    const checked = await check([DAMAGED], aSigner('another'));
    expect(checked._unsafeUnwrapErr()).to.deep.equal({ type: 'store-flawed', flaws: [DAMAGED] });
  });

  it('returns the error of a store that cannot be read', async () => {
    const { audit } = openOrganisation();
    const integrity: IntegrityChecker = {
      check: () => errAsync(UNAVAILABLE),
      repair: () => errAsync(UNAVAILABLE),
    };
    const checked = await integrityOperations({ integrity, audit, verifier: aSigner() }).checkStore();
    expect(checked._unsafeUnwrapErr()).to.deep.equal(UNAVAILABLE);
  });

  it('names foreign objects in the schema together with problems in the audit log', async () => {
    const foreign: StoreFlaw = { type: 'foreign', object: 'trigger users.reset' };
    expect((await check([foreign], aSigner('another')))._unsafeUnwrapErr()).to.deep.equal({
      type: 'store-flawed',
      flaws: [foreign, { type: 'audit-broken', flaw: 'unknown-key', entryId: 1 }],
    });
  });

  it('checks every signature; verification checks only those that confirm the log and a head', async () => {
    const { audit, organisation, permissions } = openOrganisation();
    await organisation.importUsers([aUser(1, { permissions: ['service.a'] })], aDraft({ action: 'set' }));
    await makeChange(permissions, 1, 'add', ['service.b']);
    const [first, second] = (await audit.list({ limit: 2 }))._unsafeUnwrap();
    if (!first || !second) throw new Error('no entries');
    const bent = [{ ...first, seal: { ...first.seal, signature: 'x' } }, second];
    const log: AuditLog = { ...audit, list: () => okAsync(bent) };
    const integrity: IntegrityChecker = { check: () => okAsync([]), repair: () => okAsync() };
    const { checkStore, verifyTrail } = integrityOperations({ integrity, audit: log, verifier: aSigner() });
    expect((await checkStore())._unsafeUnwrapErr()).to.deep.equal({
      type: 'store-flawed',
      flaws: [{ type: 'audit-broken', flaw: 'altered', entryId: 1 }],
    });
    const keys = [{ id: 'key', firstId: 1, lastId: 2 }];
    const sound = ok({ entries: 2, head: second.seal.digest, keys });
    expect(await verifyTrail()).to.deep.equal(sound);
    expect(await verifyTrail(first.seal.digest)).to.deep.equal(sound);
    expect((await verifyTrail('another'))._unsafeUnwrapErr()).to.deep.equal({
      type: 'audit-broken',
      flaw: 'cut-off',
      entryId: 2,
    });
  });
});

describe('The repair of a store', () => {
  const DERIVED: DerivedFlaw = { type: 'derived', table: 'user_modules', rows: 1, examples: ['a row'] };

  /** `checks` are what is found, one time after another; the last is found from then on. */
  async function repair({ agrees = true, checks = [[]], fails = false }: RepairOfStore) {
    const { audit, organisation } = openOrganisation();
    await organisation.importUsers([aUser(1, { permissions: ['service.a'] })], aDraft({ action: 'set' }));
    const head = (await audit.list({ limit: 1 }))._unsafeUnwrap()[0]?.seal.digest;
    const log: (string | readonly object[])[] = [];
    const found = [...checks];
    const integrity: IntegrityChecker = {
      check: () => {
        const flaws = (found.length > 1 ? found.shift() : found[0]) ?? [];
        return flaws === UNAVAILABLE ? errAsync(UNAVAILABLE) : okAsync(flaws as readonly StoreFlaw[]);
      },
      repair: () => {
        log.push('repaired');
        return fails ? errAsync(UNAVAILABLE) : okAsync();
      },
    };
    const repaired = await integrityOperations({ integrity, audit, verifier: aSigner() }).repairStore(
      async (flaws) => {
        log.push(flaws);
        return agrees;
      },
    );
    return { log, head, end: repaired.isOk() ? repaired.value : repaired.error };
  }
  interface RepairOfStore {
    readonly agrees?: boolean;
    readonly checks?: readonly (readonly StoreFlaw[] | typeof UNAVAILABLE)[];
    readonly fails?: boolean;
  }

  const KEYS = [{ id: 'key', firstId: 1, lastId: 1 }];

  it('rebuilds derived tables after confirmation, and checks again', async () => {
    const { end, head, log } = await repair({ checks: [[DERIVED], []] });
    expect(end).to.deep.equal({ entries: 1, head, keys: KEYS, repaired: [DERIVED] });
    expect(log).to.deep.equal([[DERIVED], 'repaired']);
  });

  it('asks for no confirmation where it finds no problem', async () => {
    const { end, head, log } = await repair({});
    expect([end, log]).to.deep.equal([{ entries: 1, head, keys: KEYS, repaired: [] }, []]);
  });

  const ends: readonly (readonly [string, RepairOfStore, object, readonly unknown[]])[] = [
    ['without confirmation', { agrees: false, checks: [[DERIVED]] }, { type: 'not-agreed' }, [[DERIVED]]],
    [
      'with problems outside derived tables',
      { checks: [[DERIVED, UNLIKE]] },
      { type: 'not-repairable', flaws: [DERIVED, UNLIKE] },
      [],
    ],
    ['that cannot be read', { checks: [UNAVAILABLE] }, UNAVAILABLE, []],
    ['that cannot be written', { checks: [[DERIVED]], fails: true }, UNAVAILABLE, [[DERIVED], 'repaired']],
    [
      'that still has problems',
      { checks: [[DERIVED], [UNLIKE]] },
      { type: 'store-flawed', flaws: [UNLIKE] },
      [[DERIVED], 'repaired'],
    ],
  ];
  for (const [what, given, expected, steps] of ends) {
    it(`is refused or fails for one ${what}`, async () => {
      const { end, log } = await repair(given);
      expect([end, log]).to.deep.equal([expected, steps]);
    });
  }
});
