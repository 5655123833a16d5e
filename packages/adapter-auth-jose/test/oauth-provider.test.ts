import { openTokens, type ProviderOptions, type Tokens } from '@ops-admin/adapter-auth-jose';
import { openSqlite } from '@ops-admin/adapter-sqlite';
import { AccessPolicy, accessOperations, type Caller, type Result } from '@ops-admin/core';
import { aDraft, anId, aSigner, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { decodeJwt } from 'jose';
import { aLog, StandingClock } from './a-provider.ts';
import { type AuthorizationServer, startAuthorizationServer } from './provider/authorization-server.ts';
import { newSigningKey } from './provider/signing-key.ts';

const ADMIN = anId(11);
const JONAS = anId(12);
const TOLERANCE_SECONDS = 120;

describe('Tokens from oidc-provider', () => {
  let provider: AuthorizationServer;
  let tokens: Tokens;
  let identify: (token: string) => Promise<Result<Caller, { readonly type: string }>>;
  let logged: ReturnType<typeof aLog>['logged'];
  let clock: StandingClock;

  async function open(given: Partial<ProviderOptions> = {}): Promise<void> {
    const { audience, issuer } = provider;
    const options: ProviderOptions = {
      keys: { type: 'issuer', issuer },
      policy: {
        algorithms: ['ES256', 'RS256'],
        audience,
        issuer,
        types: ['at+jwt'],
        // Tokens use the provider's clock, which keeps running.
        clockTolerance: TOLERANCE_SECONDS,
        maxLifetime: 3600,
      },
      ...given,
    };
    const log = aLog();
    logged = log.logged;
    clock = new StandingClock();
    clock.set(new Date());
    tokens = openTokens({
      type: 'provider',
      provider: options,
      clock: clock.now,
      elapsed: clock.elapsed,
      log: log.log,
    });
    const ports = openSqlite({ file: ':memory:' })._unsafeUnwrap();
    const { organisation, permissions } = ports.sealedBy(aSigner());
    const identity = (subject: string) => ({ identities: [{ issuer, subject }] });
    const users = [aUser(11, identity(provider.clientId)), aUser(12, identity('jonas'))];
    (await organisation.importUsers(users, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
    const access = accessOperations({
      tokens: tokens.verifier,
      users: ports.users,
      store: permissions,
      policy: new AccessPolicy(),
    });
    identify = async (token) => access.identify(token);
  }

  beforeEach(async () => {
    provider = await startAuthorizationServer({
      extraClaims: (subject) => ({ ops_user: subject === 'amara' ? anId(11) : subject }),
    });
  });
  afterEach(() => provider.stop());

  /** Makes keys older, but not tokens: these have the provider's time. */
  const age = (seconds: number) => {
    clock.pass(seconds);
    clock.setBack(seconds);
  };
  const lines = (message: string) => logged.filter((line) => line.message === message).length;

  /** The id of the caller, or the error. */
  const callerOf = async (token: string) =>
    (await identify(token)).match(
      ({ userId }): string => userId,
      ({ type }) => type,
    );

  it('name a machine and a person, and their expiry', async () => {
    await open();
    const machine = await provider.clientCredentialsToken();
    expect(await callerOf(machine)).to.equal(ADMIN);
    const person = await provider.authorizationCodeToken('jonas');
    const caller = (await identify(person))._unsafeUnwrap();
    expect(caller.userId).to.equal(JONAS);
    const { exp = 0 } = decodeJwt(person);
    expect(caller.expiresAt).to.deep.equal(new Date(exp * 1000));
    expect(caller.validUntil).to.deep.equal(new Date((exp + TOLERANCE_SECONDS) * 1000));
  });

  it('for an unknown user are invalid', async () => {
    await open();
    expect(await callerOf(await provider.authorizationCodeToken('eve'))).to.equal('invalid-token');
  });

  it('that are ID tokens are refused', async () => {
    await open();
    expect(await callerOf(await provider.idToken('jonas'))).to.equal('invalid-token');
  });

  it('may name a user by a claim', async () => {
    await open({ userClaim: 'ops_user' });
    expect(await callerOf(await provider.authorizationCodeToken('amara'))).to.equal(ADMIN);
    expect(await callerOf(await provider.authorizationCodeToken('jonas')), 'no id in the claim').to.equal(
      'invalid-token',
    );
  });

  it('stay valid while keys rotate, and become invalid when their key is withdrawn', async () => {
    await open();
    const before = await provider.clientCredentialsToken();
    expect(await callerOf(before)).to.equal(ADMIN);
    const [old] = provider.keys;
    const fresh = await newSigningKey('RS256');
    await provider.restart({ keys: [fresh, old as typeof fresh] });
    age(31);
    const after = await provider.clientCredentialsToken();
    expect(await callerOf(after), 'new key').to.equal(ADMIN);
    expect(await callerOf(before), 'old key, still there').to.equal(ADMIN);

    await provider.restart({ keys: [fresh] });
    age(601);
    expect(await callerOf(before), 'old key, withdrawn').to.equal('invalid-token');
    expect(await callerOf(after)).to.equal(ADMIN);
    expect(lines('keys of the provider'), 'the first keys and two rotations').to.equal(3);
  });

  it('stay valid during a bounded outage, and again when the provider is back', async () => {
    await open();
    const token = await provider.clientCredentialsToken();
    expect(await callerOf(token)).to.equal(ADMIN);
    await provider.stop();
    for (let minutes = 1; minutes < 60; minutes++) {
      age(60);
      expect(await callerOf(token), `after ${minutes} minutes`).to.equal(ADMIN);
    }
    expect(lines('keys of the provider not fetched')).to.be.within(1, 50);
    age(60);
    expect(await callerOf(token), 'past the bound').to.equal('token-verifier-unavailable');
    await provider.start();
    age(1.1);
    expect(await callerOf(token)).to.equal(ADMIN);
    expect(JSON.stringify(logged)).to.not.include(token);
  });

  it('become invalid when the provider ends their session, with introspection', async () => {
    const { clientId, clientSecret } = provider;
    const introspection = {
      url: new URL(provider.introspectionUrl),
      clientId,
      clientSecret,
      cacheSeconds: 1,
    };
    await open({ introspection });
    const token = await provider.authorizationCodeToken('jonas');
    expect(await callerOf(token)).to.equal(JONAS);
    expect(await callerOf(token)).to.equal(JONAS);
    expect(provider.counts.introspection).to.equal(1);
    provider.revoke(token);
    clock.pass(1.1);
    expect(await callerOf(token)).to.equal('invalid-token');
    await provider.introspection.stop();
    clock.pass(1.1);
    expect(await callerOf(token), 'nobody can say').to.equal('token-verifier-unavailable');
  });
});
