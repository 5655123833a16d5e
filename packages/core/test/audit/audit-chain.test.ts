import { PermissionSet } from '@ops-admin/core';
import { AuditChain, type UserTrail } from '@ops-admin/core/adapter';
import { aDraft, anId, aSealer } from '@ops-admin/core/fakes';
import { expect } from 'chai';

describe('AuditChain', () => {
  const START = { id: 0, digest: null };
  const held = ['service.a', 'service.b'];
  const digestOf = (keyId: string, set: Iterable<string>) =>
    aSealer(keyId).digest(keyId, `set ${JSON.stringify([...set])}`) ?? '';
  /** The whole sets that are kept with a change, where this is the newest that the trail has of the user. */
  const keptAfter = (trail: UserTrail | undefined, sealer = aSealer('new', 'old')) => {
    const change = PermissionSet.of(held).apply({ action: 'remove', permissions: ['service.a'] });
    return new AuditChain(sealer, START, () => trail).append(anId(1), change, aDraft()).record.sets;
  };
  const BOTH = { before: ['service.a', 'service.b'], after: ['service.b'] };

  it('keeps no whole set where the trail gives it', () => {
    expect(keptAfter({ keyId: 'new', after: digestOf('new', held), sinceSets: 3 })).to.equal(undefined);
  });

  it('keeps both sets where the one before is not what the trail left', () => {
    const other = ['service.a'];
    expect(keptAfter(undefined), 'without an entry').to.deep.equal(BOTH);
    expect(keptAfter({ keyId: 'new', after: digestOf('new', other), sinceSets: 3 })).to.deep.equal(BOTH);
    expect(keptAfter({ keyId: 'old', after: digestOf('old', other), sinceSets: 3 })).to.deep.equal(BOTH);
    expect(keptAfter({ keyId: null, after: null, sinceSets: 0 }), 'from before').to.deep.equal(BOTH);
  });

  it('goes on from an entry of an older key, while that is there', () => {
    const trail = { keyId: 'old', after: digestOf('old', held), sinceSets: 3 };
    expect(keptAfter(trail)).to.equal(undefined);
    expect(keptAfter(trail, aSealer('new'))).to.deep.equal(BOTH);
  });

  it('keeps a whole set so often that working one out takes 100 changes at most', () => {
    const chain = new AuditChain(aSealer(), START);
    let set = PermissionSet.of([]);
    const kept: number[] = [];
    for (let n = 1; n <= 250; n++) {
      const added = set.replaceWith([...set, `service.m${n}`]);
      const { record } = chain.append(anId(1), added, aDraft());
      if (record.sets) kept.push(n);
      set = added.after;
    }
    expect(kept).to.deep.equal([101, 202]);
  });

  it('goes on with what it wrote itself', () => {
    const chain = new AuditChain(aSealer(), START);
    const [first, second] = [
      PermissionSet.of([]).replaceWith(['service.a']),
      PermissionSet.of(['service.a']).replaceWith(['service.a', 'service.b']),
    ];
    const one = chain.append(anId(1), first, aDraft());
    const two = chain.append(anId(1), second, aDraft());
    expect([one.record.sets, two.record.sets]).to.deep.equal([undefined, undefined]);
    expect([one.record.sinceSets, two.record.sinceSets]).to.deep.equal([1, 2]);
    expect(two.record.seal.previous).to.equal(one.record.seal.digest);
    expect(two.entry).to.deep.include({ id: 2, before: ['service.a'], after: ['service.a', 'service.b'] });
  });

  it('makes of a seal an entry of no user that changes nothing', () => {
    const chain = new AuditChain(aSealer(), { id: 4, digest: 'the fourth' });
    const { entry, record } = chain.appendSeal(aDraft({ action: 'seal' }));
    expect(entry).to.deep.include({ id: 5, userId: null, added: [], removed: [], before: [], after: [] });
    expect(record).to.deep.include({ digests: { before: '', after: '' }, sinceSets: 0 });
    expect(record.seal.previous).to.equal('the fourth');
  });

  it('seals nothing where the sealer does not have its own key', () => {
    const sealer = { keyId: 'gone', digest: () => undefined };
    const chain = new AuditChain(sealer, START);
    expect(() => chain.appendSeal(aDraft())).to.throw('the sealer does not have its own key gone');
  });
});
