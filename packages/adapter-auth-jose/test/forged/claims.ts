import type { Forged, Forger } from './forger.ts';
import { part } from './forger.ts';

/** In place of a number of seconds. */
const NO_TIMES: readonly unknown[] = [
  ...[null, true, false, '', ' ', '0', '1e9', 'now', 'never', 'Infinity', 'NaN', '2100-01-01T00:00:00Z'],
  ...[
    [],
    [1],
    ['x'],
    {},
    { $gt: 0 },
    { valueOf: 1 },
    [[9999999999]],
    '9999999999',
    '0x7fffffff',
    '٩٩٩٩٩٩٩٩٩٩',
  ],
];
/** Numbers as JSON texts, because JavaScript cannot write them all. */
const NUMBERS = [
  ...[
    '0',
    '-0',
    '-1',
    '1',
    '1e0',
    '-1e9',
    '2147483647',
    '2147483648',
    '4294967295',
    '9999999999',
    '253402300800',
  ],
  ...[
    '9007199254740991',
    '9007199254740992',
    '9223372036854775807',
    '18446744073709551616',
    '1e18',
    '1e21',
    '1e100',
  ],
  ...['1e308', '1e309', '1e999', '-1e999', '-1e308', '1e-999', '1.5', '0.1', '1e-7', '-9007199254740993'],
];
/** Texts for numbers that are not JSON. */
const NO_NUMBERS = [
  'NaN',
  'Infinity',
  '-Infinity',
  '+1',
  '01',
  '0x1',
  '1.',
  '.5',
  '1_000',
  '1n',
  "'1'",
  'undefined',
  '١',
];

/** In place of a text that is compared to the letter. */
const NO_TEXTS: readonly unknown[] = [
  null,
  true,
  false,
  0,
  1,
  '',
  ' ',
  [],
  {},
  [null],
  [''],
  [[]],
  { $ne: '' },
  1e21,
];

/** Attacks on what a token says, under a real signature. */
export function* forgedClaims(forger: Forger): Generator<Forged> {
  yield* times(forger);
  yield* names(forger);
  yield* subjects(forger);
  yield* repeated(forger);
  yield* texts(forger);
  yield* bindings(forger);
}

/** Tokens that count only with a proof of a key (RFC 7800, 8705, 9449), and what looks like such a claim. */
function* bindings(forger: Forger): Generator<Forged> {
  const print = '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I';
  const jwk = forger.publicKey.export({ format: 'jwk' });
  const values: readonly unknown[] = [
    ...[
      { jkt: print },
      { 'x5t#S256': print },
      { jwk },
      { kid: forger.target.kid },
      { jku: 'https://evil.example' },
    ],
    ...[{ jwe: 'a.b.c.d.e' }, { osc: {} }, {}, [], [{ jkt: print }], null, false, true, 0, '', print],
  ];
  for (const cnf of values)
    yield {
      family: 'cnf',
      what: JSON.stringify(cnf).slice(0, 80),
      token: forger.withClaims({ cnf }),
    };
}

