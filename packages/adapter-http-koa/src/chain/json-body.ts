import { parseStrictJson } from '@ops-admin/core/adapter';
import type bodyParser from 'koa-bodyparser';
import type { AppContext } from '../app-context.js';
import { type DescribedProblem, type Problem, validationProblem } from '../problem.js';
import { BODIES_FULL, BODY_MAX_BYTES, type BodyRoom } from './body-room.js';
import type { Check } from './check.js';

const NOT_JSON_TYPE = validationProblem('The header Content-Type must be application/json');
const NOT_UTF8 = validationProblem('The body must be in UTF-8; write the character U+FFFD as \\ufffd');
const OTHER_CHARSET = validationProblem('The body must be in UTF-8, not in the charset of Content-Type');
const NOT_JSON = validationProblem('The body must be a valid JSON object');
const REPEATED_MEMBER = validationProblem(
  'The body must be a valid JSON object, without a repeated member and without __proto__',
);

const PARAMETERS = /^[^;]*(?:;\s*[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*")\s*)*;?$/;

export const BODY_TOO_LARGE: DescribedProblem = {
  status: 413,
  code: 'PAYLOAD_TOO_LARGE',
  message: `The body must not be larger than ${BODY_MAX_BYTES} bytes`,
  when: 'The body is larger than 1 MiB.',
};

/** For a body in a content coding, which could be small and yet fill the memory. */
export function encodedBody(coding: string): DescribedProblem {
  return {
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: `The body must be sent without Content-Encoding: ${coding}`,
    when: 'The body has a `Content-Encoding` other than `identity`.',
  };
}

/** Reads a JSON body into `ctx.request.body`, or refuses it; after `authenticate`. */
export function jsonBody(room: BodyRoom): Check {
  return async (ctx) => {
    const refused = refusalOf(ctx);
    if (refused) return refused;
    const bytes = bytesOf(ctx);
    if (bytes > BODY_MAX_BYTES) return BODY_TOO_LARGE;
    const caller = ctx.state.caller?.userId ?? '';
    if (!room.enter(caller, bytes)) return BODIES_FULL;
    try {
      const readText = await loadReader();
      await readText(ctx, async () => {});
    } catch (error) {
      return isTooLarge(error) ? BODY_TOO_LARGE : NOT_JSON;
    } finally {
      room.leave(caller, bytes);
    }
    // A request without a body has no text.
    const text = String(ctx.request.rawBody ?? '');
    // The reader puts it in place of invalid UTF-8.
    if (text.includes('\uFFFD')) return NOT_UTF8;
    const read = parseStrictJson(text === '' ? '{}' : text);
    if (read.isErr()) return read.error === 'not-json' ? NOT_JSON : REPEATED_MEMBER;
    ctx.request.body = read.value;
    return typeof read.value === 'object' && read.value !== null ? undefined : NOT_JSON;
  };
}

type ReadText = ReturnType<typeof bodyParser>;

let reader: Promise<ReadText> | undefined;

/**
 * Gives what reads bodies. To load it takes a tenth of the start: a server does it once it listens, anybody else with the first
 * body.
 */
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

/** Returns the problem that the headers of a body show. */
function refusalOf(ctx: AppContext): Problem | undefined {
  const coding = ctx.get('Content-Encoding');
  if (coding !== '' && coding !== 'identity') return encodedBody(coding);
  // The usual form, which needs no parsing of the header.
  if (ctx.get('Content-Type') === 'application/json') return undefined;
  if (ctx.is('application/json') === false || !PARAMETERS.test(ctx.get('Content-Type'))) return NOT_JSON_TYPE;
  return /^(?:utf-?8)?$/i.test(ctx.request.charset) ? undefined : OTHER_CHARSET;
}

/** How much a body can take while it is read: its length, or the most if that is not known. */
function bytesOf({ req: { headers } }: AppContext): number {
  if (headers['transfer-encoding'] !== undefined) return BODY_MAX_BYTES;
  return Number(headers['content-length'] ?? 0);
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 413;
}
