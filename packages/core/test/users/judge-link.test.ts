import { judgeLink, judgeUnlink } from '@ops-admin/core/adapter';
import { anId, anIdentity } from '@ops-admin/core/fakes';
import { expect } from 'chai';

describe('Judging a link', () => {
  const situation = { userId: anId(1), identity: anIdentity('ann'), isUser: true, owner: undefined };

  it('gives an identity that nobody has, and leaves one that the user has', () => {
    expect(judgeLink(situation)._unsafeUnwrap()).to.equal('linked');
    expect(judgeLink({ ...situation, owner: anId(1) })._unsafeUnwrap()).to.equal('already-linked');
  });

  it('refuses an identity of another user', () => {
    expect(judgeLink({ ...situation, owner: anId(2) })._unsafeUnwrapErr()).to.deep.equal({
      type: 'identity-taken',
      identity: situation.identity,
      owner: anId(2),
      claimant: anId(1),
    });
  });

  it('takes an identity from the user who has it, and from nobody else', () => {
    expect(judgeUnlink({ ...situation, owner: anId(1) })._unsafeUnwrap()).to.equal('unlinked');
    expect(judgeUnlink({ ...situation, owner: anId(2) })._unsafeUnwrap()).to.equal('not-linked');
    expect(judgeUnlink(situation)._unsafeUnwrap()).to.equal('not-linked');
  });

  it('knows no identity of an unknown user', () => {
    for (const judge of [judgeLink, judgeUnlink]) {
      const refused = judge({ ...situation, isUser: false, owner: anId(2) });
      expect(refused._unsafeUnwrapErr()).to.deep.equal({ type: 'user-not-found', user: anId(1) });
    }
  });
});
