import type {
  DescribedOperation,
  Description,
  DescriptionCheck,
} from '../../../../adapter-http-koa/test/description.ts';
import { hasErrorShape } from '../../faults/check-journal.ts';
import type { Outcome, RawAnswer } from '../raw-http.ts';
import type { FuzzRequest } from './fuzz-request.ts';

/** The answers to invalid HTTP, from the introduction of the description. */
const NOT_HTTP: Readonly<Record<number, string>> = { 400: 'VALIDATION_ERROR', 431: 'HEADERS_TOO_LARGE' };

/** Operations that ignore a query. */
const IGNORES_QUERY = /^\/(?:geo-locations|health|openapi\.json|\.well-known)\b/;

/**
 * What no schema says: whether a reader sees anything of a name, which departments there are, what time it is, which page follows, which names fit together, what one request says twice, and what an evaluation has once it has its
 * defaults.
 */
const BEYOND_SCHEMAS =
  /payload\.name must|must have a name, or a first or last name|"payload\.(?:departmentId|parentId): no department has|payload\.managerId: no user has|which has passed|must stay within modules|is about the same (?:user|permission) as|of which it has an end|must be an ISO 8601 timestamp|payload\.to must be (?:another name|service\.<module>\.\*, as)|next_token of the same request|"message":"(?:subject|action|resource)\b/;

/** Reports answers that violate the description. */
export class FuzzJudge {
  readonly #check: DescriptionCheck;
  readonly #description: Description;

  constructor(check: DescriptionCheck, description: Description) {
    this.#check = check;
    this.#description = description;
  }

  /** Texts without numbers or ids, so that problems of one kind are counted together. */
  flawsOf(request: FuzzRequest, outcome: Outcome): string[] {
    const { method, target } = request.raw;
    if (outcome === 'cut') return [];
    const place = `${method} ${request.template}`;
    if (typeof outcome === 'string') return [`${place}: ${outcome} without an answer`];
    if (outcome.status >= 500) return [`${place}: ${outcome.status}`];
    const { pathname } = new URL(target.startsWith('/') ? `http://x${pathOf(target)}` : 'http://x/');
    // The pages are for people.
    if (/^\/(?:docs\b|page\/(?!config$)|$)/.test(pathname)) return [];
    if (!request.isHttp) return this.#flawsOfBroken(place, outcome);
    return [
      ...this.#check
        .flawsOfExchange({
          method,
          path: pathOf(target),
          requestBody: request.value,
          status: outcome.status,
          headers: outcome.headers,
          text: outcome.text,
        })
        .map((flaw) => `${place}: ${outcome.status}: ${flaw}`),
      ...(outcome.status >= 400 && method !== 'HEAD' && !hasErrorShape(outcome.text)
        ? [`${place}: ${outcome.status} is not an error of the interface`]
        : []),
      ...this.#flawsOfExpectation(request, outcome).map((flaw) => `${place}: ${flaw}`),
    ];
  }

