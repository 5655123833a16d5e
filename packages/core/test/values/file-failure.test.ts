import { fileFailure } from '@ops-admin/core/operations';
import { expect } from 'chai';

describe('The reason why a file cannot be used', () => {
  const failed = (code: string) => Object.assign(new Error('as the machine says it'), { code });
  const reasons: readonly (readonly [unknown, string])[] = [
    [failed('ENOENT'), 'create it first'],
    [failed('EACCES'), 'permission denied'],
    [failed('EPERM'), 'permission denied'],
    [failed('EDQUOT'), 'the disk quota of this user is used up'],
    [failed('EISDIR'), 'it is a folder'],
    [failed('ENOSPC'), 'no space left'],
    [failed('ENOTDIR'), 'a part of its path is not a folder'],
    [failed('EROFS'), 'nothing can be written there'],
    [failed('EIO'), 'as the machine says it'],
    [new Error('without a code'), 'without a code'],
    ['a text', 'a text'],
    [null, 'null'],
    [{ code: 'ENOENT', toString: () => 'no error' }, 'no error'],
  ];
  it('is a plain sentence', () => {
    expect(reasons.map(([cause]) => fileFailure(cause, 'create it first'))).to.deep.equal(
      reasons.map(([, said]) => said),
    );
  });
});
