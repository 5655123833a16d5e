import type { Random } from '../random.ts';

/** Users that bodies may name; the callers are excluded, so that they keep their access. */
export const FUZZ_USERS: readonly string[] = Array.from(
  { length: 12 },
  (_, n) => `65a1000000000000000000${(n + 16).toString(16)}`,
);
export const FUZZ_ADMIN = '65a100000000000000000001';
export const FUZZ_CALLER = '65a100000000000000000002';
export const FUZZ_READER = '65a100000000000000000003';
/** Two admins who act against each other. */
export const FUZZ_RIVALS: readonly [string, string] = [
  '65a100000000000000000004',
  '65a100000000000000000005',
];

const IDS = [
  ...FUZZ_USERS,
  ...FUZZ_USERS.map((id) => id.toUpperCase()),
  '65a1000000000000000000ff',
  'f'.repeat(24),
  '0'.repeat(24),
];
/** Not those of the callers. */
const E_MAILS = ['user0@example.org', 'USER1@Example.org', 'ünï@部.example', '@', 'a@b@c'];
const PERMISSIONS = [
  ...['a', 'b', 'tickets'].flatMap((one) => [`service.${one}`, `service.${one}.*`, `service.${one}.read`]),
  ...[
    'service.A-1_.b_-2',
    'service.admin.access',
    'service.admin',
    `service.${'x'.repeat(240)}`,
    'service.-._',
  ],
];
/** Texts at the edges of alphabets, encodings and readers. */
export const ODD_TEXTS: readonly string[] = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\t',
    '\n',
    '\r\n',
    '\x1b[31m',
    '\x7f',
    '\u0085',
    '\u00a0',
    '\u200b',
    '\u202e',
    '\u2028',
  ],
  ...[
    '\ufeff',
    '\ufffe',
    '\ud800',
    '\udfff',
    'a\ud83d',
    '😀',
    '👩‍👩‍👧',
    'e\u0301',
    'é',
    'ﬁ',
    'ß',
    'İ',
    'ı',
    'Ω',
    '漢字',
    'שלום',
    'ｓervice',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'null',
    'undefined',
    'NaN',
    'true',
    '0',
    '-1',
    '1e999',
  ],
  ...[
    "' or 1=1 --",
    '"; drop table users; --',
    '{{7*7}}',
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '%00',
    '%',
  ],
  ...[
    '*',
    'service',
    'service.',
    'service.*',
    'service..',
    'service.a.b.c',
    'Service.a',
    'service.a.*.b',
    'service.ä',
    '.',
    '..',
  ],
  ...[
    'x'.repeat(256),
    'x'.repeat(257),
    '😀'.repeat(100),
    '😀'.repeat(128),
    '😀'.repeat(200),
    '😀'.repeat(256),
    'é'.repeat(256),
  ],
];
/** Times to come that fit, and some that do not, or not for what ends. */
const TIMES = [
  ...[
    '2999-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '2999-06-30T12:00:00.5+02:00',
    '2998-02-28T23:59:59-12:00',
  ],
];
const ODD_TIMES = [
  ...['2999-02-30T00:00:00Z', '2998-02-29T00:00:00Z', '9999-12-31T23:59:59-01:00', '2999-12-31T23:59:60Z'],
  ...[
    '2999-01-01t00:00:00z',
    '2999-01-01T00:00:00',
    '2999-01-01',
    '2999-01-01T00:00:00+0200',
    '2999-01-01 00:00:00Z',
  ],
  ...[
    '0000-01-01T00:00:00Z',
    '2020-01-01T00:00:00Z',
    '+012999-01-01T00:00:00Z',
    '2999-01-01T24:00:00Z',
    '2w',
  ],
  ...['2999-01-01T00:00:00.0000000000000001Z', '2999-01-01T00:00:00+24:00', '２９９９-01-01T00:00:00Z'],
];
const ODD_VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -0,
    1,
    -1,
    1.5,
    1e308,
    2 ** 53,
    [],
    {},
    [[]],
    [null],
    [{}],
    { a: 1 },
    { length: 1 },
  ],
  ...[
    { $ne: '' },
    { $gt: 0 },
    { toString: 1 },
    ['service.a'],
    { 0: 'service.a' },
    ['service.a', null],
    [['service.a']],
  ],
];

/** As much of JSON Schema as bodies of the description are written in. */
export interface BodySchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly BodySchema[];
  readonly oneOf?: readonly BodySchema[];
  readonly not?: object;
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly required?: readonly string[];
  readonly items?: BodySchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly maxLength?: number;
}

/** A value that fits a schema, as far as it can be chosen from what is known of the organisation. */
export function fitting(schema: BodySchema, random: Random): unknown {
  const { anyOf, oneOf = anyOf, ...rest } = schema;
  if (oneOf) return fitting(merged(rest, random.pick(oneOf)), random);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  switch (schema.type) {
    case 'null':
      return null;
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
      // The oldest entries are those of the callers.
      return random.pick([40, 41, 60, 100, 2 ** 31, 2 ** 53 - 1]);
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([, one]) => one.not === undefined)
          .filter(([name]) => schema.required?.includes(name) || random.chance(0.5))
          .map(([name, one]) => [name, fitting(one, random)]),
      );
    case 'array': {
      const { items = {}, maxItems = 10, minItems = 0 } = schema;
      // Now and then as many as there may be.
      const count = random.chance(0.02) ? maxItems : minItems + random.below(5);
      return Array.from({ length: Math.min(count, maxItems) }, () => fitting(items, random));
    }
    case 'string': {
      // Most end during the run: a second is longer than an answer needs.
      if (schema.format === 'date-time')
        return random.chance(0.4) ? new Date(Date.now() + 1500).toISOString() : random.pick(TIMES);
      return random.pick(fittingTexts(schema));
    }
    default:
      return random.pick(ODD_VALUES);
  }
}

