import {
  AccessPolicy,
  type AuditLog,
  type DepartmentRepository,
  err,
  errAsync,
  type IntegrityChecker,
  type OrganisationCopy,
  type Permission,
  type PermissionStore,
  type Result,
  ResultAsync,
  type StoreUnavailable,
  type TrailStore,
  type UserDirectory,
} from '@ops-admin/core';
import {
  copyOperations,
  integrityOperations,
  permissionOperations,
  readAuditTrail,
  userChanges,
  userOperations,
  verifyAuditTrail,
} from '@ops-admin/core/operations';
import {
  aDepartment,
  aDraft,
  anId,
  anIdentity,
  aSigner,
  aTime,
  aUser,
  type OrganisationPorts,
} from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from './open-organisation.ts';

const DOWN: StoreUnavailable = { type: 'store-unavailable', cause: 'no disk' };

interface FailingPorts
  extends Pick<OrganisationPorts, 'audit' | 'departments' | 'integrity' | 'trail' | 'permissions' | 'users'> {
  /** How often they were asked. */
  asked(): number;
}

/** The same ports, except that the n-th call fails. */
function failingAt(n: number, ports: OrganisationPorts): FailingPorts {
  let asked = 0;
  const or = <T, E>(ask: () => ResultAsync<T, E>): ResultAsync<T, E | StoreUnavailable> =>
    ++asked === n ? errAsync(DOWN) : ask();
  const audit: AuditLog = {
    list: (query) => or(() => ports.audit.list(query)),
    find: (id) => or(() => ports.audit.find(id)),
    batches: (query) => or(() => ports.audit.batches(query)),
    entriesOf: (users) => or(() => ports.audit.entriesOf(users)),
    newestId: () => or(() => ports.audit.newestId()),
    namedPermissions: (among) => or(() => ports.audit.namedPermissions(among)),
  };
  const integrity: IntegrityChecker = {
    check: () => or(() => ports.integrity.check()),
    repair: () => or(() => ports.integrity.repair()),
  };
  const trail: TrailStore = {
    rotate: (draft) => or(() => ports.trail.rotate(draft)),
  };
  const permissions: PermissionStore = {
    find: (id) => or(() => ports.permissions.find(id)),
    findExpired: (limit) => or(() => ports.permissions.findExpired(limit)),
    change: (requests, options) => or(() => ports.permissions.change(requests, options)),
  };
  const users: UserDirectory = {
    list: () => or(() => ports.users.list()),
    find: (id) => or(() => ports.users.find(id)),
    findRecorded: (id) => or(() => ports.users.findRecorded(id)),
    summaries: (ids) => or(() => ports.users.summaries(ids)),
    search: (query) => or(() => ports.users.search(query)),
    idsByEmail: (emails) => or(() => ports.users.idsByEmail(emails)),
    heldPermissions: (among) => or(() => ports.users.heldPermissions(among)),
    countHolders: (some) => or(() => ports.users.countHolders(some)),
    countHoldersOfModules: (some) => or(() => ports.users.countHoldersOfModules(some)),
    rightsOf: (keys) => or(() => ports.users.rightsOf(keys)),
    grants: async function* (search) {
      if (++asked === n) yield err(DOWN);
      else yield* ports.users.grants(search);
    },
  };
  const departments: DepartmentRepository = {
    list: (range) => or(() => ports.departments.list(range)),
    find: (id) => or(() => ports.departments.find(id)),
    idsNamed: (names) => or(() => ports.departments.idsNamed(names)),
  };
  return { audit, departments, integrity, trail, permissions, users, asked: () => asked };
}

