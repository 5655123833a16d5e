import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type Koa from 'koa';
import type { DefaultContext } from 'koa';
import { ResultAsync } from 'neverthrow';
import type { AppState } from './app-context.js';
import { NOT_HTTP, type Refusal, refusalOf, refuse } from './refusal.js';

/** The port is taken, or may not be used; `message` names it. */
export interface CannotListen {
  readonly type: 'cannot-listen';
  readonly message: string;
}

/** A server that answers. */
export interface RunningServer {
  /** `http://HOST:PORT`, with the port it really has. */
  readonly url: string;
  /** Takes no more connections, lets running requests finish for at most `graceMs`, then cuts them off. */
  stop(graceMs: number): Promise<void>;
}

/** Where to listen; port 0 takes a free one. */
export interface ListenOptions {
  readonly host: string;
  readonly port: number;
}

/** Serves an app over HTTP. Errors: {@link CannotListen}. */
export function startHttpServer(
  app: Koa<AppState, DefaultContext>,
  { host, port }: ListenOptions,
): ResultAsync<RunningServer, CannotListen> {
  const handle = app.callback();
  const connections = new Connections();
  const listener: RequestListener = (request, response) => {
    const flaw = flawOf(request);
    if (flaw) return refuse(request.socket, flaw);
    connections.busyUntilClosed(request.socket, response);
    void handle(request, response);
  };
  // What Node would answer by itself, with an empty body or not at all.
  const server = createServer({ requireHostHeader: false }, listener);
  server.on('checkExpectation', listener);
  server.on('connect', (_request, socket) => refuse(socket, NOT_HTTP));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Nothing must be written into an answer that is on its way.
    if (connections.isBusy(socket as Socket)) socket.destroy();
    else refuse(socket, refusalOf(error));
  });
  server.on('connection', (socket) => connections.add(socket));

  const listening = new Promise<RunningServer>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
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

const HOST = /^[^\s/?#@\\<>"^`{|}]*$/;

/** What makes a request one that HTTP/1.1 wants refused (RFC 9112, section 3.2), or that has no path. */
function flawOf({ headersDistinct, httpVersion, url = '' }: IncomingMessage): Refusal | undefined {
  const [host, ...others] = headersDistinct.host ?? (httpVersion === '1.1' ? [] : ['']);
  if (host === undefined || others.length > 0 || !HOST.test(host)) {
    return [400, 'VALIDATION_ERROR', 'Exactly one valid header Host is required'];
  }
  const hasPath = url.startsWith('/') || url === '*' || URL.canParse(url);
  return hasPath ? undefined : [400, 'VALIDATION_ERROR', 'The request target is not a valid path'];
}

/** The open connections, and how many requests run on each. */
class Connections {
  readonly #open = new Map<Socket, number>();

  add(socket: Socket): void {
    this.#open.set(socket, 0);
    socket.once('close', () => this.#open.delete(socket));
  }

  busyUntilClosed(socket: Socket, response: NodeJS.EventEmitter): void {
    this.#count(socket, +1);
    response.once('close', () => this.#count(socket, -1));
  }

  isBusy(socket: Socket): boolean {
    return (this.#open.get(socket) ?? 0) > 0;
  }

  /** Closes what has never sent anything; Node takes such connections for busy ones. */
  closeUnused(): void {
    for (const socket of this.#open.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  #count(socket: Socket, change: number): void {
    const running = this.#open.get(socket);
    if (running !== undefined) this.#open.set(socket, running + change);
  }
}

function stop(server: Server, connections: Connections, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const closeIdle = () => {
      server.closeIdleConnections();
      connections.closeUnused();
    };
    // A connection kept alive turns idle only when its request is done.
    const sweep = setInterval(closeIdle, 50);
    const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cutOff);
      resolve();
    });
    closeIdle();
  });
}
