import type { ProblemCode } from '@ops-admin/adapter-http-koa';
import { err, ok, type Result } from 'neverthrow';
import type { Operation } from './operations.js';
import type { ErrorAnswer, NoAnswer } from './problem.js';

/** The part of the JSON that is read. */
interface AnswerJson {
  readonly data?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown } | null;
}

/** The answer of the service. Rejects if the connection is cut. */
export async function readAnswer(
  response: Response,
  [method, , open]: Operation,
): Promise<Result<unknown, ErrorAnswer | NoAnswer>> {
  const { headers, status } = response;
  const answer = parse(await response.text());
  const data = open ? answer : answer?.data;
  if (response.ok && typeof data === 'object' && data !== null) {
    return ok(method === 'PUT' ? { entry: entryOf(headers) } : data);
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
  return err({
    type: 'no-answer',
    status,
    message: `The answer is not from the service: ${status}, ${contentType}`,
  });
}

/** Seconds, in either form (RFC 9110, section 10.2.3); `undefined` if the header is missing or invalid. */
export function retryAfterOf(headers: Headers): number | undefined {
  const given = headers.get('Retry-After') ?? '';
  const seconds = /^\d+$/.test(given) ? Number(given) : Math.ceil((Date.parse(given) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0);
}

function entryOf(headers: Headers): number | undefined {
  const given = headers.get('X-Audit-Entry');
  return given === null ? undefined : Number(given);
}

function parse(text: string): AnswerJson | null | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
