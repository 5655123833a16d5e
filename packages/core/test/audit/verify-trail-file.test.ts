import { err, ok, okAsync, PermissionSet, type Result, type TrailVerifier } from '@ops-admin/core';
import { AuditChain, NO_ENTRY } from '@ops-admin/core/adapter';
import { type ReadTrailFile, type TrailFileFailed, trailFileOperations } from '@ops-admin/core/operations';
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

describe('An export of the audit log', () => {
  const signer = aSigner();
  let ports: OrganisationPorts;

  /** Entries 1 to 4. */
  beforeEach(async () => {
    ports = openOrganisation(signer);
    await ports.organisation.importUsers([aUser(1, { permissions: ['service.a', 'service.b'] })], {
      ...aDraft(),
      action: 'set',
    });
    for (const n of [2, 3, 4])
      await makeChange(ports.permissions, 1, 'add', [`service.m${n}`], { time: aTime(n) });
  });
  const exported = async () =>
    (await ports.audit.list({ limit: 20 }))._unsafeUnwrap().map((entry) => JSON.stringify(entry));
  const verifyFile = (lines: readonly string[], verifier: TrailVerifier, head?: string) =>
    trailFileOperations({ readFile: () => okAsync(linesOf(lines)), verifier }).verify('export.ndjson', head);
  const proven = (lines: readonly string[], head?: string) => verifyFile(lines, signer, head);
  const flawIn = async (lines: readonly string[]) => {
    const error = (await verifyFile(lines, signer))._unsafeUnwrapErr();
    if (error.type === 'audit-broken') return `${error.flaw} ${error.entryId}`;
    return error.type === 'trail-file-unfit' ? `unfit ${error.line}` : error.type;
  };

  it('is proven from its first entry, independent of its id', async () => {
    const lines = await exported();
    const whole = (await proven(lines))._unsafeUnwrap();
    expect(whole).to.deep.include({ entries: 4, firstId: 1, lastId: 4 });
    expect((await proven(lines.slice(2)))._unsafeUnwrap()).to.deep.include({
      entries: 2,
      firstId: 3,
      lastId: 4,
    });
    const [, , three = '', four = ''] = lines;
    const withNames = three.replace('"added":', '"user":{"_id":"x"},"actorUser":{"_id":"y"},"added":');
    expect((await proven([withNames, four])).isOk()).to.equal(true);
  });

  it('reports whether it contains a head', async () => {
    const lines = await exported();
    const [, second] = (await ports.audit.list({ limit: 2 }))._unsafeUnwrap();
    expect((await proven(lines, second?.seal.digest))._unsafeUnwrap().hasHead).to.equal(true);
    expect((await proven(lines, 'another'))._unsafeUnwrap().hasHead).to.equal(false);
    expect((await proven(lines))._unsafeUnwrap().hasHead).to.equal(false);
  });

  it('has a problem where lines are missing, or its end is not signed', async () => {
    const requests = [1, 2].map((n) => aRequest(1, 'add', [`service.n${n}`], { time: aTime(5) }));
    (await ports.permissions.change(requests, AS_IT_COMES))._unsafeUnwrap();
    const lines = await exported();
    expect((await proven(lines))._unsafeUnwrap().entries).to.equal(6);
    expect(await flawIn(lines.slice(0, -1))).to.equal('unsigned 5');
    expect(await flawIn(lines.toSpliced(2, 1))).to.equal('missing 4');
    expect(await flawIn([lines[0]?.replace('"previous":""', '"previous":"x"') ?? ''])).to.equal('altered 1');
  });

  /** As many entries, each of nothing, after an entry with this digest. */
  const longExport = (count: number, digest: string | null = null) => {
    const chain = new AuditChain(signer, { ...NO_ENTRY, digest });
    const nothing = PermissionSet.of([]).apply({ action: 'remove', permissions: [] });
    const after = { ...aUser(1), salt: 'salt' };
    return Array.from({ length: count }, () =>
      JSON.stringify(chain.append(anId(1), nothing, aDraft(), true, { after })),
    );
  };

  it('begins with no predecessor before its first entry', async () => {
    expect((await proven(longExport(1)))._unsafeUnwrap()).to.include({ entries: 1, firstId: 1 });
    expect(await flawIn(longExport(1, 'of another'))).to.equal('misplaced 1');
  });

  it('is proven by 500 lines together, and the first problem counts', async () => {
    const lines = longExport(502).with(2, longExport(3)[2]?.replace('"http"', '"cli"') ?? '');
    expect(await flawIn(lines)).to.equal('altered 3');
    expect(await flawIn(lines.with(500, 'x'))).to.equal('altered 3');
    expect(await flawIn(lines.with(499, 'x'))).to.equal('unfit 500');
    expect((await proven(longExport(502)))._unsafeUnwrap().entries).to.equal(502);
  });

  it('has entries of every kind, with and without escapes, each member once and unchanged', async () => {
    const odd = { time: aTime(5), reason: 'Käse für 😀' };
    expect(await changeLink(ports.permissions, 1, 'link', anIdentity('ann'), odd)).to.equal('linked');
    const { requested: _, ...draft } = aDraft({ action: 'department', time: aTime(6) });
    (await ports.organisation.importDepartments([aDepartment(1)], draft))._unsafeUnwrap();
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

  it('is signed with the key in use', async () => {
    const late = (await verifyFile(await exported(), aSigner('new', 'key')))._unsafeUnwrapErr();
    expect(late).to.include({ flaw: 'other-key', entryId: 4 });
  });

  it('reports altered lines', async () => {
    const lines = await exported();
    const [one = '', two = '', three = '', four = ''] = lines;
    const changed = (line: number, from: string, to: string) =>
      lines.map((text, n) => (n === line ? text.replace(from, to) : text));
    expect(await flawIn(changed(1, 'service.m2', 'service.m9'))).to.equal('altered 2');
    expect(await flawIn(changed(0, '"key"', '"none"'))).to.equal('unknown-key 1');
    expect(await flawIn(changed(1, '"signature":"', '"signature":"x'))).to.equal('altered 2');
    expect(await flawIn(changed(1, '"keyId":"key",', ''))).to.equal('altered 2');
    expect(await flawIn(changed(1, '"added":', '"approvedBy":"me","added":'))).to.equal('altered 2');
    expect(await flawIn([one, three, four])).to.equal('missing 3');
    expect(await flawIn([two, one, three, four])).to.equal('missing 1');
    expect(await flawIn([])).to.equal('unfit undefined');
    expect(await flawIn([one, 'x', two])).to.equal('unfit 2');
    for (const member of ['seal', 'requested']) {
      expect(await flawIn(changed(0, `"${member}":`, `"${member}":null,"former":`)), member).to.equal(
        'unfit 1',
      );
    }
    expect(await flawIn(changed(0, '"keyId":"key"', '"keyId":5'))).to.equal('unfit 1');
    for (const line of ['null', '5', '"text"']) expect(await flawIn([line, one]), line).to.equal('unfit 1');
  });

  for (const [what, from, to] of [
    ['a list', '"removed":[]', '"removed":[7]'],
    ['a user', `"userId":"${anId(1)}"`, '"userId":1'],
    ['a seal', '"previous":"', '"before":"'],
    ['an actor', '"actor":"', '"by":"'],
  ] as const) {
    it(`has ${what} in each entry`, async () => {
      const [first = '', ...rest] = await exported();
      expect(await flawIn([first.replace(from, to), ...rest])).to.equal('unfit 1');
    });
  }

  it('is reported if it is missing or cannot be read', async () => {
    const verify = (readFile: ReadTrailFile) =>
      trailFileOperations({ readFile, verifier: signer }).verify('export.ndjson');
    const missing = { type: 'trail-file-missing', file: 'export.ndjson' };
    expect((await verify(() => okAsync(undefined)))._unsafeUnwrapErr()).to.deep.equal(missing);
    expect((await verify(() => okAsync(breaking())))._unsafeUnwrapErr()).to.deep.equal(UNREADABLE);
  });
});

const UNREADABLE: TrailFileFailed = {
  type: 'trail-file-failed',
  file: 'export.ndjson',
  cause: 'no such disk',
};

async function* breaking(): AsyncGenerator<Result<string, TrailFileFailed>, void> {
  yield err(UNREADABLE);
}

/** Lines as a file gives them. */
async function* linesOf(lines: readonly string[]): AsyncGenerator<Result<string, never>, void> {
  for (const line of lines) yield ok(line);
}
