import type { QuotaExceeded } from '@ops-admin/core';
import type { Headers } from 'node-fetch';

const SECONDS = /^\d+$/;
/** The form of RFC 9110 that is still sent. Date.parse alone would take `banana 1` for a day in 2001. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The error for an answer that tells of too many requests, with what its Retry-After says; nonsense is left out. */
export function quotaExceeded(headers: Headers, now: Date): QuotaExceeded {
  const seconds = secondsIn(headers.get('retry-after') ?? '', now);
  return { type: 'quota-exceeded', ...(Number.isSafeInteger(seconds) && { retryAfter: seconds }) };
}

function secondsIn(retryAfter: string, now: Date): number {
  if (SECONDS.test(retryAfter)) return Number(retryAfter);
  if (!HTTP_DATE.test(retryAfter)) return Number.NaN;
  return Math.max(0, Math.ceil((Date.parse(retryAfter) - now.getTime()) / 1000));
}
