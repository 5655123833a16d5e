import { createHmac } from 'node:crypto';
import { type LocalKeys, LocalTokenVerifier } from '@ops-admin/adapter-http-koa';
import { anId } from '@ops-admin/core/testing';
import { expect } from 'chai';
import { type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';
import { newKeys } from './open-service.js';

describe('LocalTokenVerifier', () => {
  const keys = newKeys();
  const now = Math.floor(Date.now() / 1000);
  const verifier = new LocalTokenVerifier(keys, () => new Date(now * 1000));
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

  it('takes a token with the right claims', async () => {
    expect((await verifier.verify(await sign())).isOk()).to.equal(true);
  });

  const hostile: Record<string, () => string | Promise<string>> = {
    'signed with another key': () => sign(claims, header, newKeys()),
    'of another issuer': () => sign({ ...claims, iss: 'https://id.example' }),
    'for another audience': () => sign({ ...claims, aud: 'other' }),
    'of another type': () => sign(claims, { ...header, typ: 'JWT' }),
    'without a type': () => sign(claims, { alg: 'ES256' }),
    'without a subject': () => sign(withoutSubject),
    'whose subject is no user id': () => sign({ ...claims, sub: 'root' }),
    'whose subject is empty': () => sign({ ...claims, sub: '' }),
    'whose subject is a list': () => sign({ ...claims, sub: [anId(1)] as unknown as string }),
    'that never expires': () => sign(withoutExpiry),
    'that has expired': () => sign({ ...claims, exp: now }),
    'of the future': () => sign({ ...claims, iat: now + 3600 }),
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
