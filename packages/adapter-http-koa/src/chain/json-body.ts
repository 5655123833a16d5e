import type bodyParser from 'koa-bodyparser';
import type { AppContext } from '../app-context.js';
import { type DescribedProblem, validationProblem } from '../problem.js';
import { whenAnswered } from '../server/when-answered.js';
import type { Check } from './check.js';

/** Largest body that is read (decision 5). */
const BODY_MAX_BYTES = 1024 * 1024;

const NOT_JSON_TYPE = validationProblem('The header Content-Type must be application/json');
const NOT_UTF8 = validationProblem('The body must be in UTF-8; write the character U+FFFD as \\ufffd');
const NOT_JSON = validationProblem('The body must be a valid JSON object');

/** To a body that is larger than is read. */
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
    parse ??= await loadParser();
    try {
      await Promise.race([parse(ctx, async () => {}), hungUp(ctx)]);
    } catch (error) {
      // The parser stops where it gives up; what has come after that would keep the next request from being read.
      ctx.req.resume();
      return isTooLarge(error) ? BODY_TOO_LARGE : NOT_JSON;
    }
    const { rawBody } = ctx.request;
    // The parser skips what is of another type in its eyes, and puts U+FFFD in place of what is not UTF-8.
    if (typeof rawBody !== 'string' && ctx.is('application/json')) return NOT_JSON_TYPE;
    return String(rawBody).includes('\uFFFD') ? NOT_UTF8 : undefined;
  };
}

/** Loaded with the first body: it would be a tenth of a start. */
async function loadParser(): Promise<ReturnType<typeof bodyParser>> {
  const { default: bodyParser } = await import('koa-bodyparser');
  return bodyParser({ detectJSON: isPlainJson, enableTypes: ['json'], jsonLimit: String(BODY_MAX_BYTES) });
}

/** As almost all write it, so that nothing of the header needs to be parsed. */
function isPlainJson(ctx: Pick<AppContext, 'get'>): boolean {
  return ctx.get('Content-Type') === 'application/json';
}

/** Fails once nobody waits for an answer: the parser does not notice where the body is compressed, or is refused. */
function hungUp({ res }: AppContext): Promise<never> {
  return new Promise((_resolve, reject) => whenAnswered(res, reject));
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 413;
}
