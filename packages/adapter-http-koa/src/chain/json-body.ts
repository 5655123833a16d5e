import type bodyParser from 'koa-bodyparser';
import type { AppContext } from '../app-context.js';
import { type DescribedProblem, validationProblem } from '../problem.js';
import type { HeldTexts } from '../server/held-texts.js';
import { isItsTurn } from '../server/is-its-turn.js';
import { OVERLOADED } from '../server/request-cap.js';
import { whenAnswered } from '../server/when-answered.js';
import type { Check } from './check.js';
import { BODY_MAX_PARTS, readJson } from './json-text.js';

/** The largest allowed body (decision 5). */
const BODY_MAX_BYTES = 1024 * 1024;

/** A longer body takes milliseconds to read: it waits for its turn. */
const SHORT_BODY_LENGTH = 16_384;

const NOT_JSON_TYPE = validationProblem('The header Content-Type must be application/json');
const NOT_UTF8 = validationProblem('The body must be in UTF-8; write the character U+FFFD as \\ufffd');
const OTHER_CHARSET = validationProblem('The body must be in UTF-8, not in the charset of Content-Type');
const NOT_JSON = validationProblem('The body must be a valid JSON object');
const TOO_MANY_PARTS = validationProblem(
  `The body must not hold more than ${BODY_MAX_PARTS} objects, lists and members`,
);

const PARAMETERS = /^[^;]*(?:;\s*[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*")\s*)*;?$/;

/** For a body that is too large. */
export const BODY_TOO_LARGE: DescribedProblem = {
  status: 413,
  code: 'PAYLOAD_TOO_LARGE',
  message: `The body must not be larger than ${BODY_MAX_BYTES} bytes`,
  when: 'The body is larger than 1 MiB.',
};

/** Reads a JSON body into `ctx.request.body`, or refuses with 400 or 413. */
export function jsonBody(held: HeldTexts): Check {
  return async (ctx) => {
    if (!isPlainJson(ctx) && !isJson(ctx)) return NOT_JSON_TYPE;
    if (!isPlainJson(ctx) && !/^(?:utf-?8)?$/i.test(ctx.request.charset)) return OTHER_CHARSET;
    const readText = await loadReader();
    try {
      await Promise.race([readText(ctx, async () => {}), hungUp(ctx)]);
    } catch (error) {
      // The reader stops when it gives up; the rest of the body would block the next request.
      ctx.req.resume();
      return isTooLarge(error) ? BODY_TOO_LARGE : NOT_JSON;
    }
    // Without a body there is no text.
    const text = String(ctx.request.rawBody ?? '');
    if (text.length > SHORT_BODY_LENGTH) {
      if (!held.take(ctx.res, text.length)) return OVERLOADED;
      const turn = isItsTurn(ctx.res);
      if (turn !== true && !(await turn)) return OVERLOADED;
      ctx.state.isBegun = true;
      ctx.request.rawBody = '';
    }
    const read = readJson(text);
    if (read.isErr()) return read.error === 'not-json' ? NOT_JSON : TOO_MANY_PARTS;
    ctx.request.body = read.value;
    // The reader puts it in the place of what is not UTF-8.
    return text.includes('\uFFFD') ? NOT_UTF8 : undefined;
  };
}

type ReadText = ReturnType<typeof bodyParser>;

let reader: Promise<ReadText> | undefined;

/** Gives what reads bodies. To load it takes a tenth of the start: a server does it once it listens, anybody else with the first body. */
export function loadReader(): Promise<ReadText> {
  reader ??= import('koa-bodyparser').then(({ default: bodyParser }) =>
    bodyParser({
      enableTypes: ['text'],
      extendTypes: { text: ['application/json'] },
      textLimit: String(BODY_MAX_BYTES),
    }),
  );
  return reader;
}

/** The usual form, which needs no parsing of the header. */
function isPlainJson(ctx: Pick<AppContext, 'get'>): boolean {
  return ctx.get('Content-Type') === 'application/json';
}

/** Whether the header says so, and is well-formed, or there is no body. */
function isJson(ctx: AppContext): boolean {
  return ctx.is('application/json') !== false && PARAMETERS.test(ctx.get('Content-Type'));
}

/** Fails once nobody waits for an answer: the parser does not notice if the body is compressed, or refused. */
function hungUp({ res }: AppContext): Promise<never> {
  return new Promise((_resolve, reject) => whenAnswered(res, reject));
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 413;
}
