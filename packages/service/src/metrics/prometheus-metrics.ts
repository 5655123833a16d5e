import type {
  AnsweredRequest,
  AuditLog,
  CacheLookup,
  Level,
  Logger,
  Metrics,
  ProviderCall,
  ProviderState,
} from '@ops-admin/core';
import { PROVIDER_STATES, REFUSALS } from '@ops-admin/core/adapter';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';

/** The settings of the metrics. */
export interface PrometheusMetricsOptions {
  readonly version: string;
  /** The audit log whose entries are counted; no count is shown if missing. */
  readonly auditLog?: AuditLog | undefined;
  readonly log: Logger;
}

type ReadLevel = Parameters<Metrics['watchLevel']>[1];

/** The gauges of levels; where several have a name, `state` distinguishes them. */
const GAUGES: readonly {
  readonly name: string;
  readonly help: string;
  readonly levels: Readonly<Record<string, Level>>;
}[] = [
  {
    name: 'ops_admin_http_requests_running',
    help: 'Requests in progress, except health checks.',
    levels: { '': 'requests-running' },
  },
  {
    name: 'ops_admin_store_connections',
    help: 'Connections to PostgreSQL, by state: in-use, or waiting (calls that need one).',
    levels: { 'in-use': 'connections-in-use', waiting: 'connections-waiting' },
  },
  {
    name: 'ops_admin_store_changes_waiting',
    help: 'Changes that wait for the lock of the database, or for others before them.',
    levels: { '': 'changes-waiting' },
  },
];

/** Upper bounds of the histogram's buckets, in seconds: 1 ms to 10 s. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Metrics for Prometheus, including those of the process itself. Each has a separate registry, so several in one process do
 * not mix.
 */
export class PrometheusMetrics implements Metrics {
  readonly #registry = new Registry();
  readonly #states = new Map<string, () => ProviderState>();
  readonly #levels = new Map<Level, ReadLevel>();
  readonly #requests = new Histogram({
    name: 'ops_admin_http_request_duration_seconds',
    help: 'Seconds to answer a request, by method, pattern of the route and status; _count counts the requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [this.#registry],
  });
  readonly #providers = new Histogram({
    name: 'ops_admin_provider_request_duration_seconds',
    help: 'Seconds to get an answer from an address provider, by provider and outcome; _count counts the requests.',
    labelNames: ['provider', 'outcome'],
    buckets: BUCKETS_SECONDS,
    registers: [this.#registry],
  });
  readonly #refusals = new Counter({
    name: 'ops_admin_refused_requests_total',
    help: 'Requests refused for overload or a rate limit, by reason.',
    labelNames: ['reason'],
    registers: [this.#registry],
  });
  readonly #cache = new Counter({
    name: 'ops_admin_lookup_cache_requests_total',
    help: 'Lookups in the cache of addresses, by provider and outcome: hit, miss or failed.',
    labelNames: ['provider', 'outcome'],
    registers: [this.#registry],
  });

  constructor({ auditLog, log, version }: PrometheusMetricsOptions) {
    const registers = [this.#registry];
    const states = this.#states;
    new Gauge({
      name: 'ops_admin_provider_state',
      help: '1 for the state an address provider is in: closed (asked), open (not asked after failures), half-open (one trial request), paused (out of quota, or refuses).',
      labelNames: ['provider', 'state'],
      registers,
      collect() {
        for (const [provider, stateOf] of states) {
          const now = stateOf();
          for (const state of PROVIDER_STATES) this.set({ provider, state }, state === now ? 1 : 0);
        }
      },
    });
    for (const reason of REFUSALS) this.#refusals.inc({ reason }, 0);
    for (const gauge of GAUGES) showLevels(gauge, this.#levels, registers);
    showLostLines(this.#levels, registers);
    new Gauge({
      name: 'ops_admin_build_info',
      help: 'Always 1; the labels are the versions of the service and of Node.js.',
      labelNames: ['version', 'node_version'],
      registers,
    }).set({ version, node_version: process.versions.node }, 1);
    if (auditLog) countAuditEntries(this.#registry, auditLog, log);
    collectDefaultMetrics({ register: this.#registry });
  }

  requestAnswered({ method, refusal, route, status, seconds }: AnsweredRequest): void {
    this.#requests.observe({ method, route, status }, seconds);
    if (refusal) this.#refusals.inc({ reason: refusal });
  }

  providerAsked({ provider, outcome, seconds }: ProviderCall): void {
    this.#providers.observe({ provider, outcome }, seconds);
  }

  cacheAsked({ provider, outcome }: CacheLookup): void {
    this.#cache.inc({ provider, outcome });
  }

  watchProvider(provider: string, state: () => ProviderState): void {
    this.#states.set(provider, state);
  }

  watchLevel(level: Level, read: ReadLevel): void {
    this.#levels.set(level, read);
  }

  scrape(): Promise<string> {
    return this.#registry.metrics();
  }

  /** The `Content-Type` of the text of {@link scrape}. */
  get contentType(): string {
    return this.#registry.contentType;
  }
}

/** A level that nobody says how to read is not shown. */
function showLevels(
  { help, levels, name }: (typeof GAUGES)[number],
  known: ReadonlyMap<Level, ReadLevel>,
  registers: Registry[],
): void {
  new Gauge({
    name,
    help,
    labelNames: '' in levels ? [] : ['state'],
    registers,
    async collect() {
      for (const [state, level] of Object.entries(levels)) {
        const value = await known.get(level)?.();
        if (value !== undefined) this.set(state === '' ? {} : { state }, value);
        // Without labels it would be 0 where nobody says how to read it.
        else if (state === '') this.remove();
      }
    },
  });
}

/** Defines a counter, for a value that only rises. */
function showLostLines(known: ReadonlyMap<Level, ReadLevel>, registers: Registry[]): void {
  new Counter({
    name: 'ops_admin_log_lines_lost_total',
    help: 'Lines of the log that were lost because its reader was too slow.',
    registers,
    async collect() {
      const lost = await known.get('log-lines-lost')?.();
      // No await between the two, because scrapes can be concurrent.
      this.reset();
      if (lost !== undefined) this.inc(lost);
      else this.remove();
    },
  });
}

/**
 * Counts all entries by the number of the newest one: also those of other processes, and on after a restart. If it cannot be read,
 * the metric is missing, and the log says so once.
 */
function countAuditEntries(registry: Registry, auditLog: AuditLog, log: Logger): void {
  let fails = false;
  new Counter({
    name: 'ops_admin_audit_entries_total',
    help: 'Entries of the audit log, written by any process.',
    registers: [registry],
    async collect() {
      const newest = await auditLog.newestId();
      // No await between the two, because scrapes can be concurrent.
      this.reset();
      if (newest.isOk()) {
        this.inc(newest.value);
      } else {
        this.remove();
        if (!fails) log.warn({ err: newest.error.cause }, 'the entries of the audit log cannot be counted');
      }
      fails = newest.isErr();
    },
  });
}
