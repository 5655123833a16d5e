import { createHmac } from 'node:crypto';
import { type LocalKeys, openTokens } from '@ops-admin/adapter-auth-jose';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';
import { newKeys } from './new-keys.ts';

describe('Local tokens', () => {
  const keys = newKeys();
  const now = Math.floor(Date.now() / 1000);
  const { verifier } = openTokens({ type: 'local', keys, clock: () => new Date(now * 1000) });
  const claims = { iss: 'urn:ops-admin:local', aud: 'ops-admin', sub: anId(1), iat: now, exp: now + 60 };
  const header = { alg: 'ES256', typ: 'at+jwt', kid: keys.kid };

  const sign = (
    payload: JWTPayload = claims,
    protectedHeader: JWTHeaderParameters = header,
    by: LocalKeys = keys,
  ) => new SignJWT(payload).setProtectedHeader(protectedHeader).sign(by.privateKey);
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const { sub: _, ...withoutSubject } = claims;
  const { exp: __, ...withoutExpiry } = claims;

  it('accepts a token with the right claims', async () => {
    expect((await verifier.verify(await sign())).isOk()).to.equal(true);
  });

  const hostile: Record<string, () => string | Promise<string>> = {
    'signed with another key': () => sign(claims, header, newKeys()),
    'of another issuer': () => sign({ ...claims, iss: 'https://id.example' }),
    'for another audience': () => sign({ ...claims, aud: 'other' }),
    'of another type': () => sign(claims, { ...header, typ: 'JWT' }),
    'without a type': () => sign(claims, { alg: 'ES256' }),
    'without a subject': () => sign(withoutSubject),
    'whose subject is not a user id': () => sign({ ...claims, sub: 'root' }),
    'whose subject is empty': () => sign({ ...claims, sub: '' }),
    'whose subject is a list': () => sign({ ...claims, sub: [anId(1)] as unknown as string }),
    'that never expires': () => sign(withoutExpiry),
    'that has expired': () => sign({ ...claims, exp: now }),
    'issued in the future': () => sign({ ...claims, iat: now + 3600 }),
    'that is not valid yet': () => sign({ ...claims, nbf: now + 3600 }),
    'without a signature': () => `${part({ ...header, alg: 'none' })}.${part(claims)}.`,
    'of no algorithm': () => `${part({ ...header, alg: 'none' })}.${part(claims)}.AAAA`,
    'signed with the public key as an HMAC secret': () => {
      const input = `${part({ ...header, alg: 'HS256' })}.${part(claims)}`;
      const secret = keys.publicKey.export({ type: 'spki', format: 'pem' });
      return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
    },
    'with a zero signature': () =>
      `${part(header)}.${part(claims)}.${Buffer.alloc(64).toString('base64url')}`,
    'with padding': async () => `${await sign()}==`,
    'with a line break': async () => (await sign()).replace('.', '.\n'),
    'with altered trailing bits': async () => {
      const token = await sign();
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
      return token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1) as string) + 1];
    },
    'of four parts': async () => `${await sign()}.AAAA`,
    'of 9,000 characters': () => sign({ ...claims, filler: 'x'.repeat(6500) }),
    'bound to a key': () => sign({ ...claims, cnf: { jkt: '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I' } }),
    'with an unknown critical header': () =>
      sign(claims, { ...header, crit: ['x'], x: 1 } as JWTHeaderParameters).catch(() => 'refused.by.jose'),
  };
  for (const [what, make] of Object.entries(hostile)) {
    it(`refuses a token ${what}`, async () => {
      const token = await make();
      const error = (await verifier.verify(token))._unsafeUnwrapErr();
      expect(error.type).to.equal('invalid-token');
    });
  }
});

