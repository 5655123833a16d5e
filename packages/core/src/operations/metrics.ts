/** A request that got an answer. Every value is one of few, whatever clients send: never a path, which may hold an address. */
export interface AnsweredRequest {
  /** One that the interface knows, or `other`. */
  readonly method: string;
  /** The pattern of the route that took it, or `none`. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** An address provider that was really asked. */
export interface AskedProvider {
  /** As the configuration names it: `nominatim:backup`. */
  readonly provider: string;
  /** `found`, or the type of the error. */
  readonly outcome: string;
  readonly seconds: number;
}

/** The cache was asked for what a provider would answer. */
export interface AskedCache {
  readonly provider: string;
  /** `failed` where the cache could not be read; the provider is asked then, as after a `miss`. */
  readonly outcome: 'hit' | 'miss' | 'failed';
}

/**
 * Whether a provider is asked: `closed` says yes, as of a circuit. `open` is left alone because it kept failing,
 * `half-open` is tried out with one request, `paused` is out of quota or refuses.
 */
export type ProviderState = 'closed' | 'half-open' | 'open' | 'paused';

/** Every {@link ProviderState}. */
export const PROVIDER_STATES: readonly ProviderState[] = ['closed', 'half-open', 'open', 'paused'];

/** Where the service counts what happens to it. Nothing here may fail, or keep a caller waiting. */
export interface Metrics {
  /** Counts a request once its answer is ready. */
  requestAnswered(request: AnsweredRequest): void;
  /** Counts a request to a provider once it has ended. */
  providerAsked(call: AskedProvider): void;
  /** Counts a look in the cache. */
  cacheAsked(call: AskedCache): void;
  /** Names a provider and how to learn its state, which is read when somebody looks at the metrics. */
  watchProvider(provider: string, state: () => ProviderState): void;
}

/** Counts nothing: for anyone who needs no metrics. */
export const NO_METRICS: Metrics = {
  requestAnswered() {},
  providerAsked() {},
  cacheAsked() {},
  watchProvider() {},
};
