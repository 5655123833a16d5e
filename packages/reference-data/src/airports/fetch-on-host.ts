import type { Readable } from 'node:stream';
import { err, ok, type Result } from '@ops-admin/core';
import type { Response } from 'node-fetch';

/** The server answered, but not with the file. */
export interface FetchRefused {
  readonly url: URL;
  /** The HTTP status, if that is the reason. */
  readonly status?: number;
  readonly reason: string;
}

const MAX_REDIRECTS = 3;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/**
 * One GET that never leaves the host: redirects to another host or port, or away from https, are refused. The body is as
 * sent, possibly gzip. Throws what node-fetch throws.
 */
export async function fetchOnHost(url: URL, signal: AbortSignal): Promise<Result<Response, FetchRefused>> {
  const { default: fetch } = await import('node-fetch');
  let asked = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await fetch(asked, {
      headers: { 'accept-encoding': 'gzip', 'user-agent': 'ops-admin' },
      // A kept connection would live too long. Plain `false` is ignored.
      agent: () => false,
      // node-fetch accepts gzip data that is cut short.
      compress: false,
      redirect: 'manual',
      signal,
    });
    if (response.status === 200) return ok(response);
    (response.body as Readable | null)?.destroy();
    if (!REDIRECTS.includes(response.status)) {
      return err({ url, status: response.status, reason: `the server answers with ${response.status}` });
    }
    const target = targetOf(response, asked);
    if (!target || !staysOn(asked, target)) {
      return err({ url, reason: `it redirects to ${target?.origin ?? 'nowhere'}, which is not followed` });
    }
    asked = target;
  }
  return err({ url, reason: `it redirects more than ${MAX_REDIRECTS} times` });
}

/** For people, without the query: it can hold a key. */
export function withoutQuery({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

function targetOf({ headers }: Response, { href }: URL): URL | undefined {
  const location = headers.get('location');
  return location !== null && URL.canParse(location, href) ? new URL(location, href) : undefined;
}

function staysOn(asked: URL, { host, protocol }: URL): boolean {
  return host === asked.host && (protocol === asked.protocol || protocol === 'https:');
}
