import {
  constants,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';

/** A token that nobody may let in. */
export interface Forged {
  /** The kind of attack. */
  readonly family: string;
  /** The mistake in this token. */
  readonly what: string;
  readonly token: string;
}

/** What tokens are forged for: everything a real one has, and the key that signs real ones. */
export interface ForgeryTarget {
  /** The algorithm and the name of the key. */
  readonly alg: string;
  readonly kid: string;
  readonly privateKey: KeyObject;
  /** Of a real token, with `iat` and `exp` around now. */
  readonly claims: Readonly<Record<string, unknown>> & {
    readonly iss: string;
    readonly aud: string;
    readonly sub: string;
    readonly iat: number;
    readonly exp: number;
  };
  /** The longest lifetime that is taken, in seconds. */
  readonly maxLifetime: number;
  /** How far clocks may be apart, in seconds. */
  readonly clockTolerance: number;
  /** Whether the key is found by the name that a token gives; else there is one key alone. */
  readonly findsKeyByName: boolean;
  /** Whether the subject must be the id of a user of ours. */
  readonly subjectIsUserId: boolean;
}

/** How each algorithm signs; those that are not here are none that tokens are signed with by a private key. */
const SIGNERS: Readonly<Record<string, (input: string, key: KeyObject) => Buffer>> = Object.fromEntries(
  ['256', '384', '512'].flatMap((bits) => [
    [
      `ES${bits}`,
      (input: string, key: KeyObject) =>
        sign(`sha${bits}`, Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }),
    ],
    [`RS${bits}`, (input: string, key: KeyObject) => sign(`sha${bits}`, Buffer.from(input), key)],
    [
      `PS${bits}`,
      (input: string, key: KeyObject) =>
        sign(`sha${bits}`, Buffer.from(input), {
          key,
          padding: constants.RSA_PKCS1_PSS_PADDING,
          saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
        }),
    ],
  ]),
);

/** Signs bytes by the primitive of an algorithm. */
export function signBy(alg: string, input: string, key: KeyObject): Buffer {
  return (SIGNERS[alg] ?? ((bytes, by) => sign(null, Buffer.from(bytes), by)))(input, key);
}

/** Keys of a stranger, by algorithm; made once, because an RSA pair takes a while. */
const STRANGERS = new Map<string, KeyObject>();

/** An unknown private key for this algorithm. */
export function strangerFor(alg: string): KeyObject {
  const kind = /^(?:RS|PS)/.test(alg) ? 'RSA' : alg;
  const known = STRANGERS.get(kind);
  if (known) return known;
  const made = newKeyOf(kind);
  STRANGERS.set(kind, made);
  return made;
}

function newKeyOf(kind: string): KeyObject {
  switch (kind) {
    case 'RSA':
      return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    case 'ES384':
      return generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;
    case 'ES512':
      return generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey;
    case 'ES256K':
      return generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey;
    case 'EdDSA':
    case 'Ed25519':
      return generateKeyPairSync('ed25519').privateKey;
    case 'Ed448':
      return generateKeyPairSync('ed448').privateKey;
    default:
      return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  }
}

/** Creates real tokens, except for the given changes. Text is signed unchanged, so that it need not be JSON. */
export class Forger {
  readonly target: ForgeryTarget;
  readonly header: Readonly<Record<string, unknown>>;
  #real: string | undefined;

  constructor(target: ForgeryTarget) {
    this.target = target;
    this.header = { alg: target.alg, typ: 'at+jwt', kid: target.kid };
  }

  get publicKey(): KeyObject {
    return createPublicKey(this.target.privateKey);
  }

  /** A real token, always the same one. */
  real(): string {
    this.#real ??= this.signed(this.header, this.target.claims);
    return this.#real;
  }

  parts(): [header: string, payload: string, signature: string] {
    return this.real().split('.') as [string, string, string];
  }

  /** Header and payload as given, signed with the real key unless there is another. */
  signed(header: unknown, payload: unknown, key: KeyObject = this.target.privateKey, alg?: string): string {
    return this.signedParts(part(header), part(payload), key, alg);
  }

  /** Signs two parts as they are, whatever they hold. */
  signedParts(
    header: string,
    payload: string,
    key: KeyObject = this.target.privateKey,
    alg: string = this.target.alg,
  ): string {
    const input = `${header}.${payload}`;
    return `${input}.${signBy(alg, input, key).toString('base64url')}`;
  }

  /** With other members in the header. */
  withHeader(changed: object, key?: KeyObject): string {
    return this.signed({ ...this.header, ...changed }, this.target.claims, key);
  }

  /** With other claims. */
  withClaims(changed: object): string {
    return this.signed(this.header, { ...this.target.claims, ...changed });
  }

  withoutClaim(name: string): string {
    const { [name]: _, ...rest } = this.target.claims as Record<string, unknown>;
    return this.signed(this.header, rest);
  }

  /** The real header and payload under any signature. */
  resigned(signature: Buffer | string): string {
    const [header, payload] = this.parts();
    const text = typeof signature === 'string' ? signature : signature.toString('base64url');
    return `${header}.${payload}.${text}`;
  }

  /** A header under an HMAC. */
  hmac(header: object, hash: string, secret: string | Buffer): string {
    const input = `${part({ ...this.header, ...header })}.${part(this.target.claims)}`;
    return `${input}.${createHmac(hash, secret).update(input).digest('base64url')}`;
  }
}

/** A part of a token: JSON of what is given, or a text as it is. */
export function part(value: unknown): string {
  if (Buffer.isBuffer(value)) return value.toString('base64url');
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
}

/** A private key as a JWK turned into one that signs. */
export function privateKeyOf(jwk: object): KeyObject {
  return createPrivateKey({ key: jwk as Record<string, string>, format: 'jwk' });
}
