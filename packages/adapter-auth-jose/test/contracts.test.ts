import { openTokens } from '@ops-admin/adapter-auth-jose';
import { anId } from '@ops-admin/testing';
import { tokenVerifierContract } from '@ops-admin/testing/contracts';
import { CLAIMS, ISSUER, NOW, openVerifier, StandingClock } from './a-provider.ts';
import { type KeyServer, signWith, startKeyServer } from './key-server.ts';
import { newKeys } from './new-keys.ts';
import { newSigningKey, publicHalf, type SigningKey } from './provider/signing-key.ts';

describe('Local tokens', () => {
  tokenVerifierContract(async () => {
    const keys = newKeys();
    const clock = new StandingClock();
    const { issuer, verifier } = openTokens({ type: 'local', keys, clock: clock.now });
    const { issuer: others } = openTokens({ type: 'local', keys: newKeys(), clock: clock.now });
    const issueFor = async (seconds: number) => (await issuer.issue(anId(7), seconds))._unsafeUnwrap();
    return {
      verifier,
      token: await issueFor(60),
      subject: { type: 'user', userId: anId(7) },
      expiresAt: new Date((NOW + 60) * 1000),
      setClock: (now) => clock.set(now),
      expiredToken: await issueFor(-1),
      foreignTokens: [(await others.issue(anId(7), 60))._unsafeUnwrap()],
    };
  });
});

for (const clockTolerance of [0, 5]) {
  describe(`Tokens from a provider with clocks ${clockTolerance} s apart`, () => {
    let key: SigningKey;
    let server: KeyServer;
    before(async () => {
      key = await newSigningKey();
      server = await startKeyServer([publicHalf(key)]);
    });
    after(() => server.stop());

    tokenVerifierContract(async () => {
      const { clock, verifier } = openVerifier({
        keys: { type: 'url', url: server.url },
        policy: { clockTolerance },
      });
      // Within the time that a verified token is remembered.
      const exp = NOW + 30;
      return {
        verifier,
        token: await signWith(key, { ...CLAIMS, exp }),
        subject: { type: 'identity', identity: { issuer: ISSUER, subject: CLAIMS.sub } },
        expiresAt: new Date(exp * 1000),
        setClock: (now) => clock.set(now),
        expiredToken: await signWith(key, { ...CLAIMS, exp: NOW - 6 }),
        foreignTokens: [
          await signWith(key, { ...CLAIMS, exp, aud: 'https://other.example' }),
          await signWith(key, { ...CLAIMS, exp, iss: 'https://other.example' }),
          await signWith(await newSigningKey(), { ...CLAIMS, exp }),
        ],
      };
    });
  });
}
