import type { ProblemCode } from '@ops-admin/adapter-http-koa';
import { err, ok, type Result } from 'neverthrow';
import { isObject, mistakeIn } from './mistake-in.js';
import type { Operation } from './operations.js';
import type { ErrorAnswer, NoAnswer } from './problem.js';

/** The part of the JSON that is read. */
interface AnswerJson {
  readonly data?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown } | null;
}

/** The longest answer that is read as a whole, and the longest line of one that is read in lines. */
export const MAX_ANSWER_BYTES = 67_108_864;
export const TOO_LONG = 'longer than 64 MiB';

/** How long the service can send nothing, before its answer and within it. */
export const SILENCE_SECONDS = 60;

/** The answer of the service. Rejects if the connection is cut. Calls back if nothing comes for a minute. */
export async function readAnswer(
  response: Response,
  [, , shape, how]: Operation,
  onSilence: () => void,
): Promise<Result<unknown, ErrorAnswer | NoAnswer>> {
  const { headers, status } = response;
  if (how === 'lines' && response.ok && headers.get('Content-Type') === 'application/x-ndjson')
    return ok(response);
  const foreign = (message: string) => err({ type: 'no-answer' as const, status, message });
  const text = await readText(response, onSilence);
  if (text === undefined) return foreign(`The answer is ${TOO_LONG}: ${status}`);
  const answer = parse(text);
  const data = shape === 'open' || how === 'bare' ? answer : answer?.data;
  if (response.ok && isObject(data)) {
    const wrong = shape === 'open' ? undefined : mistakeIn(data, shape);
    if (wrong !== undefined) return foreign(`The answer has another shape, with status ${status}: ${wrong}`);
    if (how === 'tagged') return ok({ ...data, etag: headers.get('ETag') ?? undefined });
    const source = headers.get('X-Location-Source');
    if (source !== null) return ok({ ...data, source, precision: headers.get('X-Location-Precision') });
    const entry = headers.get('X-Audit-Entry');
    return ok(entry === null ? data : { ...data, entry: Number(entry) });
  }
  const { code, message } = answer?.error ?? {};
  if (!response.ok && typeof code === 'string' && typeof message === 'string') {
    const retryAfter = retryAfterOf(headers);
    const requestId = headers.get('X-Request-Id');
    return err({
      type: 'error-answer',
      status,
      code: code as ProblemCode,
      message,
      ...(retryAfter !== undefined && { retryAfter }),
      ...(requestId !== null && { requestId }),
    });
  }
  const contentType = headers.get('Content-Type') ?? 'no content type';
  return foreign(`The answer is not from the service: ${status}, ${contentType}`);
}

/** Undefined if it is too long. */
async function readText(response: Response, onSilence: () => void): Promise<string | undefined> {
  const texts: string[] = [];
  let bytes = 0;
  for await (const [text, length] of textsOf(response, onSilence)) {
    texts.push(text);
    bytes += length;
    if (bytes > MAX_ANSWER_BYTES) return undefined;
  }
  return texts.join('');
}

/** Gives the text of an answer as it comes, with its length in bytes; a reader that stops cancels it. Calls back if nothing comes. */
export async function* textsOf(
  { body }: Response,
  onSilence: () => void,
): AsyncGenerator<readonly [text: string, bytes: number], void> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const silence = setTimeout(onSilence, SILENCE_SECONDS * 1000);
      const { value } = (await reader?.read().finally(() => clearTimeout(silence))) ?? {};
      if (!value) return yield [decoder.decode(), 0];
      yield [decoder.decode(value, { stream: true }), value.length];
    }
  } finally {
    reader?.cancel().catch(() => {});
  }
}

/** Seconds, in either form (RFC 9110, section 10.2.3); `undefined` if the header is missing or invalid. */
export function retryAfterOf(headers: Headers): number | undefined {
  const given = headers.get('Retry-After') ?? '';
  const seconds = /^\d+$/.test(given) ? Number(given) : Math.ceil((Date.parse(given) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0);
}

function parse(text: string): AnswerJson | null | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
