import { type AuditDraft, type AuditEntry, type AuditLog, okAsync, PermissionSet } from '@ops-admin/core';
import { AuditChain, NO_ENTRY } from '@ops-admin/core/adapter';
import { type BrokenTrail, verifyAuditTrail } from '@ops-admin/core/operations';
import { aDraft, anId, aSigner, aTime, aUser } from '@ops-admin/testing';
import { expect } from 'chai';

/** A draft that has something to alter in every member. */
const draftOf = (id: number): AuditDraft =>
  aDraft({
    time: aTime(id),
    reason: 'because',
    batch: 'run-1',
    reverts: 7,
    requested: ['a', 'b'],
    identity: { issuer: 'i', subject: 's' },
  });

interface ChainOptions {
  readonly signer?: ReturnType<typeof aSigner>;
  readonly after?: readonly AuditEntry[];
  readonly isSigned?: (id: number) => boolean;
  /** One user alone, or each entry has its own. */
  readonly user?: number;
  readonly actor?: string;
}

/** Entries up to `count`, each after the one before; each replaces a user's set that the trail does not know. */
function aChain(count: number, options: ChainOptions = {}): AuditEntry[] {
  const { actor, after = [], isSigned = () => true, signer = aSigner(), user } = options;
  const last = after.at(-1);
  const keyId = after.findLast(({ seal }) => seal.keyId !== undefined)?.seal.keyId ?? null;
  const end = last ? { id: last.id, digest: last.seal.digest, keyId, signature: null } : NO_ENTRY;
  const chain = new AuditChain(signer, end);
  const records = [...after];
  const before = { ...aUser(1), salt: 'salt' };
  for (let id = end.id + 1; id <= count; id++) {
    const change = PermissionSet.of(['service.y']).replaceWith(['service.x']);
    const draft = { ...draftOf(id), ...(actor !== undefined && { actor }) };
    records.push(chain.append(anId(user ?? id), change, draft, isSigned(id), { before, after: before }));
  }
  return records;
}

/** The audit log with a rotation after these entries. */
function rotated(records: readonly AuditEntry[], to: string, signer = aSigner('old', 'new')): AuditEntry[] {
  const last = records.at(-1) as AuditEntry;
  const keyId = last.seal.keyId ?? null;
  const chain = new AuditChain(signer, { ...NO_ENTRY, id: last.id, digest: last.seal.digest, keyId });
  const { action: _, identity: __, requested: ___, reverts: ____, ...draft } = draftOf(last.id + 1);
  return [...records, chain.rotate(to, draft)];
}

/** An audit log with any entries, in any state. */
function trailOf(entries: readonly AuditEntry[]): AuditLog {
  const sorted = [...entries].sort((a, b) => a.id - b.id);
  return {
    list: ({ afterId = 0, limit }) => okAsync(sorted.filter(({ id }) => id > afterId).slice(0, limit)),
    find: () => okAsync(undefined),
    namedPermissions: () => okAsync([]),
    entriesOf: () => okAsync([]),
    batches: () => okAsync([]),
    newestId: () => okAsync(sorted.at(-1)?.id ?? 0),
  };
}

