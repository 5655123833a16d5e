import { setTimeout as sleep } from 'node:timers/promises';
import { type ProviderOptions, ProviderTokenVerifier } from '@ops-admin/adapter-http-koa';
import { aDraft, anId, aUser } from '@ops-admin/core/testing';
import { expect } from 'chai';
import { type OpenService, openService, problemOf } from '../open-service.ts';
import { type AuthorizationServer, startAuthorizationServer } from './authorization-server.ts';
import { newSigningKey } from './signing-key.ts';

describe('Tokens of oidc-provider', function () {
  this.timeout(30_000);
  let provider: AuthorizationServer;
  let service: OpenService;
  let verifier: ProviderTokenVerifier;

  async function open(given: Partial<ProviderOptions> = {}): Promise<void> {
    const { audience, issuer } = provider;
    service = await openService({
      tokens: (log) => {
        const options: ProviderOptions = {
          keys: { type: 'issuer', issuer },
          keyTimes: { refresh: 1, maxAge: 3, cooldown: 1 },
          policy: {
            algorithms: ['ES256', 'RS256'],
            audience,
            issuer,
            types: ['at+jwt'],
            clockTolerance: 5,
            maxLifetime: 3600,
          },
          rememberSeconds: 60,
          ...given,
        };
        verifier = new ProviderTokenVerifier(options, () => new Date(), log);
        return verifier;
      },
    });
    const identity = (subject: string) => ({ identities: [{ issuer, subject }] });
    const users = [
      aUser(11, { permissions: ['service.admin.access'], ...identity(provider.clientId) }),
      aUser(12, { permissions: ['service.tickets.read'], ...identity('jonas') }),
    ];
    (await service.ports.organisation.importUsers(users, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
  }

  beforeEach(async () => {
    provider = await startAuthorizationServer({
      extraClaims: (subject) => ({ ops_user: subject === 'amara' ? anId(11) : subject }),
    });
  });
  afterEach(async () => {
    await service.close();
    await provider.stop();
  });

  const ask = (token: string, path: string, init: RequestInit = {}) =>
    service.request(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } });
  const status = async (token: string) => (await ask(token, '/department/list/0/0')).status;
  const change = (verb: string) => ({
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payload: { userId: anId(12), permissions: [`service.${verb}.read`] } }),
  });

  it('open every endpoint, to a machine and to a person, with the rights that the store has', async () => {
    await open();
    const machine = await provider.clientCredentialsToken();
    const person = await provider.authorizationCodeToken('jonas');
    const endpoints: [path: string, init: RequestInit, machine: number, person: number][] = [
      ['/department/list/0/0', {}, 200, 401],
      ['/department/hierarchy', {}, 200, 401],
      ['/user/remove-permissions', change('remove'), 200, 403],
      ['/user/add-permissions', change('add'), 200, 403],
      ['/geo-locations/address/MUC', {}, 200, 200],
    ];
    for (const [path, init, forMachine, forPerson] of endpoints) {
      expect((await ask(machine, path, init)).status, path).to.equal(forMachine);
      expect((await ask(person, path, init)).status, path).to.equal(forPerson);
    }
    const [entry] = (await service.ports.audit.list({ userId: anId(12), limit: 9 }))._unsafeUnwrap().slice(1);
    expect(entry?.actor).to.equal(anId(11));
  });

  it('of somebody who is not in the store are invalid', async () => {
    await open();
    const response = await ask(await provider.authorizationCodeToken('eve'), '/geo-locations/address/MUC');
    expect(response.headers.get('www-authenticate')).to.equal('Bearer error="invalid_token"');
    expect((await problemOf(response)).slice(0, 2)).to.deep.equal([401, 'AUTH_ERROR']);
  });

  it('that are ID tokens are refused', async () => {
    await open();
    expect(await status(await provider.idToken('jonas'))).to.equal(401);
  });

  it('may name a user of ours in a claim', async () => {
    await open({ userClaim: 'ops_user' });
    expect(await status(await provider.authorizationCodeToken('amara'))).to.equal(200);
    expect(await status(await provider.authorizationCodeToken('jonas')), 'no id in the claim').to.equal(401);
  });

  it('go on while keys rotate, and end when their key is withdrawn', async () => {
    await open();
    const before = await provider.clientCredentialsToken();
    expect(await status(before)).to.equal(200);
    const [old] = provider.keys;
    const fresh = await newSigningKey('RS256');
    await provider.restart({ keys: [fresh, old as typeof fresh] });
    await sleep(1100);
    const after = await provider.clientCredentialsToken();
    expect(await status(after), 'new key').to.equal(200);
    expect(await status(before), 'old key, still there').to.equal(200);

    await provider.restart({ keys: [fresh] });
    await sleep(1100);
    expect(await status(before), 'old key, withdrawn').to.equal(401);
    expect(await status(after)).to.equal(200);
    expect(verifier.keys.counts.rotations).to.equal(2);
  });

  it('ride out an outage for as long as they may, and come back with the provider', async () => {
    await open();
    const token = await provider.clientCredentialsToken();
    expect(await status(token)).to.equal(200);
    const begun = Date.now();
    await provider.stop();
    const seen: Record<number, number> = {};
    while (Date.now() - begun < 2500) {
      const answer = await status(token);
      seen[answer] = (seen[answer] ?? 0) + 1;
      await sleep(5);
    }
    expect(Object.keys(seen)).to.deep.equal(['200']);
    expect(verifier.keys.counts.failures).to.be.within(1, 3);
    await sleep(1000);
    expect(await status(token), 'past the bound').to.equal(500);
    await provider.start();
    await sleep(1000);
    expect(await status(token)).to.equal(200);
    expect(JSON.stringify(service.logged)).to.not.include(token);
  });

  it('end when the provider ends their session, with introspection', async () => {
    const { clientId, clientSecret } = provider;
    const introspection = {
      url: new URL(provider.introspectionUrl),
      clientId,
      clientSecret,
      cacheSeconds: 1,
    };
    await open({ introspection });
    const token = await provider.authorizationCodeToken('jonas');
    const locate = async () => (await ask(token, '/geo-locations/address/MUC')).status;
    expect(await locate()).to.equal(200);
    expect(await locate()).to.equal(200);
    expect(provider.counts.introspection).to.equal(1);
    provider.revoke(token);
    await sleep(1100);
    expect(await locate()).to.equal(401);
    await provider.introspection.stop();
    await sleep(1100);
    expect(await locate(), 'nobody can tell').to.equal(500);
  });
});
