/** An answered request. Every value is one of few, whatever clients send; never a path, which can have an address. */
export interface AnsweredRequest {
  /** A method of the interface, or `other`. */
  readonly method: string;
  /** The pattern of the route, or `none`. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  readonly refusal?: Refusal | undefined;
}

/**
 * Why a request was refused: too many requests run or too many bodies are being read (`overloaded`), the database is busy or out of
 * reach (`store-busy`), or the caller asked too often (`rate-limit`).
 */
export type Refusal = 'overloaded' | 'rate-limit' | 'store-busy';

export const REFUSALS: readonly Refusal[] = ['overloaded', 'rate-limit', 'store-busy'];

/**
 * A level to watch: running requests without health, connections to PostgreSQL and calls that wait for one, changes that wait for
 * others, and lost lines of the log, which only increase.
 */
export type Level =
  | 'changes-waiting'
  | 'connections-in-use'
  | 'connections-waiting'
  | 'log-lines-lost'
  | 'requests-running';

/** One request to an address provider. */
export interface ProviderCall {
  /** The configured name: `nominatim:backup`. */
  readonly provider: string;
  /** `found`, or the type of the error. */
  readonly outcome: string;
  readonly seconds: number;
}

/** One look-up in the cache. */
export interface CacheLookup {
  readonly provider: string;
  /** After `failed`, as after `miss`, the provider is asked. */
  readonly outcome: 'hit' | 'miss' | 'failed';
}

/**
 * The circuit breaker of a provider: `closed` is asked, `open` is not because it kept failing, `half-open` is tried with one
 * request, `paused` is out of quota or refuses.
 */
export type ProviderState = 'closed' | 'half-open' | 'open' | 'paused';

export const PROVIDER_STATES: readonly ProviderState[] = ['closed', 'half-open', 'open', 'paused'];

/** Counts events. No method may fail, or make a caller wait. */
export interface Metrics {
  /** Counts a request once its answer is ready. */
  requestAnswered(request: AnsweredRequest): void;
  /** Counts a request to a provider once it has ended. */
  providerAsked(call: ProviderCall): void;
  cacheAsked(call: CacheLookup): void;
  /** Names a provider, and how to read its state when somebody reads the metrics. */
  watchProvider(provider: string, state: () => ProviderState): void;
  /** Says how to read a level when somebody reads the metrics. */
  watchLevel(level: Level, read: () => number | Promise<number>): void;
}

/** Counts nothing. */
export const NO_METRICS: Metrics = {
  requestAnswered() {},
  providerAsked() {},
  cacheAsked() {},
  watchProvider() {},
  watchLevel() {},
};
