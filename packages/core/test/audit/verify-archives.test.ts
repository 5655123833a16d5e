import { type ArchivedSet, type AuditLog, okAsync, type TrailArchive } from '@ops-admin/core';
import { addArchivedSet, sealArchive } from '@ops-admin/core/adapter';
import { type BrokenTrail, trailOperations, verifyAuditTrail } from '@ops-admin/core/operations';
import { aDraft, anId, aSigner, aTime, aUser, makeChange, type OrganisationPorts } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';
import { MemoryFile } from './memory-file.ts';

/** The same log, but its notes of archives are others. */
function bent(
  log: AuditLog,
  given: { readonly archives?: readonly TrailArchive[]; readonly sets?: readonly ArchivedSet[] },
): AuditLog {
  return {
    list: (query) => log.list(query),
    find: (id) => log.find(id),
    newestOf: (userId) => log.newestOf(userId),
    batches: (query) => log.batches(query),
    namedPermissions: (among) => log.namedPermissions(among),
    records: (afterId, limit) => log.records(afterId, limit),
    newestId: () => log.newestId(),
    archives: () => (given.archives ? okAsync(given.archives) : log.archives()),
    archivedSets: (afterId, limit) =>
      given.sets
        ? okAsync(given.sets.filter(({ userId }) => userId > afterId).slice(0, limit))
        : log.archivedSets(afterId, limit),
  };
}

