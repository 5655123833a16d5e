import type { Forged, Forger } from './forger.ts';
import { part } from './forger.ts';

/** The orders of the groups, and the primes of the fields. */
const CURVES: Readonly<Record<string, { readonly bytes: number; readonly n: bigint; readonly p: bigint }>> = {
  ES256: {
    bytes: 32,
    n: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
    p: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
  },
  ES384: {
    bytes: 48,
    n: 0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
    p: 2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n,
  },
  ES512: {
    bytes: 66,
    n: 0x01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409n,
    p: 2n ** 521n - 1n,
  },
};
/** Of the group of Ed25519. */
const ED25519_L = 2n ** 252n + 27742317777372353535851937790883648493n;

/** Attacks on the signature of a real header and payload. */
export function* forgedSignatures(forger: Forger): Generator<Forged> {
  const real = Buffer.from(forger.parts()[2], 'base64url');
  yield* numbers(forger);
  const family = 'signature';
  const at = (what: string, signature: Buffer | string) => ({
    family,
    what,
    token: forger.resigned(signature),
  });
  for (let length = 0; length < real.length; length++) {
    yield at(`cut to ${length} bytes`, real.subarray(0, length));
    if (length > 0) yield at(`without its first ${length} bytes`, real.subarray(length));
  }
  for (let more = 1; more <= 8; more++) {
    yield at(`${more} zeros after it`, Buffer.concat([real, Buffer.alloc(more)]));
    yield at(`${more} zeros before it`, Buffer.concat([Buffer.alloc(more), real]));
    yield at(`${more} bytes after it`, Buffer.concat([real, Buffer.alloc(more, 0xa5)]));
  }
  for (let byte = 0; byte < real.length; byte++) {
    const flipped = Buffer.from(real);
    flipped[byte] = (real[byte] as number) ^ (1 << (byte % 8));
    yield at(`bit ${byte % 8} of byte ${byte} flipped`, flipped);
  }
  for (const fill of [0x00, 0x01, 0x7f, 0x80, 0xff, 0x30]) {
    for (const length of [1, 32, 63, 64, 65, 96, 132, 255, 256, 257, 512]) {
      yield at(`${length} bytes of ${fill}`, Buffer.alloc(length, fill));
    }
  }
  yield at('twice', Buffer.concat([real, real]));
  yield at('backwards', Buffer.from(real).reverse());
  yield at(
    'halves swapped',
    Buffer.concat([real.subarray(real.length / 2), real.subarray(0, real.length / 2)]),
  );
  yield at('in hex', real.toString('hex'));
  yield at('its hex in base64url', Buffer.from(real.toString('hex')));
  yield at('encoded twice', Buffer.from(real.toString('base64url')));
  yield at('of the empty text', forger.signed('', '').split('.')[2] as string);
  // Each with what it does not sign.
  const [header, payload, signature] = forger.parts();
  const others: Record<string, object> = {
    'another subject': { sub: 'eve' },
    'a longer time': { exp: forger.target.claims.exp + 1 },
    'one claim more': { admin: true },
    'another time of issue': { iat: forger.target.claims.iat - 1 },
  };
  for (const [what, changed] of Object.entries(others)) {
    const token = `${header}.${part({ ...forger.target.claims, ...changed })}.${signature}`;
    yield { family, what: `of another payload: ${what}`, token };
  }
  for (const [name, value] of [['x', 1] as const, ['cty', 'JWT'] as const, ['kid', 'other'] as const]) {
    const token = `${part({ ...forger.header, [name]: value })}.${payload}.${signature}`;
    yield { family, what: `of another header: ${name}`, token };
  }
}

/** Numbers at the edges of what is allowed: "psychic signatures" (CVE-2022-21449), malleability, small points. */
function* numbers(forger: Forger): Generator<Forged> {
  const real = Buffer.from(forger.parts()[2], 'base64url');
  const curve = CURVES[forger.target.alg];
  if (curve) yield* ecdsaNumbers(forger, real, curve);
  if (/^[RP]S/.test(forger.target.alg)) yield* rsaNumbers(forger, real);
  if (forger.target.privateKey.asymmetricKeyType === 'ed25519') yield* edNumbers(forger, real);
}

