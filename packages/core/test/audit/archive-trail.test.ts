import {
  type AuditLog,
  type AuditRecord,
  err,
  errAsync,
  ok,
  okAsync,
  type Result,
  ResultAsync,
} from '@ops-admin/core';
import {
  aDraft,
  anId,
  aSealer,
  aTime,
  aUser,
  inMemoryOrganisation,
  makeChange,
  type OrganisationPorts,
} from '@ops-admin/core/fakes';
import {
  ArchiveTrail,
  SealTrail,
  type TrailFile,
  type TrailFileFailed,
  VerifyAuditTrail,
  verifyTrailFile,
} from '@ops-admin/core/jobs';
import { expect } from 'chai';
import { sealRecord } from '../../dist/audit/audit-seal.js';
import { FULL, linesOf, MemoryFile } from './memory-file.ts';

describe('ArchiveTrail', () => {
  const sealer = aSealer();
  const clock = () => new Date(aTime(50));
  const origin = { actor: 'cli:root', source: 'cli', reason: 'yearly' } as const;
  let ports: OrganisationPorts;
  let file: MemoryFile;

  /** Entries 1 to 4, at the seconds 0, 2, 3 and 4. */
  beforeEach(async () => {
    ports = inMemoryOrganisation(sealer);
    file = new MemoryFile();
    await ports.organisation.importUsers([aUser(1, { permissions: ['service.a', 'service.b'] })], {
      ...aDraft(),
      action: 'set',
    });
    for (const n of [2, 3, 4]) await add(n);
  });
  const add = (n: number) => makeChange(ports.permissions, 1, 'add', [`service.m${n}`], { time: aTime(n) });
  const archive = (second: number) =>
    new ArchiveTrail({ keeper: ports.keeper, audit: ports.audit, sealer, clock }).execute({
      until: aTime(second),
      file,
      origin,
    });
  const refusal = async (second: number) => (await archive(second))._unsafeUnwrapErr();
  const ids = async () => (await ports.audit.list({ limit: 20 }))._unsafeUnwrap().map(({ id }) => id);
  const verify = () => new VerifyAuditTrail({ audit: ports.audit, sealer }).execute();
  const proven = (lines = file.lines ?? [], head?: string) => verifyTrailFile(linesOf(lines), sealer, head);
  const flawIn = async (lines: readonly string[]) => {
    const error = (await verifyTrailFile(linesOf(lines), sealer))._unsafeUnwrapErr();
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
    expect((await proven(file.lines, second?.seal?.digest))._unsafeUnwrap().hasHead).to.equal(true);
    expect((await proven(file.lines, 'another'))._unsafeUnwrap().hasHead).to.equal(false);
  });

  it('archives nothing where no entry is as old, or the trail has a flaw', async () => {
    expect(await refusal(-1)).to.deep.equal({ type: 'nothing-to-archive' });
    const strange = new ArchiveTrail({
      keeper: ports.keeper,
      audit: ports.audit,
      sealer: aSealer('other'),
      clock,
    });
    const refused = await strange.execute({ until: aTime(9), file, origin });
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
    const made = await new ArchiveTrail({ keeper: ports.keeper, audit: ports.audit, sealer, clock }).execute({
      until: aTime(3),
      file,
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
      ports = inMemoryOrganisation(sealer);
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
    ports = inMemoryOrganisation(sealer);
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
    const keeper = {
      ...ports.keeper,
      archive: () => new ResultAsync(Promise.resolve(err({ type: 'trail-moved' as const }))),
    };
    const run = new ArchiveTrail({
      keeper: keeper as OrganisationPorts['keeper'],
      audit: ports.audit,
      sealer,
      clock,
    });
    const before = await ids();
    await run.execute({ until: aTime(second), file: stopped, origin });
    expect(await ids()).to.deep.equal(before);
    return stopped;
  }

  describe('of a file that somebody changed', () => {
    const changed = (line: number, from: string, to: string) =>
      (file.lines ?? []).map((text, n) => (n === line ? text.replace(from, to) : text));
    beforeEach(() => archive(4));

    it('finds what is not as it was', async () => {
      const [header = '', one = '', two = '', three = '', four = '', footer = ''] = file.lines ?? [];
      expect(await flawIn(changed(2, 'service.m2', 'service.m9'))).to.equal('altered 2');
      expect(await flawIn(changed(1, '"key"', '"none"'))).to.equal('unknown-key 1');
      expect(await flawIn([header, one, three, four, footer])).to.equal('missing 3');
      expect(await flawIn([header, two, three, four, footer])).to.equal('missing 2');
      expect(await flawIn([header, two, one, three, four, footer])).to.equal('missing 2');
      expect(await flawIn([header, one, two, three, four])).to.equal('file-cut-off 4');
      expect(await flawIn([header, one, two, footer])).to.equal('file-cut-off 2');
      expect(await flawIn([])).to.equal('unfit undefined');
      expect(await flawIn([one, two])).to.equal('unfit 1');
      expect(await flawIn([header, one, 'x', two])).to.equal('unfit 3');
      expect(await flawIn([header, one, two, three, four, footer, four])).to.equal('unfit 7');
      for (const sets of ['{"after":5}', '{"before":5,"after":[]}', '{"before":[]}', 'null', '5']) {
        expect(await flawIn(changed(1, '"added":', `"sets":${sets},"added":`))).to.equal('unfit 2');
      }
      for (const line of [
        'null',
        '5',
        '"text"',
        '{"opsAdminAuditArchive":1}',
        '{"firstId":1,"previous":""}',
      ]) {
        expect(await flawIn([line, one]), line).to.equal('unfit 1');
      }
      expect(await flawIn(changed(5, '"lastDigest":"', '"lastDigest":"x'))).to.equal('file-cut-off 4');
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
      expect(await flawIn([header.replace('"keyId":"key"', '"keyId":"x"'), one, two, ...rest])).to.equal(
        'unknown-key 4',
      );
    });

    const endOf = (line: string) => {
      const { id, seal } = JSON.parse(line) as { id: number; seal: { digest: string } };
      return { lastId: id, lastDigest: seal.digest };
    };
  });

  describe('with entries from before there was a chain', () => {
    beforeEach(async () => {
      const records = (await ports.audit.records(0, 9))._unsafeUnwrap();
      ports = inMemoryOrganisation(sealer);
      const old = records.map(({ seal: _, ...entry }) => ({ type: 'entry' as const, entry }));
      const user = { type: 'user' as const, user: { ...aUser(1), permissions: [] } };
      await ports.archive.write(stream([user, ...old, { type: 'end' as const, lastEntryId: 4 }]));
    });
    const sealTrail = () =>
      new SealTrail({
        keeper: ports.keeper,
        audit: ports.audit,
        sealer,
        clock: () => new Date(aTime(5)),
      }).execute({ origin });

    it('archives them with the entry that vouches for them', async () => {
      expect(await refusal(4)).to.include({ flaw: 'unsealed', entryId: 1 });
      const sealed = (await sealTrail())._unsafeUnwrap();
      expect(sealed).to.deep.include({
        id: 5,
        action: 'seal',
        userId: null,
        requested: [],
        time: aTime(5),
        reason: 'yearly',
      });
      expect(sealed.covers?.entries).to.equal(4);
      expect((await sealTrail())._unsafeUnwrapErr()).to.deep.include({ type: 'nothing-to-seal' });
      expect((await verify())._unsafeUnwrap()).to.include({ entries: 5, unsealed: 4 });
      expect(await refusal(4)).to.deep.equal({ type: 'seal-left-behind', entryId: 5 });
      expect((await archive(5))._unsafeUnwrap()).to.include({ firstId: 1, lastId: 5 });
      expect((await proven())._unsafeUnwrap()).to.include({ entries: 5, unsealed: 4 });
      const altered = (file.lines ?? []).map((line) => line.replace('service.m3', 'service.m9'));
      expect(await flawIn(altered)).to.equal('archive 5');
    });

    it('archives them after the key was replaced, while the old one is there', async () => {
      await sealTrail();
      const keys = aSealer('new', 'key');
      const made = await new ArchiveTrail({
        keeper: ports.keeper,
        audit: ports.audit,
        sealer: keys,
        clock,
      }).execute({
        until: aTime(5),
        file,
        origin,
      });
      expect(made._unsafeUnwrap()).to.include({ firstId: 1, lastId: 5 });
      const sound = (await verifyTrailFile(linesOf(file.lines ?? []), keys))._unsafeUnwrap();
      expect(sound).to.include({ entries: 5, unsealed: 4 });
    });

    const verifyBent = async (
      bend: (record: AuditRecord) => AuditRecord | undefined,
      keys: string[] = ['key'],
    ) => {
      const records = (await ports.audit.records(0, 99))._unsafeUnwrap();
      const log: AuditLog = {
        list: (query) => ports.audit.list(query),
        find: (id) => ports.audit.find(id),
        batches: (query) => ports.audit.batches(query),
        records: (afterId, limit) =>
          okAsync(
            records
              .flatMap((one) => bend(one) ?? [])
              .filter(({ id }) => id > afterId)
              .slice(0, limit),
          ),
        archives: () => okAsync([]),
        archivedSets: () => okAsync([]),
      };
      const found = await new VerifyAuditTrail({ audit: log, sealer: aSealer(...keys) }).execute();
      return found.match(
        ({ unsealed }) => `sound, ${unsealed} unsealed`,
        (error) => (error.type === 'audit-broken' ? `${error.flaw} ${error.entryId}` : error.type),
      );
    };

    it('vouches for exactly these entries as they are', async () => {
      await sealTrail();
      expect(await verifyBent((one) => one)).to.equal('sound, 4 unsealed');
      for (const given of [
        { actor: 'cli:else' },
        { time: aTime(9) },
        { requested: ['x'] },
        { added: [] },
        { removed: ['service.z'] },
        { reason: 'because' },
        { userId: anId(9) },
      ]) {
        expect(await verifyBent((one) => (one.id === 2 ? { ...one, ...given } : one))).to.equal('unsealed 1');
      }
      expect(await verifyBent(({ id, ...one }) => (id === 4 ? undefined : { ...one, id }))).to.equal(
        'missing 5',
      );
      expect(await verifyBent((one) => (one.action === 'seal' ? undefined : one))).to.equal('unsealed 1');
    });

    it('vouches for them after the key was replaced too, while the old one is there', async () => {
      await sealTrail();
      expect(await verifyBent((one) => one, ['new', 'key'])).to.equal('sound, 4 unsealed');
      expect(await verifyBent((one) => one, ['new'])).to.equal('unknown-key 5');
    });

    it('does not take another entry for one that vouches, nor one that vouches for others', async () => {
      const { covers } = (await sealTrail())._unsafeUnwrap();
      const last = (await ports.audit.records(4, 1))._unsafeUnwrap()[0] as AuditRecord;
      const sealed = (given: Partial<AuditRecord>) => {
        const { seal: _, ...record } = { ...last, ...given };
        const again = sealRecord(sealer, '', record);
        return verifyBent((one) => (one.id === 5 ? again : one));
      };
      expect(await sealed({})).to.equal('sound, 4 unsealed');
      expect(await sealed({ action: 'add' })).to.equal('unsealed 1');
      expect(await sealed({ covers: { entries: 3, digest: covers?.digest ?? '' } })).to.equal('unsealed 1');
      expect(await sealed({ covers: { entries: 4, digest: 'x' } })).to.equal('unsealed 1');
      const { covers: _, ...without } = last;
      const { seal: __, ...record } = without;
      const again = sealRecord(sealer, '', record);
      expect(await verifyBent((one) => (one.id === 5 ? again : one))).to.equal('unsealed 1');
    });

    it('does not vouch for a trail with another flaw', async () => {
      const forged = { ...NOTE, seal: { keyId: 'key', digest: 'x' } };
      const log: AuditLog = {
        list: (query) => ports.audit.list(query),
        find: (id) => ports.audit.find(id),
        batches: (query) => ports.audit.batches(query),
        records: (afterId, limit) => ports.audit.records(afterId, limit),
        archives: () => okAsync([forged]),
        archivedSets: () => okAsync([]),
      };
      const refused = await new SealTrail({ keeper: ports.keeper, audit: log, sealer, clock }).execute({
        origin,
      });
      expect(refused._unsafeUnwrapErr()).to.deep.include({ flaw: 'archive', entryId: 2 });
      await add(6);
      const strange = new SealTrail({
        keeper: ports.keeper,
        audit: ports.audit,
        sealer: aSealer('other'),
        clock,
      });
      expect((await strange.execute({ origin }))._unsafeUnwrapErr()).to.include({
        flaw: 'unknown-key',
        entryId: 5,
      });
    });
  });
});

const NOTE = {
  file: 'old.ndjson',
  time: aTime(1),
  actor: 'cli:root',
  firstId: 1,
  lastId: 2,
  previous: '',
  lastDigest: 'x',
  setsDigest: '',
};

const UNREADABLE: TrailFileFailed = {
  type: 'trail-file-failed',
  file: 'old.ndjson',
  attempt: 'read',
  cause: 'no such disk',
};

async function* breaking(): AsyncGenerator<Result<string, TrailFileFailed>, void> {
  yield err(UNREADABLE);
}

async function* stream<T>(items: readonly T[]): AsyncGenerator<Result<T, never>, void> {
  for (const item of items) yield ok(item);
}
