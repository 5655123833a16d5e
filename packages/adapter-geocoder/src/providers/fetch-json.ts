import { type LookupUnavailable, ResultAsync } from '@ops-admin/core';
import type { Headers } from 'node-fetch';

/** The answer of a provider, with any status except a redirect. */
export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; `undefined` if the body is not JSON in UTF-8. */
  readonly body: unknown;
}

export interface FetchJsonOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds for the whole answer, including the DNS lookup; 5,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Ends the request earlier. */
  readonly signal?: AbortSignal | undefined;
}

/** The largest allowed body, in bytes after decompression: a thousand times what a provider sends for one place. */
const ANSWER_MAX_BYTES: number = 1024 * 1024;

/**
 * One GET, never redirected, on a new connection that is always closed. Errors: `lookup-unavailable`, with a reason that
 * holds no part of the URL or the headers.
 */
export function fetchJson(url: URL, options: FetchJsonOptions): ResultAsync<JsonAnswer, LookupUnavailable> {
  return ResultAsync.fromPromise(exchange(url, options), (error) => ({
    type: 'lookup-unavailable',
    reason: `request failed: ${reasonOf(error)}`,
  }));
}

async function exchange(
  url: URL,
  { headers, timeoutMs = 5000, signal }: FetchJsonOptions,
): Promise<JsonAnswer> {
  // Loaded when it is first needed: a service that only uses the gazetteer never loads it.
  const { default: fetch } = await import('node-fetch');
  const controller = new AbortController();
  const signals = [controller.signal, AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      // The server can close a kept connection just as the next lookup is sent. Plain `false` is ignored.
      agent: () => false,
      redirect: 'error',
      size: ANSWER_MAX_BYTES,
      signal: AbortSignal.any(signals),
    });
    const bytes = response.arrayBuffer();
    // The status is enough for a refusal, so its body can be cut off, too large or late.
    const body = parse(await (response.ok ? bytes : bytes.catch(() => new ArrayBuffer(0))));
    return { status: response.status, headers: response.headers, body };
  } finally {
    // A safeguard for node-fetch: the connection always ends with the body.
    controller.abort();
  }
}

function parse(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** The messages of node-fetch hold the URL, and so the address and the key. Its codes and types are safe, fixed words. */
function reasonOf(error: unknown): string {
  const { code, name, type } = error as { code?: string; name?: string; type?: string };
  if (name === 'AbortError') return 'timed out';
  return code ?? type ?? 'no usable answer';
}