function* times(forger: Forger): Generator<Forged> {
  const { claims, clockTolerance, maxLifetime } = forger.target;
  const { exp, iat } = claims;
  const family = 'time';
  for (const name of ['exp', 'nbf', 'iat']) {
    if (name !== 'nbf') yield { family, what: `no ${name}`, token: forger.withoutClaim(name) };
    for (const value of NO_TIMES) {
      yield { family, what: `${name} ${JSON.stringify(value)}`, token: forger.withClaims({ [name]: value }) };
    }
    for (const number of [...NUMBERS, ...NO_NUMBERS]) {
      // A moment before which it is not valid may be any that has passed.
      if (name === 'nbf' && Number(number) <= iat && !NO_NUMBERS.includes(number)) continue;
      const text = withMember(claims, name, number);
      yield { family, what: `${name} ${number}`, token: forger.signed(forger.header, text) };
    }
  }
  // No token becomes valid during a run, however slow the machine.
  const late = clockTolerance + 3600;
  for (const seconds of [1, 2, 60, 3600, 86_400, 1e9]) {
    const ago = iat - clockTolerance - seconds;
    yield { family, what: `expired ${seconds} s ago`, token: forger.withClaims({ iat: ago - 60, exp: ago }) };
    const ahead = iat + late + seconds;
    yield { family, what: `not before ${ahead - iat} s`, token: forger.withClaims({ nbf: ahead }) };
    yield {
      family,
      what: `issued in ${ahead - iat} s`,
      token: forger.withClaims({ iat: ahead, exp: ahead + 60 }),
    };
    const long = iat + maxLifetime + seconds;
    yield { family, what: `valid for ${long - iat} s`, token: forger.withClaims({ exp: long }) };
    const old = exp - maxLifetime - seconds;
    yield { family, what: `issued ${exp - old} s before its end`, token: forger.withClaims({ iat: old }) };
  }
  for (const fraction of [0.5, 0.001, 1e-6]) {
    yield { family, what: `exp and ${fraction}`, token: forger.withClaims({ exp: exp + fraction }) };
    yield { family, what: `iat less ${fraction}`, token: forger.withClaims({ iat: iat - fraction }) };
  }
  yield { family, what: 'milliseconds', token: forger.withClaims({ exp: exp * 1000, iat: iat * 1000 }) };
  yield { family, what: 'exp in milliseconds', token: forger.withClaims({ exp: exp * 1000 }) };
  yield { family, what: 'iat after exp', token: forger.withClaims({ iat: iat + 30 + late, exp: iat + 30 }) };
}

function* names(forger: Forger): Generator<Forged> {
  for (const name of ['iss', 'aud'] as const) {
    const real = forger.target.claims[name];
    yield { family: name, what: 'none', token: forger.withoutClaim(name) };
    const wrong = [
      ...NO_TEXTS,
      ...variantsOf(real),
      { [name]: real },
      [[real]],
      [{ [name]: real }],
      { 0: real, length: 1 },
    ];
    for (const value of wrong) {
      const what = JSON.stringify(value).slice(0, 80);
      yield { family: name, what, token: forger.withClaims({ [name]: value }) };
      // A list of audiences may name others only in addition to ours.
      if (name === 'aud' && typeof value === 'string') {
        yield {
          family: name,
          what: `[${what}]`,
          token: forger.withClaims({ aud: [value, 'https://other.example'] }),
        };
      }
    }
    yield {
      family: name,
      what: 'the other one',
      token: forger.withClaims({
        [name]: name === 'iss' ? forger.target.claims.aud : forger.target.claims.iss,
      }),
    };
  }
  yield {
    family: 'iss',
    what: 'a list of it',
    token: forger.withClaims({ iss: [forger.target.claims.iss] }),
  };
}

/** Texts that a reader with loose rules takes for the given one. */
function variantsOf(text: string): string[] {
  const twins: Record<string, string> = {
    a: 'а',
    e: 'е',
    i: 'і',
    o: 'о',
    p: 'р',
    s: 'ѕ',
    c: 'с',
    d: 'ԁ',
    '-': '‐',
    ':': '：',
    '.': '．',
    '/': '∕',
  };
  const looks = [...text].flatMap((letter, at) => {
    const twin = twins[letter];
    return twin === undefined ? [] : [text.slice(0, at) + twin + text.slice(at + 1)];
  });
  const around = [
    ' ',
    '\t',
    '\n',
    '\0',
    '/',
    '.',
    '#',
    '?',
    '%20',
    '\u200b',
    ',',
    ';',
    '*',
    '"',
    '@evil.example',
    '.evil.example',
  ];
  return [
    ...looks,
    ...around.flatMap((mark) => [`${text}${mark}`, `${mark}${text}`]),
    text.toUpperCase(),
    text[0]?.toUpperCase() + text.slice(1),
    text.slice(0, -1),
    text.slice(1),
    `${text}${text}`,
    `${text},${text}`,
    `${text} https://other.example`,
    `${text.normalize('NFD')}\u0301`,
    text.replace('https', 'http').replace('urn', 'URN').concat('x'),
    encodeURIComponent(`${text}/`),
    `//${text}`,
    'https://evil.example',
    '*',
    'null',
    'undefined',
    '[object Object]',
    `["${text}"]`,
  ].filter((one) => one !== text);
}

