import type { Forged, Forger } from './forger.ts';
import { part } from './forger.ts';

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const SPACES: Readonly<Record<string, string>> = {
  'a space': ' ',
  'a tab': '\t',
  'a line feed': '\n',
  'a carriage return': '\r',
  'a line break': '\r\n',
  'a vertical tab': '\v',
  'a form feed': '\f',
  'a NUL': '\0',
  'a no-break space': '\u00a0',
  'a zero-width space': '\u200b',
  'a byte order mark': '\ufeff',
  'a soft hyphen': '\u00ad',
  'an ideographic space': '\u3000',
};

/** What a lenient reader may take for a dot, and what may stand for one. */
const DOTS = [
  '..',
  ',',
  ' ',
  '%2E',
  '%2e',
  '．',
  '。',
  '․',
  '‥',
  ':',
  ';',
  '/',
  '\\',
  '|',
  '&',
  '\\u002e',
  '&#46;',
  '~',
  '_',
  '',
];

/** Attacks on the form of a token: the signature is right where there is one, and the writing is not. */
export function* forgedForms(forger: Forger): Generator<Forged> {
  yield* segments(forger);
  yield* spaces(forger);
  yield* encodings(forger);
  yield* looseBits(forger);
  yield* lookalikes(forger);
  yield* lengths(forger);
}

function* segments(forger: Forger): Generator<Forged> {
  const family = 'segments';
  const named = forger.parts();
  const [h, p, s] = named;
  const letters: Record<string, string> = {
    h,
    p,
    s,
    '': '',
    A: 'AAAA',
    e: part({}),
    n: part({ alg: 'none' }),
  };
  // Every sequence of up to three of them, and a choice of longer ones.
  const names = Object.keys(letters);
  const sequences = names.flatMap((a) => [
    [a],
    ...names.flatMap((b) => [[a, b], ...names.map((c) => [a, b, c])]),
  ]);
  const longer = [
    'hpsA',
    'hps',
    'hpss',
    'hhps',
    'hpps',
    'Ahps',
    'hphps',
    'hpsAA',
    'hAAAs',
    'nphps',
    'hpshps',
  ];
  for (const sequence of [...sequences, ...longer.map((one) => [...one])]) {
    const what = sequence.join('.');
    if (what !== 'h.p.s') yield { family, what, token: sequence.map((one) => letters[one]).join('.') };
  }
  for (const [what, token] of Object.entries({
    'a dot before': `.${h}.${p}.${s}`,
    'a dot after': `${h}.${p}.${s}.`,
    'two dots after': `${h}.${p}.${s}..`,
    'dots alone': '..',
    'three dots': '...',
    'the flattened JSON form': JSON.stringify({ protected: h, payload: p, signature: s }),
    'the general JSON form': JSON.stringify({ payload: p, signatures: [{ protected: h, signature: s }] }),
    'JSON with an unprotected header': JSON.stringify({ header: forger.header, payload: p, signature: s }),
    'a quoted token': `"${h}.${p}.${s}"`,
    'a list': `[${h}.${p}.${s}]`,
    'two tokens': `${h}.${p}.${s},${h}.${p}.${s}`,
    'a token in a token': part(`${h}.${p}.${s}`),
    'a nested token': forger.signed({ ...forger.header, cty: 'JWT' }, `${h}.${p}.${s}`),
    'a nested token as text': forger.signed(
      { ...forger.header, cty: 'JWT' },
      JSON.stringify(`${h}.${p}.${s}`),
    ),
    'detached content': `${h}..${s}`,
    'all of it in small letters': `${h}.${p}.${s}`.toLowerCase(),
    'all of it in capitals': `${h}.${p}.${s}`.toUpperCase(),
    'a scheme before it': `Bearer ${h}.${p}.${s}`,
    'urn before it': `urn:ietf:params:oauth:token-type:jwt:${h}.${p}.${s}`,
  })) {
    yield { family, what, token };
  }
  for (const dot of DOTS) {
    yield { family, what: `the first dot is ${JSON.stringify(dot)}`, token: `${h}${dot}${p}.${s}` };
    yield { family, what: `the second dot is ${JSON.stringify(dot)}`, token: `${h}.${p}${dot}${s}` };
    yield { family, what: `both dots are ${JSON.stringify(dot)}`, token: `${h}${dot}${p}${dot}${s}` };
  }
}

