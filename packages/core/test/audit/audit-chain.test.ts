import { type AuditDraft, PermissionSet } from '@ops-admin/core';
import {
  AuditChain,
  canonicalJson,
  departmentText,
  NO_ENTRY,
  type ProfileChange,
  profileDigest,
  SealingKeyMissing,
  StoreFault,
} from '@ops-admin/core/adapter';
import { aDepartment, aDraft, anId, anIdentity, aSigner, aUser } from '@ops-admin/testing';
import { expect } from 'chai';

describe('AuditChain', () => {
  const held = ['service.a', 'service.b'];
  const { permissions: _, ...person } = { ...aUser(1), salt: 'salt' };
  const profile = { before: person, after: person };

  it('keeps the former set of an entry, also where it differs from the entry before', () => {
    const chain = new AuditChain(aSigner(), NO_ENTRY);
    const removal = (held: readonly string[]) =>
      chain.append(
        anId(1),
        PermissionSet.of(held).apply({ action: 'remove', permissions: ['service.a'] }),
        aDraft(),
        true,
        profile,
      );
    const [one, other] = [removal(held), removal(['service.a', 'service.c'])];
    expect([one.before, one.after]).to.deep.equal([['service.a', 'service.b'], ['service.b']]);
    expect([other.before, other.after]).to.deep.equal([['service.a', 'service.c'], ['service.c']]);
  });

  it('continues after its own entries', () => {
    const chain = new AuditChain(aSigner(), NO_ENTRY);
    const [first, second] = [
      PermissionSet.of([]).replaceWith(['service.a']),
      PermissionSet.of(['service.a']).replaceWith(['service.a', 'service.b']),
    ];
    const one = chain.append(anId(1), first, aDraft(), true, profile);
    const two = chain.append(anId(1), second, aDraft(), true, profile);
    expect(two.seal.previous).to.equal(one.seal.digest);
    expect(two).to.deep.include({ id: 2, before: ['service.a'], after: ['service.a', 'service.b'] });
  });

  it('seals no value outside the types, and no entry without a required profile', () => {
    const nothing = PermissionSet.of([]).apply({ action: 'remove', permissions: [] });
    const append = (draft: object, known?: string, given?: typeof profile) => () =>
      new AuditChain(aSigner(), NO_ENTRY, new Map([[anId(1), known]])).append(
        anId(1),
        nothing,
        { ...aDraft(), ...draft } as AuditDraft,
        true,
        given,
      );
    const refused: readonly (readonly [() => unknown, string])[] = [
      [append({ time: 5 }, 'p'), 'time must be a string, not 5'],
      [append({ actor: null }, 'p'), 'actor must be a string, not null'],
      [append({ requested: 'a' }, 'p'), 'requested must be an array, not string'],
      [append({ source: 'elsewhere' }, 'p'), 'unknown source elsewhere'],
      [append({ action: 'guess' }, 'p'), 'unknown action guess'],
      [append({}), 'the first entry of a user needs their profile'],
      [
        append({ action: 'link', identity: anIdentity('ann') }, 'p'),
        'the entry of an identity needs the profile of its user',
      ],
    ];
    for (const [act, message] of refused) expect(act, message).to.throw(TypeError, message);
    expect(append({}, 'p')().profile).to.equal('p');
    expect(append({}, undefined, profile)().id).to.equal(1);
  });

  it('does not link an erased user to a new user with the same id', () => {
    const nothing = PermissionSet.of([]).apply({ action: 'remove', permissions: [] });
    const chain = new AuditChain(aSigner(), NO_ENTRY);
    chain.append(anId(1), nothing, aDraft(), false, profile);
    const erased = chain.append(anId(1), nothing, aDraft({ action: 'erase' }), false, profile);
    expect(erased).to.not.have.property('profile');
    expect(() => chain.append(anId(1), nothing, aDraft(), true)).to.throw(TypeError, 'the first entry');
    const again = chain.append(anId(1), nothing, aDraft({ action: 'create' }), true, profile);
    expect(again.profile).to.equal(profileDigest(aSigner(), person));
  });

  it('names no user and no request in an entry about a department', () => {
    const { action: _, requested: __, ...draft } = aDraft();
    const [before, after] = [aDepartment(7), aDepartment(7, { name: 'Other' })];
    const recorded = aSigner().digest(departmentText(before));
    const chain = new AuditChain(aSigner(), NO_ENTRY, undefined, new Map([[anId(7), recorded]]));
    const entry = chain.department(draft, { before, after }, true);
    const nothing = { userId: null, requested: [], added: [], removed: [], before: [], after: [] };
    expect(entry).to.deep.include({ id: 1, action: 'department', members: ['name'], ...nothing });
    const digest = aSigner().digest(departmentText(after));
    const former = { name: 'Department 7' };
    expect(entry).to.deep.include({ departmentId: anId(7), change: 'updated', former, digest });
  });

  describe('records the profile of the user', () => {
    const nothing = PermissionSet.of([]).apply({ action: 'remove', permissions: [] });
    const linked = { ...person, identities: [anIdentity('ann')] };
    const profileOf = (recorded: string | undefined, change: Parameters<AuditChain['append']>[4]) =>
      new AuditChain(aSigner(), NO_ENTRY, new Map([[anId(1), recorded]])).append(
        anId(1),
        nothing,
        aDraft(),
        true,
        change,
      ).profile;
    const recordedOf = (user: ProfileChange['after']) => profileDigest(aSigner(), user);

    it('in the first entry, and when it changes, independent of the order of identities', () => {
      expect(profileOf(undefined, profile)).to.equal(profileDigest(aSigner(), person));
      expect(profileOf(recordedOf(person), { before: person, after: linked })).to.equal(
        profileDigest(aSigner(), linked),
      );
      const [one, other] = [anIdentity('a'), anIdentity('b', 'https://a.example')];
      expect(profileDigest(aSigner(), { ...person, identities: [one, other] })).to.equal(
        profileDigest(aSigner(), { ...person, identities: [other, one] }),
      );
    });

    it('as in the audit log, for a user altered without an entry, until all members are given again', () => {
      const was = recordedOf({ ...person, emails: ['before@example.org'] });
      expect(profileOf(was, profile)).to.equal(was);
      expect(profileOf(was, undefined)).to.equal(was);
      expect(profileOf(was, { before: person, after: linked })).to.equal(was);
      expect(profileOf(was, { after: linked })).to.equal(profileDigest(aSigner(), linked));
    });

    it('in the first entry without the identities from before it', () => {
      const first = (before: ProfileChange['after'], after: ProfileChange['after']) =>
        profileOf(undefined, { before, after });
      const both = { ...person, identities: [anIdentity('ann'), anIdentity('bob')] };
      const bob = { ...person, identities: [anIdentity('bob')] };
      expect(first(linked, both)).to.equal(profileDigest(aSigner(), bob));
      expect(first(linked, linked)).to.equal(profileDigest(aSigner(), person));
      expect(first(person, both)).to.equal(profileDigest(aSigner(), both));
    });

    it('with only a digest of the linked subject', () => {
      const draft = aDraft({ action: 'link', identity: anIdentity('ann') });
      const append = (salt: string) => {
        const after = { ...linked, salt };
        return new AuditChain(aSigner(), NO_ENTRY).append(anId(1), nothing, draft, true, { after });
      };
      const [one, other] = [append('one'), append('other')];
      expect(one.identity).to.deep.equal(anIdentity('ann'));
      expect(one.subjectDigest).not.to.equal(other.subjectDigest);
      const salt = aSigner().digest(canonicalJson({ entry: 1, salt: 'one' }));
      expect(one.subjectSalt).to.equal(salt);
      expect(one.subjectDigest).to.equal(aSigner().digest(canonicalJson({ salt, subject: 'ann' })));
    });
  });

  describe('signs', () => {
    const nothing = PermissionSet.of([]).apply({ action: 'remove', permissions: [] });
    const signature = aSigner().sign('key', 'ops-admin-audit-v1\n7\ndigest 7') ?? '';
    const END = { id: 7, digest: 'digest 7', keyId: 'key', signature };
    const add = (chain: AuditChain, isLast: boolean) =>
      chain.append(anId(1), nothing, aDraft(), isLast, profile);

    it('only the last entry', () => {
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

    it('with the key that the audit log has in use, not its own first key', () => {
      const { seal } = add(new AuditChain(aSigner('own', 'key'), END), true);
      expect([seal.previous, seal.keyId]).to.deep.equal(['digest 7', 'key']);
    });

    it('nothing with a key that is unknown or was in use before', () => {
      const chain = new AuditChain(aSigner('own'), END);
      expect(() => add(chain, true)).to.throw(SealingKeyMissing, 'sealed with the key key');
      // The key file can still have the key, but another one is in use by now.
      const late = new AuditChain({ ...aSigner(), uses: () => false }, END);
      expect(() => add(late, true)).to.throw(SealingKeyMissing, 'sealed with the key key');
    });

    it('nothing after an entry that the key in use did not sign', () => {
      const forged = [
        { ...END, signature: '' },
        { ...END, signature: aSigner('other').sign('other', 'ops-admin-audit-v1\n7\ndigest 7') ?? '' },
        { ...END, keyId: null, signature: '' },
      ];
      for (const end of forged)
        expect(() => add(new AuditChain(aSigner(), end), true), JSON.stringify(end)).to.throw(
          StoreFault,
          'entry, 7,',
        );
    });

    it('without checking a newest entry that is missing, or written in the same transaction', () => {
      expect(add(new AuditChain(aSigner(), { ...END, signature: null }), true).id).to.equal(8);
      expect(add(new AuditChain(aSigner(), { ...END, digest: null }), true).id).to.equal(8);
    });

    it('a rotation with the new key, which is in use afterwards', () => {
      const chain = new AuditChain(aSigner('key', 'new'), END);
      const { action: _, requested: __, ...draft } = aDraft({ source: 'cli' });
      const entry = chain.rotate('new', draft);
      expect(entry).to.deep.include({ id: 8, userId: null, action: 'rotate', requested: ['key', 'new'] });
      expect([entry.seal.keyId, add(chain, true).seal.keyId]).to.deep.equal(['new', 'new']);
      // Also where the key before is not held: nobody can look at what it signed.
      const lost = new AuditChain(aSigner('new'), END).rotate('new', draft);
      expect(lost).to.deep.include({ id: 8, requested: ['key', 'new'] });
    });
  });
});
