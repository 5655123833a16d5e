import { type AuditLog, type AuditRecord, type AuditSealer, okAsync } from '@ops-admin/core';
import { aDraft, anId, aSealer, aTime } from '@ops-admin/core/fakes';
import { type BrokenTrail, VerifyAuditTrail } from '@ops-admin/core/jobs';
import { expect } from 'chai';
import type { UnsealedRecord } from '../../dist/audit/audit-record.js';
import { sealRecord } from '../../dist/audit/audit-seal.js';

const digestOfSet = (set: readonly string[]) => aSealer().digest('key', `set ${JSON.stringify(set)}`) ?? '';

/** An entry that has something to alter in every member. */
function anEntry(id: number): UnsealedRecord {
  return {
    ...aDraft({
      time: aTime(id),
      reason: 'because',
      batch: 'run-1',
      reverts: 7,
      requested: ['a', 'b'],
      identity: { issuer: 'i', subject: 's' },
      covers: { entries: 0, digest: '' },
    }),
    id,
    userId: anId(id),
    added: ['service.x'],
    removed: ['service.y'],
    digests: { before: digestOfSet(['service.y']), after: digestOfSet(['service.x']) },
    sets: { before: ['service.y'], after: ['service.x'] },
    sinceSets: 0,
  };
}

/** An entry from before there were digests. */
function anOldEntry(id: number): UnsealedRecord {
  const { covers: _, digests: __, identity: ___, ...entry } = anEntry(id);
  return entry;
}

/** Entries 1 to `count`, each sealed after the one before. */
function aChain(count: number, sealer: AuditSealer = aSealer(), entryOf = anEntry): AuditRecord[] {
  const entries: AuditRecord[] = [];
  for (let id = 1; id <= count; id++) {
    entries.push(sealRecord(sealer, entries.at(-1)?.seal?.digest ?? '', entryOf(id)));
  }
  return entries;
}

/** A trail of any entries, in whatever state. */
function trailOf(entries: readonly AuditRecord[]): AuditLog {
  const sorted = [...entries].sort((a, b) => a.id - b.id);
  const seals = sorted.filter(({ action }) => action === 'seal');
  return {
    list: () => okAsync(seals.map((record) => ({ ...record, before: [], after: [] }))),
    find: () => okAsync(undefined),
    records: (afterId, limit) => okAsync(sorted.filter(({ id }) => id > afterId).slice(0, limit)),
    batches: () => okAsync([]),
    archives: () => okAsync([]),
    archivedSets: () => okAsync([]),
  };
}

