import { err, type GeoLookupError, type Result } from '@ops-admin/core';
import type { ProviderAnswer } from './provider-server.js';
import { quotaExceeded } from './quota-exceeded.js';

/**
 * What the status of an answer means, alike for all providers; each deals first with what it alone says.
 *
 * A 400 may be the fault of the address as much as of the settings, and a 404 that of a proxy in passing as much as of
 * the base URL. So both are `lookup-unavailable`: one odd address must not stop a provider for everybody, as
 * `lookup-refused` does, and a setting that is wrong for good shows in the log as well.
 */
export function failedAnswer(answer: ProviderAnswer): Result<never, GeoLookupError> {
  switch (answer.status) {
    case 401:
    case 402:
    case 403:
      return refused(`status ${answer.status}`);
    case 429:
      return err(quotaExceeded(answer));
    case 400:
    case 422:
      return unanswerable(`status ${answer.status}`);
    default:
      return unavailable(`status ${answer.status}`);
  }
}

/** Somebody has to change the configuration; the reason is in fixed words. */
export function refused(reason: string): Result<never, GeoLookupError> {
  return err({ type: 'lookup-refused', reason });
}

/** The provider gave nothing that can be used; the reason is in fixed words. */
export function unavailable(reason: string): Result<never, GeoLookupError> {
  return err({ type: 'lookup-unavailable', reason });
}

/** The provider is well, and does not answer this address; the reason is in fixed words. */
export function unanswerable(reason: string): Result<never, GeoLookupError> {
  return err({ type: 'lookup-unavailable', reason, mayBeAddress: true });
}
