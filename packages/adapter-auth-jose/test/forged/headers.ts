import { deflateRawSync, gzipSync } from 'node:zlib';
import type { Forged, Forger } from './forger.ts';
import { part, strangerFor } from './forger.ts';

/** Addresses that a verifier might be made to ask. */
const URLS = [
  ...['https://evil.example/keys', 'http://evil.example/keys', 'http://127.0.0.1/keys', 'http://[::1]/keys'],
  ...[
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost:22/',
    'http://0/keys',
    'http://2130706433/',
  ],
  ...[
    'file:///etc/passwd',
    'file:keys.json',
    'ftp://evil.example/',
    'gopher://127.0.0.1:6379/_INFO',
    'ldap://evil/',
  ],
  ...[
    'data:application/json,{"keys":[]}',
    'javascript:alert(1)',
    '//evil.example',
    '/etc/passwd',
    'keys.json',
  ],
  ...[
    'https://id.example@evil.example/',
    'https://id.example.evil.example/',
    'https://evil.example#id.example',
  ],
  ...['', ' ', 'http://', '\\\\evil\\share', 'https://evil.example/\r\nX: y', 'jar:http://evil!/'],
];

/** Names of keys that are more than a name. */
const KIDS = [
  ...[
    '',
    ' ',
    '.',
    '..',
    '/',
    '*',
    '%',
    '?',
    '0',
    '-1',
    'null',
    'undefined',
    'true',
    'NaN',
    'none',
    'default',
  ],
  ...[
    '../../etc/passwd',
    '../../../../../../dev/null',
    '/dev/null',
    '/proc/self/environ',
    '..\\..\\windows\\win.ini',
  ],
  ...['....//....//etc/passwd', '%2e%2e%2fetc%2fpasswd', 'file:///dev/null', 'C:\\boot.ini', '~/.ssh/id_rsa'],
  ...[
    "' or 1=1 --",
    "' OR '1'='1",
    "'; drop table users; --",
    "x' union select 'k' --",
    '" or ""="',
    "1' and sleep(9)--",
  ],
  ...['$(id)', '`id`', '; id', '| id', '&& id', '%0aid', '{{7*7}}', '#{7*7}', '<%= 7*7 %>'],
  ...['*)(uid=*', 'admin)(&)', '{"$ne":""}', '[$ne]', "' || 'a'=='a", '//user', "' or count(/*)=1 or '"],
  ...[
    'http://evil.example/key',
    'https://evil.example/key',
    '//evil.example',
    'data:,x',
    'urn:x',
    'test\0',
    '\0',
    '\r\n',
  ],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'valueOf',
    'hasOwnProperty',
    '__defineGetter__',
    'length',
  ],
  ...[
    'ｔest',
    'tеst',
    'TEST',
    '\ufeff',
    '\u202e',
    '\ud800',
    '😀',
    'x'.repeat(3000),
    '[object Object]',
    '0x0',
    '1e3',
  ],
];
const KINDS: readonly unknown[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  [],
  {},
  [''],
  [null],
  { toString: 'x' },
  [[]],
];

/** Values that `typ` may not have. */
const TYPES = [
  ...[
    'JWT',
    'jwt',
    'Jwt',
    'JWS',
    'JOSE',
    'JOSE+JSON',
    'at',
    'at+',
    '+jwt',
    'jwt+at',
    'at jwt',
    'at-jwt',
    'at_jwt',
  ],
  ...[
    'at+jwt ',
    ' at+jwt',
    'at +jwt',
    'at+jwt\0',
    'at+jwt\n',
    'at+jwt;',
    'at+jwt; charset=utf-8',
    'at+jwt,JWT',
  ],
  ...[
    'application/jwt',
    'application/',
    'application/application/at+jwt',
    '/at+jwt',
    'text/at+jwt',
    'at+jwt/',
  ],
  ...[
    'application\\at+jwt',
    'application/at+jwt;v=1',
    'x/at+jwt',
    'applicatiοn/at+jwt',
    'application/ at+jwt',
  ],
  ...[
    'id_token',
    'id_token+jwt',
    'logout+jwt',
    'dpop+jwt',
    'secevent+jwt',
    'token-introspection+jwt',
    'kb+jwt',
    'rt+jwt',
  ],
  ...[
    'oauth-authz-req+jwt',
    'vc+sd-jwt',
    'client-authentication+jwt',
    'аt+jwt',
    'at＋jwt',
    'at+jωt',
    'at%2Bjwt',
    'at+jwts',
  ],
  ...[
    '',
    ' ',
    'null',
    'undefined',
    '*',
    '*/*',
    'application/*',
    '__proto__',
    'at+jw',
    't+jwt',
    'AT+JWT+',
    'at++jwt',
  ],
];

/** Attacks on the header. Signed with the real key: who wrote them must not choose how they are checked. */
export function* forgedHeaders(forger: Forger): Generator<Forged> {
  const stranger = strangerFor(forger.target.alg);
  for (const typ of [...TYPES, ...KINDS, ['at+jwt'], { typ: 'at+jwt' }]) {
    yield { family: 'typ', what: JSON.stringify(typ), token: forger.withHeader({ typ }) };
  }
  const { typ: _, ...typeless } = forger.header;
  yield { family: 'typ', what: 'none', token: forger.signed(typeless, forger.target.claims) };

  for (const name of ['jku', 'x5u']) {
    for (const value of [...URLS, ...KINDS]) {
      const what = `${name} ${JSON.stringify(value)}`;
      yield { family: 'foreign keys', what, token: forger.withHeader({ [name]: value }) };
      yield {
        family: 'foreign keys',
        what: `${what}, a stranger's`,
        token: forger.withHeader({ [name]: value }, stranger),
      };
    }
  }
  yield* embedded(forger);
  yield* critical(forger);
  yield* named(forger);
}

