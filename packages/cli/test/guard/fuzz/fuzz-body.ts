import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import type { DescribedOperation, Description } from '../../../../adapter-http-koa/test/description.ts';
import type { Random } from '../random.ts';
import { type BodySchema, bent, fitting, ODD_TEXTS } from './fuzz-values.ts';

/** A body with its header lines. */
export interface FuzzBody {
  readonly lines: readonly string[];
  readonly bytes?: Buffer;
  readonly value?: unknown;
  readonly isPlain: boolean;
}

export const NO_BODY: FuzzBody = { lines: [], isPlain: true };
const JSON_TYPE = 'Content-Type: application/json';

/** A body for an operation, most often one that it takes. */
export function bodyOf(description: Description, operation: DescribedOperation, random: Random): FuzzBody {
  const schema = schemaOf(description, operation);
  const good = schema ? fitting(schema, random) : { payload: {} };
  const value = sparing(
    random.chance(0.5) ? good : random.chance(0.5) ? bent(good, random) : bent(bent(good, random), random),
  );
  // Values that JSON cannot hold are omitted.
  const text = JSON.stringify(value) ?? 'null';
  const read: unknown = JSON.parse(text);
  if (random.chance(0.6))
    return framed(Buffer.from(text), [JSON_TYPE], read, !text.includes('\ufffd'), random);
  return oddBody(text, read, random);
}

/**
 * A rename of what makes the callers admin and reader is rehearsed, they would be nobody for the rest of the run, and so is one
 * to it: who holds nothing of it would be an admin.
 */
function sparing(value: unknown): unknown {
  const { payload } = (value ?? {}) as { payload?: { from?: unknown; to?: unknown } | null };
  const isTheirs = [payload?.from, payload?.to].some(
    (name) => typeof name === 'string' && name.startsWith('service.admin'),
  );
  return isTheirs ? { ...(value as object), payload: { ...payload, dryRun: true } } : value;
}

function schemaOf(description: Description, { requestBody }: DescribedOperation): BodySchema | undefined {
  const { content } = (requestBody ?? {}) as { content?: Record<string, { schema: BodySchema }> };
  return content && (resolved(description, content['application/json']?.schema ?? {}) as BodySchema);
}

/** With every reference followed. */
function resolved(description: Description, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((one) => resolved(description, one));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref } = node as { $ref?: string };
  if ($ref === undefined) {
    return Object.fromEntries(
      Object.entries(node).map(([key, child]) => [key, resolved(description, child)]),
    );
  }
  const found = $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], description);
  return resolved(description, found);
}

const TYPES = [
  ...[
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json;charset=UTF-8',
    'application/json; x=y',
  ],
  ...[
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'application/json; charset=bogus',
    'application/json; charset=',
    'application/json; charset=utf-7',
  ],
  ...[
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/vnd.api+json',
  ],
  ...[
    'application/json-patch+json',
    'application/xml',
    'application/jsonx',
    'json',
    '',
    ' ',
    '/',
    'application/',
    '*/*',
    'application/json, text/plain',
    'é',
  ],
];

/** 2 MiB and 64 MiB in a few bytes. */
const SMALL_BOMB = gzipSync(Buffer.alloc(2 * 1024 * 1024, 0x20));
const LARGE_BOMB = brotliCompressSync(Buffer.alloc(64 * 1024 * 1024, 0x20), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
});
const PLAIN_UNDER_A_CODING = ['gzip', 'deflate', 'br', 'identity', 'zstd', 'compress', 'gzip, gzip', '', 'x'];
const CODINGS: readonly [name: string, encode: (bytes: Buffer) => Buffer][] = [
  ['gzip', (bytes) => gzipSync(bytes)],
  ['deflate', (bytes) => deflateSync(bytes)],
  ['br', (bytes) => brotliCompressSync(bytes)],
  ...PLAIN_UNDER_A_CODING.map((name): [string, (bytes: Buffer) => Buffer] => [name, (bytes) => bytes]),
  ['gzip', () => SMALL_BOMB],
  ['br', () => LARGE_BOMB],
  ['gzip', (bytes) => gzipSync(bytes).subarray(0, 15)],
  ['gzip', (bytes) => Buffer.concat([gzipSync(bytes), gzipSync(bytes)])],
];

