import { AccessPolicy, type ChangeRules, type ListedPermission, type Permission } from '@ops-admin/core';
import {
  importOperations,
  PermissionCatalogue,
  type PermissionOperationsPorts,
  permissionOperations,
  userChanges,
} from '@ops-admin/core/operations';
import { AS_IT_COMES, aDraft, anId, aRequest, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

const READ = 'service.billing.read';
const OWN = 'service.own.read' as Permission;
const LISTED: ListedPermission[] = [{ permission: READ as Permission, description: 'Reads bills' }];

describe('The rules for changes', () => {
  const ada = { emails: ['a@b.example'], personalInformation: { name: 'Ada' } };
  const opened = async (rules: ChangeRules) => {
    const { permissions: store, ...stores } = openOrganisation();
    await stores.organisation.importUsers(
      [aUser(1, { permissions: [READ, OWN] }), aUser(2), aUser(3, { active: false })],
      aDraft({ action: 'set', source: 'import' }),
    );
    const ports: PermissionOperationsPorts = {
      store,
      audit: stores.audit,
      users: stores.users,
      clock: () => new Date(),
      policy: new AccessPolicy(),
      rules,
    };
    const { departments } = stores;
    return {
      stores: { ...stores, permissions: store },
      permissions: permissionOperations(ports),
      people: userChanges({ ...ports, departments }),
      imports: importOperations({ ...ports, organisation: stores.organisation, departments }),
    };
  };
  const origin = (reason?: string) => ({
    origin: { actor: 'cli:x', source: 'cli', ...(reason !== undefined && { reason }) } as const,
  });
  const add = (...permissions: string[]) =>
    ({ action: 'add', changes: [{ user: anId(2), permissions }] }) as const;

  describe('with a strict catalogue', () => {
    const rules = { catalogue: () => new PermissionCatalogue(LISTED), isStrict: true };

    it('an addition outside the catalogue is an invalid row, with a suggestion', async () => {
      const { permissions } = await opened(rules);
      const rows = async (...some: string[]) =>
        (await permissions.change({ ...add(...some), ...origin() }))
          ._unsafeUnwrap()
          .rows.map(({ message, result }) => [result, message]);
      expect(await rows('service.billing.reed')).to.deep.equal([
        ['invalid', `the catalogue of permissions does not list service.billing.reed; did you mean ${READ}?`],
      ]);
      expect(await rows(READ, OWN)).to.deep.equal([
        ['invalid', `the catalogue of permissions does not list ${OWN}`],
      ]);
      expect(await rows(READ, 'service.billing.*', 'service.billing')).to.deep.equal([['added', undefined]]);
    });

    it('a refusal has a suggestion, if a similar string exists', async () => {
      const { people } = await opened(rules);
      const refusal = async (permission: string) =>
        (await people.create({ ...ada, permissions: [permission], ...origin() }))._unsafeUnwrapErr();
      const type = 'unlisted-permission';
      expect(await refusal('service.biling.read')).to.deep.equal({
        type,
        permission: 'service.biling.read',
        meant: READ,
      });
      expect(await refusal(OWN)).to.deep.equal({ type, permission: OWN });
    });

    it('no suggestion is based on a long beginning that all strings share', async () => {
      const short = { permission: 'service.abc' as Permission, description: 'Reads' };
      const { people } = await opened({ ...rules, catalogue: () => new PermissionCatalogue([short]) });
      const refused = await people.create({ ...ada, permissions: ['service.xyz'], ...origin() });
      expect(refused._unsafeUnwrapErr()).to.deep.equal({
        type: 'unlisted-permission',
        permission: 'service.xyz',
      });
    });

    it('nothing is required where the catalogue is not strict, or missing', async () => {
      for (const given of [{ catalogue: rules.catalogue }, { isStrict: true }]) {
        const { permissions } = await opened(given);
        const done = await permissions.change({ ...add(OWN), ...origin() });
        expect(done._unsafeUnwrap().rows[0]?.result).to.equal('added');
      }
    });

    it('no unlisted permission can be copied, renamed or created', async () => {
      const { people, permissions, stores } = await opened(rules);
      const copied = await permissions.copy({ from: anId(1), to: anId(2), ...origin() });
      expect(copied._unsafeUnwrap().rows[0]?.result).to.equal('invalid');
      const unlisted = { type: 'unlisted-permission' };
      const renamed = await permissions.rename({
        from: OWN,
        to: 'service.own.view' as Permission,
        ...origin(),
      });
      expect(renamed._unsafeUnwrapErr()).to.include(unlisted);
      const [from, to] = ['service.own.*', 'service.billing.*' as Permission];
      await stores.permissions.change([aRequest(2, 'add', ['service.own.write'])], AS_IT_COMES);
      const module = await permissions.rename({ from, to, ...origin() });
      expect(module._unsafeUnwrapErr()).to.include({ ...unlisted, permission: 'service.billing.write' });
      const listed = await permissions.rename({ from: OWN, to: READ as Permission, ...origin() });
      expect(listed.isOk()).to.equal(true);
      const created = await people.create({ ...ada, permissions: [OWN], ...origin() });
      expect(created._unsafeUnwrapErr()).to.include(unlisted);
    });

    it('unlisted permissions can be imported, removed and restored', async () => {
      const { imports, permissions } = await opened(rules);
      const imported = await imports.users({
        users: [{ id: anId(4), ...ada, permissions: [OWN] }],
        ...origin(),
      });
      expect(imported.isOk()).to.equal(true);
      const change = { action: 'remove', changes: [{ user: anId(1), permissions: [OWN] }] } as const;
      const entry = (await permissions.change({ ...change, ...origin() }))._unsafeUnwrap().rows[0]?.entry;
      const back = await permissions.revert({ target: { entryId: entry ?? 0 }, ...origin() });
      expect(back._unsafeUnwrap().rows[0]).to.deep.include({ result: 'reverted', added: [OWN] });
    });
  });

  describe('with a pattern of reasons', () => {
    const rules = { reason: /^[A-Z]+-\d+/ };
    const refusal = { type: 'reason-required', pattern: '^[A-Z]+-\\d+' };

    it('no change succeeds without one, through any interface', async () => {
      const { people, permissions, stores } = await opened(rules);
      const user = anId(2);
      const doors = {
        change: (how: ReturnType<typeof origin>) => permissions.change({ ...add(READ), ...how }),
        copy: (how: ReturnType<typeof origin>) => permissions.copy({ from: anId(1), to: user, ...how }),
        rename: (how: ReturnType<typeof origin>) =>
          permissions.rename({ from: OWN, to: 'service.own.view' as Permission, ...how }),
        revert: (how: ReturnType<typeof origin>) => permissions.revert({ target: { entryId: 2 }, ...how }),
        create: (how: ReturnType<typeof origin>) => people.create({ ...ada, ...how }),
        update: (how: ReturnType<typeof origin>) =>
          people.update({ user, personalInformation: { name: 'New' }, ...how }),
        setActive: (how: ReturnType<typeof origin>) => people.setActive({ user, active: false, ...how }),
        setIdentity: (how: ReturnType<typeof origin>) =>
          people.setIdentity({ user, identity: { issuer: 'i', subject: 's' }, linked: true, ...how }),
        erase: (how: ReturnType<typeof origin>) => people.erase({ user: anId(3), ...how }),
      };
      const size = async () => (await stores.audit.list({ limit: 100 }))._unsafeUnwrap().length;
      const before = await size();
      for (const [door, ask] of Object.entries(doors)) {
        for (const how of [origin(), origin(''), origin('ticket OPS-1')]) {
          expect((await ask(how))._unsafeUnwrapErr(), door).to.deep.equal(refusal);
        }
      }
      expect(await size()).to.equal(before);
      for (const [door, ask] of Object.entries(doors)) {
        expect((await ask(origin('OPS-1: asked by phone'))).isOk(), door).to.equal(true);
      }
    });

    it('an empty reason is refused', async () => {
      const { permissions } = await opened({ reason: /./ });
      const refused = (await permissions.change({ ...add(READ), ...origin() }))._unsafeUnwrapErr();
      expect(refused).to.deep.equal({ type: 'reason-required', pattern: '.' });
    });

    it('the reason in a row replaces the common one', async () => {
      const { permissions } = await opened(rules);
      const change = { user: anId(2), permissions: [READ], reason: 'OPS-2' };
      const made = await permissions.change({ action: 'add', changes: [change], ...origin() });
      expect(made._unsafeUnwrap().rows[0]?.result).to.equal('added');
      const wrong = { ...change, reason: 'because' };
      const refused = await permissions.change({ action: 'add', changes: [wrong], ...origin('OPS-3') });
      expect(refused._unsafeUnwrap().rows[0]?.result).to.equal('invalid');
    });

    it('imports and dry runs need no reason', async () => {
      const { imports, permissions } = await opened(rules);
      expect((await imports.users({ users: [{ id: anId(4), ...ada }], ...origin() })).isOk()).to.equal(true);
      const tried = await permissions.change({ ...add(READ), ...origin(), dryRun: true });
      expect(tried._unsafeUnwrap().rows[0]?.result).to.equal('would-add');
    });
  });
});
