import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { CLAIMS, openVerifier } from './a-provider.ts';
import { type KeyServer, signWith, startKeyServer } from './key-server.ts';
import { newSigningKey, publicHalf, type SigningKey } from './provider/signing-key.ts';

describe('Introspection', () => {
  let key: SigningKey;
  let keys: KeyServer;
  let asked: { readonly request: IncomingMessage; readonly body: string }[];
  let answer: [status: number, body: string];
  const server = createServer(async (request, response) => {
    asked.push({ request, body: await text(request) });
    response.writeHead(answer[0]).end(answer[1]);
  });
  before(async () => {
    key = await newSigningKey();
    keys = await startKeyServer([publicHalf(key)]);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(async () => {
    await keys.stop();
    server.close();
  });
  beforeEach(() => {
    asked = [];
    answer = [200, '{"active":true}'];
  });

  const open = (cacheSeconds = 5) => {
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/introspect`);
    const introspection = { url, clientId: 'ops:admin', clientSecret: 's%cret é', cacheSeconds };
    return openVerifier({ keys: { type: 'url', url: keys.url }, introspection });
  };

  it('sends requests as RFC 7662 says, with the client in form-encoded Basic credentials', async () => {
    const token = await signWith(key, CLAIMS);
    expect((await open().verifier.verify(token)).isOk()).to.equal(true);
    const [{ request, body } = {}] = asked;
    expect(request?.method).to.equal('POST');
    expect(request?.headers['content-type']).to.match(/^application\/x-www-form-urlencoded/);
    const credentials = Buffer.from(
      request?.headers.authorization?.slice('Basic '.length) ?? '',
      'base64',
    ).toString();
    expect(credentials).to.equal('ops%3Aadmin:s%25cret%20%C3%A9');
    expect([...new URLSearchParams(body)]).to.deep.equal([
      ['token', token],
      ['token_type_hint', 'access_token'],
    ]);
  });

  it('ends a token that the provider ended, once the last answer is no longer cached', async () => {
    const { clock, verifier } = open();
    const token = await signWith(key, CLAIMS);
    expect((await verifier.verify(token)).isOk()).to.equal(true);
    answer = [200, '{"active":false}'];
    clock.pass(4);
    expect((await verifier.verify(token)).isOk(), 'within 5 s').to.equal(true);
    expect(asked).to.have.length(1);
    clock.pass(2);
    expect((await verifier.verify(token))._unsafeUnwrapErr()).to.have.property('type', 'invalid-token');
    expect(asked).to.have.length(2);
  });

  it('uses the expiry in the token', async () => {
    const verified = (await open().verifier.verify(await signWith(key, CLAIMS)))._unsafeUnwrap();
    expect(verified.expiresAt).to.deep.equal(new Date(CLAIMS.exp * 1000));
  });

  it('sends one request for many concurrent requests with one token', async () => {
    const { verifier } = open();
    const token = await signWith(key, CLAIMS);
    const results = await Promise.all(Array.from({ length: 20 }, () => verifier.verify(token)));
    expect(results.every((result) => result.isOk())).to.equal(true);
    expect(asked).to.have.length(1);
  });

  it('retries after a failure', async () => {
    const { verifier } = open();
    const token = await signWith(key, CLAIMS);
    answer = [503, ''];
    expect((await verifier.verify(token)).isErr()).to.equal(true);
    answer = [200, '{"active":true}'];
    expect((await verifier.verify(token)).isOk()).to.equal(true);
  });

  it('can run without a cache', async () => {
    const { verifier } = open(0);
    const token = await signWith(key, CLAIMS);
    await verifier.verify(token);
    answer = [200, '{"active":false}'];
    expect((await verifier.verify(token)).isErr()).to.equal(true);
  });

  it('refuses a token that the provider says is bound to a key', async () => {
    answer = [200, '{"active":true,"cnf":{"x5t#S256":"bwcK0esc3ACC3DB2Y5_lESsXE8o9ltc05O89jdN-dg2"}}'];
    const error = (await open().verifier.verify(await signWith(key, CLAIMS)))._unsafeUnwrapErr();
    expect(error.type).to.equal('invalid-token');
  });

  it('sends no request for a token with a wrong signature', async () => {
    const { verifier } = open();
    await verifier.verify(await signWith(await newSigningKey(), CLAIMS, { kid: key.kid }));
    expect(asked).to.deep.equal([]);
  });

  const unusable: [status: number, body: string][] = [
    [401, ''],
    [500, ''],
    [200, ''],
    [200, 'null'],
    [200, '[]'],
    [200, '{}'],
    [200, '{"active":"true"}'],
    [200, `{"active":true,"x":"${'x'.repeat(300_000)}"}`],
  ];
  for (const [status, body] of unusable) {
    it(`cannot verify a token after ${status} ${body.slice(0, 20) || 'without a body'}`, async () => {
      answer = [status, body];
      const error = (await open().verifier.verify(await signWith(key, CLAIMS)))._unsafeUnwrapErr();
      expect(error.type).to.equal('token-verifier-unavailable');
    });
  }
});