function* subjects(forger: Forger): Generator<Forged> {
  const family = 'sub';
  const real = forger.target.claims.sub;
  yield { family, what: 'none', token: forger.withoutClaim('sub') };
  const kinds: unknown[] = [
    ...NO_TEXTS.filter((one) => one !== ' '),
    [real],
    { sub: real },
    [[real]],
    { 0: real },
  ];
  for (const value of kinds)
    yield { family, what: JSON.stringify(value), token: forger.withClaims({ sub: value }) };
  for (const hidden of [
    { __proto__: null, Sub: real },
    { SUB: real },
    { ' sub': real },
    { 'sub\0': real },
    { user: real },
  ]) {
    const { sub: _, ...rest } = forger.target.claims;
    yield {
      family,
      what: `hidden in ${JSON.stringify(hidden)}`,
      token: forger.signed(forger.header, { ...rest, ...hidden }),
    };
  }
  const { sub: _, ...rest } = forger.target.claims;
  for (const inherited of [
    `{"__proto__":{"sub":"${real}"}`,
    `{"constructor":{"prototype":{"sub":"${real}"}}`,
  ]) {
    const text = `${inherited},${JSON.stringify(rest).slice(1)}`;
    yield { family, what: `inherited: ${inherited.slice(0, 16)}`, token: forger.signed(forger.header, text) };
  }
  if (!forger.target.subjectIsUserId) return;
  for (const value of unlikeIds(real)) {
    yield { family, what: JSON.stringify(value).slice(0, 80), token: forger.withClaims({ sub: value }) };
  }
}

/** Texts that are no id, and that a store may take for one. */
export function unlikeIds(id: string): string[] {
  return [
    ...[
      `${id} `,
      ` ${id}`,
      `${id}\n`,
      `\n${id}`,
      `${id}\0`,
      `${id}0`,
      id.slice(1),
      `${id},${id}`,
      `'${id}'`,
      `"${id}"`,
    ],
    ...[
      `ObjectId("${id}")`,
      `{"$oid":"${id}"}`,
      `0x${id}`,
      `${id}' or '1'='1`,
      `${id}';--`,
      `${id}/*`,
      `${id}%`,
      `%${id}`,
    ],
    ...[
      '%',
      '_',
      '*',
      '________________________',
      `${id.slice(0, -1)}g`,
      `${id.slice(0, -1)}٠`,
      `${id.slice(0, -1)}０`,
    ],
    ...[
      "' or 1=1 --",
      "'; drop table users; --",
      '../admin',
      '__proto__',
      'constructor',
      'admin',
      'root',
      '0',
      '-1',
      'null',
    ],
    ...[
      'x'.repeat(2000),
      'undefined',
      '[object Object]',
      '{{7*7}}',
      '1e24',
      '\u202e',
      '\ufeff',
      `\ufeff${id}`,
    ],
  ];
}

/** A member twice, of which two readers may see different ones. */
function* repeated(forger: Forger): Generator<Forged> {
  const family = 'repeated members';
  const escaped = (name: string) => `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`;
  for (const [where, json] of [
    ['header', forger.header],
    ['payload', forger.target.claims],
  ] as const) {
    const text = JSON.stringify(json);
    const sign = (changed: string) =>
      where === 'header'
        ? forger.signed(changed, forger.target.claims)
        : forger.signed(forger.header, changed);
    for (const [name, value] of Object.entries(json)) {
      for (const other of [value, 'other', null, 0]) {
        const member = `${JSON.stringify(name)}:${JSON.stringify(other)}`;
        const alias = `"${escaped(name)}":${JSON.stringify(other)}`;
        const ways: Record<string, string> = {
          before: `{${member},${text.slice(1)}`,
          after: `${text.slice(0, -1)},${member}}`,
          'before, escaped': `{${alias},${text.slice(1)}`,
          'after, escaped': `${text.slice(0, -1)},${alias}}`,
          'three times': `{${member},${text.slice(1, -1)},${member}}`,
          spaced: `{ ${JSON.stringify(name)} \n: ${JSON.stringify(other)} , ${text.slice(1)}`,
        };
        for (const [what, changed] of Object.entries(ways)) {
          yield {
            family,
            what: `${where}: ${name} ${what} as ${JSON.stringify(other)}`,
            token: sign(changed),
          };
        }
      }
    }
    for (const deep of [
      '{"x":{"a":1,"a":2},',
      '{"x":[{"a":1,"a":1}],',
      '{"x":{"":1,"":2},',
      '{"x":1,"x":1,',
      '{"\\"":1,"\\u0022":2,',
    ]) {
      yield { family, what: `${where}: ${deep}`, token: sign(`${deep}${text.slice(1)}`) };
    }
  }
}

