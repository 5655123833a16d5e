import {
  AccessPolicy,
  type AuditLog,
  ChangeIdentity,
  ChangePermissions,
  errAsync,
  type IntegrityChecker,
  type OrganisationArchive,
  type PermissionStore,
  type ResultAsync,
  type StoreUnavailable,
  type TrailKeeper,
  type UserDirectory,
} from '@ops-admin/core';
import {
  aDraft,
  anIdentity,
  aSealer,
  aTime,
  aUser,
  inMemoryOrganisation,
  type OrganisationPorts,
} from '@ops-admin/core/fakes';
import {
  ArchiveTrail,
  CheckStore,
  CopyOrganisation,
  checkNewestEntry,
  RevertChanges,
  readAuditTrail,
  SealTrail,
  VerifyAuditTrail,
} from '@ops-admin/core/jobs';
import { expect } from 'chai';
import { entryNotFound } from '../dist/audit/entry-not-found.js';
import { MemoryFile } from './audit/memory-file.ts';

const DOWN: StoreUnavailable = { type: 'store-unavailable', cause: 'no disk' };

interface FailingPorts
  extends Pick<OrganisationPorts, 'audit' | 'integrity' | 'keeper' | 'permissions' | 'users'> {
  /** How often they were asked. */
  asked(): number;
}

/** The same ports, but what is asked of them at the n-th place fails. */
function failingAt(n: number, ports: OrganisationPorts): FailingPorts {
  let asked = 0;
  const or = <T, E>(ask: () => ResultAsync<T, E>): ResultAsync<T, E | StoreUnavailable> =>
    ++asked === n ? errAsync(DOWN) : ask();
  const audit: AuditLog = {
    list: (query) => or(() => ports.audit.list(query)),
    find: (id) => or(() => ports.audit.find(id)),
    batches: (query) => or(() => ports.audit.batches(query)),
    records: (afterId, limit) => or(() => ports.audit.records(afterId, limit)),
    archives: () => or(() => ports.audit.archives()),
    archivedSets: (afterId, limit) => or(() => ports.audit.archivedSets(afterId, limit)),
  };
  const integrity: IntegrityChecker = { check: () => or(() => ports.integrity.check()) };
  const keeper: TrailKeeper = {
    seal: (draft, newestId) => or(() => ports.keeper.seal(draft, newestId)),
    archive: (draft) => or(() => ports.keeper.archive(draft)),
  };
  const permissions: PermissionStore = {
    find: (id) => or(() => ports.permissions.find(id)),
    change: (requests, options) => or(() => ports.permissions.change(requests, options)),
  };
  const users: UserDirectory = {
    list: () => or(() => ports.users.list()),
    find: (id) => or(() => ports.users.find(id)),
    summaries: (ids) => or(() => ports.users.summaries(ids)),
    search: (query) => or(() => ports.users.search(query)),
    findByEmail: (email) => or(() => ports.users.findByEmail(email)),
    idsByEmail: (emails) => or(() => ports.users.idsByEmail(emails)),
    findByIdentity: (identity) => or(() => ports.users.findByIdentity(identity)),
  };
  return { audit, integrity, keeper, permissions, users, asked: () => asked };
}

describe('A store that fails', () => {
  const sealer = aSealer();
  const clock = () => new Date(aTime(9));
  const policy = new AccessPolicy();
  const origin = { actor: 'cli:root', source: 'cli' } as const;
  const how = { origin };

  // The e-mails of what is undone by then are not worth a failure.
  const { users } = inMemoryOrganisation();
  const revert = ({ audit, permissions: store }: FailingPorts) =>
    new RevertChanges({ store, audit, users, clock, policy });
  const change = ({ permissions: store, users }: FailingPorts) => ({
    store,
    users,
    clock,
    policy,
  });

  const asking: Record<string, (ports: FailingPorts) => ResultAsync<unknown, unknown>> = {
    'looking at the newest entry': ({ audit }) => checkNewestEntry(audit, sealer),
    'looking for an archived entry': ({ audit }) => entryNotFound(audit, { entryId: 1 }),
    'verifying the trail': ({ audit }) => new VerifyAuditTrail({ audit, sealer }).execute(),
    'checking the store': ({ audit, integrity }) => new CheckStore({ integrity, audit, sealer }).execute(),
    'sealing the trail': ({ audit, keeper }) =>
      new SealTrail({ keeper, audit, sealer, clock }).execute({ origin }),
    'archiving the trail': ({ audit, keeper }) =>
      new ArchiveTrail({ keeper, audit, sealer, clock }).execute({
        until: aTime(5),
        file: new MemoryFile(),
        origin,
      }),
    'undoing an entry': (ports) => revert(ports).execute({ target: { entryId: 1 }, ...how }),
    'undoing a run': (ports) => revert(ports).execute({ target: { batch: 'run-1' }, ...how }),
    'undoing what is not there': (ports) => revert(ports).execute({ target: { entryId: 99 }, ...how }),
    'changing permissions': (ports) =>
      new ChangePermissions(change(ports)).execute({
        action: 'add',
        orders: [{ user: 'user1@example.org', permissions: ['service.b'] }],
        ...how,
      }),
    'linking an identity': (ports) =>
      new ChangeIdentity(change(ports)).execute({
        action: 'link',
        user: 'user1@example.org',
        identity: anIdentity('ann'),
        origin,
      }),
  };

  const anOrganisation = async (isSealed: boolean) => {
    const ports = inMemoryOrganisation(sealer);
    await ports.organisation.importUsers([aUser(1, { permissions: ['service.a'] })], {
      ...aDraft({ batch: 'run-1' }),
      action: 'set',
    });
    if (isSealed) return ports;
    const old = inMemoryOrganisation(sealer);
    const records = ports.archive.read();
    await old.archive.write(
      (async function* () {
        for await (const read of records) {
          yield read.map((one) => {
            if (one.type !== 'entry') return one;
            const { seal: _, ...entry } = one.entry;
            return { ...one, entry };
          });
        }
      })(),
    );
    return old;
  };

  for (const [what, ask] of Object.entries(asking)) {
    it(`is told as that wherever it fails: ${what}`, async () => {
      for (let n = 1; ; n++) {
        const ports = failingAt(n, await anOrganisation(what !== 'sealing the trail'));
        const answer = await ask(ports);
        if (ports.asked() < n) break;
        expect(answer._unsafeUnwrapErr(), `at ${n}`).to.deep.equal(DOWN);
      }
    });
  }

  it('is told once, and ends the walk along a trail', async () => {
    const { audit } = failingAt(1, await anOrganisation(true));
    const read = [];
    for await (const entry of readAuditTrail(audit)) read.push(entry._unsafeUnwrapErr());
    expect(read).to.deep.equal([DOWN]);
  });

  it('is told of the target of a copy, and whether everything was written by then', async () => {
    const source = (await anOrganisation(true)).archive;
    const copyTo = async (write: OrganisationArchive['write'], checks: FailingPorts) => {
      const { audit, integrity } = checks;
      const target = { read: () => source.read(), write };
      const copy = new CopyOrganisation({ source, target, audit, integrity, sealer });
      return (await copy.execute())._unsafeUnwrapErr();
    };
    const target = inMemoryOrganisation(sealer);
    const failed = { type: 'copy-failed', side: 'target', cause: 'no disk' };
    expect(await copyTo(() => errAsync(DOWN), failingAt(0, target))).to.deep.equal({
      ...failed,
      isCopied: false,
    });
    expect(await copyTo((records) => target.archive.write(records), failingAt(1, target))).to.deep.equal({
      ...failed,
      isCopied: true,
    });
  });
});
