import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTokens } from '@ops-admin/adapter-auth-jose';
import type { TokenVerifier } from '@ops-admin/core';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { CLAIMS, NOW, openVerifier } from './a-provider.ts';
import { BY_ALGORITHM, forgedTokens } from './forged/forged-tokens.ts';
import { type Forged, Forger, type ForgeryTarget, privateKeyOf } from './forged/forger.ts';
import { newKeys } from './new-keys.ts';
import { newSigningKey, publicHalf, type SigningKey } from './provider/signing-key.ts';

/** The minimum for a target; far more tokens are forged today. */
const MIN_TOKENS = 1500;
const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'EdDSA', 'RS256', 'PS256'] as const;

// packages/cli/test/guard/forged-tokens.test.ts sends the same to a service.
describe('Forged tokens', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'ops-admin-forged-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Refuses every one as an invalid token: neither taken, nor a failure of ours. */
  async function expectRefused(
    verifier: TokenVerifier,
    forger: Forger,
    tokens: readonly Forged[],
  ): Promise<void> {
    const isTaken = async () => (await verifier.verify(forger.real())).isOk();
    expect(await isTaken(), 'a real one before').to.equal(true);
    const flaws: string[] = [];
    for (const { family, token, what } of tokens) {
      const outcome = await verifier.verify(token).match(
        () => 'taken',
        ({ type }) => type,
      );
      if (outcome !== 'invalid-token') flaws.push(`${family}: ${what}: ${outcome}`);
    }
    expect(flaws.join('\n')).to.equal('');
    expect(await isTaken(), 'a real one after').to.equal(true);
    if (process.env.FAULT_COUNTS) console.log(`        ${tokens.length} tokens`);
  }

  it(`are refused with local keys, at least ${MIN_TOKENS} of them`, async () => {
    const { kid, privateKey, publicKey } = newKeys();
    const { verifier } = openTokens({
      type: 'local',
      keys: { kid, privateKey, publicKey },
      clock: () => new Date(NOW * 1000),
    });
    const forger = new Forger({
      alg: 'ES256',
      kid,
      privateKey,
      claims: { iss: 'urn:ops-admin:local', aud: 'ops-admin', sub: anId(1), iat: NOW, exp: NOW + 60 },
      maxLifetime: 366 * 86_400,
      clockTolerance: 0,
      findsKeyByName: false,
      subjectIsUserId: true,
    });
    const tokens = forgedTokens(forger);
    await expectRefused(verifier, forger, tokens);
    expect(tokens.length).to.be.at.least(MIN_TOKENS);
  });

  /** A provider with a key for every algorithm; those that are forged are under one of them. */
  async function aProvider(alg: (typeof ALGORITHMS)[number]): Promise<[TokenVerifier, Forger]> {
    const keys = await Promise.all(ALGORITHMS.map((one) => newSigningKey(one)));
    const file = join(folder, `${alg}.json`);
    writeFileSync(file, JSON.stringify({ keys: keys.map(publicHalf) }));
    const { verifier } = openVerifier({ keys: { type: 'file', file } });
    const key = keys[ALGORITHMS.indexOf(alg)] as SigningKey;
    const target: ForgeryTarget = {
      alg,
      kid: key.kid,
      privateKey: privateKeyOf(key),
      claims: { ...CLAIMS, iat: NOW, exp: NOW + 600 },
      maxLifetime: 86_400,
      clockTolerance: 5,
      findsKeyByName: true,
      subjectIsUserId: false,
    };
    return [verifier, new Forger(target)];
  }

  it(`are refused with a provider's keys, at least ${MIN_TOKENS} of them`, async () => {
    const [verifier, forger] = await aProvider('ES256');
    const tokens = forgedTokens(forger);
    await expectRefused(verifier, forger, tokens);
    expect(tokens.length).to.be.at.least(MIN_TOKENS);
  });

  it('are refused where an RSA-PSS signature lacks its first byte, which is zero', async () => {
    const [verifier, forger] = await aProvider('PS256');
    let token: string;
    let signature: Buffer;
    // One of 256 signatures begins with zero.
    do {
      token = forger.signed(forger.header, forger.target.claims);
      signature = Buffer.from(token.slice(token.lastIndexOf('.') + 1), 'base64url');
    } while (signature[0] !== 0);
    expect((await verifier.verify(token)).isOk(), 'the whole signature').to.equal(true);
    const [header, payload] = token.split('.');
    const cut = `${header}.${payload}.${signature.subarray(1).toString('base64url')}`;
    expect((await verifier.verify(cut)).isErr(), 'the signature without its zero').to.equal(true);
  });

  for (const alg of ALGORITHMS.slice(1)) {
    it(`are refused with a provider's keys: ${alg}`, async () => {
      const [verifier, forger] = await aProvider(alg);
      await expectRefused(verifier, forger, forgedTokens(forger, BY_ALGORITHM));
    });
  }
});
