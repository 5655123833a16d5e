import type bodyParser from 'koa-bodyparser';
import type { AppContext, AppMiddleware } from '../app-context.js';
import { type Problem, sendProblem, validationProblem } from '../present/problem.js';
import { whenAnswered } from '../when-answered.js';

/** Largest body that is read, in bytes (decision 5). */
const BODY_LIMIT = 1024 * 1024;

const NOT_JSON_TYPE = validationProblem('The header Content-Type must be application/json');
const NOT_UTF8 = validationProblem('The body must be in UTF-8; write the character U+FFFD as \\ufffd');
const NOT_JSON = validationProblem('The body must be a valid JSON object');
const TOO_LARGE: Problem = {
  status: 413,
  code: 'PAYLOAD_TOO_LARGE',
  message: `The body must not be larger than ${BODY_LIMIT} bytes`,
};

/** Reads a JSON body into `ctx.request.body`, or answers 400 or 413; it stands behind the checks of token and rights. */
export function jsonBody(): AppMiddleware {
  let parse: ReturnType<typeof bodyParser> | undefined;
  return async (ctx, next) => {
    if (!isPlainJson(ctx) && ctx.is('application/json') === false) return sendProblem(ctx, NOT_JSON_TYPE);
    parse ??= await loadParser();
    try {
      await Promise.race([parse(ctx, async () => {}), hungUp(ctx)]);
    } catch (error) {
      return sendProblem(ctx, isTooLarge(error) ? TOO_LARGE : NOT_JSON);
    }
    const { rawBody } = ctx.request;
    // The parser skips what is of another type in its eyes, and puts U+FFFD in place of what is not UTF-8.
    if (typeof rawBody !== 'string' && ctx.is('application/json')) return sendProblem(ctx, NOT_JSON_TYPE);
    if (String(rawBody).includes('\uFFFD')) return sendProblem(ctx, NOT_UTF8);
    return next();
  };
}

/** Loaded with the first body: it would be a tenth of a start. */
async function loadParser(): Promise<ReturnType<typeof bodyParser>> {
  const { default: bodyParser } = await import('koa-bodyparser');
  return bodyParser({ detectJSON: isPlainJson, enableTypes: ['json'], jsonLimit: String(BODY_LIMIT) });
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