  /** Anything that was meant to break HTTP may be refused so, or be taken for what is left of it. */
  #flawsOfBroken(place: string, { status, text }: RawAnswer): string[] {
    if (status < 400 || text === '') return [];
    if (!hasErrorShape(text)) return [`${place}: ${status} is not an error of the interface`];
    const { code } = (JSON.parse(text) as { error: { code: string } }).error;
    const isDescribed =
      [401, 403, 404, 405, 409, 410, 412, 413, 415, 429].includes(status) || NOT_HTTP[status] === code;
    return isDescribed ? [] : [`${place}: ${status} ${code} to what is no HTTP`];
  }

  /** Returns deviations from the expected answer for this caller and operation. */
  #flawsOfExpectation(request: FuzzRequest, { status, text }: RawAnswer): string[] {
    const operation = this.#operationOf(request);
    if (!operation) return [];
    const isProtected = operation.security.length > 0;
    const isTokenBad = request.caller === 'nobody' || request.caller === 'forger';
    if (isProtected && isTokenBad) return status === 401 ? [] : [`${status} to ${request.caller}, not 401`];
    const right = /The caller is not an? (admin, or for a dry run not a reader|admin|reader)/.exec(
      JSON.stringify(operation.responses),
    )?.[1];
    const isRefused = status === 401 || status === 403;
    if (right !== undefined && request.caller === 'user') {
      return isRefused ? [] : [`${status} to a caller without the right`];
    }
    if (
      request.caller === 'reader' &&
      (right === 'admin' || (right !== undefined && right !== 'reader' && !isDryRun(request.value)))
    ) {
      // Whether it is a dry run is judged once the body is parsed.
      const isUnread = right !== 'admin' && [400, 408, 413, 415].includes(status);
      return isRefused || isUnread ? [] : [`${status} to a reader`];
    }
    // Of a body about somebody else it can be said only by who reads it.
    const isAboutOthers =
      status === 403 && request.caller === 'user' && text.includes('Only readers can ask about other users');
    // A rival may have lost access.
    if (isProtected && isRefused && !isAboutOthers && request.caller !== 'rival')
      return [`${status} to ${request.caller}`];
    if (status === 429) return [];
    const fits = this.#fits(request, operation);
    if (fits === 'yes' && status === 400 && !BEYOND_SCHEMAS.test(text))
      return ['400 to what fits the description'];
    if (fits === 'no' && ![400, 413, 415].includes(status))
      return [`${status} to what does not fit the description`];
    return [];
  }

  /** Whether path and body are as described; not every way to write them can be judged from outside. */
  #fits(
    request: FuzzRequest,
    { parameters = [], requestBody }: DescribedOperation,
  ): 'yes' | 'no' | 'unknown' {
    const pointer = ['paths', request.template, request.verb];
    if (requestBody) {
      const schema = [...pointer, 'requestBody', 'content', 'application/json', 'schema'];
      const fits = this.#check.flawsOf(request.value, ...schema).length === 0;
      if (!fits) return 'no';
      return request.isPlain && !request.raw.target.includes('?') ? 'yes' : 'unknown';
    }
    const given = pathOf(request.raw.target).split('/');
    const names = request.template.split('/');
    // How a query is read is more than its schemas say; what is of no described kind is refused.
    const query = request.raw.target.slice(pathOf(request.raw.target).length).replace(/^\?/, '');
    let answer: 'yes' | 'unknown' = query === '' || IGNORES_QUERY.test(request.template) ? 'yes' : 'unknown';
    for (const [index, { in: place, name, schema }] of parameters.entries()) {
      if (place !== 'path') continue;
      const text = decoded(given[names.indexOf(`{${name}}`)] ?? '');
      if (text === undefined) return 'no';
      // How long it is after that cannot be said by a schema.
      if (text.trim().normalize('NFC') !== text && answer === 'yes') answer = 'unknown';
      const isNumber = schema.type === 'integer';
      // Other ways to write a number are ours to take or to refuse.
      if (isNumber && !/^(?:0|[1-9]\d*)$/.test(text)) {
        answer = 'unknown';
        continue;
      }
      const flaws = this.#check.flawsOf(
        isNumber ? Number(text) : text,
        ...pointer,
        'parameters',
        String(index),
        'schema',
      );
      if (flaws.length > 0) return answer === 'yes' ? 'no' : 'unknown';
    }
    return answer;
  }

  /** The operation that is asked for, if it is the one that the request was made of. */
  #operationOf({ raw: { method, target }, template, verb }: FuzzRequest): DescribedOperation | undefined {
    const isMethod = method === verb.toUpperCase() || (method === 'HEAD' && verb === 'get');
    const pattern = template.replaceAll(/[.*]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+');
    const isPath = new RegExp(`^${pattern}$`).test(pathOf(target));
    return isMethod && isPath ? this.#description.paths[template]?.[verb] : undefined;
  }
}

function isDryRun(value: unknown): boolean {
  const { payload } = Object(value);
  return Object(payload).dryRun === true;
}

function pathOf(target: string): string {
  return target.replace(/[?#].*$/s, '');
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