const TEXTS_BY_BOUNDS = new Map<string, readonly string[]>();

/** Looked for once for all strings of the same bounds: a body can have half a million of them. */
function fittingTexts({ maxLength = Number.POSITIVE_INFINITY, pattern = '' }: BodySchema): readonly string[] {
  const bounds = `${maxLength} ${pattern}`;
  const known = TEXTS_BY_BOUNDS.get(bounds);
  if (known) return known;
  const form = new RegExp(pattern, 'u');
  const fits = [...IDS, ...E_MAILS, ...PERMISSIONS, ...ODD_TEXTS].filter(
    (one) => form.test(one) && [...one].length <= maxLength,
  );
  TEXTS_BY_BOUNDS.set(bounds, fits);
  return fits;
}

/** What fits both of two schemas: a list of names has those of both, and a value of the second takes the place of one of the first. */
function merged(one: BodySchema, other: BodySchema): BodySchema {
  const both: Record<string, unknown> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const before = both[key];
    if (key === 'required') both[key] = [...((before as string[] | undefined) ?? []), ...value];
    else if (typeof before !== 'object' || Array.isArray(before)) both[key] = value;
    else both[key] = merged(before as BodySchema, value as BodySchema);
  }
  return both;
}

/** The same value with something in it changed, most likely so that it fits no more. */
export function bent(value: unknown, random: Random): unknown {
  const isInside = typeof value === 'object' && value !== null && random.chance(0.8);
  if (typeof value === 'string' && /^\d{4}-/.test(value) && random.chance(0.8)) return random.pick(ODD_TIMES);
  if (!isInside) return random.chance(0.5) ? random.pick(ODD_TEXTS) : random.pick(ODD_VALUES);
  const keys = Object.keys(value);
  if (keys.length === 0) return random.pick(ODD_VALUES);
  const key = random.pick(keys);
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
  const members = copy as Record<string, unknown>;
  switch (random.below(5)) {
    case 0:
      if (Array.isArray(copy)) copy.splice(Number(key), 1);
      else delete members[key];
      break;
    case 1:
      if (Array.isArray(copy)) copy.push(random.pick(ODD_VALUES));
      else members[random.pick(ODD_TEXTS)] = random.pick(ODD_VALUES);
      break;
    default:
      members[key] = bent(members[key], random);
  }
  return copy;
}

/** Values for query parameters, in addition to odd texts. */
const QUERY_TEXTS = [
  ...[
    '1',
    '50',
    '500',
    '501',
    '0',
    '007',
    'true',
    'add',
    'http',
    'tickets',
    'jonas',
    'cli:root',
    'service.tickets.*',
  ],
  ...[
    '2026-11-21T10:30:45.678Z',
    '2999-01-01T00:00:00%2B01:00',
    '2026-02-30T00:00:00Z',
    '2026-11-21',
    '%ff',
    '%',
  ],
];

/** A query of some of the parameters that are described, and now and then of others. */
export function queryText(names: readonly string[], random: Random): string {
  const pairs = Array.from({ length: 1 + random.below(3) }, () => {
    const name =
      names.length > 0 && random.chance(0.9) ? random.pick(names) : random.pick(['x', '__proto__', '%']);
    const odd = encodeURIComponent(random.pick(ODD_TEXTS).replaceAll(/\p{Surrogate}/gu, '\ufffd'));
    return `${name}=${random.chance(0.7) ? random.pick(QUERY_TEXTS) : odd}`;
  });
  return `?${pairs.join('&')}`;
}

/** A part of a path as it is sent, fitting or not. */
export function pathPart(type: string, random: Random): string {
  if (type === 'integer' && random.chance(0.6))
    return String(random.pick([0, 1, 2, 7, 10, 100, 2 ** 31, 2 ** 53 - 1]));
  const numbers = [
    '-1',
    '-0',
    '+1',
    '007',
    '1e3',
    '0x1',
    '1.0',
    '%31',
    '%2D1',
    '1_0',
    '١',
    '9007199254740992',
    '1'.repeat(400),
  ];
  if (type === 'integer' && random.chance(0.6)) return encodedLoosely(random.pick(numbers));
  const places = [
    'JFK',
    'jfk',
    'EGLL',
    'Lima',
    'New York',
    'São Paulo',
    'Springfield, US',
    '東京',
    'ZZZ',
    'Nowhere at all',
  ];
  const raw = [
    '%',
    '%zz',
    '%c3%28',
    '%ed%a0%80',
    '%ff',
    '%00',
    '%0a',
    '%2f',
    '%2F..%2f',
    '..',
    '.',
    '%2e%2e',
    '+',
    ';a=b',
    '&',
    '%25',
    '%2525',
    ':address',
    '*',
  ];
  if (random.chance(0.4)) return encodeURIComponent(random.pick(places));
  if (random.chance(0.4)) return random.pick(raw);
  const long = random.pick([511, 512, 513, 5000]);
  const text = random.chance(0.1)
    ? random.pick(['x', ' ', 'é', '😀', 'e\u0301']).repeat(long)
    : random.pick(ODD_TEXTS);
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
}

/** Leaves as it is what may be within a path. */
function encodedLoosely(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, encodeURIComponent);
}
