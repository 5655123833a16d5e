import {
  err,
  errAsync,
  okAsync,
  PermissionSet,
  type Result,
  ResultAsync,
  type TrailVerifier,
} from '@ops-admin/core';
import { AuditChain, NO_ENTRY, SealingKeyMissing } from '@ops-admin/core/adapter';
import {
  auditOperations,
  describeFeedGone,
  type TrailFile,
  type TrailFileFailed,
  trailFileOperations,
  trailOperations,
  verifyAuditTrail,
} from '@ops-admin/core/operations';
import {
  AS_IT_COMES,
  aDepartment,
  aDraft,
  anId,
  anIdentity,
  aRequest,
  aSigner,
  aTime,
  aUser,
  changeLink,
  makeChange,
  type OrganisationPorts,
} from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';
import { FULL, MemoryFile } from './memory-file.ts';

describe('An archive of the trail', () => {
  const signer = aSigner();
  const verifier = signer;
  const clock = () => new Date(aTime(50));
  const origin = { actor: 'cli:root', source: 'cli', reason: 'yearly' } as const;
  let ports: OrganisationPorts;
  let file: MemoryFile;

  /** Entries 1 to 4, at the seconds 0, 2, 3 and 4. */
  beforeEach(async () => {
    ports = openOrganisation(signer);
    file = new MemoryFile();
    await ports.organisation.importUsers([aUser(1, { permissions: ['service.a', 'service.b'] })], {
      ...aDraft(),
      action: 'set',
    });
    for (const n of [2, 3, 4]) await add(n);
  });
  const files = () => file;
  const add = (n: number) => makeChange(ports.permissions, 1, 'add', [`service.m${n}`], { time: aTime(n) });
  const archive = (second: number) =>
    trailOperations({ trail: ports.trail, audit: ports.audit, signer, verifier, clock, files }).archive({
      until: aTime(second),
      file: file.name,
      origin,
    });
  const refusal = async (second: number) => (await archive(second))._unsafeUnwrapErr();
  const ids = async () => (await ports.audit.list({ limit: 20 }))._unsafeUnwrap().map(({ id }) => id);
  const verify = () => verifyAuditTrail({ audit: ports.audit, verifier });
  const verifyFile = (lines: readonly string[], keys: TrailVerifier, head?: string) => {
    const held = new MemoryFile();
    held.lines = [...lines];
    return trailFileOperations({ files: () => held, verifier: keys }).verify(held.name, head);
  };
  const proven = (lines = file.lines ?? [], head?: string) => verifyFile(lines, verifier, head);
  const flawIn = async (lines: readonly string[]) => {
    const error = (await verifyFile(lines, verifier))._unsafeUnwrapErr();
    if (error.type === 'audit-broken') return `${error.flaw} ${error.entryId}`;
    return error.type === 'trail-file-unfit' ? `unfit ${error.line}` : error.type;
  };

  it('moves the entries up to a time into a file, and notes who did it', async () => {
    const made = (await archive(3))._unsafeUnwrap();
    expect(made).to.deep.include({
      file: 'old.ndjson',
      firstId: 1,
      lastId: 3,
      time: aTime(50),
      previous: '',
    });
    expect(made).to.include({ actor: 'cli:root', reason: 'yearly' });
    expect(await ids()).to.deep.equal([4]);
    expect((await verify())._unsafeUnwrap()).to.include({ entries: 1 });
    expect((await proven())._unsafeUnwrap()).to.deep.include({
      entries: 3,
      firstId: 1,
      lastId: 3,
      hasHead: false,
    });
    expect(file.lines).to.have.length(5);
  });

  it('ends before the first entry that is later, whatever comes after it', async () => {
    await makeChange(ports.permissions, 1, 'add', ['service.z'], { time: aTime(1) });
    expect((await archive(3))._unsafeUnwrap().lastId).to.equal(3);
  });

  it('goes on with the next part, in another file', async () => {
    await archive(2);
    const first = file.lines ?? [];
    file = new MemoryFile();
    expect((await archive(3))._unsafeUnwrap()).to.include({ firstId: 3, lastId: 3 });
    expect((await proven())._unsafeUnwrap().previous).to.equal(
      (await proven(first))._unsafeUnwrap().lastDigest,
    );
    expect((await verify()).isOk()).to.equal(true);
  });

  it('finds the head that lies in a file', async () => {
    const [, second] = (await ports.audit.list({ limit: 2 }))._unsafeUnwrap();
    await archive(4);
    expect((await proven(file.lines, second?.seal.digest))._unsafeUnwrap().hasHead).to.equal(true);
    expect((await proven(file.lines, 'another'))._unsafeUnwrap().hasHead).to.equal(false);
  });

  it('is told to who follows the trail from within it, with the first entry that is left', async () => {
    await archive(3);
    const { follow } = auditOperations({ ...ports });
    const gone = (await follow({ after: 2 }))._unsafeUnwrapErr();
    if (gone.type !== 'feed-gone') throw new Error(gone.type);
    expect(gone).to.deep.include({ after: 2, newestId: 4 });
    expect(describeFeedGone(gone)).to.equal(
      `entries after 2 are archived in ${file.name}; the first that is here is 4, so go on after 3`,
    );
    expect((await follow({ after: 3 }))._unsafeUnwrap().entries.map(({ id }) => id)).to.deep.equal([4]);
    await archive(4);
    expect((await follow({ after: 4 }))._unsafeUnwrap(), 'where every entry is archived').to.deep.equal({
      entries: [],
      next: 4,
    });
  });

  it('archives nothing where no entry is as old, or the trail has a flaw', async () => {
    expect(await refusal(-1)).to.deep.equal({ type: 'nothing-to-archive' });
    const strange = trailOperations({
      trail: ports.trail,
      audit: ports.audit,
      signer: aSigner('other'),
      verifier: aSigner('other'),
      clock,
      files,
    });
    const refused = await strange.archive({ until: aTime(9), file: file.name, origin });
    expect(refused._unsafeUnwrapErr()).to.include({ type: 'audit-broken', flaw: 'unknown-key' });
    expect(file.lines).to.equal(undefined);
    expect(await ids()).to.have.length(4);
  });

  it('proves what kept a whole set after a change', async () => {
    await makeChange(ports.permissions, 1, 'set', ['service.z', 'service.a'], { time: aTime(5) });
    const kept = (await ports.audit.records(4, 1))._unsafeUnwrap()[0]?.sets;
    expect(kept).to.deep.equal({ after: ['service.z', 'service.a'] });
    expect((await archive(5))._unsafeUnwrap().lastId).to.equal(5);
    expect((await proven()).isOk()).to.equal(true);
  });

  it('notes no reason where none was given', async () => {
    const { reason: _, ...nobodySaid } = origin;
    const made = await trailOperations({
      trail: ports.trail,
      audit: ports.audit,
      signer,
      verifier,
      clock,
      files,
    }).archive({
      until: aTime(3),
      file: file.name,
      origin: nobodySaid,
    });
    expect(made._unsafeUnwrap()).to.not.have.property('reason');
  });

  it('leaves the trail where the file cannot be read, or is gone once it was written', async () => {
    const reading: [TrailFile['read'], expected: unknown][] = [
      [() => errAsync(UNREADABLE), UNREADABLE],
      [() => okAsync(breaking()), UNREADABLE],
      [() => okAsync(undefined), { type: 'trail-file-in-the-way', file: 'old.ndjson' }],
    ];
    for (const [read, expected] of reading) {
      file.read = read as MemoryFile['read'];
      expect(await refusal(3)).to.deep.equal(expected);
    }
    expect(await ids()).to.have.length(4);
  });

  it('leaves the trail where its end cannot be signed', async () => {
    const { audit, trail } = ports;
    const unable = { ...signer, sign: () => undefined };
    const { archive } = trailOperations({ trail, audit, signer: unable, verifier, clock, files });
    const failed = await Promise.resolve(archive({ until: aTime(3), file: file.name, origin })).catch(
      (cause: unknown) => cause,
    );
    expect(failed).to.be.instanceOf(SealingKeyMissing);
    expect([file.lines, await ids()]).to.deep.equal([undefined, [1, 2, 3, 4]]);
  });

  it('leaves the trail where the file cannot be written, or holds something else', async () => {
    file.isFull = true;
    expect(await refusal(3)).to.deep.equal(FULL);
    file.isFull = false;
    for (const lines of [[], ['my diary'], [JSON.stringify({ opsAdminAuditArchive: 1 })]]) {
      file.lines = lines;
      expect(await refusal(3)).to.deep.equal({ type: 'trail-file-in-the-way', file: 'old.ndjson' });
      expect(file.lines).to.equal(lines);
    }
    expect(await ids()).to.have.length(4);
  });

  it('goes on after a stop once the file was written, also where more entries are as old by now', async () => {
    const { lines } = await stoppedAfter(2);
    file.lines = lines;
    expect((await archive(3))._unsafeUnwrap()).to.include({ lastId: 2 });
    expect(await ids()).to.deep.equal([3, 4]);
    // The same file again is no archive of what is left.
    expect(await refusal(3)).to.have.property('type', 'trail-file-in-the-way');
    expect(await ids()).to.deep.equal([3, 4]);
  });

  it('does not take a file that goes on with another trail', async () => {
    const files: MemoryFile[] = [];
    for (const permission of ['service.a', 'service.z']) {
      ports = openOrganisation(signer);
      const users = [aUser(1, { permissions: [permission] })];
      await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' });
      for (const n of [2, 3, 4]) await add(n);
      file = new MemoryFile();
      await archive(2);
      files.push(await stoppedAfter(3));
    }
    file = files[0] as MemoryFile;
    expect(await refusal(3)).to.have.property('type', 'trail-file-in-the-way');
    expect(await ids()).to.deep.equal([3, 4]);
  });

  it('does not take a file with more than is as old, or one of another trail', async () => {
    file.lines = (await stoppedAfter(4)).lines;
    expect(await refusal(3)).to.have.property('type', 'trail-file-in-the-way');
    ports = openOrganisation(signer);
    await ports.organisation.importUsers([aUser(1, { permissions: ['service.z'] })], {
      ...aDraft(),
      action: 'set',
    });
    for (const n of [2, 3, 4]) await add(n);
    expect(await refusal(4)).to.deep.equal({ type: 'trail-moved' });
    expect(await ids()).to.have.length(4);
  });

  /** What a run left that was stopped before the entries were taken out. */
  async function stoppedAfter(second: number): Promise<MemoryFile> {
    const stopped = new MemoryFile();
    const trail = {
      ...ports.trail,
      archive: () => new ResultAsync(Promise.resolve(err({ type: 'trail-moved' as const }))),
    };
    const run = trailOperations({
      trail: trail as OrganisationPorts['trail'],
      audit: ports.audit,
      signer,
      verifier,
      clock,
      files: () => stopped,
    });
    const before = await ids();
    await run.archive({ until: aTime(second), file: stopped.name, origin });
    expect(await ids()).to.deep.equal(before);
    return stopped;
  }

  describe('that is an export', () => {
    const exported = async () =>
      (await ports.audit.list({ limit: 20 }))._unsafeUnwrap().map((entry) => JSON.stringify(entry));

    it('is proven from its first entry, or from where an archive ends', async () => {
      const lines = await exported();
      const whole = (await proven(lines))._unsafeUnwrap();
      expect(whole).to.deep.include({ entries: 4, firstId: 1, lastId: 4, isArchive: false });
      await archive(2);
      expect((await proven(await exported()))._unsafeUnwrap()).to.deep.include({ entries: 2, firstId: 3 });
      const [, , three = '', four = ''] = lines;
      const withNames = three.replace('"added":', '"user":{"_id":"x"},"actorUser":{"_id":"y"},"added":');
      expect((await proven([withNames, four])).isOk()).to.equal(true);
    });

    it('has a flaw where lines are missing, or its end is not signed', async () => {
      const requests = [1, 2].map((n) => aRequest(1, 'add', [`service.n${n}`], { time: aTime(5) }));
      (await ports.permissions.change(requests, AS_IT_COMES))._unsafeUnwrap();
      const lines = await exported();
      expect((await proven(lines))._unsafeUnwrap().entries).to.equal(6);
      expect(await flawIn(lines.slice(0, -1))).to.equal('unsigned 5');
      expect(await flawIn(lines.toSpliced(2, 1))).to.equal('missing 4');
      expect(await flawIn([lines[0]?.replace('"previous":""', '"previous":"x"') ?? ''])).to.equal(
        'altered 1',
      );
    });

    /** As many entries, each of nothing, after an entry with this digest. */
    const longExport = (count: number, digest: string | null = null) => {
      const chain = new AuditChain(signer, { ...NO_ENTRY, digest });
      const nothing = PermissionSet.of([]).apply({ action: 'remove', permissions: [] });
      const after = { ...aUser(1), salt: 'salt' };
      return Array.from({ length: count }, () =>
        JSON.stringify(chain.append(anId(1), nothing, aDraft(), true, { after }).entry),
      );
    };

    it('begins with nothing before its first entry', async () => {
      expect((await proven(longExport(1)))._unsafeUnwrap()).to.include({ entries: 1, previous: '' });
      expect(await flawIn(longExport(1, 'of another'))).to.equal('misplaced 1');
    });

    it('is proven by 500 lines together, the first flaw of which counts', async () => {
      const lines = longExport(502).with(2, longExport(3)[2]?.replace('"http"', '"cli"') ?? '');
      expect(await flawIn(lines)).to.equal('altered 3');
      expect(await flawIn(lines.with(500, 'x'))).to.equal('altered 3');
      expect(await flawIn(lines.with(499, 'x'))).to.equal('unfit 500');
      expect((await proven(longExport(502)))._unsafeUnwrap().entries).to.equal(502);
    });

    it('has entries of every kind, with escapes or without, each member once and as it is written', async () => {
      const odd = { time: aTime(5), reason: 'Käse für 😀' };
      expect(await changeLink(ports.permissions, 1, 'link', anIdentity('ann'), odd)).to.equal('linked');
      const { requested: _, ...draft } = aDraft({ action: 'department', time: aTime(6) });
      (await ports.organisation.importDepartments([aDepartment(1)], { draft }))._unsafeUnwrap();
      const lines = await exported();
      const [link = '', department = ''] = lines.slice(4);
      expect((await proven(lines))._unsafeUnwrap().entries).to.equal(6);
      expect(department).to.include('"userId":null');
      const escaped = link.replace('ä', '\\u00e4').replace('ü', '\\u00fc').replace('😀', '\\ud83d\\ude00');
      expect(escaped).to.not.equal(link);
      expect((await proven(lines.with(4, escaped)))._unsafeUnwrap().entries).to.equal(6);

      const identity = '"identity":{"issuer":"https://id.example","subject":"ann"}';
      const salt = /"subjectSalt":"[^"]*",/;
      expect(link).to.include(identity).and.to.match(salt);
      const without = link.replace(',"subject":"ann"', '').replace(salt, '');
      expect((await proven(lines.with(4, without))).isOk(), 'of who was erased').to.equal(true);
      const others: readonly (readonly [string, string])[] = [
        [link.replace(identity, '"identity":5'), 'unfit 5'],
        [link.replace(identity, '"identity":{"issuer":5,"subject":"ann"}'), 'unfit 5'],
        [link.replace('"subject":"ann"', '"subject":5'), 'unfit 5'],
        [link.replace('"reason":"', '"reason":5,"was":"'), 'unfit 5'],
        [link.replace('"signature":"', '"signature":5,"was":"'), 'unfit 5'],
        [link.replace('"added":', '"added":["x"],"added":'), 'unfit 5'],
        [link.replace('"added":', ' "added":'), 'unfit 5'],
        [link.replace(',"subject":"ann"', ''), 'altered 5'],
        [link.replace(salt, ''), 'altered 5'],
        [link.replace('"subject":"ann"', '"subject":"eve"'), 'altered 5'],
      ];
      for (const [line, flaw] of others) expect(await flawIn(lines.with(4, line)), line).to.equal(flaw);
    });

    it('is no archive to go on with', async () => {
      file.lines = await exported();
      expect(await refusal(4)).to.have.property('type', 'trail-file-in-the-way');
    });

    it('is signed with the key in use, unless it is an archive', async () => {
      const keys = aSigner('new', 'key');
      const lines = await exported();
      const late = (await verifyFile(lines, keys))._unsafeUnwrapErr();
      expect(late).to.include({ flaw: 'other-key', entryId: 4 });
      await archive(4);
      expect((await verifyFile(file.lines ?? [], keys)).isOk()).to.equal(true);
    });
  });

  describe('of a file that somebody changed', () => {
    const changed = (line: number, from: string, to: string) =>
      (file.lines ?? []).map((text, n) => (n === line ? text.replace(from, to) : text));
    beforeEach(() => archive(4));

    it('finds what is not as it was', async () => {
      const [header = '', one = '', two = '', three = '', four = '', footer = ''] = file.lines ?? [];
      expect(await flawIn(changed(2, 'service.m2', 'service.m9'))).to.equal('altered 2');
      expect(await flawIn(changed(1, '"key"', '"none"'))).to.equal('unknown-key 1');
      expect(await flawIn(changed(2, '"signature":"', '"signature":"x'))).to.equal('altered 2');
      expect(await flawIn(changed(2, '"keyId":"key",', ''))).to.equal('altered 2');
      expect(await flawIn([header, one, three, four, footer])).to.equal('missing 3');
      expect(await flawIn([header, two, three, four, footer])).to.equal('missing 2');
      expect(await flawIn([header, two, one, three, four, footer])).to.equal('missing 2');
      expect(await flawIn([header, one, two, three, four])).to.equal('file-cut-off 4');
      expect(await flawIn([header, one, two, footer])).to.equal('file-cut-off 2');
      expect(await flawIn([])).to.equal('unfit undefined');
      expect(await flawIn([header, one, 'x', two])).to.equal('unfit 3');
      expect(await flawIn([header, one, two, three, four, footer, four])).to.equal('unfit 7');
      expect(await flawIn([header, header, one])).to.equal('unfit 2');
      expect(await flawIn([one, two, three, four, footer]), 'no archive').to.equal('unfit 5');
      for (const member of ['seal', 'requested']) {
        expect(await flawIn(changed(1, `"${member}":`, `"${member}":null,"former":`)), member).to.equal(
          'unfit 2',
        );
      }
      expect(await flawIn(changed(1, '"keyId":"key"', '"keyId":5'))).to.equal('unfit 2');
      for (const line of [
        'null',
        '5',
        '"text"',
        '{"opsAdminAuditArchive":1}',
        '{"firstId":1,"previous":""}',
        header.replace('"opsAdminAuditArchive":1', '"opsAdminAuditArchive":2'),
      ]) {
        expect(await flawIn([line, one]), line).to.equal('unfit 1');
      }
      expect(await flawIn(changed(5, '"lastDigest":"', '"lastDigest":"x'))).to.equal('file-cut-off 4');
      expect(await flawIn(changed(5, '}', ',"more":1}'))).to.equal('unfit 6');
    });

    it('finds what was added to an entry', async () => {
      expect(await flawIn(changed(2, '"added":', '"approvedBy":"me","added":'))).to.equal('altered 2');
    });

    it('takes nobody at their word where it begins and ends', async () => {
      const [header = '', one = '', two = '', ...rest] = file.lines ?? [];
      const footer = rest.at(-1) ?? '';
      const shorter = JSON.stringify({ ...JSON.parse(footer), ...endOf(two) });
      expect(await flawIn([header, one, two, shorter])).to.equal('archive 2');
      const later = header
        .replace('"firstId":1', '"firstId":3')
        .replace('"previous":""', `"previous":"${endOf(two).lastDigest}"`);
      expect(await flawIn([later, ...rest])).to.equal('archive 4');
      const unknown = footer.replace('"keyId":"key"', '"keyId":"x"');
      expect(await flawIn([header, one, two, ...rest.slice(0, -1), unknown])).to.equal('unknown-key 4');
    });

    const endOf = (line: string) => {
      const { id, seal } = JSON.parse(line) as { id: number; seal: { digest: string } };
      return { lastId: id, lastDigest: seal.digest };
    };
  });
});

const UNREADABLE: TrailFileFailed = {
  type: 'trail-file-failed',
  file: 'old.ndjson',
  attempt: 'read',
  cause: 'no such disk',
};

async function* breaking(): AsyncGenerator<Result<string, TrailFileFailed>, void> {
  yield err(UNREADABLE);
}
