import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Logger, type Metrics, ResultAsync } from '@ops-admin/core';
import { headerValues, NO_METRICS } from '@ops-admin/core/adapter';
import type Koa from 'koa';
import type { DefaultContext } from 'koa';
import type { AppState } from '../app-context.js';
import { loadReader } from '../chain/json-body.js';
import { refusedRequest } from '../middleware/request-metrics.js';
import { type Problem, validationProblem } from '../problem.js';
import { isHostAndPort } from '../schemas/host.js';
import { HEADERS_TOO_LARGE, NOT_HTTP, refusalOf, refuseConnection, refuseRequest } from './refusal.js';
import { DEFAULT_LIMITS, type ServerLimits } from './server-limits.js';

/** The port is in use, or not allowed; `message` names it. */
export interface CannotListen {
  readonly type: 'cannot-listen';
  readonly message: string;
}

/** A running server. */
export interface RunningServer {
  /** `http://HOST:PORT`, with the real port. */
  readonly url: string;
  /** Accepts no more connections, lets running requests finish for at most `graceMs`, then cuts them off. */
  stop(graceMs: number): Promise<void>;
}

/** Where to listen; port 0 means any free port. */
export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** `DEFAULT_LIMITS` for missing ones. */
  readonly limits?: Partial<ServerLimits>;
  /** Gets a warning when connections are closed above the limit, and a line for each request that the app never sees. */
  readonly log?: Pick<Logger, 'info' | 'warn'>;
  /** Where to count requests that the app never sees; nowhere if missing. */
  readonly metrics?: Metrics | undefined;
}

/** At most one warning in this time that connections are closed above the limit. */
const WARN_INTERVAL_MS = 60_000;
const MAX_HEADERS = 1_000;
/** How often connections that have become idle are closed while the server stops. */
const SWEEP_INTERVAL_MS = 50;

/** Serves an app over HTTP. Errors: {@link CannotListen}. */
export function startHttpServer(
  app: Koa<AppState, DefaultContext>,
  { host, limits: given, log, metrics = NO_METRICS, port }: ListenOptions,
): ResultAsync<RunningServer, CannotListen> {
  const limits = { ...DEFAULT_LIMITS, ...given };
  const handle = app.callback();
  const connections = new Set<Socket>();
  /** The answer to the newest request of a connection. */
  const newest = new WeakMap<Duplex, ServerResponse>();

  /** Reports a request that the app never sees. Its own name cannot be read, so it gets a new one. */
  const refused = ({ status }: Problem): string => {
    const requestId = randomUUID();
    log?.info({ requestId, status }, 'request refused');
    metrics.requestAnswered(refusedRequest(status));
    return requestId;
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    newest.set(request.socket, response);
    // Node.js drops what a client sends behind a request for another protocol, so the connection ends with the answer.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    const flaw = flawOf(request);
    if (flaw) refuseRequest(response, flaw, refused(flaw));
    else void handle(request, response);
  };
  /** Answers a broken or slow request, if the client can still understand an answer. */
  const refuseBroken = (error: NodeJS.ErrnoException, socket: Duplex): void => {
    // Each further packet from a refused client is another error: a disconnect would destroy the answer.
    if (!socket.writable) return;
    const refusal = refusalOf(error);
    const last = newest.get(socket);
    if (last && !last.req.complete && !last.headersSent) {
      // Later packets must not complete the request, and the app must not wait for them for ever.
      socket.pause();
      socket.once('close', () => last.req.destroy());
      // That app has named the request, counts it and writes its line.
      const known = last.getHeader('X-Request-Id');
      refuseRequest(last, refusal, typeof known === 'string' ? known : refused(refusal));
    } else if (last && !(last.req.complete && last.writableFinished)) {
      // Nothing must be written into a running answer.
      socket.destroy();
    } else refuseConnection(socket, refusal, refused(refusal));
  };

  const server = createServer(
    {
      requireHostHeader: false,
      headersTimeout: Math.min(limits.headers, limits.request),
      requestTimeout: limits.request,
      keepAliveTimeout: limits.idle,
      connectionsCheckingInterval: limits.checkEvery,
    },
    listener,
  );
  server.maxConnections = limits.connections;
  server.maxRequestsPerSocket = limits.requestsPerConnection;
  server.setTimeout(limits.silence);
  // Before 22.23 and 24.18, Node's own limit of 1,000 lines did not refuse: further lines were dropped, and a second token
  // in them was not seen.
  server.maxHeadersCount = 0;
  // A client that has sent a whole request and closes its sending half gets its answer. Node's types do not know it.
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  // Requests that Node would answer by itself, with an empty body or not at all.
  server.on('checkExpectation', listener);
  server.on('connect', (_request, socket) => refuseConnection(socket, NOT_HTTP, refused(NOT_HTTP)));
  server.on('clientError', refuseBroken);
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  let warnedAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    if (performance.now() - warnedAt < WARN_INTERVAL_MS) return;
    warnedAt = performance.now();
    log?.warn({ connections: limits.connections }, 'too many connections: new ones are refused');
  });

  const listening = new Promise<RunningServer>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      setImmediate(loadReader);
      resolve({ url: urlOf(server), stop: (graceMs) => stop(server, connections, graceMs) });
    });
  });
  return ResultAsync.fromPromise(listening, (error) => ({
    type: 'cannot-listen',
    message: `cannot listen on ${host} port ${port}: ${error instanceof Error ? error.message : error}`,
  }));
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** Too many headers, a request that HTTP/1.1 requires to refuse (RFC 9112, section 3.2), or no path. */
function flawOf(request: IncomingMessage): Problem | undefined {
  const { httpVersion, rawHeaders, url = '' } = request;
  // A name and a value each.
  if (rawHeaders.length > 2 * MAX_HEADERS) return HEADERS_TOO_LARGE;
  const hosts = headerValues(rawHeaders, 'host');
  const isRequired = httpVersion === '1.1';
  const [host = ''] = hosts;
  // It is empty where the target has no host.
  if (hosts.length > 1 || (isRequired && hosts.length === 0) || (host !== '' && !isHostAndPort(host))) {
    return validationProblem('Exactly one valid header Host is required');
  }
  const hasPath = url.startsWith('/') || url === '*' || URL.canParse(url);
  return hasPath ? undefined : validationProblem('The request target is not a valid path');
}

function stop(server: Server, connections: ReadonlySet<Socket>, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const closeIdle = () => {
      server.closeIdleConnections();
      // Node counts a connection that has never sent anything as busy.
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    };
    // A kept-alive connection is idle only when its request is done.
    const sweep = setInterval(closeIdle, SWEEP_INTERVAL_MS);
    const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cutOff);
      resolve();
    });
    closeIdle();
  });
}