describe('A store that fails', () => {
  const signer = aSigner();
  const verifier = signer;
  const clock = () => new Date(aTime(9));
  const policy = new AccessPolicy();
  const origin = { actor: 'cli:root', source: 'cli' } as const;
  const how = { origin };

  // The e-mails of what is undone by then are not worth a failure.
  const withFind = (find: UserDirectory['find']) => Object.assign(openOrganisation().users, { find });
  const revert = ({ audit, permissions: store, users: { find } }: FailingPorts) =>
    permissionOperations({ store, audit, users: withFind(find), clock, policy });
  const change = ({ audit, permissions: store, users }: FailingPorts) =>
    permissionOperations({ store, audit, users, clock, policy });
  const people = ({ departments, permissions: store, users }: FailingPorts) =>
    userChanges({ store, departments, users, clock, policy });

  const asking: Record<string, (ports: FailingPorts) => ResultAsync<unknown, unknown>> = {
    'reading the newest entry': ({ audit, integrity }) =>
      integrityOperations({ integrity, audit, verifier }).checkNewestEntry(),
    'verifying the audit log': ({ audit }) => verifyAuditTrail({ audit, verifier }),
    'checking the store': ({ audit, integrity }) =>
      integrityOperations({ integrity, audit, verifier }).checkStore(),
    'undoing an entry': (ports) => revert(ports).revert({ target: { entryId: 1 }, ...how }),
    'undoing a batch': (ports) => revert(ports).revert({ target: { batch: 'run-1' }, ...how }),
    'undoing a part of a batch': (ports) =>
      change(ports).revert({ target: { batch: 'run-1', users: ['none@example.org', anId(9)] }, ...how }),
    'undoing an unknown entry': (ports) => revert(ports).revert({ target: { entryId: 99 }, ...how }),
    'changing permissions': (ports) =>
      change(ports).change({
        action: 'add',
        changes: [{ user: 'user1@example.org', permissions: ['service.b'] }],
        ...how,
      }),
    'removing what looks mistyped': (ports) =>
      change(ports).change({
        action: 'remove',
        changes: [{ user: 'user1@example.org', permissions: ['service.bb'] }],
        findDoubtful: true,
        ...how,
      }),
    'removing everything': (ports) =>
      change(ports).change({
        action: 'remove',
        changes: [{ user: 'user1@example.org', everything: true }],
        ...how,
      }),
    'copying permissions': (ports) =>
      change(ports).copy({ from: 'user1@example.org', to: 'user1@example.org', ...how }),
    'renaming a permission': (ports) =>
      change(ports).rename({ from: 'service.a', to: 'service.b' as Permission, ...how }),
    'reviewing permissions': (ports) =>
      change(ports).change({
        action: 'review',
        changes: [{ user: 'user1@example.org', permissions: ['service.a'], decision: 'keep', entry: 1 }],
        ...how,
      }),
    'listing what users hold': ({ departments, users }) =>
      new ResultAsync(
        (async () => {
          const query = { department: 'D1', users: ['user1@example.org'] };
          const blocks = [];
          for await (const block of userOperations({ departments, users, policy }).grants(query))
            blocks.push(block);
          expect(blocks).to.have.lengthOf(1);
          return blocks[0] as Result<unknown, unknown>;
        })(),
      ),
    'linking an identity': (ports) =>
      people(ports).setIdentity({
        user: 'user1@example.org',
        identity: anIdentity('ann'),
        linked: true,
        origin,
      }),
    'creating a user': (ports) =>
      people(ports).create({ emails: ['a@b'], personalInformation: { name: 'A' }, department: 'D1', origin }),
    'updating a user': (ports) => people(ports).update({ user: anId(1), department: 'D1', origin }),
    'deactivating a user': (ports) => people(ports).setActive({ user: anId(1), active: false, origin }),
    'erasing a user': (ports) => people(ports).erase({ user: anId(1), origin }),
  };

  const anOrganisation = async () => {
    const ports = openOrganisation(signer);
    await ports.organisation.importUsers([aUser(1, { permissions: ['service.a'] })], {
      ...aDraft({ batch: 'run-1' }),
      action: 'set',
    });
    await ports.organisation.importDepartments([aDepartment(1)], aDraft());
    return ports;
  };

  for (const [what, ask] of Object.entries(asking)) {
    it(`is reported as unavailable at each step: ${what}`, async () => {
      for (let n = 1; ; n++) {
        const ports = failingAt(n, await anOrganisation());
        const answer = await ask(ports);
        if (ports.asked() < n) break;
        expect(answer._unsafeUnwrapErr(), `at ${n}`).to.deep.equal(DOWN);
      }
    });
  }

  it('is reported once, and ends the reading of an audit log', async () => {
    const { audit } = failingAt(1, await anOrganisation());
    const read = [];
    for await (const entry of readAuditTrail(audit)) read.push(entry._unsafeUnwrapErr());
    expect(read).to.deep.equal([DOWN]);
  });

  it('is reported as the target of a copy, and whether everything was written before', async () => {
    const source = (await anOrganisation()).copy;
    const copyTo = async (write: OrganisationCopy['write'], checks: FailingPorts) => {
      const { audit, integrity } = checks;
      const target = { read: () => source.read(), write };
      const copy = copyOperations({ source, target, audit, integrity, verifier });
      return (await copy.copy())._unsafeUnwrapErr();
    };
    const target = openOrganisation(signer);
    const failed = { type: 'copy-failed', side: 'target', cause: 'no disk' };
    expect(await copyTo(() => errAsync(DOWN), failingAt(0, target))).to.deep.equal({
      ...failed,
      isCopied: false,
    });
    expect(await copyTo((records) => target.copy.write(records), failingAt(1, target))).to.deep.equal({
      ...failed,
      isCopied: true,
    });
  });
});
