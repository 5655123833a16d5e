import { err, ok, type Result } from 'neverthrow';
import type { ClientOptions } from './client-options.js';
import type { Operation } from './operations.js';
import type { NotSent, Problem } from './problem.js';
import { readAnswer, retryAfterOf } from './read-answer.js';
import { type Members, type PlainRequest, requestOf } from './request-of.js';

const MAX_REPETITIONS = 3;

/** Anyone who is to wait longer is asked first: the caller gets the problem. */
const MAX_WAIT_SECONDS = 30;

/** Where an answer does not say how long, as those of proxies. */
const DEFAULT_WAIT_SECONDS = 1;

/** Asks for an operation, again where that does no harm and the answer says so. Never rejects. */
export async function call(
  options: ClientOptions,
  operation: Operation,
  members: Members,
): Promise<Result<unknown, Problem>> {
  const { baseUrl, signal } = options;
  const request = requestOf(baseUrl, operation, members);
  if (request.isErr()) return err(request.error);
  // Node.js 22 leaves a listener of each request at a signal for a while, and warns of many.
  const own = new AbortController();
  const abort = () => own.abort();
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  const answer = await send(request.value, operation, options, own.signal);
  signal?.removeEventListener('abort', abort);
  return answer;
}

async function send(
  { url, ...plain }: PlainRequest,
  operation: Operation,
  { fetch: ask = fetch, token: source }: ClientOptions,
  signal: AbortSignal,
): Promise<Result<unknown, Problem>> {
  const [method, , open] = operation;
  for (let repetitions = method === 'POST' ? 0 : MAX_REPETITIONS; ; repetitions -= 1) {
    const token = open ? ok('') : await tokenFrom(source);
    if (token.isErr()) return err(token.error);
    const headers = open ? plain.headers : { ...plain.headers, Authorization: `Bearer ${token.value}` };
    try {
      signal.throwIfAborted();
      // A redirect would take token and payload to elsewhere.
      const response = await ask(url, { ...plain, headers, redirect: 'manual', signal });
      const seconds = waitAfter(response);
      if (repetitions === 0 || seconds === undefined) {
        const answer = await readAnswer(response, operation);
        return answer.mapErr((problem) => withoutToken(problem, token.value));
      }
      response.body?.cancel().catch(() => {});
      await pause(seconds * 1000, signal);
    } catch (error) {
      if (signal.aborted) return err({ type: 'aborted', message: 'The request was aborted' });
      const message = `The service did not answer: ${reasonOf(error)}`;
      return err(withoutToken({ type: 'no-answer', message }, token.value));
    }
  }
}

/** `fetch` names a header that it does not take, value and all, so no such token gets there. */
async function tokenFrom(source: ClientOptions['token']): Promise<Result<string, NotSent>> {
  try {
    const token = typeof source === 'function' ? await source() : source;
    if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return ok(token);
  } catch {
    // What it says may hold the token, or what the token is got with.
  }
  return err({ type: 'not-sent', message: 'There is no token, or it holds characters that none has' });
}

/** Seconds until the request may be made again; `undefined` where it may not, or not soon. */
function waitAfter({ headers, status }: Response): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const seconds = retryAfterOf(headers) ?? DEFAULT_WAIT_SECONDS;
  return seconds > MAX_WAIT_SECONDS ? undefined : seconds;
}

/** Ends early where the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Node.js says "fetch failed", and why in the cause; where it tried several addresses, that has a code alone. */
function reasonOf(error: unknown): string {
  const { cause = error } = Object(error);
  const { code, message } = Object(cause);
  return [message, code].find((text) => typeof text === 'string' && text !== '') ?? 'fetch does not say why';
}

/** Whatever answers, or fails, may repeat what it was sent. */
function withoutToken<P extends Problem>(problem: P, token: string): P {
  return token === '' ? problem : { ...problem, message: problem.message.replaceAll(token, '…') };
}