describe('Tokens from several pairs', () => {
  const now = Math.floor(Date.now() / 1000);
  const [inUse, older, stranger] = ['new', 'old', 'other'].map((kid) => ({ ...newKeys(), kid })) as [
    LocalKeys,
    LocalKeys,
    LocalKeys,
  ];
  const tokenBy = ({ kid, privateKey }: LocalKeys, claimed = kid) =>
    new SignJWT({ iss: 'urn:ops-admin:local', aud: 'ops-admin', sub: anId(1), iat: now, exp: now + 60 })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: claimed })
      .sign(privateKey);

  it('are accepted while the pair exists, also where they were seen before', async () => {
    let pairs = [inUse, older];
    const find = (kid: string) => pairs.find((pair) => pair.kid === kid)?.publicKey;
    const { verifier } = openTokens({
      type: 'local',
      keys: { ...inUse, find },
      clock: () => new Date(now * 1000),
    });
    const takes = async (token: string) => (await verifier.verify(token)).isOk();
    const old = await tokenBy(older);
    expect([await takes(await tokenBy(inUse)), await takes(old), await takes(old)]).to.deep.equal([
      true,
      true,
      true,
    ]);
    expect(await takes(await tokenBy(stranger))).to.equal(false);
    expect(await takes(await tokenBy(stranger, 'new'))).to.equal(false);
    expect(await takes(await tokenBy(older, 'new'))).to.equal(false);
    pairs = [inUse];
    expect(await takes(old)).to.equal(false);
  });

  it('are forgotten with the pair that verified them, also without kid', async () => {
    let pairs = [older];
    const keys: LocalKeys = {
      get kid() {
        return pairs[0]?.kid as string;
      },
      get privateKey() {
        return pairs[0]?.privateKey as LocalKeys['privateKey'];
      },
      get publicKey() {
        return pairs[0]?.publicKey as LocalKeys['publicKey'];
      },
      find: (kid) => pairs.find((pair) => pair.kid === kid)?.publicKey,
    };
    const { verifier } = openTokens({ type: 'local', keys, clock: () => new Date(now * 1000) });
    const nameless = await new SignJWT({
      iss: 'urn:ops-admin:local',
      aud: 'ops-admin',
      sub: anId(1),
      iat: now,
      exp: now + 60,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
      .sign(older.privateKey);
    const named = await tokenBy(older);
    const takes = async (token: string) => (await verifier.verify(token)).isOk();
    expect([await takes(nameless), await takes(named)]).to.deep.equal([true, true]);
    pairs = [inUse, older];
    expect([await takes(nameless), await takes(named)], 'rotated').to.deep.equal([false, true]);
    pairs = [inUse];
    expect([await takes(nameless), await takes(named)], 'withdrawn').to.deep.equal([false, false]);
    // Another key may have got its name.
    pairs = [{ ...stranger, kid: older.kid }];
    expect([await takes(nameless), await takes(named)], 'replaced').to.deep.equal([false, false]);
  });
});

describe('Remembered local tokens', () => {
  const keys = newKeys();
  const start = 1_800_000_000;

  const { verify } = crypto.subtle;
  let signatures = 0;
  before(() => {
    crypto.subtle.verify = (...of) => {
      signatures++;
      return verify.apply(crypto.subtle, of);
    };
  });
  after(() => {
    crypto.subtle.verify = verify;
  });

  /** A verifier whose clock does not move by itself, and how many signatures it has checked. */
  function openVerifier() {
    const state = {
      now: start,
      get checked() {
        return signatures;
      },
    };
    signatures = 0;
    const clock = () => new Date(state.now * 1000);
    return { state, verifier: openTokens({ type: 'local', keys, clock }).verifier };
  }
  const tokenWith = (claims: JWTPayload) =>
    new SignJWT({
      iss: 'urn:ops-admin:local',
      aud: 'ops-admin',
      sub: anId(1),
      iat: start,
      exp: start + 60,
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: keys.kid })
      .sign(keys.privateKey);

  it('need no second signature check', async () => {
    const { state, verifier } = openVerifier();
    const token = await tokenWith({});
    for (let n = 0; n < 5; n++) expect((await verifier.verify(token)).isOk()).to.equal(true);
    expect(state.checked).to.equal(1);
  });

  it('are refused from the second in which they expire', async () => {
    const { state, verifier } = openVerifier();
    const token = await tokenWith({ exp: start + 60 });
    expect((await verifier.verify(token)).isOk()).to.equal(true);
    state.now = start + 59.9;
    expect((await verifier.verify(token)).isOk()).to.equal(true);
    state.now = start + 60;
    expect((await verifier.verify(token)).isErr()).to.equal(true);
  });

  for (const claim of ['iat', 'nbf']) {
    it(`are refused where the clock was set back to before "${claim}"`, async () => {
      const { state, verifier } = openVerifier();
      const token = await tokenWith({ [claim]: start });
      expect((await verifier.verify(token)).isOk()).to.equal(true);
      state.now = start - 10;
      expect((await verifier.verify(token)).isErr()).to.equal(true);
    });
  }

  it('confirm no token that differs in a character', async () => {
    const { verifier } = openVerifier();
    const token = await tokenWith({});
    await verifier.verify(token);
    for (let at = 0; at < token.length; at += 7) {
      const other = token[at] === 'A' ? 'B' : 'A';
      const tampered = token.slice(0, at) + other + token.slice(at + 1);
      expect((await verifier.verify(tampered)).isErr(), `character ${at}`).to.equal(true);
    }
  });

  it('are at most 10,000: the least recently used is checked again', async () => {
    const { state, verifier } = openVerifier();
    const first = await tokenWith({});
    await verifier.verify(first);
    for (let n = 0; n < 10_000; n++) await verifier.verify(await tokenWith({ jti: String(n) }));
    expect(state.checked).to.equal(10_001);
    await verifier.verify(first);
    expect(state.checked).to.equal(10_002);
  });
});
