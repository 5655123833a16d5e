import { type LookupUnavailable, ResultAsync } from '@ops-admin/core';
import type { Headers } from 'node-fetch';

/** What a provider answered, whatever its status but a redirect. */
export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; `undefined` where the body is no JSON in UTF-8. */
  readonly body: unknown;
}

/** How to ask. */
export interface FetchJsonOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds until the whole answer must be there, from the first look at the host's name on; 5,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Ends the exchange before that. */
  readonly signal?: AbortSignal | undefined;
}

/** Largest body that is taken, in bytes after decompression: a thousand times what a provider sends for one place. */
export const ANSWER_MAX_BYTES: number = 1024 * 1024;

/**
 * One GET, never redirected, on a connection of its own that is closed whatever happens.
 * Errors: `lookup-unavailable`, with a reason that holds nothing of the URL or the headers.
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
  // Loaded when it is first needed: a service whose addresses are looked up here never does.
  const { default: fetch } = await import('node-fetch');
  const controller = new AbortController();
  const signals = [controller.signal, AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      // A kept connection may be closed by the server just as the next lookup is sent. Plain `false` is not seen.
      agent: () => false,
      redirect: 'error',
      size: ANSWER_MAX_BYTES,
      signal: AbortSignal.any(signals),
    });
    const bytes = response.arrayBuffer();
    // A refusal is known by its status, so its body may be cut off, too large or late.
    const body = parse(await (response.ok ? bytes : bytes.catch(() => new ArrayBuffer(0))));
    return { status: response.status, headers: response.headers, body };
  } finally {
    // A net under node-fetch: however the body ended, the connection ends with it.
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

/** The messages of node-fetch hold the URL, and so the address and the key; its codes and types are fixed words. */
function reasonOf(error: unknown): string {
  const { code, name, type } = error as { code?: string; name?: string; type?: string };
  if (name === 'AbortError') return 'timed out';
  return code ?? type ?? 'no usable answer';
}