function* spaces(forger: Forger): Generator<Forged> {
  const [h, p, s] = forger.parts();
  const middle = (text: string, space: string) => `${text.slice(0, 8)}${space}${text.slice(8)}`;
  for (const [what, space] of Object.entries(SPACES)) {
    const places: Record<string, string> = {
      'before it': `${space}${h}.${p}.${s}`,
      'in the header': `${middle(h, space)}.${p}.${s}`,
      'after the header': `${h}${space}.${p}.${s}`,
      'before the payload': `${h}.${space}${p}.${s}`,
      'in the payload': `${h}.${middle(p, space)}.${s}`,
      'after the payload': `${h}.${p}${space}.${s}`,
      'before the signature': `${h}.${p}.${space}${s}`,
      'in the signature': `${h}.${p}.${middle(s, space)}`,
      'after it': `${h}.${p}.${s}${space}`,
    };
    for (const [where, token] of Object.entries(places))
      yield { family: 'white space', what: `${what} ${where}`, token };
    // Signed as it is written.
    const spaced = [forger.signedParts(`${h}${space}`, p), forger.signedParts(h, middle(p, space))];
    for (const [n, token] of spaced.entries())
      yield { family: 'white space', what: `${what}, signed so (${n})`, token };
  }
}

function* encodings(forger: Forger): Generator<Forged> {
  const family = 'encoding';
  const [h, p, s] = forger.parts();
  const ways: Record<string, (text: string) => string> = {
    'one padding sign': (text) => `${text}=`,
    'two padding signs': (text) => `${text}==`,
    'three padding signs': (text) => `${text}===`,
    'four padding signs': (text) => `${text}====`,
    'encoded padding signs': (text) => `${text}%3D%3D`,
    'a padding sign within': (text) => `${text.slice(0, 4)}=${text.slice(4)}`,
    'a plus': (text) => `${text}+`,
    'a slash': (text) => `${text}/`,
    'a tilde': (text) => `${text}~`,
    'a minus more': (text) => `${text}-`,
    'a letter more': (text) => `${text}A`,
    'two letters more': (text) => `${text}AA`,
    'four letters more': (text) => `${text}AAAA`,
    'a letter less': (text) => text.slice(0, -1),
    'percent-encoded letters': (text) => `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`,
    hex: (text) => Buffer.from(text, 'base64url').toString('hex'),
    'clear text': (text) => Buffer.from(text, 'base64url').toString('latin1'),
    'encoded twice': (text) => part(text),
    'lines of 64': (text) => text.replace(/.{64}/g, '$&\n'),
    'lines of 76': (text) => text.replace(/.{76}/g, '$&\r\n'),
    quoted: (text) => `"${text}"`,
    backwards: (text) => [...text].reverse().join(''),
  };
  for (const [what, write] of Object.entries(ways)) {
    // Too short for more than a line.
    if (write(h) === h || write(p) === p || write(s) === s) continue;
    yield { family, what: `header: ${what}`, token: `${write(h)}.${p}.${s}` };
    yield { family, what: `payload: ${what}`, token: `${h}.${write(p)}.${s}` };
    yield { family, what: `signature: ${what}`, token: `${h}.${p}.${write(s)}` };
    yield { family, what: `header, signed so: ${what}`, token: forger.signedParts(write(h), p) };
    yield { family, what: `payload, signed so: ${what}`, token: forger.signedParts(h, write(p)) };
    yield { family, what: `everywhere: ${what}`, token: `${write(h)}.${write(p)}.${write(s)}` };
  }
  // Signs of standard base64 come with bytes that need them: '>' and '?' in JSON text make '-' and '_' in base64url.
  for (let n = 0; n < 8; n++) {
    const payload = part({ ...forger.target.claims, x: `${'y'.repeat(n % 3)}ÿÿ>>>???` });
    const header = part({ ...forger.header, x: `${'y'.repeat(n % 3)}ÿÿ>>>???` });
    const standard = (text: string) => text.replaceAll('-', '+').replaceAll('_', '/');
    if (standard(payload) !== payload) {
      yield {
        family,
        what: `payload in standard base64 (${n})`,
        token: forger.signedParts(h, standard(payload)),
      };
    }
    if (standard(header) !== header) {
      yield {
        family,
        what: `header in standard base64 (${n})`,
        token: forger.signedParts(standard(header), p),
      };
    }
  }
}

