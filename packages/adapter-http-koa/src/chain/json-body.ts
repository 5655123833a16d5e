import { createBrotliDecompress, createUnzip } from 'node:zlib';
import type { AppContext } from '../app-context.js';
import { type DescribedProblem, type Problem, validationProblem } from '../problem.js';
import { whenAnswered } from '../server/when-answered.js';
import type { Check } from './check.js';

/** The largest allowed body (decision 5). */
const BODY_MAX_BYTES = 1024 * 1024;

const NOT_JSON_TYPE = validationProblem('The header Content-Type must be application/json');
const NOT_UTF8 = validationProblem('The body must be in UTF-8; write the character U+FFFD as \\ufffd');
const OTHER_CHARSET = validationProblem('The body must be in UTF-8, not in the charset of Content-Type');
const NOT_JSON = validationProblem('The body must be a valid JSON object');

/** A media type whose parameters can be read. */
const WELL_FORMED = /^[^;]+(?:;[\t ]*[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*")[\t ]*)*$/;

/** For a body that is too large. */
export const BODY_TOO_LARGE: DescribedProblem = {
  status: 413,
  code: 'PAYLOAD_TOO_LARGE',
  message: `The body must not be larger than ${BODY_MAX_BYTES} bytes`,
  when: 'The body is larger than 1 MiB.',
};

/** Reads a JSON body into `ctx.state.body`, or refuses with 400 or 413. */
export function jsonBody(): Check {
  return async (ctx) => {
    const type = ctx.get('Content-Type');
    // The usual form needs no parsing.
    if (type !== 'application/json') {
      // Null where there is no body.
      const isJson = ctx.is('application/json');
      if (isJson === false || (isJson && !WELL_FORMED.test(type))) return NOT_JSON_TYPE;
      if (!/^(?:utf-?8)?$/i.test(ctx.request.charset)) return OTHER_CHARSET;
    }
    const text = await readText(ctx);
    if (typeof text !== 'string') return text;
    const body = parse(text);
    if (body === undefined) return NOT_JSON;
    if (text.includes('\uFFFD')) return NOT_UTF8;
    ctx.state.body = body;
    return undefined;
  };
}

/** Without a byte order mark, and with U+FFFD for what is not UTF-8. */
const UTF8 = new TextDecoder();

/** The text of a body, or why there is none: also once nobody waits for an answer. */
function readText({ req, res }: AppContext): Promise<string | Problem> {
  const source = decompressed(req);
  // What another parser has read has no end any more.
  if (!source || req.readableEnded) {
    req.resume();
    return Promise.resolve(NOT_JSON);
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > BODY_MAX_BYTES) refuse(BODY_TOO_LARGE);
      else chunks.push(chunk);
    };
    const refuse = (problem: Problem) => {
      source.off('data', take);
      if (source !== req) {
        req.unpipe();
        source.destroy();
      }
      // The rest of the body would block the next request.
      req.resume();
      resolve(problem);
    };
    source.on('data', take);
    source.on('end', () => resolve(UTF8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))));
    source.on('error', () => refuse(NOT_JSON));
    whenAnswered(res, () => refuse(NOT_JSON));
    if (source === req && Number(req.headers['content-length']) > BODY_MAX_BYTES) refuse(BODY_TOO_LARGE);
  });
}

/** Nothing for a coding that nobody knows. */
function decompressed(req: AppContext['req']): (NodeJS.ReadableStream & { destroy(): unknown }) | undefined {
  switch (req.headers['content-encoding'] ?? 'identity') {
    case 'identity':
      return req;
    case 'gzip':
    case 'deflate':
      return req.pipe(createUnzip());
    case 'br':
      return req.pipe(createBrotliDecompress());
    default:
      return undefined;
  }
}

/** The name of a prototype, in which letters can be escaped. */
const PROTOTYPE = /__proto__|\\u00(?:5f|6f|7[024])/i;

/** An object or a list, empty where there is no text; nothing for what is neither, and for one with another prototype. */
function parse(text: string): unknown {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text, PROTOTYPE.test(text) ? refusePrototype : undefined);
    return typeof value === 'object' ? (value ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

function refusePrototype(name: string, value: unknown): unknown {
  if (name === '__proto__') throw new SyntaxError('a prototype');
  return value;
}
