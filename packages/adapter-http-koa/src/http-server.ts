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
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      response.writeHead(400, { Connection: 'close', ...JSON_TYPE });
      response.end(JSON.stringify(problemBody('VALIDATION_ERROR', 'The header Host is required')));
    } else {
      void handle(request, response);
    }
  };
  // What Node would answer by itself, with an empty body: no host, a strange expectation, no HTTP at all.
  const server = createServer({ requireHostHeader: false }, listener);
  server.on('checkExpectation', listener);
  server.on('clientError', answerUnreadable);

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

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };

/** Answers in the shape of the interface what is too broken to become a request. */
function answerUnreadable(
  error: Error & { readonly code?: string },
  socket: Duplex & { bytesWritten?: number },
): void {
  // An answer may be on its way already; nothing must be written into it.
  if (!socket.writable || socket.bytesWritten) {
    socket.destroy();
    return;
  }
  const [status, code, message] = UNREADABLE[error.code ?? ''] ?? NOT_HTTP;
  const body = JSON.stringify(problemBody(code, message));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n` +
      `Content-Type: ${JSON_TYPE['Content-Type']}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

const NOT_HTTP: [number, ProblemCode, string] = [400, 'VALIDATION_ERROR', 'The request is not valid HTTP'];
const UNREADABLE: Readonly<Record<string, [number, ProblemCode, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'VALIDATION_ERROR', 'The request line and headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'VALIDATION_ERROR', 'The request did not arrive in time'],
};

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
