import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Logger, ResultAsync } from '@ops-admin/core';

/** The port is in use, or not allowed; `message` names it. */
export interface CannotListen {
  readonly type: 'cannot-listen';
  readonly message: string;
}

/** The metrics that a server shows. */
export interface Scraped {
  readonly contentType: string;
  /** All metrics, in that type. */
  scrape(): Promise<string>;
}

/** Where to listen; port 0 means any free port. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** A listening server. */
export interface Running {
  /** With the real port. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Whether a service can take requests. */
export interface ServiceHealth {
  /** Why it cannot; `undefined` if it can. */
  notReady(): Promise<string | undefined>;
}

/** How to show metrics. */
export interface MetricsServerOptions extends Address {
  readonly log: Logger;
  /** With it, `/health/live` and `/health/ready` are served too. */
  readonly health?: ServiceHealth | undefined;
}

/** In milliseconds: a scraper sends a line and a few headers, and reads immediately. */
const TIMEOUT_MS = 5_000;
const JSON_TYPE = 'application/json; charset=utf-8';
/** Prometheus needs one or two connections; more are refused. */
const MAX_CONNECTIONS = 32;

/** Serves `GET /metrics`, and health if that is given, without tokens: every program that reaches the port can read them. Errors: {@link CannotListen}. */
export function startMetricsServer(
  scraped: Scraped,
  { health, host, log, port }: MetricsServerOptions,
): ResultAsync<Running, CannotListen> {
  const server = createServer(
    {
      connectionsCheckingInterval: 1000,
      headersTimeout: TIMEOUT_MS,
      keepAliveTimeout: TIMEOUT_MS,
      requestTimeout: TIMEOUT_MS,
    },
    listenerFor(scraped, log, health),
  );
  server.maxConnections = MAX_CONNECTIONS;
  // A client that does not read the answer.
  server.setTimeout(2 * TIMEOUT_MS);
  const listening = new Promise<Running>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const { address, family, port: taken } = server.address() as AddressInfo;
      const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}/metrics`;
      const stop = () =>
        new Promise<void>((done) => {
          server.close(() => done());
          server.closeAllConnections();
        });
      resolve({ url, stop });
    });
  });
  return ResultAsync.fromPromise(listening, (error) => ({
    type: 'cannot-listen',
    message: `cannot listen for metrics on ${host} port ${port}: ${error instanceof Error ? error.message : error}`,
  }));
}

function listenerFor(scraped: Scraped, log: Logger, health: ServiceHealth | undefined): RequestListener {
  return (request, response) => {
    const answer = (
      status: number,
      type: string,
      body: string,
      headers: Record<string, string> = {},
    ): void => {
      response.writeHead(status, {
        'Cache-Control': 'no-store',
        'Content-Length': Buffer.byteLength(body),
        'Content-Type': type,
        'X-Content-Type-Options': 'nosniff',
        ...headers,
      });
      response.end(body);
    };
    const refuse = (status: number, message: string, headers?: Record<string, string>): void =>
      answer(status, 'text/plain; charset=utf-8', `${message}\n`, headers);

    const [path] = request.url?.split('?') ?? [];
    const isHealth = health && (path === '/health/live' || path === '/health/ready');
    if (path !== '/metrics' && !isHealth) return refuse(404, 'Metrics are at /metrics');
    if (request.method !== 'GET') return refuse(405, 'This path allows GET', { Allow: 'GET' });
    if (isHealth) {
      const answerHealth = (message: string | undefined) =>
        message === undefined
          ? answer(200, JSON_TYPE, '{"status":"ok"}')
          : answer(503, JSON_TYPE, JSON.stringify({ error: { code: 'SERVICE_UNAVAILABLE', message } }));
      if (path === '/health/live') answerHealth(undefined);
      else void health.notReady().then(answerHealth);
      return;
    }
    scraped.scrape().then(
      (figures) => answer(200, scraped.contentType, figures),
      (err) => {
        log.error({ err }, 'the metrics cannot be read');
        refuse(500, 'The metrics cannot be read');
      },
    );
  };
}
