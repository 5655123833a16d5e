import { METHODS } from 'node:http';
import type { DescribedOperation, Description } from '../../../../adapter-http-koa/test/description.ts';
import type { Random } from '../random.ts';
import type { RawRequest } from '../raw-http.ts';
import { bodyOf, NO_BODY } from './fuzz-body.ts';
import { pathPart, queryText } from './fuzz-values.ts';

/** The caller of a request. */
export type Caller = 'admin' | 'reader' | 'user' | 'nobody' | 'forger' | 'rival';

/** A request that was made of the description, and what may be expected of its answer. */
export interface FuzzRequest {
  readonly raw: RawRequest;
  readonly caller: Caller;
  /** Whether it is certain to be valid HTTP; else 400 or 431 is an answer too, whatever it asks for. */
  readonly isHttp: boolean;
  /** The operation it was made of; what it really asks for is found by its path and method. */
  readonly template: string;
  readonly verb: string;
  /** The JSON value of its body, where it has one. */
  readonly value: unknown;
  /** Whether nothing but that value can be wrong with the body: type, coding and encoding are as usual. */
  readonly isPlain: boolean;
}

/** The parts of requests. */
export interface FuzzMaterial {
  readonly description: Description;
  readonly tokens: {
    readonly admin: string;
    readonly reader: string;
    readonly user: string;
    readonly rivals: readonly string[];
    readonly forged: readonly string[];
  };
  /** The prefix for request names in a run. */
  readonly run: string;
}

/** A request of one number of a run; it depends on nothing else. */
export function makeFuzzRequest(material: FuzzMaterial, random: Random, number: number): FuzzRequest {
  const operations = Object.entries(material.description.paths).flatMap(([template, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ template, verb, operation })),
  );
  const { operation, template, verb } = random.pick(operations);
  const target = targetOf(template, operation, random);
  const method = methodOf(verb, random);
  const [caller, authorization] = authorizationOf(material, random);
  const headers = headersOf(`${material.run}-${number}`, random);
  const body =
    operation.requestBody || random.chance(0.05) ? bodyOf(material.description, operation, random) : NO_BODY;
  const raw: RawRequest = {
    method: method.text,
    target: target.text,
    lines: ['Host: fuzz.example', 'Connection: close', ...authorization, ...headers.lines, ...body.lines],
    body: body.bytes,
    ...(body.bytes && random.chance(0.01) && { cutAfter: random.below(400 + body.bytes.length) }),
  };
  return {
    raw,
    caller,
    isHttp: method.isHttp && target.isHttp && headers.isHttp && sizeOf(raw) < HEAD_MAX_BYTES,
    template,
    verb,
    value: body.value,
    isPlain: body.isPlain,
  };
}

/** Node refuses more than 16 KiB of request line and headers; what is near is left open. */
const HEAD_MAX_BYTES = 15 * 1024;

function sizeOf({ lines, target }: RawRequest): number {
  return [target, ...lines].reduce((sum, line) => sum + Buffer.byteLength(line) + 4, 0);
}

function targetOf(
  template: string,
  { parameters = [] }: DescribedOperation,
  random: Random,
): { text: string; isHttp: boolean } {
  let path = template;
  for (const { in: place, name, schema } of parameters) {
    if (place === 'path') path = path.replace(`{${name}}`, () => pathPart(schema.type, random));
  }
  if (random.chance(0.05)) {
    path = random.pick([
      `${path}/`,
      `/${path}`,
      path.toUpperCase(),
      `${path}.json`,
      `${path}/..`,
      path.slice(0, -1),
      `/x${path}`,
      '/',
      '/docs',
      '/docs/',
      '/docs/x',
      '/%',
    ]);
  }
  const names = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const isAsked = names.length > 0 && random.chance(0.6);
  const query = isAsked
    ? queryText(names, random)
    : random.chance(0.1)
      ? random.pick([
          '?',
          '?a=b',
          '?access_token=x',
          '?start=0&start=1',
          '?%',
          '?__proto__[x]=1',
          `?${'x'.repeat(3000)}`,
          '?a[]=1',
          '#x',
        ])
      : '';
  const strange = random.chance(0.01)
    ? random.pick([
        '*',
        'http://evil.example/health/live',
        '//evil.example/',
        'health/live',
        '/a b',
        '\\',
        '',
      ])
    : undefined;
  const text = strange ?? path + query;
  // A part that goes up is a part like any other here.
  return { text, isHttp: strange === undefined && /^\/[!-~]*$/.test(text) && !text.includes('#') };
}

