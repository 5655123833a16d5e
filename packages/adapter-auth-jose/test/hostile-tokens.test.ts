import { createHmac, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { CLAIMS, ISSUER, NOW, type OpenVerifier, openVerifier } from './a-provider.ts';
import { signWith } from './key-server.ts';
import { newSigningKey, publicHalf, type SigningKey } from './provider/signing-key.ts';

describe('Hostile tokens', () => {
  let folder: string;
  let key: SigningKey;
  let rsa: SigningKey;
  let stranger: SigningKey;
  let opened: OpenVerifier;
  before(async () => {
    [key, rsa, stranger] = await Promise.all([newSigningKey(), newSigningKey('RS256'), newSigningKey()]);
    folder = mkdtempSync(join(tmpdir(), 'ops-admin-tokens-'));
    const file = join(folder, 'keys.json');
    const encryption = { ...publicHalf(await newSigningKey()), use: 'enc', kid: 'for encryption' };
    const secret = {
      kty: 'oct',
      k: Buffer.from('secret').toString('base64url'),
      kid: 'secret',
      alg: 'HS256',
    };
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const short = { ...publicKey.export({ format: 'jwk' }), kid: 'too short', alg: 'RS256' };
    const incomplete = { kty: 'EC', crv: 'P-256', kid: 'incomplete', alg: 'ES256' };
    const keys = [publicHalf(key), publicHalf(rsa), encryption, secret, short, incomplete];
    writeFileSync(file, JSON.stringify({ keys }));
    opened = openVerifier({ keys: { type: 'file', file } });
  });
  after(() => rmSync(folder, { recursive: true }));

  const part = (value: unknown) =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
  const header = () => ({ alg: 'ES256', typ: 'at+jwt', kid: key.kid });
  const good = () => signWith(key, CLAIMS);
  const claims = (changed: object) => signWith(key, { ...CLAIMS, ...changed });
  const without = (name: keyof typeof CLAIMS) => {
    const { [name]: _, ...rest } = CLAIMS;
    return signWith(key, rest);
  };
  const withHeader = (changed: object) => signWith(key, CLAIMS, changed);
  /** Signs any text as header and payload. */
  const signText = async (headerText: unknown, payloadText: unknown): Promise<string> => {
    const input = `${part(headerText)}.${part(payloadText)}`;
    const privateKey = createPrivateKey({ key, format: 'jwk' });
    const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${input}.${Buffer.from(signature).toString('base64url')}`;
  };
  const hmac = (changed: object, secret: string | Buffer) => {
    const input = `${part({ ...header(), ...changed })}.${part(CLAIMS)}`;
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
  };
  const resigned = (token: string, signature: Buffer | string) =>
    `${token.slice(0, token.lastIndexOf('.'))}.${Buffer.from(signature).toString('base64url')}`;
  const alterLast = (token: string) => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    return token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1) as string) + 1];
  };
  const parts = async () => (await good()).split('.') as [string, string, string];
  const json = JSON.stringify(CLAIMS);

  it('differ from a valid one', async () => {
    const { subject } = (await opened.verifier.verify(await good()))._unsafeUnwrap();
    expect(subject).to.deep.equal({
      type: 'identity',
      identity: { issuer: ISSUER, subject: 'ada' },
    });
    expect((await opened.verifier.verify(await signText(header(), CLAIMS))).isOk(), 'signText').to.equal(
      true,
    );
    expect((await opened.verifier.verify(await withHeader({ typ: 'application/AT+JWT' }))).isOk()).to.equal(
      true,
    );
    expect((await opened.verifier.verify(await claims({ aud: ['other', CLAIMS.aud] }))).isOk()).to.equal(
      true,
    );
    expect((await opened.verifier.verify(await signWith(rsa, CLAIMS))).isOk()).to.equal(true);
  });

  const FORM = /^not a compact JWS$/;
  const hostile: [what: string, make: () => string | Promise<string>, reason: RegExp][] = [
    // Form
    ['empty', () => '', FORM],
    ['a word', () => 'token', FORM],
    ['two parts', async () => (await parts()).slice(0, 2).join('.'), FORM],
    ['four parts', async () => `${await good()}.AAAA`, FORM],
    ['an empty header', async () => `.${(await parts())[1]}.${(await parts())[2]}`, FORM],
    ['an empty payload', async () => `${(await parts())[0]}..${(await parts())[2]}`, FORM],
    ['an empty signature', async () => `${(await parts())[0]}.${(await parts())[1]}.`, FORM],
    ['an encrypted token of five parts', async () => `${await good()}.AAAA.AAAA`, FORM],
    ['padding', async () => `${await good()}==`, FORM],
    ['a space after it', async () => `${await good()} `, FORM],
    ['a space within', async () => (await good()).replace('.', '. '), FORM],
    ['a line break within', async () => (await good()).replace('.', '.\n'), FORM],
    ['a NUL within', async () => (await good()).replace('.', '.\0'), FORM],
    [
      'standard base64',
      async () => resigned(await good(), Buffer.alloc(64, 0xff)).replaceAll('_', '/'),
      FORM,
    ],
    ['altered trailing bits', async () => alterLast(await good()), FORM],
    ['8,193 characters', async () => (await claims({ filler: 'x'.repeat(6000) })).padEnd(8193, 'A'), FORM],
    ['a megabyte', () => claims({ filler: 'x'.repeat(1_000_000) }), FORM],
    ['not ASCII', async () => `${await good()}é`, FORM],
    // Header
    ['a header that is not JSON', () => signText('{', CLAIMS), /^header: not valid JSON/],
    ['a header that is a list', () => signText([], CLAIMS), /^header: not a JSON object/],
    ['a header that is null', () => signText('null', CLAIMS), /^header: not a JSON object/],
    [
      'a header with a byte order mark',
      () => signText(`\uFEFF${JSON.stringify(header())}`, CLAIMS),
      /^header: not valid JSON/,
    ],
    [
      'a header with alg twice',
      () => signText(`{"alg":"none",${JSON.stringify(header()).slice(1)}`, CLAIMS),
      /^header: a member is repeated/,
    ],
    [
      'a header with alg twice by an escape',
      () => signText(`{"\\u0061lg":"none",${JSON.stringify(header()).slice(1)}`, CLAIMS),
      /^header: a member is repeated/,
    ],
    ['no algorithm', () => signText({ typ: 'at+jwt', kid: key.kid }, CLAIMS), /alg/i],
    ['alg none, unsigned', () => `${part({ ...header(), alg: 'none' })}.${part(CLAIMS)}.AAAA`, /alg/i],
    ['alg None', () => `${part({ ...header(), alg: 'None' })}.${part(CLAIMS)}.AAAA`, /alg/i],
    [
      'alg none, with the signature of a valid one',
      async () => `${part({ ...header(), alg: 'none' })}.${(await parts())[1]}.${(await parts())[2]}`,
      /alg/i,
    ],
    ['an unknown algorithm', () => signText({ ...header(), alg: 'ES256X' }, CLAIMS), /alg/i],
    ['an algorithm that is a number', () => signText({ ...header(), alg: 1 }, CLAIMS), /alg/i],
    [
      'an HMAC with the public key as the secret',
      () => hmac({ alg: 'HS256' }, JSON.stringify(publicHalf(key))),
      /alg/i,
    ],
    ['an HMAC with an empty secret', () => hmac({ alg: 'HS256' }, ''), /alg/i],
    [
      'an HMAC with a secret that is in the key set',
      () => hmac({ alg: 'HS256', kid: 'secret' }, 'secret'),
      /alg/i,
    ],
    [
      'an embedded key',
      () => signWith(stranger, CLAIMS, { jwk: publicHalf(stranger) }),
      /^header: jwk is not allowed/,
    ],
    [
      'an embedded key next to a known kid',
      () => signWith(stranger, CLAIMS, { jwk: publicHalf(stranger), kid: key.kid }),
      /^header: jwk is not allowed/,
    ],
    [
      'an address of keys',
      () => withHeader({ jku: 'https://evil.example/keys' }),
      /^header: jku is not allowed/,
    ],
    ['a certificate', () => withHeader({ x5c: ['AAAA'] }), /^header: x5c is not allowed/],
    [
      'an address of a certificate',
      () => withHeader({ x5u: 'https://evil.example' }),
      /^header: x5u is not allowed/,
    ],
    ['b64 without crit', () => signText({ ...header(), b64: false }, CLAIMS), /^header: b64 is not allowed/],
    [
      'a critical header',
      () => signText({ ...header(), crit: ['exp'], exp: 1 }, CLAIMS),
      /^header: crit is not allowed/,
    ],
    ['an empty crit', () => signText({ ...header(), crit: [] }, CLAIMS), /^header: crit is not allowed/],
    ['compression', () => withHeader({ zip: 'DEF' }), /^header: zip is not allowed/],
    ['typ JWT', () => withHeader({ typ: 'JWT' }), /^header: typ is not at\+jwt/],
    [
      'typ of an ID token of another kind',
      () => withHeader({ typ: 'logout+jwt' }),
      /^header: typ is not at\+jwt/,
    ],
    ['no typ', () => signText({ alg: 'ES256', kid: key.kid }, CLAIMS), /^header: typ is not at\+jwt/],
    [
      'a typ that is a list',
      () => signText({ ...header(), typ: ['at+jwt'] }, CLAIMS),
      /^header: typ is not at\+jwt/,
    ],
    ['an unknown kid', () => withHeader({ kid: 'unknown' }), /no applicable key/i],
    ['a kid that is a path', () => withHeader({ kid: '../../etc/passwd' }), /no applicable key/i],
    ['a kid that is an injection', () => withHeader({ kid: "' or 1=1 --" }), /no applicable key/i],
    ['a kid that is __proto__', () => withHeader({ kid: '__proto__' }), /no applicable key/i],
    ['the kid of a key for encryption', () => withHeader({ kid: 'for encryption' }), /no applicable key/i],
    ['the kid of a key of another kind', () => withHeader({ kid: rsa.kid }), /no applicable key/i],
    [
      'the kid of a key that is too short',
      () => signWith(rsa, CLAIMS, { kid: 'too short' }),
      /key cannot be used/,
    ],
    ['the kid of a key that is incomplete', () => withHeader({ kid: 'incomplete' }), /no applicable key/],
    // Signature
    [
      'signed by a stranger under a known kid',
      () => signWith(stranger, CLAIMS, { kid: key.kid }),
      /signature/i,
    ],
    ['a signature of zeros', async () => resigned(await good(), Buffer.alloc(64)), /signature/i],
    ['a signature of ones', async () => resigned(await good(), Buffer.alloc(64, 0xff)), /signature/i],
    ['a signature cut short', async () => resigned(await good(), Buffer.alloc(63)), /signature/i],
    [
      'the signature of another token',
      async () => `${(await parts())[0]}.${part({ ...CLAIMS, sub: 'eve' })}.${(await parts())[2]}`,
      /signature/i,
    ],
    [
      'a changed header',
      async () => `${part({ ...header(), x: 1 })}.${(await parts())[1]}.${(await parts())[2]}`,
      /signature/i,
    ],
    // Claims
    ['a payload that is not JSON', () => signText(header(), 'foo'), /JWT Claims Set/],
    ['a payload that is a list', () => signText(header(), []), /JWT Claims Set/],
    [
      'a payload with a byte order mark',
      () => signText(header(), `\uFEFF${json}`),
      /^payload: not valid JSON|JWT Claims Set/,
    ],
    [
      'a subject that is repeated',
      () => signText(header(), `{"sub":"root",${json.slice(1)}`),
      /^payload: a member is repeated/,
    ],
    [
      'a member deep within that is repeated',
      () => signText(header(), `{"x":[{"a":1,"a":2}],${json.slice(1)}`),
      /^payload: a member is repeated/,
    ],
    ['no issuer', () => without('iss'), /"iss"/],
    ['another issuer', () => claims({ iss: 'https://evil.example' }), /"iss"/],
    ['an issuer with a slash more', () => claims({ iss: `${ISSUER}/` }), /"iss"/],
    ['an issuer in capitals', () => claims({ iss: ISSUER.toUpperCase() }), /"iss"/],
    ['an issuer that is a list', () => claims({ iss: [ISSUER] }), /"iss"/],
    ['no audience', () => without('aud'), /"aud"/],
    ['another audience', () => claims({ aud: 'https://other.example' }), /"aud"/],
    ['an audience that begins like ours', () => claims({ aud: `${CLAIMS.aud}.evil` }), /"aud"/],
    ['an empty list of audiences', () => claims({ aud: [] }), /"aud"/],
    ['no subject', () => without('sub'), /"sub"/],
    ['an empty subject', () => claims({ sub: '' }), /"sub"/],
    ['a subject that is a number', () => claims({ sub: 7 }), /"sub"/],
    ['a subject that is null', () => claims({ sub: null }), /"sub"/],
    ['a subject that is a list', () => claims({ sub: ['ada'] }), /"sub"/],
    ['a subject that is an object', () => claims({ sub: { $ne: '' } }), /"sub"/],
    ['no expiry', () => without('exp'), /"exp"/],
    ['an expiry that has passed', () => claims({ exp: NOW - 6 }), /"exp"/],
    ['an expiry that is a string', () => claims({ exp: String(NOW + 600) }), /"exp"/],
    ['an expiry in fractions', () => claims({ exp: NOW + 600.5 }), /"exp"/],
    ['an expiry of 1e18', () => claims({ exp: 1e18 }), /"exp"|too long/],
    ['an expiry in milliseconds', () => claims({ exp: (NOW + 600) * 1000 }), /too long/],
    ['a lifetime of two days', () => claims({ exp: NOW + 2 * 86_400 }), /too long/],
    ['no time of issue', () => without('iat'), /"iat"/],
    ['a time of issue ahead of the clock', () => claims({ iat: NOW + 60, exp: NOW + 600 }), /"iat"/],
    ['a time of issue that is a string', () => claims({ iat: 'now' }), /"iat"/],
    ['a time of issue in fractions', () => claims({ iat: NOW - 0.5 }), /"iat"/],
    ['not valid yet', () => claims({ nbf: NOW + 60 }), /"nbf"/],
    ['not valid at a time that is a string', () => claims({ nbf: 'later' }), /"nbf"/],
  ];

  it(`are at least 60 (${hostile.length})`, () => {
    expect(hostile.length).to.be.at.least(60);
  });

  for (const [what, make, reason] of hostile) {
    it(`are refused: ${what}`, async () => {
      const token = await make();
      const error = (await opened.verifier.verify(token))._unsafeUnwrapErr();
      expect(error).to.have.property('type', 'invalid-token');
      expect(error).to.have.property('reason').that.matches(reason);
    });
  }

  it('are not logged', () => {
    const log = JSON.stringify(opened.logged);
    expect(log).to.not.include('eyJ').and.not.include('evil.example').and.not.include('passwd');
  });

  it('are refused with any single bit flipped, also right after the valid one was remembered', async () => {
    const token = await good();
    const bytes = Buffer.from(token);
    let refused = 0;
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      if (bit % 8 === 0) expect((await opened.verifier.verify(token)).isOk(), 'the good one').to.equal(true);
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
      if ((await opened.verifier.verify(flipped.toString('latin1'))).isErr()) refused++;
    }
    expect(refused).to.equal(bytes.length * 8);
  });
});
