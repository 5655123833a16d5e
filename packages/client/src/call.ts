import { err, ok, type Result } from 'neverthrow';
import type { ClientOptions } from './client-options.js';
import type { Operation } from './operations.js';
import type { NotSent, Problem } from './problem.js';
import { readAnswer, retryAfterOf, SILENCE_SECONDS } from './read-answer.js';
import { type Members, type PlainRequest, requestOf } from './request-of.js';

const MAX_REPETITIONS = 3;

/** A longer wait is the caller's decision: they get the problem. */
const MAX_WAIT_SECONDS = 30;

/** For answers that do not say how long, such as those of proxies. */
const DEFAULT_WAIT_SECONDS = 1;

/** Why a request was given up that the caller did not abort. */
const SILENT = 'silent';

/** Calls an operation. Tries again if that is safe and the answer asks for it. Never rejects. */
export async function call(
  options: ClientOptions,
  operation: Operation,
  members: Members,
): Promise<Result<unknown, Problem>> {
  const { signal, ...sent } = members;
  const request = requestOf(options.baseUrl, operation, sent);
  if (request.isErr()) return err(request.error);
  const { own, release } = joined(options.signal, signal as AbortSignal | undefined);
  const answer = await send(request.value, operation, options, own);
  // A body that is read later must still be abortable.
  if (operation[3] !== 'lines' || answer.isErr()) release();
  return answer;
}

/** Aborts with the first of some signals. Node.js 22 keeps a listener of each request for a while, and warns if there are many. */
export function joined(...signals: readonly (AbortSignal | undefined)[]): {
  readonly own: AbortController;
  readonly release: () => void;
} {
  const own = new AbortController();
  const abort = () => own.abort();
  for (const signal of signals) {
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
  }
  const release = () => {
    for (const signal of signals) signal?.removeEventListener('abort', abort);
  };
  return { own, release };
}

async function send(
  { url, ...plain }: PlainRequest,
  operation: Operation,
  { fetch: ask = fetch, token: source }: ClientOptions,
  own: AbortController,
): Promise<Result<unknown, Problem>> {
  const [method, , shape, how] = operation;
  const open = shape === 'open';
  const { signal } = own;
  const giveUp = () => own.abort(SILENT);
  for (let repetitions = method === 'POST' && how !== 'bare' ? 0 : MAX_REPETITIONS; ; repetitions -= 1) {
    const token = open ? ok('') : await tokenFrom(source);
    if (token.isErr()) return err(token.error);
    const headers = open ? plain.headers : { ...plain.headers, Authorization: `Bearer ${token.value}` };
    try {
      signal.throwIfAborted();
      const silence = setTimeout(giveUp, SILENCE_SECONDS * 1000);
      // A redirect would send token and payload to another place.
      const asking = ask(url, { ...plain, headers, redirect: 'manual', signal });
      const response = await asking.finally(() => clearTimeout(silence));
      const seconds = waitAfter(response);
      if (repetitions === 0 || seconds === undefined) {
        const answer = await readAnswer(response, operation, giveUp);
        return answer.mapErr((problem) => withoutToken(problem, token.value));
      }
      response.body?.cancel().catch(() => {});
      await pause(seconds * 1000, signal);
    } catch (error) {
      if (signal.reason === SILENT) {
        const message = `The service has sent nothing for ${SILENCE_SECONDS} seconds`;
        return err({ type: 'no-answer', message, isSilent: true });
      }
      if (signal.aborted) return err({ type: 'aborted', message: 'The request was aborted' });
      const message = `The service did not answer: ${reasonOf(error)}`;
      return err(withoutToken({ type: 'no-answer', message }, token.value));
    }
  }
}

/** `fetch` shows a header that it rejects, with its value, so an invalid token must not get there. */
async function tokenFrom(source: ClientOptions['token']): Promise<Result<string, NotSent>> {
  try {
    const token = typeof source === 'function' ? await source() : source;
    if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return ok(token);
  } catch {
    // Its message can hold the token, or what fetches the token.
  }
  return err({ type: 'not-sent', message: 'The token is missing, or has characters that are not allowed' });
}

/** Seconds until the request can be repeated; `undefined` if it must not be, or not soon. */
function waitAfter({ headers, status }: Response): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const seconds = retryAfterOf(headers) ?? DEFAULT_WAIT_SECONDS;
  return seconds > MAX_WAIT_SECONDS ? undefined : seconds;
}

/** Ends early if the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Node.js says "fetch failed", with the reason in the cause. If it tried several addresses, the cause only has a code. */
function reasonOf(error: unknown): string {
  const { cause = error } = Object(error);
  const { code, message } = Object(cause);
  return [message, code].find((text) => typeof text === 'string' && text !== '') ?? 'fetch gives no reason';
}

/** Any answer or error can repeat what was sent. */
function withoutToken<P extends Problem>(problem: P, token: string): P {
  return token === '' ? problem : { ...problem, message: problem.message.replaceAll(token, '…') };
}