describe('VerifyAuditTrail', () => {
  const verify = (entries: readonly AuditRecord[], head?: string, sealer = aSealer()) =>
    new VerifyAuditTrail({ audit: trailOf(entries), sealer }).execute(head);
  const soundness = async (...given: Parameters<typeof verify>) => (await verify(...given))._unsafeUnwrap();
  const flaw = async (...given: Parameters<typeof verify>) => {
    const { entryId, flaw: what, type } = (await verify(...given))._unsafeUnwrapErr() as BrokenTrail;
    expect(type).to.equal('audit-broken');
    return `${what} ${entryId}`;
  };
  const digestOf = (entry: AuditRecord | undefined) => entry?.seal?.digest ?? '';
  const replaced = (chain: AuditRecord[], id: number, given: Partial<AuditRecord>) =>
    chain.map((entry) => (entry.id === id ? { ...entry, ...given } : entry));
  const without = (chain: AuditRecord[], ...ids: number[]) => chain.filter(({ id }) => !ids.includes(id));

  it('finds nothing wrong with an empty trail, or one as it was written', async () => {
    expect(await soundness([])).to.deep.equal({ entries: 0, unsealed: 0, head: '' });
    const chain = aChain(5);
    expect(await soundness(chain)).to.deep.equal({ entries: 5, unsealed: 0, head: digestOf(chain.at(-1)) });
  });

  it('walks a trail of many pages', async () => {
    const chain = aChain(1200);
    expect(await soundness(chain)).to.include({ entries: 1200, head: digestOf(chain.at(-1)) });
    expect(await flaw(replaced(chain, 1001, { actor: 'me' }))).to.equal('altered 1001');
  });

  const others: Partial<AuditRecord> = {
    time: aTime(99),
    actor: 'cli:else',
    source: 'import',
    action: 'add',
    userId: anId(99),
    requested: ['a,b'],
    added: [],
    removed: ['service.y', ''],
    digests: { before: digestOfSet(['service.y']), after: digestOfSet([]) },
    sets: { after: ['service.x', 'service.y'] },
    identity: { issuer: 'i', subject: 't' },
    covers: { entries: 1, digest: '' },
    requestId: 'request-2',
    reason: 'because ',
    batch: 'run-2',
    reverts: 8,
  };
  for (const [member, value] of Object.entries(others)) {
    it(`finds an entry whose ${member} was altered`, async () => {
      expect(await flaw(replaced(aChain(5), 3, { [member]: value }))).to.equal('altered 3');
    });
  }
  for (const member of [
    'requestId',
    'reason',
    'batch',
    'reverts',
    'identity',
    'covers',
    'digests',
  ] as const) {
    it(`finds an entry whose ${member} was taken out`, async () => {
      const chain = aChain(5).map((entry) => {
        const { [member]: _, ...rest } = entry;
        return entry.id === 5 ? rest : entry;
      });
      expect(await flaw(chain)).to.equal('altered 5');
    });
  }

  it('finds what was removed, at the entry after it', async () => {
    expect(await flaw(without(aChain(5), 3))).to.equal('missing 4');
    expect(await flaw(without(aChain(5), 1))).to.equal('missing 2');
    expect(await flaw(without(aChain(9), 3, 4, 7))).to.equal('missing 5');
  });

  it('finds a removal that was covered by new numbers', async () => {
    const chain = without(aChain(5), 3).map((entry) => ({ ...entry, id: entry.id - (entry.id > 3 ? 1 : 0) }));
    expect(await flaw(chain)).to.equal('altered 3');
  });

  it('finds entries that were exchanged', async () => {
    const [a, b, c, d] = aChain(4) as [AuditRecord, AuditRecord, AuditRecord, AuditRecord];
    expect(await flaw([a, { ...c, id: 2 }, { ...b, id: 3 }, d])).to.equal('altered 2');
  });

  it('finds an entry that was slipped in without the key', async () => {
    const [a, b, ...rest] = aChain(4) as [AuditRecord, AuditRecord, ...AuditRecord[]];
    const later = rest.map((entry) => ({ ...entry, id: entry.id + 1 }));
    expect(await flaw([a, b, { ...b, id: 3 }, ...later])).to.equal('altered 3');
    const forged = sealRecord(aSealer('other'), digestOf(b), anEntry(3));
    expect(await flaw([a, b, forged, ...later])).to.equal('unknown-key 3');
    const { seal: _, ...unsealed } = anEntry(3) as AuditRecord;
    expect(await flaw([a, b, unsealed, ...later])).to.equal('altered 3');
  });

  it('finds a genuine entry that comes after another than it was written after', async () => {
    const [a, b] = aChain(2) as [AuditRecord, AuditRecord];
    const elsewhere = sealRecord(aSealer(), 'the digest of an entry of another trail', anEntry(3));
    expect(await flaw([a, b, elsewhere])).to.equal('misplaced 3');
  });

  it('finds a chain that begins in the middle', async () => {
    const [, second] = aChain(2);
    expect(await flaw([{ ...(second as AuditRecord), id: 1 }])).to.equal('altered 1');
  });

  describe('with a head that was noted earlier', () => {
    it('finds nothing wrong while the trail holds it', async () => {
      const chain = aChain(5);
      for (const entry of [...chain, undefined]) {
        expect((await verify(chain, digestOf(entry))).isOk()).to.equal(true);
      }
    });

    it('finds what was cut off the end', async () => {
      const chain = aChain(5);
      const head = digestOf(chain.at(-1));
      expect((await verify(without(chain, 5))).isOk(), 'without the head').to.equal(true);
      expect(await flaw(without(chain, 5), head)).to.equal('cut-off 4');
      expect(await flaw([], head)).to.equal('cut-off 0');
    });

    it('finds a trail that was written again from there', async () => {
      const chain = aChain(5);
      const rewritten = [...chain.slice(0, 3), ...aChain(4, aSealer('key')).slice(3)];
      const other = sealRecord(aSealer(), digestOf(chain[2]), { ...anEntry(4), actor: 'me' });
      expect(await flaw([...rewritten.slice(0, 3), other], digestOf(chain.at(-1)))).to.equal('cut-off 4');
    });
  });

  it('finds an altered member of an entry from before there were digests', async () => {
    const chain = aChain(3, aSealer(), anOldEntry);
    expect((await verify(chain)).isOk()).to.equal(true);
    for (const sets of [
      { before: [], after: ['service.x'] },
      { before: ['service.y'], after: [] },
    ]) {
      expect(await flaw(replaced(chain, 2, { sets }))).to.equal('altered 2');
    }
  });

  it('finds sets that were taken away, and others than those that were kept', async () => {
    const [entry] = aChain(1) as [AuditRecord];
    const { sets: _, ...bare } = entry;
    const [before, after] = [['service.y'], ['service.x']];
    const others = [undefined, { after }, { before, after: before }, { before: after, after }];
    for (const sets of others) {
      expect(await flaw([sets ? { ...bare, sets } : bare])).to.equal('altered 1');
    }
    expect(await flaw([{ ...entry, sinceSets: 9 }])).to.equal('altered 1');
    const { digests: __, ...nothing } = bare;
    expect(await flaw([nothing]), 'and the digests').to.equal('altered 1');
  });

  describe('with entries from before there was a chain', () => {
    const anOldTrail = (): [AuditRecord, AuditRecord, AuditRecord, AuditRecord] => {
      const first = sealRecord(aSealer(), '', anOldEntry(3));
      return [anOldEntry(1), anOldEntry(2), first, sealRecord(aSealer(), digestOf(first), anEntry(4))];
    };

    it('finds that nobody vouches for them, whether or not others are sealed', async () => {
      expect(await flaw(anOldTrail().slice(0, 2))).to.equal('unsealed 1');
      expect(await flaw(anOldTrail())).to.equal('unsealed 1');
    });

    it('finds that one of them only says that it vouches for others', async () => {
      const [one, two] = anOldTrail();
      expect(await flaw([one, two, { ...anOldEntry(3), action: 'seal' }])).to.equal('unsealed 1');
    });

    it('finds a sealed entry that was made one of them', async () => {
      const [one, two, { seal: _, ...stripped }, second] = anOldTrail();
      expect(await flaw([one, two, stripped, second])).to.equal('misplaced 4');
    });
  });

  describe('with a new key', () => {
    const withoutSets = (id: number) => {
      const { sets: _, ...entry } = anEntry(id);
      return entry;
    };
    const twoKeys = () => {
      const chain = aChain(2, aSealer('old'), withoutSets);
      return [...chain, sealRecord(aSealer('new'), digestOf(chain[1]), withoutSets(3))];
    };

    it('goes on with the old one there', async () => {
      expect(await soundness(twoKeys(), undefined, aSealer('new', 'old'))).to.include({ entries: 3 });
    });

    it('says where it cannot check without it', async () => {
      expect(await flaw(twoKeys(), undefined, aSealer('new'))).to.equal('unknown-key 1');
    });
  });
});