describe('The verification of an audit log', () => {
  const verify = (
    entries: readonly AuditEntry[],
    head?: string,
    verifier = aSigner(),
    everySignature = false,
  ) => verifyAuditTrail({ audit: trailOf(entries), verifier }, { head, everySignature });
  const soundness = async (...given: Parameters<typeof verify>) => (await verify(...given))._unsafeUnwrap();
  const flaw = async (...given: Parameters<typeof verify>) => {
    const { entryId, flaw: what, type } = (await verify(...given))._unsafeUnwrapErr() as BrokenTrail;
    expect(type).to.equal('audit-broken');
    return `${what} ${entryId}`;
  };
  const digestOf = (entry: AuditEntry | undefined) => entry?.seal.digest ?? '';
  const replaced = (chain: AuditEntry[], id: number, given: Partial<AuditEntry>) =>
    chain.map((entry) => (entry.id === id ? { ...entry, ...given } : entry));
  const without = (chain: AuditEntry[], ...ids: number[]) => chain.filter(({ id }) => !ids.includes(id));

  it('accepts an empty log, and an unchanged one', async () => {
    expect(await soundness([])).to.deep.equal({ entries: 0, head: '', keys: [] });
    const chain = aChain(5);
    expect(await soundness(chain)).to.deep.equal({
      entries: 5,
      head: digestOf(chain.at(-1)),
      keys: [{ id: 'key', firstId: 1, lastId: 5 }],
    });
  });

  it('reads a log of many pages', async () => {
    const chain = aChain(1200);
    expect(await soundness(chain)).to.include({ entries: 1200, head: digestOf(chain.at(-1)) });
    expect(await flaw(replaced(chain, 1001, { actor: 'me' }))).to.equal('altered 1001');
  });

  const others: Partial<AuditEntry> = {
    time: aTime(99),
    actor: 'cli:else',
    source: 'import',
    action: 'add',
    userId: anId(99),
    requested: ['a,b'],
    added: [],
    removed: ['service.y', ''],
    before: ['service.x'],
    after: ['service.x', 'service.y'],
    endsBefore: { 'service.y': aTime(1) },
    ends: { 'service.x': null },
    identity: { issuer: 'i', subject: 't' },
    requestId: 'request-2',
    reason: 'because ',
    batch: 'run-2',
    reverts: 8,
    profile: 'of somebody else',
    subjectDigest: 'of another',
    subjectSalt: 'another',
  };
  for (const [member, value] of Object.entries(others)) {
    it(`finds an entry whose ${member} was altered`, async () => {
      expect(await flaw(replaced(aChain(5), 3, { [member]: value }))).to.equal('altered 3');
    });
  }
  it('finds an identity with another issuer, or a missing subject', async () => {
    for (const identity of [{ issuer: 'j', subject: 's' }, { issuer: 'i' }])
      expect(await flaw(replaced(aChain(5), 3, { identity }))).to.equal('altered 3');
  });

  it('accepts a missing subject and salt of an erased user', async () => {
    const chain = aChain(5).map((entry) => {
      const { subjectSalt: _, ...rest } = entry;
      return entry.id === 3 ? { ...rest, identity: { issuer: 'i' } } : entry;
    });
    expect((await verify(chain)).isOk()).to.equal(true);
  });

  for (const member of [
    'requestId',
    'reason',
    'batch',
    'reverts',
    'identity',
    'profile',
    'subjectDigest',
    'subjectSalt',
  ] as const) {
    it(`finds an entry whose ${member} was removed`, async () => {
      const chain = aChain(5).map((entry) => {
        const { [member]: _, ...rest } = entry;
        return entry.id === 5 ? rest : entry;
      });
      expect(await flaw(chain)).to.equal('altered 5');
    });
  }

  it('finds a removed entry, at the entry after it', async () => {
    expect(await flaw(without(aChain(5), 3))).to.equal('missing 4');
    expect(await flaw(without(aChain(5), 1))).to.equal('missing 2');
    expect(await flaw(without(aChain(9), 3, 4, 7))).to.equal('missing 5');
  });

  it('finds a removed entry whose successors were renumbered', async () => {
    const chain = without(aChain(5), 3).map((entry) => ({ ...entry, id: entry.id - (entry.id > 3 ? 1 : 0) }));
    expect(await flaw(chain)).to.equal('altered 3');
  });

  it('finds exchanged entries', async () => {
    const [a, b, c, d] = aChain(4) as [AuditEntry, AuditEntry, AuditEntry, AuditEntry];
    expect(await flaw([a, { ...c, id: 2 }, { ...b, id: 3 }, d])).to.equal('altered 2');
  });

  it('finds a genuine entry after a wrong predecessor', async () => {
    const [a, b] = aChain(2) as [AuditEntry, AuditEntry];
    const [, , elsewhere] = aChain(3, { actor: 'cli:other' }) as [unknown, unknown, AuditEntry];
    expect(await flaw([a, b, elsewhere])).to.equal('misplaced 3');
  });

  it('finds a chain that begins in the middle', async () => {
    const [, second] = aChain(2);
    expect(await flaw([{ ...(second as AuditEntry), id: 1 }])).to.equal('altered 1');
  });

  describe('without the private key', () => {
    /** Recomputes the chain, which needs no key, but not the signatures. */
    const forged = (signer: ReturnType<typeof aSigner>, isSigned?: (id: number) => boolean) =>
      aChain(5, { after: aChain(2), actor: 'me', signer, ...(isSigned && { isSigned }) });

    it('rejects forged entries', async () => {
      const unsigned = { ...aSigner(), sign: () => 'made up' };
      expect(await flaw(forged(unsigned))).to.equal('altered 5');
      expect(await flaw(forged(unsigned), undefined, aSigner(), true)).to.equal('altered 3');
      const mine = forged({
        ...aSigner('mine'),
        uses: () => true,
        sign: (_, text) => aSigner('mine').sign('mine', text),
      });
      expect(await flaw(mine)).to.equal('altered 5');
      const named = mine.map((one) => (one.id > 2 ? { ...one, seal: { ...one.seal, keyId: 'mine' } } : one));
      expect(await flaw(named)).to.equal('other-key 3');
      expect(await flaw(forged(aSigner(), () => false))).to.equal('unsigned 5');
    });

    it('rejects a log forged from its beginning', async () => {
      expect(await flaw(aChain(3, { signer: aSigner('mine') }))).to.equal('unknown-key 3');
    });
  });

  it('requires a signature only at the end', async () => {
    const chain = aChain(600, { isSigned: (id) => id === 600 });
    expect(await soundness(chain)).to.include({ entries: 600 });
    expect(await flaw(without(chain, 600))).to.equal('unsigned 599');
  });

  it('checks the last existing signature, also where entries without one follow', async () => {
    const chain = aChain(3, { isSigned: (id) => id < 3 });
    const [, { seal }] = chain as [AuditEntry, AuditEntry];
    expect(await flaw(chain)).to.equal('unsigned 3');
    expect(await flaw(replaced(chain, 2, { seal: { ...seal, signature: 'x' } }))).to.equal('altered 2');
  });

  it('finds a salt without an identity, also where it was signed', async () => {
    const { identity: _, ...draft } = draftOf(1);
    const odd = { ...draft, subjectSalt: 'salt', subjectDigest: 'd' } as AuditDraft;
    const after = { ...aUser(1), salt: 'salt' };
    const change = PermissionSet.of([]).replaceWith(['service.x']);
    const entry = new AuditChain(aSigner(), NO_ENTRY).append(anId(1), change, odd, true, { after });
    expect(await flaw([entry])).to.equal('altered 1');
  });

  it('finds an incomplete signature, and an altered one where another confirms the entry', async () => {
    const [, second] = aChain(5) as [unknown, AuditEntry];
    const { keyId = '', signature = '', ...bare } = second.seal;
    expect(await flaw(replaced(aChain(5), 2, { seal: { ...bare, keyId } }))).to.equal('altered 2');
    expect(await flaw(replaced(aChain(5), 2, { seal: { ...bare, signature } }))).to.equal('altered 2');
    const other = replaced(aChain(5), 2, { seal: { ...second.seal, signature: 'x' } });
    expect(await soundness(other)).to.include({ entries: 5 });
    expect(await flaw(other, undefined, aSigner(), true)).to.equal('altered 2');
  });

  describe('with a head that was noted earlier', () => {
    it('accepts a log that contains it', async () => {
      const chain = aChain(5);
      for (const entry of [...chain, undefined]) {
        expect((await verify(chain, digestOf(entry))).isOk()).to.equal(true);
      }
    });

    it('finds entries cut off the end', async () => {
      const chain = aChain(5);
      const head = digestOf(chain.at(-1));
      expect((await verify(without(chain, 5))).isOk(), 'without the head').to.equal(true);
      expect(await flaw(without(chain, 5), head)).to.equal('cut-off 4');
      expect(await flaw([], head)).to.equal('cut-off 0');
    });

    it('finds a log that was rewritten from there', async () => {
      const chain = aChain(5);
      const again = aChain(4, { after: chain.slice(0, 3), actor: 'me' });
      expect(await flaw(again, digestOf(chain.at(-1)))).to.equal('cut-off 4');
    });
  });

  describe('after a rotation', () => {
    const keys = aSigner('new', 'old');
    const old = aSigner('old', 'new');
    const before = () => aChain(3, { signer: old });
    const trail = () => aChain(6, { after: rotated(before(), 'new'), signer: keys });

    it('accepts the log, with the new key first', async () => {
      expect(await soundness(trail(), undefined, keys)).to.include({ entries: 6 });
    });

    it('reports an old key set', async () => {
      expect(await flaw(trail(), undefined, aSigner('old'))).to.equal('unknown-key 4');
      expect(await flaw(trail(), undefined, old)).to.equal('other-key 6');
    });

    it('reports that it cannot check without the old key', async () => {
      expect(await flaw(trail(), undefined, aSigner('new'), true)).to.equal('unknown-key 1');
    });

    it('rejects entries forged with the former key, for every head', async () => {
      const head = digestOf(trail()[2]);
      // A leaked key that was rotated out: it signs on after the rotation, or instead of it.
      const after = aChain(7, {
        after: trail(),
        signer: { ...old, sign: (_, text) => old.sign('old', text) },
      });
      const named = after.map((one) =>
        one.id === 7 ? { ...one, seal: { ...one.seal, keyId: 'old' } } : one,
      );
      expect(await flaw(after, head, keys)).to.equal('altered 7');
      expect(await flaw(named, head, keys)).to.equal('other-key 7');
      const instead = aChain(6, { after: before(), signer: old, actor: 'me' });
      expect(await flaw(instead, head, keys)).to.equal('other-key 6');
      expect(await flaw(before(), head, keys)).to.equal('other-key 3');
      const rewritten = [
        ...aChain(3, { after: before().slice(0, 2), signer: old, actor: 'me' }),
        ...trail().slice(3),
      ];
      expect(await flaw(rewritten, undefined, keys)).to.equal('misplaced 4');
    });

    /** What says that it is a rotation, after entries by `old`, and is signed with that too, or not at all. */
    const saidToRotate = (requested: readonly string[], isSigned: boolean) => {
      const end = { ...NO_ENTRY, id: 3, digest: digestOf(before()[2]), keyId: 'old' };
      const change = PermissionSet.of([]).replaceWith(['service.x']);
      const { identity: _, ...draft } = draftOf(4);
      const after = { ...aUser(4), salt: 'salt' };
      const rotation: AuditDraft = { ...draft, action: 'rotate', requested };
      return [...before(), new AuditChain(old, end).append(anId(4), change, rotation, isSigned, { after })];
    };
    const rotations: readonly (readonly [string[], boolean, string])[] = [
      [['old', 'new'], true, 'altered 4'],
      [['old', 'new'], false, 'altered 4'],
      [['old'], false, 'altered 4'],
      [[], true, 'altered 4'],
      [['new', 'old'], true, 'other-key 4'],
      [['old', 'old'], true, 'other-key 4'],
    ];
    for (const [requested, isSigned, expected] of rotations) {
      it(`does not read an entry as a rotation from ${requested.join(' to ')}${isSigned ? ', signed by old' : ''}`, async () => {
        expect(await flaw(saidToRotate(requested, isSigned), undefined, old)).to.equal(expected);
      });
    }

    it('does not put a key in use by a forged rotation', async () => {
      const byOld = { ...old, sign: (_: string, text: string) => old.sign('old', text) };
      expect(await flaw(rotated(before(), 'new', byOld), undefined, keys)).to.equal('altered 4');
      expect(await flaw(rotated(trail(), 'old', old), undefined, aSigner('old', 'new'))).to.equal(
        'other-key 7',
      );
      const mine = aSigner('mine', 'old', 'new');
      expect(await flaw(rotated(trail(), 'mine', mine), undefined, keys)).to.equal('unknown-key 7');
      const away = rotated(aChain(3, { signer: mine }), 'new', mine);
      const others = away.map((one) => (one.id === 4 ? { ...one, requested: ['old', 'new'] } : one));
      expect(await flaw(others, undefined, aSigner('new', 'old', 'mine'))).to.equal('altered 4');
    });
  });
});