/** Keys and certificates in the token itself. */
function* embedded(forger: Forger): Generator<Forged> {
  const family = 'embedded keys';
  const stranger = strangerFor(forger.target.alg);
  const jwk = stranger.export({ format: 'jwk' });
  const { d: _, ...open } = jwk;
  const keys: unknown[] = [
    ...[
      open,
      jwk,
      { ...open, kid: forger.target.kid },
      { ...open, alg: forger.target.alg },
      { kty: 'oct', k: 'AAAA' },
    ],
    ...[
      forger.publicKey.export({ format: 'jwk' }),
      { kty: 'EC', crv: 'P-256' },
      JSON.stringify(open),
      { keys: [open] },
    ],
    ...KINDS,
  ];
  for (const [n, value] of keys.entries()) {
    for (const [who, key] of Object.entries({ real: undefined, stranger })) {
      yield { family, what: `jwk ${n} by ${who}`, token: forger.withHeader({ jwk: value }, key) };
      const { kid: _kid, ...nameless } = forger.header;
      const header = { ...nameless, jwk: value };
      yield {
        family,
        what: `jwk ${n} without kid by ${who}`,
        token: forger.signed(header, forger.target.claims, key),
      };
    }
  }
  const chains: unknown[] = [
    ['AAAA'],
    ['MIIB'],
    [],
    ['', ''],
    ['-----BEGIN CERTIFICATE-----'],
    'AAAA',
    ...KINDS,
  ];
  for (const [n, x5c] of chains.entries()) {
    for (const [who, key] of Object.entries({ real: undefined, stranger })) {
      yield { family, what: `x5c ${n} by ${who}`, token: forger.withHeader({ x5c }, key) };
    }
  }
}

/** Members that change how a token is read: `crit`, `b64`, `zip`. */
function* critical(forger: Forger): Generator<Forged> {
  const family = 'critical';
  const lists: unknown[] = [
    ...[
      [],
      ['exp'],
      ['b64'],
      ['x'],
      ['alg'],
      ['kid'],
      ['typ'],
      ['crit'],
      ['jwk'],
      ['exp', 'exp'],
      [''],
      [1],
      [null],
    ],
    ...['exp', 'b64', '', ...KINDS],
  ];
  for (const crit of lists) {
    const named = Array.isArray(crit) && typeof crit[0] === 'string' && crit[0] !== '' ? crit[0] : 'x';
    const extra = named in forger.header || named === 'crit' ? {} : { [named]: named === 'b64' ? true : 1 };
    const what = `crit ${JSON.stringify(crit)}`;
    yield { family, what, token: forger.withHeader({ crit }) };
    yield { family, what: `${what}, with it`, token: forger.withHeader({ ...extra, crit }) };
  }
  for (const b64 of [...KINDS, 'true', 'false']) {
    const what = `b64 ${JSON.stringify(b64)}`;
    yield { family, what, token: forger.withHeader({ b64 }) };
    yield { family, what: `${what}, critical`, token: forger.withHeader({ b64, crit: ['b64'] }) };
    const header = part({ ...forger.header, b64, crit: ['b64'] });
    const clear = JSON.stringify(forger.target.claims);
    yield { family, what: `${what}, a clear payload`, token: forger.signedParts(header, clear) };
    yield {
      family,
      what: `${what}, a payload without dots`,
      token: forger.signedParts(header, clear.replaceAll('.', '')),
    };
  }
  const json = JSON.stringify(forger.target.claims);
  for (const zip of ['DEF', 'GZIP', 'def', 'deflate', '', ...KINDS]) {
    for (const [what, bytes] of Object.entries({
      plain: Buffer.from(json),
      deflated: deflateRawSync(json),
      gzipped: gzipSync(json),
    })) {
      const token = forger.signed({ ...forger.header, zip }, bytes);
      yield { family, what: `zip ${JSON.stringify(zip)}, ${what}`, token };
    }
  }
  const encrypted = ['enc', 'epk', 'apu', 'apv', 'iv', 'tag', 'p2s', 'p2c'];
  for (const name of encrypted) {
    const header = part({ alg: 'dir', enc: 'A128GCM', [name]: 'AAAA' });
    yield { family, what: `encrypted, ${name}`, token: `${header}..AAAA.AAAA.AAAA` };
  }
}

function* named(forger: Forger): Generator<Forged> {
  const family = 'kid';
  const stranger = strangerFor(forger.target.alg);
  for (const kid of [...KIDS, ...KINDS]) {
    const what = JSON.stringify(kid).slice(0, 60);
    yield { family, what: `${what} by a stranger`, token: forger.withHeader({ kid }, stranger) };
    // With one key alone its name says nothing; a real signature is then a real one.
    const isUnknown = forger.target.findsKeyByName && typeof kid === 'string';
    if (isUnknown) yield { family, what: `${what} by the real key`, token: forger.withHeader({ kid }) };
    const secret = typeof kid === 'string' ? kid : '';
    yield {
      family,
      what: `${what} as the secret`,
      token: forger.hmac({ alg: 'HS256', kid }, 'sha256', secret),
    };
    yield {
      family,
      what: `${what}, unsigned`,
      token: `${part({ alg: 'none', typ: 'at+jwt', kid })}.${forger.parts()[1]}.AA`,
    };
  }
}
