import type { QuotaExceeded } from '@ops-admin/core';
import type { ProviderAnswer } from './provider-server.js';

const SECONDS = /^\d+$/;
/** The form of RFC 9110 that is still sent. Date.parse would read `banana 1` as a day in 2001. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
/** A quota is for a month at most: a later time is not in seconds. */
const LONGEST_QUOTA_SECONDS = 31 * 86_400;

/**
 * The error for too many requests, with the time of Retry-After, or otherwise of `resetAt` in seconds since 1970, which some
 * providers send in their own way. Impossible times are left out.
 */
export function quotaExceeded({ headers, receivedAt }: ProviderAnswer, resetAt?: unknown): QuotaExceeded {
  const given = headers.get('retry-after');
  const seconds = given ? secondsIn(given, receivedAt) : secondsUntil(resetAt, receivedAt);
  return { type: 'quota-exceeded', ...(Number.isSafeInteger(seconds) && { retryAfter: seconds }) };
}

function secondsIn(retryAfter: string, now: Date): number {
  if (SECONDS.test(retryAfter)) return Number(retryAfter);
  if (!HTTP_DATE.test(retryAfter)) return Number.NaN;
  return Math.max(0, Math.ceil((Date.parse(retryAfter) - now.getTime()) / 1000));
}

function secondsUntil(resetAt: unknown, now: Date): number {
  if (!SECONDS.test(String(resetAt))) return Number.NaN;
  const seconds = Math.ceil(Number(resetAt) - now.getTime() / 1000);
  // A time in the past is not used either: the provider has just refused.
  return seconds > 0 && seconds <= LONGEST_QUOTA_SECONDS ? seconds : Number.NaN;
}
