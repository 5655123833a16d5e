import { PermissionSet } from '@ops-admin/core';
import { AuditChain, NO_ENTRY, SealingKeyMissing, type UserTrail } from '@ops-admin/core/adapter';
import { aDraft, anId, aSigner } from '@ops-admin/testing';
import { expect } from 'chai';

describe('AuditChain', () => {
  const held = ['service.a', 'service.b'];
  const digestOf = (set: readonly string[]) => aSigner().digest(JSON.stringify(set));
  /** The whole sets that are kept with a change, where this is the newest that the trail has of the user. */
  const keptAfter = (trail: UserTrail | undefined) => {
    const change = PermissionSet.of(held).apply({ action: 'remove', permissions: ['service.a'] });
    return new AuditChain(aSigner(), NO_ENTRY, () => trail).append(anId(1), change, aDraft(), true).record
      .sets;
  };
  const BOTH = { before: ['service.a', 'service.b'], after: ['service.b'] };

  it('keeps no whole set where the trail gives it', () => {
    expect(keptAfter({ after: digestOf(held), sinceSets: 3 })).to.equal(undefined);
  });

  it('keeps both sets where the one before is not what the trail left', () => {
    expect(keptAfter(undefined), 'without an entry').to.deep.equal(BOTH);
    expect(keptAfter({ after: digestOf(['service.a']), sinceSets: 3 })).to.deep.equal(BOTH);
  });

  it('keeps a whole set so often that working one out takes 100 changes at most', () => {
    const chain = new AuditChain(aSigner(), NO_ENTRY);
    let set = PermissionSet.of([]);
    const kept: number[] = [];
    for (let n = 1; n <= 250; n++) {
      const added = set.replaceWith([...set, `service.m${n}`]);
      const { record } = chain.append(anId(1), added, aDraft(), true);
      if (record.sets) kept.push(n);
      set = added.after;
    }
    expect(kept).to.deep.equal([101, 202]);
  });

  it('goes on with what it wrote itself', () => {
    const chain = new AuditChain(aSigner(), NO_ENTRY);
    const [first, second] = [
      PermissionSet.of([]).replaceWith(['service.a']),
      PermissionSet.of(['service.a']).replaceWith(['service.a', 'service.b']),
    ];
    const one = chain.append(anId(1), first, aDraft(), true);
    const two = chain.append(anId(1), second, aDraft(), true);
    expect([one.record.sets, two.record.sets]).to.deep.equal([undefined, undefined]);
    expect([one.record.sinceSets, two.record.sinceSets]).to.deep.equal([1, 2]);
    expect(two.record.seal.previous).to.equal(one.record.seal.digest);
    expect(two.entry).to.deep.include({ id: 2, before: ['service.a'], after: ['service.a', 'service.b'] });
  });

  describe('signs', () => {
    const nothing = PermissionSet.of([]).apply({ action: 'remove', permissions: [] });
    const END = { id: 7, digest: 'digest 7', keyId: 'key' };
    const add = (chain: AuditChain, isLast: boolean) =>
      chain.append(anId(1), nothing, aDraft(), isLast).entry;

    it('the last entry alone', () => {
      const chain = new AuditChain(aSigner(), NO_ENTRY);
      const seals = [false, true].map((isLast) => add(chain, isLast).seal);
      expect(seals.map((seal) => Object.keys(seal))).to.deep.equal([
        ['previous', 'digest'],
        ['previous', 'digest', 'keyId', 'signature'],
      ]);
      expect(seals[1]?.signature).to.equal(
        aSigner().sign('key', `ops-admin-audit-v1\n2\n${seals[1]?.digest}`),
      );
    });

    it('with the key that the trail has in use, whatever the own is', () => {
      const { seal } = add(new AuditChain(aSigner('own', 'key'), END), true);
      expect([seal.previous, seal.keyId]).to.deep.equal(['digest 7', 'key']);
    });

    it('nothing with another key than that: it is not held, or was in use before', () => {
      const chain = new AuditChain(aSigner('own'), END);
      expect(() => add(chain, true)).to.throw(SealingKeyMissing, 'sealed with the key key');
    });

    it('a rotation with the new key, which is in use from then on', () => {
      const chain = new AuditChain(aSigner('key', 'new'), END);
      const { action: _, requested: __, ...draft } = aDraft({ source: 'cli' });
      const { entry } = chain.rotate('new', undefined, draft);
      expect(entry).to.deep.include({ id: 8, userId: null, action: 'rotate', requested: ['key', 'new'] });
      expect([entry.seal.keyId, add(chain, true).seal.keyId]).to.deep.equal(['new', 'new']);
    });
  });
});