/** Bytes that are not what JSON is. */
function* texts(forger: Forger): Generator<Forged> {
  const family = 'no JSON';
  for (const [where, json] of [
    ['header', forger.header],
    ['payload', forger.target.claims],
  ] as const) {
    const text = JSON.stringify(json);
    const bytes = Buffer.from(text);
    const inside = (more: number[]) =>
      Buffer.concat([Buffer.from('{"x":"'), Buffer.from(more), Buffer.from(`",${text.slice(1)}`)]);
    const ways: Record<string, string | Buffer> = {
      nothing: ' ',
      'an open brace': '{',
      'no end': text.slice(0, -1),
      'no begin': text.slice(1),
      'a comma more': `${text.slice(0, -1)},}`,
      'a comma first': `{,${text.slice(1)}`,
      'a comment': `${text.slice(0, -1)}/* */}`,
      'a comment after': `${text}// end`,
      'single quotes': text.replaceAll('"', "'"),
      'names without quotes': text.replaceAll(/"(\w+)":/g, '$1:'),
      'two objects': `${text}${text}`,
      'two objects in lines': `${text}\n${text}`,
      'something after': `${text}x`,
      'a NUL after': `${text}\0`,
      'a NUL before': `\0${text}`,
      'a byte order mark': `\ufeff${text}`,
      'a no-break space': `\u00a0${text}`,
      'a list': `[${text}]`,
      'a text': JSON.stringify(text),
      null: 'null',
      true: 'true',
      'a number': '1',
      'an empty list': '[]',
      'an empty object': '{}',
      'an empty text': '""',
      'a raw line break in a text': inside([0x0a]),
      'a raw NUL in a text': inside([0x00]),
      'a bad escape': `{"x":"\\x41",${text.slice(1)}`,
      'a cut escape': `{"x":"\\u00",${text.slice(1)}`,
      'UTF-16': Buffer.from(text, 'utf16le'),
      'UTF-16 with a mark': Buffer.from(`\ufeff${text}`, 'utf16le'),
      'UTF-16, big end first': Buffer.from(text, 'utf16le').swap16(),
      'Latin-1': inside([0xe9]),
      'an overlong NUL': inside([0xc0, 0x80]),
      'an overlong quote': inside([0xc0, 0xa2]),
      'half a surrogate': inside([0xed, 0xa0, 0x80]),
      'a byte too high': inside([0xff]),
      'a cut character': inside([0xe2, 0x82]),
      'past the last character': inside([0xf4, 0x90, 0x80, 0x80]),
      YAML: Object.entries(json)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
      'a form': Object.entries(json)
        .map(([name, value]) => `${name}=${value}`)
        .join('&'),
      CBOR: Buffer.concat([Buffer.from([0xa1, 0x63]), bytes]),
      compressed: Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0]),
    };
    for (const [what, changed] of Object.entries(ways)) {
      const token =
        where === 'header'
          ? forger.signedParts(part(changed), part(forger.target.claims))
          : forger.signedParts(part(forger.header), part(changed));
      yield { family, what: `${where}: ${what}`, token };
    }
  }
}

/** The JSON of an object with one member as a given text. */
function withMember(json: object, name: string, text: string): string {
  const { [name]: _, ...rest } = json as Record<string, unknown>;
  return `{${JSON.stringify(name)}:${text},${JSON.stringify(rest).slice(1)}`;
}
