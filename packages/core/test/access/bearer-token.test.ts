import { parseBearerToken } from '@ops-admin/core';
import { expect } from 'chai';

describe('parseBearerToken', () => {
  const typeOf = (header: unknown) =>
    parseBearerToken(header).match(
      (token) => token,
      ({ type }) => type,
    );

  it('reads the token, whatever the case of the scheme', () => {
    for (const header of ['Bearer a.b-c_~+/9==', 'bearer   a.b-c_~+/9==']) {
      expect(typeOf(header), header).to.equal('a.b-c_~+/9==');
    }
  });

  it('finds none where there is no header, or one of another scheme', () => {
    for (const header of [undefined, null, '', 'Basic YTpi', 'Bearerx', 'a Bearer x', 7, ['Bearer x']]) {
      expect(typeOf(header), String(header)).to.equal('token-missing');
    }
  });

  it('takes for invalid what cannot be a token, and two of them', () => {
    for (const header of ['Bearer', 'Bearer ', 'Bearer a b', 'Bearer a, Bearer b', 'Bearer ä', 'Bearer =']) {
      expect(typeOf(header), header).to.equal('invalid-token');
    }
  });

  it('repeats nothing of the token in what is for the log', () => {
    expect(JSON.stringify(parseBearerToken('Bearer s3cret!')._unsafeUnwrapErr())).to.not.include('s3cret');
  });
});