describe('The check of a trail with archives', () => {
  let ports: OrganisationPorts;
  let archives: readonly [TrailArchive, TrailArchive];
  let sets: readonly ArchivedSet[];

  const archiveUntil = async (second: number, reason?: string) =>
    (
      await trailOperations({
        trail: ports.trail,
        audit: ports.audit,
        signer: aSigner(),
        verifier: aSigner(),
        clock: () => new Date(aTime(50)),
        files: (name) => new MemoryFile(name),
      }).archive({
        until: aTime(second),
        file: `until-${second}.ndjson`,
        origin: { actor: 'cli:root', source: 'cli', ...(reason !== undefined && { reason }) },
      })
    )._unsafeUnwrap();

  /** Entries 1 to 3 and 4 to 5 are archived, 6 is in the trail. */
  beforeEach(async () => {
    ports = openOrganisation();
    const users = [1, 2].map((n) => aUser(n, { permissions: ['service.a', 'service.b'] }));
    await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' });
    for (const n of [3, 4, 5, 6]) {
      await makeChange(ports.permissions, 1, 'add', [`service.m${n}`], { time: aTime(n) });
    }
    archives = [await archiveUntil(3, 'yearly'), await archiveUntil(5)];
    sets = (await ports.audit.archivedSets('', 9))._unsafeUnwrap();
  });
  const verify = (given: Parameters<typeof bent>[1] = {}, verifier = aSigner(), head?: string) =>
    verifyAuditTrail({ audit: bent(ports.audit, given), verifier }, { head });
  const flaw = async (...given: Parameters<typeof verify>) => {
    const { entryId, flaw: what, type } = (await verify(...given))._unsafeUnwrapErr() as BrokenTrail;
    expect(type).to.equal('audit-broken');
    return `${what} ${entryId}`;
  };

  it('finds nothing wrong with what was archived', async () => {
    const [entry] = (await ports.audit.list({ limit: 1 }))._unsafeUnwrap();
    expect((await verify())._unsafeUnwrap()).to.deep.equal({
      entries: 1,
      head: entry?.seal.digest,
    });
  });

  it('takes the end of an archive for a head that is still there, and no other', async () => {
    for (const { lastDigest } of archives) {
      expect((await verify({}, aSigner(), lastDigest)).isOk()).to.equal(true);
    }
    const [{ previous }] = archives;
    expect(previous).to.equal('');
    expect(await flaw({}, aSigner(), 'the digest of an entry within an archive')).to.equal('cut-off 6');
  });

  const others: Partial<TrailArchive> = {
    file: 'other.ndjson',
    time: aTime(51),
    actor: 'cli:else',
    reason: 'monthly',
    firstId: 2,
    lastId: 2,
    previous: 'x',
    lastDigest: 'x',
    until: aTime(49),
    setsDigest: 'x',
    seal: { previous: '', digest: 'x', keyId: 'key', signature: 'x' },
  };
  for (const [member, value] of Object.entries(others)) {
    it(`finds a note whose ${member} was altered`, async () => {
      const [first, second] = archives;
      const altered = { ...first, [member]: value };
      expect(await flaw({ archives: [altered, second] })).to.equal(`archive ${altered.lastId}`);
    });
  }

  it('finds a note whose reason was taken out, or given to one that had none', async () => {
    const [first, second] = archives;
    const { reason: _, ...bare } = first;
    expect(await flaw({ archives: [bare, second] })).to.equal('archive 3');
    expect(await flaw({ archives: [first, { ...second, reason: '' }] })).to.equal('archive 5');
  });

  it('finds notes that were taken out, exchanged or put twice', async () => {
    const [first, second] = archives;
    expect(await flaw({ archives: [second] })).to.equal('archive 5');
    expect(await flaw({ archives: [second, first] })).to.equal('archive 5');
    expect(await flaw({ archives: [first, first, second] })).to.equal('archive 3');
    expect(await flaw({ archives: [first] }), 'the sets are of the second').to.equal('archive 3');
    expect(await flaw({ archives: [], sets: [] })).to.equal('missing 6');
  });

  it('finds a genuine note that does not go on where the one before it ended', async () => {
    const [first, { seal: _, ...second }] = archives;
    for (const other of [{ firstId: 5 }, { previous: 'of another trail' }]) {
      const genuine = sealArchive(aSigner(), 'key', first, { ...second, ...other });
      expect(await flaw({ archives: [first, genuine] })).to.equal('archive 5');
    }
    const alone = sealArchive(aSigner(), 'key', undefined, second);
    expect(await flaw({ archives: [first, alone] })).to.equal('archive 5');
  });

  it('says where it cannot check without the key', async () => {
    const [first, { seal: _, ...second }] = archives;
    const strange = sealArchive(aSigner('other'), 'other', first, second);
    expect(await flaw({ archives: [first, strange] })).to.equal('unknown-key 5');
    expect(await flaw({}, aSigner('other'))).to.equal('unknown-key 3');
  });

  describe('after a rotation', () => {
    const keys = aSigner('new', 'key');
    const rotate = async () => {
      ports = openOrganisation(aSigner('key', 'new'));
      const users = [1, 2].map((n) => aUser(n, { permissions: ['service.a', 'service.b'] }));
      await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' });
      await archiveUntil(3);
      const draft = { time: aTime(7), actor: 'cli:root', source: 'cli' } as const;
      (await ports.trail.rotate({ ...draft, from: 'key', to: 'new' }))._unsafeUnwrap();
    };

    it('takes the notes that were there', async () => {
      await rotate();
      expect((await verify({}, keys)).isOk()).to.equal(true);
    });

    it('finds a note that the former key made later: it could claim any archive', async () => {
      await rotate();
      const [note] = (await ports.audit.archives())._unsafeUnwrap();
      const { seal: _, ...bare } = note as TrailArchive;
      const [one, two] = (await ports.audit.archivedSets('', 9))._unsafeUnwrap() as [
        ArchivedSet,
        ArchivedSet,
      ];
      const given = [one, { ...two, permissions: ['service.admin'] }];
      const setsDigest = given.reduce((sum, set) => addArchivedSet(aSigner(), sum, set), '');
      const forged = sealArchive(aSigner(), 'key', undefined, { ...bare, setsDigest });
      expect(await flaw({ archives: [forged], sets: given }, keys)).to.equal('archive 2');
    });
  });

  it('finds that what users held then was altered', async () => {
    const [one, two] = sets as [ArchivedSet, ArchivedSet];
    expect(one.permissions).to.deep.equal([
      'service.a',
      'service.b',
      'service.m3',
      'service.m4',
      'service.m5',
    ]);
    const altered: ArchivedSet[][] = [
      [],
      [one],
      [two],
      [{ ...one, permissions: [...one.permissions].reverse() }, two],
      [one, { ...two, permissions: [] }],
      [{ ...one, entryId: 4 }, two],
      [one, { ...two, userId: anId(3) }],
      [one, two, { ...two, userId: anId(3) }],
    ];
    for (const some of altered) expect(await flaw({ sets: some })).to.equal('archive 5');
  });

  it('finds sets where nothing was archived', async () => {
    ports = openOrganisation();
    expect((await verify()).isOk()).to.equal(true);
    expect(await flaw({ sets })).to.equal('archive 0');
  });

  it('looks at the sets of many users', async () => {
    ports = openOrganisation();
    const users = Array.from({ length: 501 }, (_, n) => aUser(n + 1, { permissions: ['service.a'] }));
    await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' });
    await archiveUntil(1);
    expect((await verify()).isOk()).to.equal(true);
    const all = (await ports.audit.archivedSets('', 999))._unsafeUnwrap();
    expect(all).to.have.length(501);
    expect(await flaw({ sets: all.slice(0, -1) })).to.equal('archive 501');
  });
});
