/**
 * A request that got an answer. Every value is one of few, whatever clients send. Never a path, which can hold an address.
 */
export interface AnsweredRequest {
  /** A method of the interface, or `other`. */
  readonly method: string;
  /** The pattern of the route that took it, or `none`. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  /** Present if it was refused for what others do, or what its caller did before. */
  readonly refusal?: Refusal | undefined;
}

/**
 * Why a request was refused that could have been answered: too many run, or too many bodies are being read (`overloaded`); the
 * database was busy or out of reach (`store-busy`); the caller asked too often (`rate-limit`).
 */
export type Refusal = 'overloaded' | 'rate-limit' | 'store-busy';

/** Every {@link Refusal}. */
export const REFUSALS: readonly Refusal[] = ['overloaded', 'rate-limit', 'store-busy'];

/**
 * What goes up and down: requests that run, without health; connections to PostgreSQL, and calls that wait for one; changes that
 * wait for others.
 * Lines of the log that were lost only go up.
 */
export type Level =
  | 'changes-waiting'
  | 'connections-in-use'
  | 'connections-waiting'
  | 'log-lines-lost'
  | 'requests-running';

/** One request to an address provider. */
export interface ProviderCall {
  /** As the configuration names it: `nominatim:backup`. */
  readonly provider: string;
  /** `found`, or the type of the error. */
  readonly outcome: string;
  readonly seconds: number;
}

/** One look in the cache for a provider's answer. */
export interface CacheLookup {
  readonly provider: string;
  /** `failed` if the cache could not be read; then the provider is asked, as after a `miss`. */
  readonly outcome: 'hit' | 'miss' | 'failed';
}

/**
 * Whether a provider is asked, in the words of a circuit breaker: `closed` is asked, `open` is not because it kept failing,
 * `half-open` is tried with one request, `paused` is out of quota or refuses.
 */
export type ProviderState = 'closed' | 'half-open' | 'open' | 'paused';

/** Every {@link ProviderState}. */
export const PROVIDER_STATES: readonly ProviderState[] = ['closed', 'half-open', 'open', 'paused'];

/** Where the service counts events. Nothing here must fail, or keep a caller waiting. */
export interface Metrics {
  /** Counts a request once its answer is ready. */
  requestAnswered(request: AnsweredRequest): void;
  /** Counts a request to a provider once it has ended. */
  providerAsked(call: ProviderCall): void;
  /** Counts a look in the cache. */
  cacheAsked(call: CacheLookup): void;
  /** Names a provider and how to read its state. It is read when somebody looks at the metrics. */
  watchProvider(provider: string, state: () => ProviderState): void;
  /** Says how to read a level. It is read when somebody looks at the metrics. */
  watchLevel(level: Level, read: () => number | Promise<number>): void;
}

/** Counts nothing: for programs without metrics. */
export const NO_METRICS: Metrics = {
  requestAnswered() {},
  providerAsked() {},
  cacheAsked() {},
  watchProvider() {},
  watchLevel() {},
};
