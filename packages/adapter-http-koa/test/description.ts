import { parseTimestamp } from '@ops-admin/core';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** The parts of an OpenAPI document that tests read. */
export interface Description {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly headers: Readonly<Record<string, { required?: boolean }>>;
    readonly responses: Readonly<Record<string, DescribedResponse>>;
    readonly schemas: Readonly<Record<string, DescribedSchema>>;
  };
}

export interface DescribedSchema {
  readonly properties?: Readonly<Record<string, DescribedSchema>>;
  readonly not?: object;
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters?: readonly { name: string; in: string; schema: { type: string } }[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly examples: Readonly<Record<string, { readonly value: unknown }>> }>
    >;
  };
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

export interface DescribedResponse {
  readonly headers: Readonly<Record<string, object>>;
  readonly content?: object;
  readonly description: string;
}

/** Headers that say nothing of the interface: of HTTP itself, for browsers, for caches. */
const COMMON = new Set([
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'date',
  'keep-alive',
  'referrer-policy',
  'transfer-encoding',
  'vary',
  'x-content-type-options',
]);

/** Routes that are described as another one: an address that is missing (interface, "GET /geo-locations/address/{address}"). */
export const TOLD_ELSEWHERE: Readonly<Record<string, string>> = {
  '/geo-locations/address': '/geo-locations/address/{address}',
};

/** A request that was answered. */
export interface Exchange {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly requestBody?: unknown;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Checks answers against a description; each mistake is one line. */
export class DescriptionCheck {
  readonly #description: Description;
  readonly #ajv = new Ajv2020({
    strictTypes: false,
    formats: { 'date-time': (text: string) => parseTimestamp(text).isOk() },
  });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(description: Description) {
    this.#description = description;
    this.#ajv.addVocabulary(['openapi', 'info', 'servers', 'tags', 'paths', 'components', 'example']);
    this.#ajv.addSchema(description, 'description');
  }

  /** Whether a value is valid by the schema at a JSON pointer of the description; what is wrong where it is not. */
  flawsOf(value: unknown, ...pointer: string[]): string[] {
    const path = pointer
      .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
      .map(encodeURIComponent)
      .join('/');
    const validate = this.#compiled.get(path) ?? this.#ajv.compile({ $ref: `description#/${path}` });
    this.#compiled.set(path, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  flawsOfExchange(exchange: Exchange): string[] {
    const { method, path, status } = exchange;
    const found = this.#find(path);
    if (!found) return this.#flawsOfRefused(exchange, 404, 'NOT_FOUND');
    const [template, parameters] = found;
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = this.#description.paths[template]?.[verb];
    if (!operation) return this.#flawsOfRefused(exchange, 405, 'METHOD_NOT_ALLOWED');
    const pointer = ['paths', template, verb];
    if (!operation.responses[status]) return [`${status} is not described`];
    return [
      ...(status === 200 ? this.#flawsOfRequest(exchange, operation, pointer, parameters) : []),
      ...this.#flawsOfResponse(exchange, [...pointer, 'responses', String(status)], status),
    ];
  }

  /** Expects that an accepted request is valid by the description. */
  #flawsOfRequest(
    { requestBody }: Exchange,
    { parameters = [], requestBody: described }: DescribedOperation,
    pointer: readonly string[],
    given: Readonly<Record<string, string>>,
  ): string[] {
    const flaws = parameters.flatMap(({ in: place, name, schema }, index) => {
      if (place !== 'path') return [];
      const text = decodeURIComponent(given[name] ?? '');
      const value = schema.type === 'integer' ? Number(text) : text;
      return this.flawsOf(value, ...pointer, 'parameters', String(index), 'schema');
    });
    const schema = [...pointer, 'requestBody', 'content', 'application/json', 'schema'];
    return described ? [...flaws, ...this.flawsOf(requestBody, ...schema)] : flaws;
  }

  /** Returns the problems of an answer to a request that no operation accepts. */
  #flawsOfRefused(exchange: Exchange, status: 404 | 405, code: string): string[] {
    const flaws = this.#flawsOfResponse(exchange, ['components', 'responses', 'Refused'], status);
    if (flaws.length > 0) return flaws;
    const { headers, method, text } = exchange;
    if (method !== 'HEAD' && !text.includes(`"code":"${code}"`)) return [`the code is not ${code}`];
    return headers.has('allow') === (status === 405) ? [] : ['header Allow is not that of 405 alone'];
  }

  #flawsOfResponse(
    { headers, method, status: got, text }: Exchange,
    pointer: readonly string[],
    status: number,
  ): string[] {
    if (got !== status) return [`${got} is not described`];
    const described = pointer.reduce<unknown>(
      (node, key) => (node as Record<string, unknown>)[key],
      this.#description,
    ) as DescribedResponse;
    const flaws = this.#flawsOfHeaders(headers, described);
    if (method === 'HEAD') return flaws;
    if (!described.content) return text === '' ? flaws : [...flaws, 'a body is not described'];
    const [type = ''] = headers.get('content-type')?.split('; charset=utf-8') ?? [];
    if (type !== 'application/json' && type in described.content) return flaws;
    // CSV is described in words, so that clients are generated with one type.
    const csv = / With `Accept: text\/csv` it is CSV with the header `([^`]+)`/.exec(described.description);
    if (type === 'text/csv' && csv) {
      const isAsDescribed = text.startsWith(`${csv[1]}\r\n`);
      return isAsDescribed ? flaws : [...flaws, 'the header of the CSV is not as described'];
    }
    if (headers.get('content-type') !== 'application/json; charset=utf-8') {
      return [...flaws, `content type ${headers.get('content-type')} is not described`];
    }
    const schema = [...pointer, 'content', 'application/json', 'schema'];
    return [...flaws, ...this.flawsOf(JSON.parse(text), ...schema)];
  }

  #flawsOfHeaders(headers: Headers, { headers: described }: DescribedResponse): string[] {
    const names = new Map(Object.keys(described).map((name) => [name.toLowerCase(), name]));
    const unknown = [...headers.keys()]
      .filter((name) => !COMMON.has(name) && !name.startsWith('access-control-') && !names.has(name))
      .map((name) => `header ${name} is not described`);
    const known = [...names].flatMap(([lower, name]) => {
      const value = headers.get(lower);
      if (value === null) {
        return this.#description.components.headers[name]?.required ? [`header ${name} is missing`] : [];
      }
      const read = ['Retry-After', 'X-Audit-Entry', 'X-Next'].includes(name) ? Number(value) : value;
      return this.flawsOf(read, 'components', 'headers', name, 'schema').map((flaw) => `${name}: ${flaw}`);
    });
    return [...unknown, ...known];
  }

  /** The path of the description that fits, and the parameters in it. */
  #find(path: string): [template: string, parameters: Record<string, string>] | undefined {
    const elsewhere = TOLD_ELSEWHERE[path.replace(/\/$/, '')];
    if (elsewhere) return [elsewhere, {}];
    for (const template of Object.keys(this.#description.paths)) {
      const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
      const pattern = template.replace(/\{\w+\}/g, '([^/]+)').replace('.', '\\.');
      const match = new RegExp(`^${pattern}/?$`).exec(path);
      if (match) {
        return [template, Object.fromEntries(names.map((name, n) => [name, match[n + 1] as string]))];
      }
    }
    return undefined;
  }
}
