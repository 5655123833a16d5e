import type bodyParser from 'koa-bodyparser';
import type { AppContext } from '../app-context.js';
import { type DescribedProblem, validationProblem } from '../problem.js';
import { whenAnswered } from '../server/when-answered.js';
import type { Check } from './check.js';

/** The largest allowed body (decision 5). */
const BODY_MAX_BYTES = 1024 * 1024;

const NOT_JSON_TYPE = validationProblem('The header Content-Type must be application/json');
const NOT_UTF8 = validationProblem('The body must be in UTF-8; write the character U+FFFD as \\ufffd');
const OTHER_CHARSET = validationProblem('The body must be in UTF-8, not in the charset of Content-Type');
const NOT_JSON = validationProblem('The body must be a valid JSON object');

/** For a body that is too large. */
export const BODY_TOO_LARGE: DescribedProblem = {
  status: 413,
  code: 'PAYLOAD_TOO_LARGE',
  message: `The body must not be larger than ${BODY_MAX_BYTES} bytes`,
  when: 'The body is larger than 1 MiB.',
};

/** Reads a JSON body into `ctx.request.body`, or refuses with 400 or 413. */
export function jsonBody(): Check {
  let parse: ReturnType<typeof bodyParser> | undefined;
  return async (ctx) => {
    if (!isPlainJson(ctx) && ctx.is('application/json') === false) return NOT_JSON_TYPE;
    if (!isPlainJson(ctx) && !/^(?:utf-?8)?$/i.test(ctx.request.charset)) return OTHER_CHARSET;
    parse ??= await loadParser();
    try {
      await Promise.race([parse(ctx, async () => {}), hungUp(ctx)]);
    } catch (error) {
      // The parser stops when it gives up; the rest of the body would block the next request.
      ctx.req.resume();
      return isTooLarge(error) ? BODY_TOO_LARGE : NOT_JSON;
    }
    const { rawBody } = ctx.request;
    // The parser skips bodies of other types, and replaces invalid UTF-8 by U+FFFD.
    if (typeof rawBody !== 'string' && ctx.is('application/json')) return NOT_JSON_TYPE;
    return String(rawBody).includes('\uFFFD') ? NOT_UTF8 : undefined;
  };
}

/** Loaded with the first body: it would take a tenth of the start. */
async function loadParser(): Promise<ReturnType<typeof bodyParser>> {
  const { default: bodyParser } = await import('koa-bodyparser');
  return bodyParser({ detectJSON: isPlainJson, enableTypes: ['json'], jsonLimit: String(BODY_MAX_BYTES) });
}

/** The usual form, which needs no parsing of the header. */
function isPlainJson(ctx: Pick<AppContext, 'get'>): boolean {
  return ctx.get('Content-Type') === 'application/json';
}

/** Fails once nobody waits for an answer: the parser does not notice if the body is compressed, or refused. */
function hungUp({ res }: AppContext): Promise<never> {
  return new Promise((_resolve, reject) => whenAnswered(res, reject));
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 413;
}
