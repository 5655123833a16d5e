import { setTimeout as sleep } from 'node:timers/promises';
import type { ProviderUnusable, Tokens } from '@ops-admin/adapter-auth-jose';
import type { CannotListen, createApp, Readiness } from '@ops-admin/adapter-http-koa';
import { type HealthProbe, type Logger, type Metrics, ResultAsync } from '@ops-admin/core';
import type { Expiry, IntegrityOperations } from '@ops-admin/core/operations';
import type { Config } from '../config/config.js';
import { shownPlace } from '../config/shown-place.js';
import type { Address, Running, ServiceHealth } from '../metrics/start-metrics-server.js';
import { describeForeignEntry } from './describe-foreign-entry.js';
import { expireRegularly } from './expire-regularly.js';

/** The HTTP interface, to be served or mounted. */
export interface HttpInterface {
  readonly app: ReturnType<typeof createApp>;
  /** Withdraw it before you stop the app. */
  readonly readiness: Readiness;
}

export interface RunningService extends Running {
  /** Where the page is; missing if it is turned off. */
  readonly pageUrl?: string;
  /** Reports "not ready", waits as long as configured, and lets running requests finish. */
  stop(signal?: string): Promise<void>;
}

/** How long running requests can take after the service is asked to stop, in milliseconds. */
const STOP_GRACE_MS = 10_000;

/** Why the service was not started. */
export type StartError = CannotListen | ProviderUnusable;

/** What {@link Server} serves, and what it checks before. */
export interface ServerParts {
  readonly config: Config;
  /** In a form that can be logged. */
  readonly database: string;
  readonly expiry: Expiry;
  readonly health: HealthProbe;
  readonly http: HttpInterface;
  readonly integrity: IntegrityOperations;
  readonly log: Logger;
  readonly metrics: Metrics | undefined;
  readonly tokens: Tokens;
}

/** Serves the HTTP interface. */
export class Server implements ServiceHealth {
  readonly #parts: ServerParts;
  #isListening = false;

  constructor(parts: ServerParts) {
    this.#parts = parts;
  }

  /**
   * Fetches the keys of a provider first, so that the first request need not wait, and then listens. Errors:
   * `cannot-listen`, `provider-unusable`.
   */
  start({ host, port }: Address): ResultAsync<RunningService, StartError> {
    const { config, database, expiry, http, log, metrics, tokens } = this.#parts;
    const { limits, provider } = config;
    return ResultAsync.fromSafePromise(this.#warnOfForeignEntry())
      .andThen(() => tokens.prepare())
      .andThen(() => ResultAsync.fromSafePromise(import('@ops-admin/adapter-http-koa')))
      .andThen(({ startHttpServer }) => {
        const options = { host, port, limits: { connections: limits.connections }, log, metrics };
        return startHttpServer(http.app, options);
      })
      .map(({ stop, url }) => {
        this.#isListening = true;
        log.info({ url, db: shownPlace(database) }, 'listening');
        if (!provider) log.warn({}, 'tokens are verified with local keys: no identity provider is set up');
        const expiring = expireRegularly(expiry, log);
        return {
          url,
          ...(config.page && { pageUrl: `${url}/` }),
          stop: async (signal) => {
            await expiring.stop();
            await this.#stop(stop, signal);
          },
        };
      });
  }

  /** As `/health/ready` says it, also before the service listens. */
  async notReady(): Promise<string | undefined> {
    const { health, http } = this.#parts;
    if (!this.#isListening) return 'The service is starting';
    if (http.readiness.isWithdrawn) return 'The service is stopping';
    return (await health.check()).isOk() ? undefined : 'The database cannot be read';
  }

  async #stop(stop: (graceMs: number) => Promise<void>, signal?: string): Promise<void> {
    const { config, http, log } = this.#parts;
    const { drainSeconds } = config;
    log.info({ signal, drainSeconds }, 'stopping');
    http.readiness.withdraw();
    await sleep(drainSeconds * 1000);
    await stop(STOP_GRACE_MS);
    log.info({}, 'stopped');
  }

  async #warnOfForeignEntry(): Promise<void> {
    const { database, integrity, log } = this.#parts;
    const checked = await integrity.checkNewestEntry();
    // If the database cannot be read, the work itself will report it.
    if (checked.isErr() || !checked.value) return;
    log.warn({ db: shownPlace(database) }, describeForeignEntry(checked.value));
  }
}