/** Changes that may confuse a server: other bytes, another type, another coding. */
function oddBody(text: string, value: unknown, random: Random): FuzzBody {
  const utf8 = Buffer.from(text);
  const typed = [JSON_TYPE];
  switch (random.below(6)) {
    case 0:
      return framed(
        utf8,
        random.chance(0.1) ? [] : [`Content-Type: ${random.pick(TYPES)}`],
        value,
        false,
        random,
      );
    case 1: {
      const [coding, encode] = random.pick(CODINGS);
      const bytes = encode(utf8);
      return framed(bytes, [...typed, `Content-Encoding: ${coding}`], value, false, random);
    }
    case 2: {
      const inputs: (string | Buffer)[] = [
        ...[
          `\ufeff${text}`,
          ` ${text} `,
          `${text}${text}`,
          `${text},`,
          `[${text}]`,
          text.slice(0, -1),
          text.slice(1),
          '',
          ' ',
          '{',
          'null',
          '1',
          '"x"',
          '[]',
        ],
        ...[
          text.replaceAll('"', "'"),
          `${text}//`,
          `/**/${text}`,
          `{"payload":1,${text.slice(1)}`,
          `{"__proto__":${text},${text.slice(1)}`,
        ],
        ...[
          '['.repeat(5000),
          `${'['.repeat(2000)}${']'.repeat(2000)}`,
          `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
          '{"payload":1e999}',
          '\0',
          `${text}\0`,
        ],
        ...[
          Buffer.from(text, 'utf16le'),
          Buffer.from([0xff, 0xfe]),
          Buffer.concat([utf8, Buffer.from([0xff])]),
          Buffer.from('{"payload":"\xe9"}', 'latin1'),
        ],
      ];
      const input = random.pick(inputs);
      return framed(Buffer.from(input), typed, parsed(input), false, random);
    }
    case 3: {
      const size = random.pick([1024 * 1024 - 1, 1024 * 1024, 1024 * 1024 + 1, 1024 * 1024 + 50_000]);
      const filled = `${text}${' '.repeat(Math.max(0, size - utf8.length))}`;
      return framed(Buffer.from(filled), typed, value, false, random);
    }
    case 4:
      return framed(Buffer.from(random.pick(ODD_TEXTS)), typed, undefined, false, random);
    default: {
      const escaped = text.replace(
        /[a-z]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
      return framed(Buffer.from(escaped), typed, parsed(escaped), parsed(escaped) !== undefined, random);
    }
  }
}

function parsed(input: string | Buffer): unknown {
  try {
    // A byte order mark may be ignored (RFC 8259, section 8.1), and is.
    return JSON.parse(String(input).replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

/** With its length, or in chunks. */
function framed(
  bytes: Buffer,
  lines: readonly string[],
  value: unknown,
  isPlain: boolean,
  random: Random,
): FuzzBody {
  const known = { lines, value, isPlain };
  if (random.chance(0.85)) return { ...known, bytes, lines: [...lines, `Content-Length: ${bytes.length}`] };
  const size = 1 + random.below(Math.max(bytes.length, 64));
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = bytes.subarray(at, at + size);
    const extension = random.pick(['', '', ';a=b', ';a="b"']);
    chunks.push(Buffer.from(`${chunk.length.toString(16)}${extension}\r\n`), chunk, Buffer.from('\r\n'));
  }
  chunks.push(Buffer.from('0\r\n\r\n'));
  return { ...known, bytes: Buffer.concat(chunks), lines: [...lines, 'Transfer-Encoding: chunked'] };
}
