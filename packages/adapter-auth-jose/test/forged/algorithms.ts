import type { Forged, Forger } from './forger.ts';
import { part, strangerFor } from './forger.ts';

/** Of `none`: every mixture of cases, and what a lenient reader may take for it. */
const NONES = [
  ...Array.from({ length: 16 }, (_, bits) =>
    [...'none'].map((letter, n) => ((bits >> n) & 1 ? letter.toUpperCase() : letter)).join(''),
  ),
  ...['none ', ' none', '\tnone', 'none\n', 'none\0', 'n one', 'ｎone', 'nοne', 'nоne', 'non\u0435', 'nonе'],
  ...['', ' ', 'null', 'undefined', 'plain', 'noalg', 'identity', 'none,ES256', 'HS0', 'ES0'],
];
/** Values that are not text. */
const NO_TEXTS = [null, true, false, 0, 1, -1, [], ['none'], ['ES256'], {}, { alg: 'none' }, [[]]];

/** Names of algorithms, of this use and of others, and those that look like one. */
const NAMES = [
  ...['ES256', 'ES384', 'ES512', 'ES256K', 'EdDSA', 'Ed25519', 'Ed448', 'RS256', 'RS384', 'RS512', 'PS256'],
  ...['PS384', 'PS512', 'HS256', 'HS384', 'HS512', 'RS1', 'HS1', 'ES1', 'MD5', 'SHA256', 'ES256X', 'ES521'],
  ...['es256', 'Es256', 'eS256', 'ES-256', 'ES 256', 'ES256 ', ' ES256', 'ES256\0', 'ES256\n', 'ＥＳ256'],
  ...['rs256', 'Rs256', 'eddsa', 'EDDSA', 'ed25519', 'ps256', 'hs256', 'ECDSA', 'RSA', 'SHA256withECDSA'],
  ...['dir', 'A128KW', 'A256GCM', 'A256GCMKW', 'RSA-OAEP', 'RSA1_5', 'ECDH-ES', 'PBES2-HS256+A128KW'],
  ...['http://www.w3.org/2001/04/xmldsig-more#hmac-sha256', 'ML-DSA-44', '-7', '__proto__', 'constructor'],
  ...['toString', 'hasOwnProperty', 'ES256,HS256', 'ES256;none', '["ES256"]', '*', '%00', '../ES256'],
];
const SIGNING = [
  ...['ES256', 'ES384', 'ES512', 'ES256K', 'EdDSA', 'Ed25519', 'Ed448', 'RS256', 'RS384', 'RS512'],
  ...['PS256', 'PS384', 'PS512'],
];

/** Attacks on the choice of the algorithm. */
export function* forgedAlgorithms(forger: Forger): Generator<Forged> {
  const [, payload, signature] = forger.parts();
  for (const alg of [...NONES, ...NO_TEXTS]) {
    const header = part({ ...forger.header, alg });
    const what = `alg ${JSON.stringify(alg)}`;
    yield { family: 'none', what: `${what}, unsigned`, token: `${header}.${payload}.` };
    yield { family: 'none', what: `${what}, some signature`, token: `${header}.${payload}.AAAA` };
    yield { family: 'none', what: `${what}, a real one's`, token: `${header}.${payload}.${signature}` };
    yield { family: 'none', what: `${what}, signed`, token: forger.withHeader({ alg }) };
  }
  yield* hmacs(forger);
  for (const alg of NAMES) yield* named(forger, alg);
  yield* ofOneKind(forger);
}

/** The algorithm of the header is another one than that of the key. */
function* named(forger: Forger, alg: string): Generator<Forged> {
  if (isSame(alg, forger.target.alg)) return;
  const family = 'algorithm';
  const [, payload, signature] = forger.parts();
  const header = part({ ...forger.header, alg });
  yield { family, what: `${alg} with a real signature`, token: `${header}.${payload}.${signature}` };
  yield { family, what: `${alg} signed as if it were ours`, token: forger.withHeader({ alg }) };
  for (const length of [0, 1, 32, 64, 96, 132, 256]) {
    const token = `${header}.${payload}.${Buffer.alloc(length, 1).toString('base64url')}`;
    yield { family, what: `${alg} with ${length} bytes`, token };
  }
}