/** The last letter of a part has bits that say nothing: of the ways to write them, one counts. */
function* looseBits(forger: Forger): Generator<Forged> {
  const [h, p, s] = forger.parts();
  const family = 'loose bits';
  for (const [n, token] of [...others(s)].map((text) => `${h}.${p}.${text}`).entries()) {
    yield { family, what: `signature ${n}`, token };
  }
  for (let more = 0; more < 3; more++) {
    const header = part({ ...forger.header, x: 'x'.repeat(more) });
    const payload = part({ ...forger.target.claims, x: 'x'.repeat(more) });
    for (const [n, text] of [...others(header)].entries()) {
      yield { family, what: `header ${more} ${n}, signed so`, token: forger.signedParts(text, p) };
    }
    for (const [n, text] of [...others(payload)].entries()) {
      yield { family, what: `payload ${more} ${n}, signed so`, token: forger.signedParts(h, text) };
    }
  }
}

function* others(text: string): Generator<string> {
  const loose = { 2: 16, 3: 4 }[text.length % 4] ?? 1;
  const last = BASE64URL.indexOf(text.at(-1) as string);
  for (let bits = 1; bits < loose; bits++) yield text.slice(0, -1) + BASE64URL[last + bits];
}

/** Letters of other alphabets that look the same, or that some reader folds to ours. */
function* lookalikes(forger: Forger): Generator<Forged> {
  const family = 'lookalikes';
  const twins: Record<string, string> = {
    e: 'е',
    a: 'а',
    o: 'ο',
    c: 'с',
    i: 'ı',
    J: 'Ј',
    K: '\u212a',
    A: 'А',
    s: 'ſ',
    y: 'у',
  };
  const token = forger.real();
  for (const [letter, twin] of Object.entries(twins)) {
    for (const at of [token.indexOf(letter), token.lastIndexOf(letter)]) {
      if (at < 0) continue;
      yield { family, what: `${letter} at ${at}`, token: token.slice(0, at) + twin + token.slice(at + 1) };
    }
  }
  const wide = (text: string) =>
    text.replace(/[!-~]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) as number) + 0xfee0));
  for (let at = 0; at < token.length; at += 13) {
    yield {
      family,
      what: `wide at ${at}`,
      token: token.slice(0, at) + wide(token[at] as string) + token.slice(at + 1),
    };
  }
  yield { family, what: 'an accent over the first letter', token: `${token[0]}\u0301${token.slice(1)}` };
  yield { family, what: 'written from the right', token: `\u202e${token}` };
}

function* lengths(forger: Forger): Generator<Forged> {
  const family = 'length';
  const [h, p, s] = forger.parts();
  for (const length of [8193, 8194, 9000, 10_000, 11_000]) {
    const filler = 'x'.repeat(length);
    yield { family, what: `header of ${length}`, token: forger.withHeader({ filler }) };
    yield { family, what: `payload of ${length}`, token: forger.withClaims({ filler }) };
    yield { family, what: `signature of ${length}`, token: `${h}.${p}.${s.padEnd(length, 'A')}` };
    yield { family, what: `${length} dots`, token: '.'.repeat(length) };
    yield { family, what: `${length} letters`, token: 'e'.repeat(length) };
    yield { family, what: `${length} brackets`, token: forger.signed(forger.header, '['.repeat(length / 2)) };
  }
  for (const depth of [10, 100, 1000]) {
    const nested = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    yield { family, what: `nothing but ${depth} objects`, token: forger.signed(forger.header, nested) };
    yield {
      family,
      what: `a header of ${depth} objects`,
      token: forger.signed(nested, forger.target.claims),
    };
  }
}
