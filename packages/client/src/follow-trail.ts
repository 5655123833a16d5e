import type { AuditEntryJson } from '@ops-admin/core';
import { err, ok, type Result } from 'neverthrow';
import { joined, pause } from './call.js';
import type { Client, TrailFollowed } from './client.js';
import type { ClientOptions } from './client-options.js';
import type { Problem } from './problem.js';

/** Shorter than the silence that ends a request. */
const WAIT_SECONDS = 50;
const ENTRIES_PER_REQUEST = 500;
/** Doubled after each failure. */
const FIRST_PAUSE_SECONDS = 1;
const LONGEST_PAUSE_SECONDS = 30;

/** See `Client`. */
export async function* followTrail(
  client: Pick<Client, 'listAudit'>,
  options: ClientOptions,
  { after, signal, ...filters }: TrailFollowed,
): AsyncGenerator<Result<AuditEntryJson, Problem>, void> {
  const { own, release } = joined(options.signal, signal);
  try {
    for (let failures = 0; ; ) {
      const query = { ...filters, after, wait: WAIT_SECONDS, limit: ENTRIES_PER_REQUEST, signal: own.signal };
      const page = await client.listAudit(query);
      if (own.signal.aborted) return;
      if (page.isErr()) {
        const seconds = pauseAfter(page.error, failures);
        if (seconds === undefined) return yield err(page.error);
        failures += 1;
        await pause(seconds * 1000, own.signal);
        continue;
      }
      failures = 0;
      const { entries, next } = page.value;
      for (const entry of entries) {
        yield ok(entry);
        if (own.signal.aborted) return;
      }
      // Many entries were looked at that the filter does not want.
      const isMoving = next !== null && next > after;
      after = next ?? after;
      // The service answers immediately if too many wait, or if it is about to stop.
      if (entries.length === 0 && !isMoving) await pause(FIRST_PAUSE_SECONDS * 1000, own.signal);
    }
  } finally {
    release();
  }
}

/** Seconds until it can continue; undefined if it cannot. */
function pauseAfter(
  { status, type, ...problem }: Problem & { readonly status?: number },
  failures: number,
): number | undefined {
  // The token can have expired while the request waited; its source has a newer one.
  if (status === 401) return failures === 0 ? 0 : undefined;
  const isPassing = type === 'no-answer' ? (status ?? 500) >= 500 : status === 429 || (status ?? 0) >= 500;
  if (!isPassing) return undefined;
  const seconds = Math.min(FIRST_PAUSE_SECONDS * 2 ** failures, LONGEST_PAUSE_SECONDS);
  return Math.max('retryAfter' in problem ? (problem.retryAfter ?? 0) : 0, seconds);
}
