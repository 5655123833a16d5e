import { tokenVerifierContract } from '@ops-admin/core/testing';
import { newSigningKey, publicHalf } from '../provider/signing-key.ts';
import { CLAIMS, ISSUER, NOW, openVerifier } from './a-provider.ts';
import { type KeyServer, signWith, startKeyServer } from './key-server.ts';

describe('ProviderTokenVerifier', () => {
  let server: KeyServer;
  afterEach(() => server.stop());

  tokenVerifierContract(async () => {
    const key = await newSigningKey();
    server = await startKeyServer([publicHalf(key)]);
    return {
      verifier: openVerifier({ keys: { type: 'url', url: server.url } }).verifier,
      token: await signWith(key, CLAIMS),
      subject: { type: 'identity', identity: { issuer: ISSUER, subject: CLAIMS.sub } },
      expiredToken: await signWith(key, { ...CLAIMS, exp: NOW - 6 }),
    };
  });
});