function* ecdsaNumbers(
  forger: Forger,
  real: Buffer,
  { bytes, n, p }: { bytes: number; n: bigint; p: bigint },
): Generator<Forged> {
  const [r, s] = [toNumber(real.subarray(0, bytes)), toNumber(real.subarray(bytes))];
  const top = 2n ** BigInt(bytes * 8) - 1n;
  // The pair (r, n - s) is a signature of the same text, as ECDSA has it; no more is let in by it.
  const edges: Record<string, bigint> = {
    0: 0n,
    1: 1n,
    2: 2n,
    'n/2': n / 2n,
    'n-1': n - 1n,
    n,
    'n+1': n + 1n,
    p,
    top,
  };
  const first = { ...edges, r, 'r+n': (r + n) & top, s };
  const second = { ...edges, s, 's+n': (s + n) & top, r };
  for (const [nameOfR, oneR] of Object.entries(first)) {
    for (const [nameOfS, oneS] of Object.entries(second)) {
      if (oneR === r && (oneS === s || oneS === n - s)) continue;
      const pair = [toBytes(oneR, bytes), toBytes(oneS, bytes)];
      const token = forger.resigned(Buffer.concat(pair));
      yield { family: 'ecdsa', what: `r = ${nameOfR}, s = ${nameOfS}`, token };
      const der = forger.resigned(derOf(oneR, oneS));
      yield { family: 'ecdsa', what: `r = ${nameOfR}, s = ${nameOfS} in DER`, token: der };
    }
  }
  const der = derOf(r, s);
  yield { family: 'ecdsa', what: 'in DER', token: forger.resigned(der) };
  yield {
    family: 'ecdsa',
    what: 'in DER, filled up',
    token: forger.resigned(Buffer.concat([der, Buffer.alloc(8)])),
  };
  yield {
    family: 'ecdsa',
    what: 'in DER with a long length',
    token: forger.resigned(Buffer.concat([Buffer.from([0x30, 0x81, der.length - 2]), der.subarray(2)])),
  };
}

function* rsaNumbers(forger: Forger, real: Buffer): Generator<Forged> {
  const jwk = forger.publicKey.export({ format: 'jwk' });
  const n = toNumber(Buffer.from(jwk.n as string, 'base64url'));
  const s = toNumber(real);
  const top = 2n ** BigInt(real.length * 8) - 1n;
  const edges: Record<string, bigint> = {
    0: 0n,
    1: 1n,
    2: 2n,
    'n-1': n - 1n,
    n,
    'n+1': n + 1n,
    'n-s': n - s,
    top,
  };
  for (const [what, value] of Object.entries(edges)) {
    yield { family: 'rsa', what: `s = ${what}`, token: forger.resigned(toBytes(value, real.length)) };
  }
  yield { family: 'rsa', what: 's + n', token: forger.resigned(toBytes(s + n, real.length + 1)) };
}

function* edNumbers(forger: Forger, real: Buffer): Generator<Forged> {
  const family = 'ed25519';
  const s = toNumber(Buffer.from(real.subarray(32)).reverse());
  const point = real.subarray(0, 32);
  for (const times of [1n, 2n, 3n, 8n]) {
    const more = s + times * ED25519_L;
    if (more >= 2n ** 256n) continue;
    const signature = Buffer.concat([point, toBytes(more, 32).reverse()]);
    yield { family, what: `S + ${times} L`, token: forger.resigned(signature) };
  }
  // Points of small order.
  const small = [
    '0100000000000000000000000000000000000000000000000000000000000000',
    '0000000000000000000000000000000000000000000000000000000000000000',
    '0000000000000000000000000000000000000000000000000000000000000080',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  ];
  for (const one of small) {
    for (const [what, half] of Object.entries({ 0: Buffer.alloc(32), S: real.subarray(32) })) {
      const signature = Buffer.concat([Buffer.from(one, 'hex'), half]);
      yield { family, what: `R = ${one}, S = ${what}`, token: forger.resigned(signature) };
    }
  }
}

function toNumber(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex') || '0'}`);
}

function toBytes(value: bigint, length: number): Buffer {
  return Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex');
}

function derOf(r: bigint, s: bigint): Buffer {
  const numbers = [r, s].map((value) => {
    const hex = value.toString(16);
    const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
    const body = (bytes[0] as number) >= 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes;
    return Buffer.concat([Buffer.from([0x02, body.length]), body]);
  });
  const inside = Buffer.concat(numbers);
  return Buffer.concat([
    Buffer.from(inside.length < 0x80 ? [0x30, inside.length] : [0x30, 0x81, inside.length]),
    inside,
  ]);
}
