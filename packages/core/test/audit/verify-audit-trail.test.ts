import {
  type AuditEntry,
  type AuditLog,
  type AuditSealer,
  type BrokenTrail,
  okAsync,
  VerifyAuditTrail,
} from '@ops-admin/core';
import { sealEntry, type UnsealedEntry } from '@ops-admin/core/adapter';
import { aDraft, anId, aSealer, aTime } from '@ops-admin/core/fakes';
import { expect } from 'chai';

/** An entry that has something to alter in every member. */
function anEntry(id: number): UnsealedEntry {
  return {
    ...aDraft({ time: aTime(id), reason: 'because', batch: 'run-1', reverts: 7, requested: ['a', 'b'] }),
    id,
    userId: anId(id),
    added: ['service.x'],
    removed: ['service.y'],
    before: ['service.y'],
    after: ['service.x'],
  };
}

/** Entries 1 to `count`, each sealed after the one before. */
function aChain(count: number, sealer: AuditSealer = aSealer()): AuditEntry[] {
  const entries: AuditEntry[] = [];
  for (let id = 1; id <= count; id++) {
    entries.push(sealEntry(sealer, entries.at(-1)?.seal?.digest ?? '', anEntry(id)));
  }
  return entries;
}

/** A trail of any entries, in whatever state. */
function trailOf(entries: readonly AuditEntry[]): AuditLog {
  return {
    list: ({ afterId = 0, limit }) =>
      okAsync(
        [...entries]
          .sort((a, b) => a.id - b.id)
          .filter(({ id }) => id > afterId)
          .slice(0, limit),
      ),
    find: () => okAsync(undefined),
  };
}

describe('VerifyAuditTrail', () => {
  const verify = (entries: readonly AuditEntry[], head?: string, sealer = aSealer()) =>
    new VerifyAuditTrail(trailOf(entries), sealer).execute(head);
  const soundness = async (...given: Parameters<typeof verify>) => (await verify(...given))._unsafeUnwrap();
  const flaw = async (...given: Parameters<typeof verify>) => {
    const { flaw: what, entryId } = (await verify(...given))._unsafeUnwrapErr() as BrokenTrail;
    return `${what} ${entryId}`;
  };
  const digestOf = (entry: AuditEntry | undefined) => entry?.seal?.digest ?? '';
  const replaced = (chain: AuditEntry[], id: number, given: Partial<AuditEntry>) =>
    chain.map((entry) => (entry.id === id ? { ...entry, ...given } : entry));
  const without = (chain: AuditEntry[], ...ids: number[]) => chain.filter(({ id }) => !ids.includes(id));

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

  const others: Partial<AuditEntry> = {
    time: aTime(99),
    actor: 'cli:else',
    source: 'import',
    action: 'add',
    userId: anId(99),
    requested: ['a,b'],
    added: [],
    removed: ['service.y', ''],
    before: [],
    after: ['service.x', 'service.y'],
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
  for (const member of ['requestId', 'reason', 'batch', 'reverts'] as const) {
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
    const [a, b, c, d] = aChain(4) as [AuditEntry, AuditEntry, AuditEntry, AuditEntry];
    expect(await flaw([a, { ...c, id: 2 }, { ...b, id: 3 }, d])).to.equal('altered 2');
  });

  it('finds an entry that was slipped in without the key', async () => {
    const [a, b, ...rest] = aChain(4) as [AuditEntry, AuditEntry, ...AuditEntry[]];
    const later = rest.map((entry) => ({ ...entry, id: entry.id + 1 }));
    expect(await flaw([a, b, { ...b, id: 3 }, ...later])).to.equal('altered 3');
    const forged = sealEntry(aSealer('other'), digestOf(b), anEntry(3));
    expect(await flaw([a, b, forged, ...later])).to.equal('unknown-key 3');
    const { seal: _, ...unsealed } = anEntry(3) as AuditEntry;
    expect(await flaw([a, b, unsealed, ...later])).to.equal('altered 3');
  });

  it('finds a genuine entry that comes after another than it was written after', async () => {
    const [a, b] = aChain(2) as [AuditEntry, AuditEntry];
    const elsewhere = sealEntry(aSealer(), 'the digest of an entry of another trail', anEntry(3));
    expect(await flaw([a, b, elsewhere])).to.equal('misplaced 3');
  });

  it('finds a chain that begins in the middle', async () => {
    const [, second] = aChain(2);
    expect(await flaw([{ ...(second as AuditEntry), id: 1 }])).to.equal('altered 1');
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
      const other = sealEntry(aSealer(), digestOf(chain[2]), { ...anEntry(4), actor: 'me' });
      expect(await flaw([...rewritten.slice(0, 3), other], digestOf(chain.at(-1)))).to.equal('cut-off 4');
    });
  });

  describe('with entries from before there was a chain', () => {
    const old = [1, 2].map(anEntry);
    const first = sealEntry(aSealer(), '', anEntry(3));
    const second = sealEntry(aSealer(), digestOf(first), anEntry(4));

    it('reports how many they are', async () => {
      expect(await soundness([...old, first, second])).to.deep.equal({
        entries: 4,
        unsealed: 2,
        head: digestOf(second),
      });
      expect(await soundness(old)).to.deep.equal({ entries: 2, unsealed: 2, head: '' });
    });

    it('finds a sealed entry that was made one of them', async () => {
      const { seal: _, ...stripped } = first;
      expect(await flaw([...old, stripped, second])).to.equal('misplaced 4');
    });
  });

  describe('with a new key', () => {
    const [a, b] = aChain(2, aSealer('old')) as [AuditEntry, AuditEntry];
    const c = sealEntry(aSealer('new'), digestOf(b), anEntry(3));

    it('goes on with the old one there', async () => {
      expect(await soundness([a, b, c], undefined, aSealer('new', 'old'))).to.include({ entries: 3 });
    });

    it('says where it cannot check without it', async () => {
      expect(await flaw([a, b, c], undefined, aSealer('new'))).to.equal('unknown-key 1');
    });
  });
});