/** By a stranger, who has a key for every algorithm. */
function* ofOneKind(forger: Forger): Generator<Forged> {
  const { target } = forger;
  const { kid: _, ...nameless } = forger.header;
  for (const alg of SIGNING) {
    const stranger = strangerFor(alg);
    const headers: Record<string, object> = {
      'under our kid': { ...forger.header, alg },
      'without a kid': { ...nameless, alg },
      'under a kid of its own': { ...nameless, alg, kid: 'stranger' },
      'under our algorithm': forger.header,
    };
    for (const [what, header] of Object.entries(headers)) {
      const token = forger.signed(header, target.claims, stranger, alg);
      yield { family: 'stranger', what: `${alg} ${what}`, token };
    }
  }
  // An RSA key can sign by six algorithms; the one that it is for is the only one that counts.
  if (target.privateKey.asymmetricKeyType !== 'rsa') return;
  for (const alg of SIGNING.filter((one) => /^[RP]S/.test(one) && one !== target.alg)) {
    const token = forger.signed({ ...forger.header, alg }, target.claims, target.privateKey, alg);
    yield { family: 'algorithm', what: `${alg} by the real key`, token };
  }
}

/** Public values, used as the secret of an HMAC. */
function* hmacs(forger: Forger): Generator<Forged> {
  for (const [what, secret] of Object.entries(publicSecrets(forger))) {
    for (const bits of ['256', '384', '512']) {
      const hash = `sha${bits}`;
      for (const alg of [`HS${bits}`, `hs${bits}`, forger.target.alg]) {
        const token = forger.hmac({ alg }, hash, secret);
        yield { family: 'hmac', what: `${alg}, ${hash} with ${what}`, token };
      }
      const { kid: _, ...nameless } = forger.header;
      const input = `${part({ ...nameless, alg: `HS${bits}` })}.${part(forger.target.claims)}`;
      const token = forger.hmac({ alg: `HS${bits}`, kid: undefined }, hash, secret);
      if (token.startsWith(input)) yield { family: 'hmac', what: `HS${bits}, no kid, ${what}`, token };
    }
  }
}

function publicSecrets({ header, publicKey, target }: Forger): Record<string, string | Buffer> {
  const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
  const der = publicKey.export({ type: 'spki', format: 'der' });
  const jwk = publicKey.export({ format: 'jwk' }) as Record<string, string>;
  const point = Buffer.concat([4, ...[jwk.x, jwk.y]].map(bytesOf));
  const lines = pem.trim().split('\n');
  return {
    'its PEM': pem,
    'its PEM, trimmed': pem.trim(),
    'its PEM in CRLF': pem.replaceAll('\n', '\r\n'),
    'its PEM in one line': lines.join(''),
    'the inside of its PEM': lines.slice(1, -1).join('\n'),
    'its DER': der,
    'its DER in base64': der.toString('base64'),
    'its DER in hex': der.toString('hex'),
    'its JWK': JSON.stringify(jwk),
    'its JWK with all': JSON.stringify({ ...jwk, alg: target.alg, use: 'sig', kid: target.kid }),
    'its JWK sorted': JSON.stringify(jwk, Object.keys(jwk).sort()),
    'its key set': JSON.stringify({ keys: [{ ...jwk, kid: target.kid }] }),
    'its x': jwk.x ?? jwk.n ?? '',
    'the bytes of its x': Buffer.from(jwk.x ?? jwk.n ?? '', 'base64url'),
    'its y': jwk.y ?? jwk.e ?? '',
    'its point': point,
    'its kid': target.kid,
    'the issuer': target.claims.iss,
    'the audience': target.claims.aud,
    'the header': JSON.stringify(header),
    'an empty secret': '',
    'a zero': '\0',
    '32 zeros': Buffer.alloc(32),
    secret: 'secret',
    password: 'password',
    'your-256-bit-secret': 'your-256-bit-secret',
    undefined: 'undefined',
    null: 'null',
    'an object': '[object Object]',
  };
}

function bytesOf(value: number | string | undefined): Buffer {
  return typeof value === 'string' ? Buffer.from(value, 'base64url') : Buffer.from([value ?? 0]);
}

/** `EdDSA` and `Ed25519` are two names of one. */
function isSame(one: string, other: string): boolean {
  const name = (alg: string) => (alg === 'Ed25519' ? 'EdDSA' : alg);
  return name(one) === name(other);
}
