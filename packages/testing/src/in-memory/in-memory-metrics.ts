import type {
  AnsweredRequest,
  CacheLookup,
  Level,
  Metrics,
  ProviderCall,
  ProviderState,
} from '@ops-admin/core';

/** How often something happened, and its total seconds. */
export interface Total {
  readonly count: number;
  readonly seconds: number;
}

/** The counts, each under a name with its labels: `GET /health/live 200`, `nominatim found`, `nominatim hit`. */
export interface MetricsFigures {
  readonly requests: Readonly<Record<string, Total>>;
  /** By reason. */
  readonly refusals: Readonly<Record<string, number>>;
  readonly providers: Readonly<Record<string, Total>>;
  readonly cache: Readonly<Record<string, number>>;
  readonly states: Readonly<Record<string, ProviderState>>;
  readonly levels: Readonly<Partial<Record<Level, number | Promise<number>>>>;
}

export class InMemoryMetrics implements Metrics {
  readonly requests: AnsweredRequest[] = [];
  readonly providers: ProviderCall[] = [];
  readonly cache: CacheLookup[] = [];
  readonly #states = new Map<string, () => ProviderState>();
  readonly #levels = new Map<Level, () => number | Promise<number>>();

  requestAnswered(request: AnsweredRequest): void {
    this.requests.push(request);
  }

  providerAsked(call: ProviderCall): void {
    this.providers.push(call);
  }

  cacheAsked(call: CacheLookup): void {
    this.cache.push(call);
  }

  watchProvider(provider: string, state: () => ProviderState): void {
    this.#states.set(provider, state);
  }

  watchLevel(level: Level, read: () => number | Promise<number>): void {
    this.#levels.set(level, read);
  }

  read(): MetricsFigures {
    return {
      requests: totals(this.requests, ({ method, route, status }) => `${method} ${route} ${status}`),
      refusals: counts(this.requests.flatMap(({ refusal }) => refusal ?? [])),
      providers: totals(this.providers, ({ provider, outcome }) => `${provider} ${outcome}`),
      cache: counts(this.cache.map(({ provider, outcome }) => `${provider} ${outcome}`)),
      states: Object.fromEntries([...this.#states].map(([provider, state]) => [provider, state()])),
      levels: Object.fromEntries([...this.#levels].map(([level, read]) => [level, read()])),
    };
  }
}

function counts(names: readonly string[]): Record<string, number> {
  const byName: Record<string, number> = {};
  for (const name of names) byName[name] = (byName[name] ?? 0) + 1;
  return byName;
}

function totals<T extends { readonly seconds: number }>(
  all: readonly T[],
  nameOf: (one: T) => string,
): Record<string, Total> {
  const byName: Record<string, Total> = {};
  for (const one of all) {
    const { count, seconds } = byName[nameOf(one)] ?? { count: 0, seconds: 0 };
    byName[nameOf(one)] = { count: count + 1, seconds: seconds + one.seconds };
  }
  return byName;
}
