import { err, type GeoLookup, ok, type QuotaExceeded, type Result, ResultAsync } from '@ops-admin/core';
import type { Address, ChainedProvider, FoundLocation, GeoLookupError } from './chained-provider.js';
import { Deadline } from './deadline.js';

export interface FailoverOptions {
  /** The providers, in the order in which they are asked. */
  readonly providers: readonly ChainedProvider[];
  /** Whether the next provider is asked if one does not know the place; `false` by default: that is an answer. */
  readonly nextOnEmpty?: boolean | undefined;
  /** Milliseconds for the whole answer; 8,000 by default. */
  readonly deadlineMs?: number | undefined;
}

type Failure = { readonly name: string; readonly error: GeoLookupError };

/**
 * Asks one provider after the other until one answers. Each gets an equal share of the time left, so that a slow one does
 * not use up the time of the next. A provider in this process is asked even when time is up.
 *
 * Errors if none finds the place: `location-not-found` if any of them looked and did not know it; `quota-exceeded` if all
 * are out of quota, with the time until the first answers again; `lookup-refused` if all refuse; otherwise
 * `lookup-unavailable`.
 */
export class FailoverGeoLookup implements GeoLookup {
  readonly #providers: readonly ChainedProvider[];
  readonly #nextOnEmpty: boolean;
  readonly #deadlineMs: number;

  constructor({ providers, nextOnEmpty = false, deadlineMs = 8000 }: FailoverOptions) {
    this.#providers = providers;
    this.#nextOnEmpty = nextOnEmpty;
    this.#deadlineMs = deadlineMs;
  }

  lookup(address: Address): ResultAsync<FoundLocation, GeoLookupError> {
    return new ResultAsync(this.#askInOrder(address, Deadline.in(this.#deadlineMs)));
  }

  async #askInOrder(address: Address, deadline: Deadline): Promise<Result<FoundLocation, GeoLookupError>> {
    const failures: Failure[] = [];
    let remotes = this.#providers.filter(({ isRemote }) => isRemote).length;
    for (const provider of this.#providers) {
      const answer = await provider.lookup(address, deadline.share(remotes || 1));
      if (provider.isRemote) remotes--;
      if (answer.isOk()) {
        // An airport by name is answered like its code, whichever provider knows it.
        const source = answer.value.precision === 'airport' ? answer.value.source : provider.name;
        return ok({ ...answer.value, source });
      }
      if (answer.error.type === 'location-not-found' && !this.#nextOnEmpty) return answer;
      failures.push({ name: provider.name, error: answer.error });
    }
    return err(whyNoneAnswered(failures));
  }
}

function whyNoneAnswered(failures: readonly Failure[]): GeoLookupError {
  const errors = failures.map(({ error }) => error);
  if (errors.some(({ type }) => type === 'location-not-found')) return { type: 'location-not-found' };
  if (errors.every((error) => error.type === 'quota-exceeded')) return soonest(errors);
  const type = errors.every((error) => error.type === 'lookup-refused')
    ? 'lookup-refused'
    : 'lookup-unavailable';
  return { type, reason: failures.map(describe).join('; ') };
}

function soonest(errors: readonly QuotaExceeded[]): QuotaExceeded {
  const times = errors.flatMap(({ retryAfter }) => retryAfter ?? []);
  return { type: 'quota-exceeded', ...(times.length > 0 && { retryAfter: Math.min(...times) }) };
}

function describe({ name, error }: Failure): string {
  return `${name}: ${'reason' in error ? error.reason : error.type}`;
}
