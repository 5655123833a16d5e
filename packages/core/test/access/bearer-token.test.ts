import { parseBearerToken, readBearerToken } from '@ops-admin/core';
import { expect } from 'chai';

describe('parseBearerToken', () => {
  const typeOf = (header: unknown) =>
    parseBearerToken(header).match(
      (token) => token,
      ({ type }) => type,
    );

  it('reads the token with the scheme in any case', () => {
    for (const header of ['Bearer a.b-c_~+/9==', 'bearer   a.b-c_~+/9==']) {
      expect(typeOf(header), header).to.equal('a.b-c_~+/9==');
    }
  });

  it('finds no token without a header, or with another scheme', () => {
    for (const header of [undefined, null, '', 'Basic YTpi', 'Bearerx', 'a Bearer x', 7, ['Bearer x']]) {
      expect(typeOf(header), String(header)).to.equal('token-missing');
    }
  });

  it('rejects a malformed token, and two tokens', () => {
    for (const header of ['Bearer', 'Bearer ', 'Bearer a b', 'Bearer a, Bearer b', 'Bearer ä', 'Bearer =']) {
      expect(typeOf(header), header).to.equal('invalid-token');
    }
  });

  it('repeats no part of the token in its log message', () => {
    expect(JSON.stringify(parseBearerToken('Bearer s3cret!')._unsafeUnwrapErr())).to.not.include('s3cret');
  });
});

describe('readBearerToken', () => {
  const typeOf = (request: Parameters<typeof readBearerToken>[0]) =>
    readBearerToken(request).match(
      (token) => token,
      ({ type }) => type,
    );
  // As Node gives them, and as the Fetch API joins them.
  const asNode = (...values: readonly string[]) => ({
    // Another header can have a name of the same length.
    rawHeaders: [
      'Host',
      'x',
      'X-Thirteen-ab',
      'Bearer two',
      ...values.flatMap((value) => ['AUTHORIZATION', value]),
    ],
    headers: { authorization: values[0] },
  });
  const asFetch = (...values: readonly string[]) => ({
    get: (name: string) => (name === 'authorization' && values.length > 0 ? values.join(', ') : null),
  });

  for (const [what, request] of Object.entries({ 'the request class of Node': asNode, Headers: asFetch })) {
    it(`checks every header of ${what}`, () => {
      expect(typeOf(request())).to.equal('token-missing');
      expect(typeOf(request('Bearer one'))).to.equal('one');
      expect(typeOf(request('Bearer one', 'Bearer one'))).to.equal('invalid-token');
      expect(typeOf(request('Bearer one', 'Basic YTpi'))).to.equal('invalid-token');
    });
  }
});
