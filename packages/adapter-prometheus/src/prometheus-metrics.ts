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

/** What the figures are made with. */
export interface PrometheusMetricsOptions {
  /** The version of the service. */
  readonly version: string;
  /** The trail whose entries are counted; none are shown where it is left out. */
  readonly auditLog?: AuditLog | undefined;
  readonly log: Logger;
}

/** Upper bounds of the groups that times are counted in, in seconds: 1 ms to 10 s. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Counts for Prometheus, beside the figures of the process itself. It has a registry of its own, so that several in one
 * process know nothing of each other.
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
    help: 'Seconds until an address provider that was asked answered, by provider and outcome; _count is how many.',
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
      help: '1 for the state an address provider is in: closed (asked), open (left alone after failures), half-open (tried out), paused (out of quota, or refuses).',
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
      help: '1, for the version of the service and of Node.js.',
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

  /** Every figure, as Prometheus reads them. */
  scrape(): Promise<string> {
    return this.#registry.metrics();
  }

  /** What the text of {@link scrape} is, for the header `Content-Type`. */
  get contentType(): string {
    return this.#registry.contentType;
  }
}

/**
 * Reads the trail when somebody looks: the number of its newest entry counts them all, those of other processes and those
 * that were archived included, and goes on after a restart. Where it cannot be read the figure is missing, and the
 * log says so once.
 */
function countAuditEntries(registry: Registry, auditLog: AuditLog, log: Logger): void {
  let fails = false;
  new Counter({
    name: 'ops_admin_audit_entries_total',
    help: 'Entries of the audit trail, whichever process wrote them; archived ones count.',
    registers: [registry],
    async collect() {
      const newest = await trailEnd(auditLog);
      // Without a pause between the two, because several may look at once.
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
