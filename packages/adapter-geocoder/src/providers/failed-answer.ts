import { err, type GeoLookupError, type Result } from '@ops-admin/core';
import type { ProviderAnswer } from './provider-server.js';
import { quotaExceeded } from './quota-exceeded.js';

/**
 * The meaning of a status for all providers; each first handles its own special answers.
 *
 * A 400 can be due to the address as well as to the settings, and a 404 to a proxy as well as to the base URL. So both are
 * `lookup-unavailable`: one odd address must not stop a provider for everybody, as `lookup-refused` does. A wrong setting shows in
 * the log, too.
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

/** The configuration must be changed; the reason is a fixed text. */
export function refused(reason: string): Result<never, GeoLookupError> {
  return err({ type: 'lookup-refused', reason });
}

/** The provider gave no usable answer; the reason is a fixed text. */
export function unavailable(reason: string): Result<never, GeoLookupError> {
  return err({ type: 'lookup-unavailable', reason });
}

/** The provider works, but does not answer this address; the reason is a fixed text. */
export function unanswerable(reason: string): Result<never, GeoLookupError> {
  return err({ type: 'lookup-unavailable', reason, mayBeAddress: true });
}
