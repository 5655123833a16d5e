import { type AuditListQuery, err, errAsync, okAsync, type TrailVerifier } from '@ops-admin/core';
import {
  type TrailFileOperationsPorts,
  trailFileOperations,
  trailOperations,
} from '@ops-admin/core/operations';
import { aDraft, anId, aSigner, aTime, aUser, makeChange, type OrganisationPorts } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';
import { MemoryFile } from './memory-file.ts';

describe('The entries of a file', () => {
  const signer = aSigner();
  const noKey: TrailVerifier = { ...signer, keyId: '' };
  let ports: OrganisationPorts;
  let file: MemoryFile;

  /** The first is the import of user 1, the others are theirs. */
  beforeEach(async () => {
    ports = openOrganisation(signer);
    file = new MemoryFile();
    await ports.organisation.importUsers([aUser(1, { permissions: ['service.a'] })], {
      ...aDraft(),
      action: 'set',
    });
    for (let n = 2; n <= 9; n++) {
      await makeChange(ports.permissions, 1, 'add', [`service.m${n}`], { time: aTime(n) });
    }
    const files = () => file;
    const { audit, trail } = ports;
    const archived = await trailOperations({
      trail,
      audit,
      signer,
      verifier: signer,
      clock: () => new Date(aTime(50)),
      files,
    }).archive({
      until: aTime(9),
      file: file.name,
      origin: { actor: 'cli:root', source: 'cli' },
    });
    expect(archived.isOk()).to.equal(true);
  });
  const operations = (more: Partial<TrailFileOperationsPorts> = {}) =>
    trailFileOperations({ files: () => file, verifier: signer, ...more });
  const list = async (query?: AuditListQuery) => {
    const { entries, ...rest } = (await operations().list(file.name, query))._unsafeUnwrap();
    return { ids: entries.map(({ id }) => id), ...rest };
  };
  const change = (from: string, to: string) => {
    file.lines = file.lines?.map((line) => line.replace(from, to));
  };

  it('are listed as those of the trail, the newest first or the oldest', async () => {
    const isVerified = true;
    expect(await list()).to.deep.equal({ ids: [9, 8, 7, 6, 5, 4, 3, 2, 1], next: null, isVerified });
    expect(await list({ limit: 2 })).to.deep.equal({ ids: [9, 8], next: 8, isVerified });
    expect(await list({ limit: 3 })).to.deep.equal({ ids: [9, 8, 7], next: 7, isVerified });
    expect(await list({ limit: 3, after: 0 })).to.deep.equal({ ids: [1, 2, 3], next: 3, isVerified });
    expect(await list({ limit: 2, before: 8 })).to.deep.equal({ ids: [7, 6], next: 6, isVerified });
    expect(await list({ limit: 2, before: 3 })).to.deep.equal({ ids: [2, 1], next: null, isVerified });
    expect(await list({ limit: 2, after: 0 })).to.deep.equal({ ids: [1, 2], next: 2, isVerified });
    expect(await list({ limit: 2, after: 7 })).to.deep.equal({ ids: [8, 9], next: null, isVerified });
    expect((await list({ permission: 'service.m3', user: anId(1) })).ids).to.deep.equal([3]);
    expect((await list({ action: 'set', actor: 'cli:nobody' })).ids).to.deep.equal([]);
  });

  it('are not those of a flawed file, and without a key nothing is proven', async () => {
    change('service.m4', 'service.x4');
    const broken = await operations().list(file.name, { permission: 'service.m2' });
    expect(broken._unsafeUnwrapErr()).to.include({ type: 'audit-broken', flaw: 'altered', entryId: 4 });
    const read = (await operations({ verifier: noKey }).list(file.name, { limit: 1 }))._unsafeUnwrap();
    expect([read.isVerified, read.entries[0]?.id]).to.deep.equal([false, 9]);
  });

  it('are none of a file that is not there, or cannot be read', async () => {
    const failed = { type: 'trail-file-failed', file: file.name, attempt: 'read', cause: 'no disk' } as const;
    file.read = () => okAsync([err(failed)]) as unknown as ReturnType<MemoryFile['read']>;
    for (const verifier of [signer, noKey]) {
      const read = await operations({ verifier }).list(file.name);
      expect(read._unsafeUnwrapErr()).to.deep.equal(failed);
    }
    file = new MemoryFile();
    const missing = { type: 'trail-file-missing', file: file.name };
    expect((await operations().list(file.name))._unsafeUnwrapErr()).to.deep.equal(missing);
    expect((await operations().verify(file.name))._unsafeUnwrapErr()).to.deep.equal(missing);
  });

  for (const [what, from, to] of [
    ['a list', '"removed":[]', '"removed":[7]'],
    ['a user', `"userId":"${anId(1)}"`, '"userId":1'],
    ['a seal', '"previous":"', '"before":"'],
    ['an actor', '"actor":"', '"by":"'],
  ] as const) {
    it(`have ${what}, or are none`, async () => {
      file.lines?.shift();
      change(from, to);
      const read = await operations({ verifier: noKey }).list(file.name);
      expect(read._unsafeUnwrapErr()).to.deep.equal({ type: 'trail-file-unfit', line: 1 });
    });
  }

  it('are of nobody whom the users do not know and the file does not name', async () => {
    const { users } = ports;
    const known = operations({ users });
    const ofUser = async (user: string) => await known.list(file.name, { user });
    const [entry] = (await ofUser(anId(1)))._unsafeUnwrap().entries;
    expect(entry?.user).to.deep.equal({ _id: anId(1), email: 'user1@example.org' });
    for (const user of [anId(2), 'nobody@example.org', 'x']) {
      expect((await ofUser(user))._unsafeUnwrapErr()).to.deep.equal({ type: 'user-not-found', user });
    }
    // Without users it is not known who is one.
    for (const user of [anId(2), 'nobody@example.org'])
      expect((await list({ user })).ids, user).to.deep.equal([]);
    const gone = operations({ users: openOrganisation().users });
    const named = (await gone.list(file.name, { user: anId(1), actor: anId(1), limit: 20 }))._unsafeUnwrap();
    expect(named.entries, 'of who is in the file alone').to.have.length(9);
    await ports.organisation.importUsers([aUser(4)], aDraft({ action: 'set' }));
    expect((await ofUser(anId(4)))._unsafeUnwrap().entries, 'of a user without an entry').to.deep.equal([]);
    const down = { type: 'store-unavailable', cause: 'down' } as const;
    for (const [failing, query] of [
      [{ ...users, findByEmail: () => errAsync(down) }, { user: 'a@b.org' }],
      [{ ...users, findByEmail: () => errAsync(down) }, { actor: 'a@b.org' }],
      [{ ...users, find: () => errAsync(down) }, { user: anId(2) }],
      [{ ...users, summaries: () => errAsync(down) }, {}],
    ] as const) {
      const read = await operations({ users: failing }).list(file.name, query);
      expect(read._unsafeUnwrapErr()).to.equal(down);
    }
    file.lines = [];
    const empty = await operations({ users, verifier: noKey }).list(file.name);
    expect(empty._unsafeUnwrap()).to.deep.equal({ entries: [], next: null, isVerified: false });
  });
});
