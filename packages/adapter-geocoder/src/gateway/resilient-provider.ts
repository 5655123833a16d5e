import { setTimeout as sleep } from 'node:timers/promises';
import {
  err,
  type Logger,
  type Metrics,
  type ProviderState,
  type Result,
  ResultAsync,
} from '@ops-admin/core';
import { NO_METRICS } from '@ops-admin/core/adapter';
import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  halfJitterGenerator,
  handleWhenResult,
  type RetryPolicy,
  retry,
} from 'cockatiel';
import type { AddressProvider } from '../providers/address-provider.js';
import type { Address, ChainedProvider, FoundLocation, GeoLookupError } from './chained-provider.js';
import type { Deadline } from './deadline.js';
import { Pause } from './pause.js';
import { RequestPacer } from './request-pacer.js';

export interface ResilienceOptions {
  readonly name: string;
  /** The largest number of requests a second, over all callers; unlimited if missing. */
  readonly requestsPerSecond?: number | undefined;
  /**
   * The longest first wait, in milliseconds, before a provider that failed is asked again, 5,000 by default; the shortest is
   * half of it. Both double, up to twelve times that.
   */
  readonly cooldownMs?: number | undefined;
  readonly log: Logger;
  /** Where to count; nowhere if missing. */
  readonly metrics?: Metrics | undefined;
}

/** Failed requests in a row after which a provider has a cooldown. */
const FAILURES_TO_COOLDOWN = 5;
/**
 * The wait before a request is sent again: a random time of at least half of this, so that callers do not retry simultaneously.
 */
const RETRY_DELAY_MS = 100;

type Answer = Result<FoundLocation, GeoLookupError>;
interface Attempt {
  readonly answer: Answer;
  /** Whether the provider was asked, and failed. */
  readonly hasFailed: boolean;
}

/** The provider cannot be asked before the deadline. */
class TooLate extends Error {}

/**
 * Asks one remote provider with retry, circuit breaker and request pacer: a request that fails is sent again once. A
 * provider that keeps failing, is out of quota or refuses is not asked for a while. Requests are spaced as the provider
 * requires.
 */
export class ResilientProvider implements ChainedProvider {
  readonly name: string;
  readonly isRemote = true;
  readonly #provider: AddressProvider;
  readonly #log: Logger;
  readonly #metrics: Metrics;
  readonly #pacer: RequestPacer | undefined;
  readonly #breaker: CircuitBreakerPolicy;
  readonly #retry: RetryPolicy;
  readonly #pause = new Pause();
  #isFailing = false;
  #lastFailure = '';

  constructor(
    provider: AddressProvider,
    { name, log, metrics = NO_METRICS, requestsPerSecond, cooldownMs = 5000 }: ResilienceOptions,
  ) {
    this.name = name;
    this.#provider = provider;
    this.#log = log;
    this.#metrics = metrics;
    this.#pacer = requestsPerSecond === undefined ? undefined : new RequestPacer(requestsPerSecond);
    this.#breaker = circuitBreaker(
      handleWhenResult((answer) => isFault(answer as Answer)),
      {
        breaker: new ConsecutiveBreaker(FAILURES_TO_COOLDOWN),
        halfOpenAfter: new ExponentialBackoff({
          initialDelay: cooldownMs,
          maxDelay: cooldownMs * 12,
          generator: halfJitterGenerator,
        }),
      },
    );
    this.#retry = retry(
      handleWhenResult((attempt) => (attempt as Attempt).hasFailed),
      {
        maxAttempts: 1,
        backoff: new ExponentialBackoff({ initialDelay: RETRY_DELAY_MS, generator: halfJitterGenerator }),
      },
    );
    metrics.watchProvider(name, () => this.#state);
  }

  lookup(address: Address, deadline: Deadline): ResultAsync<FoundLocation, GeoLookupError> {
    return new ResultAsync(
      this.#retry.execute(() => this.#attempt(address, deadline)).then(({ answer }) => answer),
    );
  }

  async #attempt(address: Address, deadline: Deadline): Promise<Attempt> {
    const unasked = (error: GeoLookupError) => ({ answer: err(error), hasFailed: false });
    const paused = this.#pause.error;
    if (paused) return unasked(paused);
    // Cockatiel lets all callers wait for the one trial request; asking the next provider is better.
    if (this.#breaker.state === CircuitState.HalfOpen) return unasked(this.#coolingDown());
    const isTrial = this.#breaker.state === CircuitState.Open;
    try {
      const answer = await this.#breaker.execute(() => this.#askWhenDue(address, deadline));
      // One request is enough to see that it still fails.
      return { answer, hasFailed: !isTrial && isFault(answer) };
    } catch (error) {
      if (error instanceof BrokenCircuitError) return unasked(this.#coolingDown());
      if (error instanceof TooLate) return unasked(this.#tooLate());
      throw error;
    }
  }

  async #askWhenDue(address: Address, deadline: Deadline): Promise<Answer> {
    const wait = this.#pacer ? this.#pacer.take(deadline) : 0;
    if (wait === undefined || deadline.left === 0) throw new TooLate();
    if (wait > 0) await sleep(wait);
    // Meanwhile the provider may have refused another request.
    const paused = this.#pause.error;
    if (paused) return err(paused);
    const started = performance.now();
    const answer = await this.#provider.lookup(address, deadline.signal);
    this.#note(address, answer, performance.now() - started);
    return answer;
  }

  #note(address: Address, answer: Answer, ms: number): void {
    const error = answer.isErr() && answer.error.type !== 'location-not-found' ? answer.error : undefined;
    const outcome = answer.isOk() ? 'found' : answer.error.type;
    this.#metrics.providerAsked({ provider: this.name, outcome, seconds: ms / 1000 });
    const fields = { provider: this.name, outcome, address, milliseconds: Math.round(ms) };
    this.#log.debug(fields, 'address provider asked');
    if (error?.type === 'lookup-unavailable') this.#lastFailure = error.reason;
    else if (error) this.#pause.begin(error);
    if (error && !this.#isFailing)
      this.#log.warn({ provider: this.name, ...error }, 'address provider fails');
    if (!error && this.#isFailing) this.#log.info({ provider: this.name }, 'address provider answers again');
    this.#isFailing = error !== undefined;
  }

  get #state(): ProviderState {
    if (this.#breaker.state === CircuitState.HalfOpen) return 'half-open';
    if (this.#breaker.state !== CircuitState.Closed) return 'open';
    return this.#pause.error ? 'paused' : 'closed';
  }

  #coolingDown(): GeoLookupError {
    return { type: 'lookup-unavailable', reason: `paused after a failure: ${this.#lastFailure}` };
  }

  #tooLate(): GeoLookupError {
    if (!this.#pacer) return { type: 'lookup-unavailable', reason: 'no time left to ask' };
    return { type: 'quota-exceeded', retryAfter: Math.ceil(this.#pacer.waitMs / 1000) };
  }
}

/** Whether the provider is at fault, so that asking again or a pause can help. */
function isFault(answer: Answer): boolean {
  return answer.isErr() && answer.error.type === 'lookup-unavailable' && !answer.error.mayBeAddress;
}
