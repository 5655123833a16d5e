import type {
  AnsweredRequest,
  AskedCache,
  AskedProvider,
  AuditLog,
  Logger,
  Metrics,
  ProviderState,
} from '@ops-admin/core';
import { PROVIDER_STATES, trailEnd } from '@ops-admin/core/adapter';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';

/** The settings of the metrics. */
export interface PrometheusMetricsOptions {
  /** The version of the service. */
  readonly version: string;
  /** The trail whose entries are counted; no count is shown if missing. */
  readonly auditLog?: AuditLog | undefined;
  readonly log: Logger;
}

/** Upper bounds of the histogram's buckets, in seconds: 1 ms to 10 s. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Metrics for Prometheus, including those of the process itself. Each has a separate registry, so several in one process do
 * not mix.
 */
export class PrometheusMetrics implements Metrics {
  readonly #registry = new Registry();
  readonly #states = new Map<string, () => ProviderState>();
  readonly #requests = new Histogram({
    name: 'ops_admin_http_request_duration_seconds',
    help: 'Seconds until a request was answered, by method, pattern of the route and status; _count is how many.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [this.#registry],
  });
  readonly #providers = new Histogram({
    name: 'ops_admin_provider_request_duration_seconds',
    help: 'Seconds until an address provider answered, by provider and outcome; _count is how many.',
    labelNames: ['provider', 'outcome'],
    buckets: BUCKETS_SECONDS,
    registers: [this.#registry],
  });
  readonly #cache = new Counter({
    name: 'ops_admin_lookup_cache_requests_total',
    help: 'How often the cache of addresses was asked, by provider and outcome: hit, miss or failed.',
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
    new Gauge({
      name: 'ops_admin_build_info',
      help: 'Always 1; the labels are the versions of the service and of Node.js.',
      labelNames: ['version', 'node_version'],
      registers,
    }).set({ version, node_version: process.versions.node }, 1);
    if (auditLog) countAuditEntries(this.#registry, auditLog, log);
    collectDefaultMetrics({ register: this.#registry });
  }

  requestAnswered({ method, route, status, seconds }: AnsweredRequest): void {
    this.#requests.observe({ method, route, status }, seconds);
  }

  providerAsked({ provider, outcome, seconds }: AskedProvider): void {
    this.#providers.observe({ provider, outcome }, seconds);
  }

  cacheAsked({ provider, outcome }: AskedCache): void {
    this.#cache.inc({ provider, outcome });
  }

  watchProvider(provider: string, state: () => ProviderState): void {
    this.#states.set(provider, state);
  }

  /** All metrics, as Prometheus reads them. */
  scrape(): Promise<string> {
    return this.#registry.metrics();
  }

  /** The `Content-Type` of the text of {@link scrape}. */
  get contentType(): string {
    return this.#registry.contentType;
  }
}

/**
 * Reads the trail when somebody looks. The number of its newest entry counts all entries, including archived ones and those
 * of other processes, and continues after a restart. If it cannot be read, the metric is missing, and the log says so once.
 */
function countAuditEntries(registry: Registry, auditLog: AuditLog, log: Logger): void {
  let fails = false;
  new Counter({
    name: 'ops_admin_audit_entries_total',
    help: 'Entries of the audit trail, written by any process; archived ones count, too.',
    registers: [registry],
    async collect() {
      const newest = await trailEnd(auditLog);
      // No await between the two, because several can look at once.
      this.reset();
      if (newest.isOk()) {
        this.inc(newest.value.id);
      } else {
        this.remove();
        if (!fails) log.warn({ err: newest.error.cause }, 'the entries of the audit trail cannot be counted');
      }
      fails = newest.isErr();
    },
  });
}
