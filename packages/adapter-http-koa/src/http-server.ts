import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type Koa from 'koa';
import type { DefaultContext } from 'koa';
import { ResultAsync } from 'neverthrow';
import type { AppState } from './app-context.js';
import { type ProblemCode, problemBody } from './present/problem.js';

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
  const listener: RequestListener = (request, response) => {
    const isComplete = request.headers.host !== undefined || request.httpVersion !== '1.1';
    if (isComplete) void handle(request, response);
    else refuse(request.socket, [400, 'VALIDATION_ERROR', 'The header Host is required']);
  };
  // What Node would answer by itself, with an empty body: no host, a strange expectation, no HTTP at all.
  const server = createServer({ requireHostHeader: false }, listener);
  server.on('checkExpectation', listener);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    refuse(socket, UNREADABLE[error.code ?? ''] ?? NOT_HTTP);
  });

  const listening = new Promise<RunningServer>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve({ url: urlOf(server), stop: (graceMs) => stop(server, graceMs) });
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

type Refusal = readonly [status: number, code: ProblemCode, message: string];

const NOT_HTTP: Refusal = [400, 'VALIDATION_ERROR', 'The request is not valid HTTP'];
const UNREADABLE: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: [431, 'HEADERS_TOO_LARGE', 'The request line and headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'The request did not arrive in time'],
};

/** Answers in the shape of the interface what cannot become a request, and hangs up. */
function refuse(socket: Duplex & { readonly bytesWritten?: number }, [status, code, message]: Refusal): void {
  // An answer may be on its way already; nothing must be written into it.
  if (!socket.writable || socket.bytesWritten) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(problemBody(code, message));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function stop(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A connection kept alive turns idle only when its request is done.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cutOff);
      resolve();
    });
    server.closeIdleConnections();
  });
}