function methodOf(verb: string, random: Random): { text: string; isHttp: boolean } {
  if (random.chance(0.85)) return { text: verb.toUpperCase(), isHttp: true };
  const known = METHODS.filter((one) => one !== 'CONNECT');
  if (random.chance(0.8)) return { text: random.pick(['HEAD', 'GET', 'PUT', ...known]), isHttp: true };
  return {
    text: random.pick(['BREW', 'get', 'G\tET', 'CONNECT', 'PUT/', 'GETPUT', '__proto__']),
    isHttp: false,
  };
}

function authorizationOf({ tokens }: FuzzMaterial, random: Random): [Caller, string[]] {
  const share = random.next();
  if (share < 0.5) return ['admin', [`Authorization: Bearer ${tokens.admin}`]];
  if (share < 0.65) return ['reader', [`Authorization: Bearer ${tokens.reader}`]];
  if (share < 0.75) return ['user', [`authorization: bearer ${tokens.user}`]];
  if (share < 0.85) return ['nobody', random.pick([[], ['Authorization:'], ['Authorization: Basic YTpi']])];
  return ['forger', [`Authorization: Bearer ${random.pick(tokens.forged)}`]];
}

/** Headers that change nothing, or only how an answer is written. */
const HARMLESS = [
  ...[
    'Accept: application/json',
    'Accept: text/html',
    'Accept: */*;q=0',
    'Accept: ',
    'Accept-Encoding: br',
    'Accept-Encoding: gzip',
  ],
  ...[
    'Accept-Encoding: identity;q=0',
    'Accept-Encoding: *',
    'Accept-Encoding: zstd, br;q=0.1, gzip;q=0.9',
    'Accept-Encoding: ,;q=x',
  ],
  ...[
    'If-None-Match: *',
    'If-None-Match: W/"x"',
    'If-None-Match: ',
    'If-None-Match: "\\"',
    'If-Match: "x"',
    'If-Match: *',
  ],
  ...[
    'If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT',
    'If-Unmodified-Since: x',
    'Range: bytes=0-1',
    'Range: bytes=-',
    'Cookie: a=b; =; ;',
  ],
  ...[
    'Origin: https://evil.example',
    'Origin: null',
    'Referer: x',
    'X-HTTP-Method-Override: DELETE',
    'X-Forwarded-For: 127.0.0.1',
  ],
  ...[
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-Proto: https',
    'Forwarded: for=127.0.0.1',
    'X-Original-URL: /health/live',
  ],
  ...[
    'X-Rewrite-URL: /docs',
    'Accept-Language: xx',
    'User-Agent: ',
    'Cache-Control: no-cache',
    'Max-Forwards: 0',
    'TE: trailers',
    'Via: 1.1 x',
  ],
  ...[
    'Access-Control-Request-Method: PUT',
    'Prefer: return=minimal',
    'Early-Data: 1',
    'Priority: u=9',
    '__proto__: x',
    'constructor: x',
  ],
  ...[
    'Expect: 100-continue',
    'Expect: cake',
    'Upgrade: websocket',
    'Upgrade: h2c',
    'HTTP2-Settings: AAAA',
    'X: \u00e9',
    'Date: x',
  ],
];
/** Headers that may make it no HTTP. */
const HARMFUL = [
  ...[
    'Host: other.example',
    'Host: a b',
    'X : y',
    ': y',
    'X',
    'X\u00e9: y',
    'X: a\0b',
    ' folded',
    'X: a\rb',
    'Connection: upgrade',
  ],
  ...[
    'Content-Length: 0',
    'Content-Length: -1',
    'Content-Length: 1e3',
    'Content-Length: x',
    'Content-Length: 99999999999999999999',
  ],
  ...[
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: identity',
    'Transfer-Encoding: gzip',
    'Transfer-Encoding: gzip, chunked',
    'Transfer-Encoding: \x0bchunked',
  ],
  ...[`X: ${'x'.repeat(20_000)}`, `${'X'.repeat(20_000)}: x`],
];

function headersOf(id: string, random: Random): { lines: string[]; isHttp: boolean } {
  const odd = random.pick(['', ' ', 'a b', 'é', `${'x'.repeat(129)}`, '"', 'a,b', '{x}']);
  const given = random.chance(0.9) ? id : random.pick([odd, `${id}/+=:@~._-`, id.padEnd(128, 'x')]);
  const lines = [
    `X-Request-Id: ${given}`,
    ...random.some(HARMLESS, random.chance(0.5) ? random.below(4) : 0),
  ];
  if (random.chance(0.02)) lines.push(...Array.from({ length: 300 }, (_, n) => `X-${n}: ${n}`));
  const isHttp = !random.chance(0.03);
  return { lines: isHttp ? lines : [...lines, random.pick(HARMFUL)], isHttp };
}
