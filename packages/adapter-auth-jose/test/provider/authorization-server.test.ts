import { expect } from 'chai';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { until } from '../../../../test/until.ts';
import { type AuthorizationServer, startAuthorizationServer } from './authorization-server.ts';
import { basicCredentials } from './basic-credentials.ts';
import { newSigningKey } from './signing-key.ts';

describe('The authorization server for tests', () => {
  let server: AuthorizationServer;

  beforeEach(async () => {
    server = await startAuthorizationServer();
  });
  afterEach(() => server.stop());

  const json = async (url: string) => (await fetch(url)).json() as Promise<Record<string, unknown>>;
  const kidOf = (token: string) => decodeProtectedHeader(token).kid;

  async function publishedKids(): Promise<unknown[]> {
    const { keys } = (await json(server.jwksUrl)) as unknown as { keys: { kid: string; d?: string }[] };
    expect(keys.filter(({ d }) => d !== undefined)).to.deep.equal([]);
    return keys.map(({ kid }) => kid);
  }

  function post(url: string, form: Record<string, string>, headers: Record<string, string> = {}) {
    return fetch(url, { method: 'POST', body: new URLSearchParams(form), headers });
  }

  it('names its issuer and its keys in both discovery documents', async () => {
    for (const url of [server.discoveryUrl, `${server.issuer}/.well-known/oauth-authorization-server`]) {
      expect(await json(url)).to.include({ issuer: server.issuer, jwks_uri: server.jwksUrl });
    }
    expect(server.counts).to.deep.equal({ discovery: 2, jwks: 0, token: 0, introspection: 0 });
  });

  it('issues a token for a client', async () => {
    const token = await server.clientCredentialsToken({ scope: 'ops:read' });
    expect(decodeProtectedHeader(token)).to.deep.equal({
      alg: 'ES256',
      typ: 'at+jwt',
      kid: server.keys[0]?.kid,
    });
    const { iat = 0, exp, ...claims } = decodeJwt(token);
    expect(claims).to.include({
      iss: server.issuer,
      aud: 'urn:ops-admin:test',
      sub: server.clientId,
      client_id: server.clientId,
      scope: 'ops:read',
    });
    expect(claims.jti).to.be.a('string');
    expect(exp).to.equal(iat + 600);
  });

  it('issues a token for the account that has signed in', async () => {
    const [ada, bo] = await Promise.all([
      server.authorizationCodeToken('ada'),
      server.authorizationCodeToken('bo@example.org'),
    ]);
    expect(decodeProtectedHeader(ada).typ).to.equal('at+jwt');
    expect(decodeJwt(ada)).to.include({
      iss: server.issuer,
      aud: server.audience,
      sub: 'ada',
      client_id: server.clientId,
      scope: 'ops:read ops:write',
    });
    expect(decodeJwt(bo).sub).to.equal('bo@example.org');
  });

  it('issues an ID token for the client', async () => {
    const token = await server.idToken('ada');
    expect(decodeProtectedHeader(token)).to.deep.equal({ alg: 'ES256', kid: server.keys[0]?.kid });
    expect(decodeJwt(token)).to.include({ iss: server.issuer, aud: server.clientId, sub: 'ada' });
  });

  it('does not start without a key', async () => {
    const failure = await startAuthorizationServer({ keys: [] }).catch((error: Error) => error.message);
    expect(failure).to.include('needs a key');
  });

  it('accepts other keys, and issues tokens of another kind', async () => {
    for (const alg of ['ES384', 'EdDSA', 'RS256', 'PS512']) {
      const other = await startAuthorizationServer({
        keys: [await newSigningKey(alg)],
        audience: 'https://ops.example/api',
        typ: 'JWT',
        extraClaims: (subject) => ({ ops_user: `id of ${subject}` }),
      });
      const token = await other.authorizationCodeToken('ada');
      await other.stop();
      expect(decodeProtectedHeader(token)).to.include({ alg, typ: 'JWT' });
      expect(decodeJwt(token)).to.include({ aud: 'https://ops.example/api', ops_user: 'id of ada' });
    }
  });

  it('rotates and withdraws a key', async () => {
    const [old] = server.keys;
    const fresh = await newSigningKey('PS256');
    if (!old) throw new Error('no key');

    await server.restart({ keys: [fresh, old] });
    expect(await publishedKids()).to.deep.equal([fresh.kid, old.kid]);
    expect(kidOf(await server.clientCredentialsToken())).to.equal(fresh.kid);

    await server.useKeys([old, fresh]);
    expect(kidOf(await server.authorizationCodeToken('ada'))).to.equal(old.kid);

    await server.restart({ keys: [fresh] });
    expect(await publishedKids()).to.deep.equal([fresh.kid]);
    expect(kidOf(await server.clientCredentialsToken())).to.equal(fresh.kid);
  });

  it('is unreachable after a stop, and back at the same issuer after a start', async () => {
    const { issuer, introspectionUrl } = server;
    const kids = await publishedKids();
    await server.stop();
    for (const url of [server.jwksUrl, introspectionUrl]) {
      expect(await fetch(url).catch((error) => error.cause.code)).to.equal('ECONNREFUSED');
    }
    await server.start();
    expect(await publishedKids()).to.deep.equal(kids);
    expect(await json(server.discoveryUrl)).to.include({ issuer });
    expect(server.introspectionUrl).to.equal(introspectionUrl);
    expect(decodeJwt(await server.clientCredentialsToken()).iss).to.equal(issuer);
  });

  it('cuts off late requests when it stops', async () => {
    server.delay(60_000);
    const late = fetch(server.jwksUrl).catch((error: Error) => error.message);
    await until(() => server.counts.jwks > 0, 'a request for the keys');
    await server.stop();
    expect(await late).to.equal('fetch failed');
  });

  it('answers with a delay', async () => {
    server.delay(100);
    const start = performance.now();
    await publishedKids();
    expect(performance.now() - start).to.be.above(95);
    server.delay(0);
  });

  it('answers with broken documents until it is reset', async () => {
    server.answerWith('jwks', 200, '{"keys":');
    server.answerWith('discovery', 302, '', { location: server.jwksUrl });
    expect(await (await fetch(server.jwksUrl)).text()).to.equal('{"keys":');
    expect((await fetch(server.discoveryUrl, { redirect: 'manual' })).status).to.equal(302);
    server.answerNormally();
    expect(await publishedKids()).to.have.length(1);
    expect(await json(server.discoveryUrl)).to.include({ issuer: server.issuer });
  });

  it('introspects its tokens for its client, until they are revoked or their key is withdrawn', async () => {
    const authorization = basicCredentials(server);
    const introspect = async (token: string) =>
      (await post(server.introspectionUrl, { token }, { authorization })).json();
    const token = await server.clientCredentialsToken();
    const other = await server.authorizationCodeToken('ada');

    expect(await introspect(token)).to.include({ active: true, sub: server.clientId, iss: server.issuer });
    server.revoke(token);
    expect(await introspect(token)).to.deep.equal({ active: false });
    expect(await introspect(other)).to.include({ active: true, sub: 'ada' });
    expect(await introspect('nonsense')).to.deep.equal({ active: false });
    await server.restart({ keys: [await newSigningKey()] });
    expect(await introspect(other)).to.deep.equal({ active: false });
    expect(server.counts.introspection).to.equal(5);
  });

  it('introspects for no other client', async () => {
    const { introspectionUrl: url, clientId, clientSecret } = server;
    const token = await server.clientCredentialsToken();
    const inForm = { token, client_id: clientId, client_secret: clientSecret };
    const wrong = { authorization: basicCredentials({ clientId, clientSecret: 'wrong' }) };
    expect((await post(url, inForm)).status).to.equal(200);
    expect((await post(url, { token })).status).to.equal(401);
    expect((await post(url, { token }, wrong)).status).to.equal(401);
  });

  // Why there is an introspection server as well.
  it('cannot introspect or revoke a JWT access token with oidc-provider', async () => {
    const token = await server.clientCredentialsToken();
    const { introspection_endpoint: introspection, revocation_endpoint: revocation } = await json(
      server.discoveryUrl,
    );
    for (const url of [introspection, revocation]) {
      const response = await post(String(url), { token }, { authorization: basicCredentials(server) });
      expect(response.status).to.equal(400);
      expect(await response.json()).to.include({ error: 'unsupported_token_type' });
    }
  });
});
