import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

interface PreparedAnswer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
}

/**
 * A server on 127.0.0.1 that can fail on demand: it stops and starts on one and the same port, answers late, or
 * answers a path with something prepared. It counts what it was asked.
 */
export class LoopbackServer {
  /** Answers what has no prepared answer. */
  listener: RequestListener = (_request, response) => void response.writeHead(503).end();
  #server: Server | undefined;
  #port = 0;
  #delayMs = 0;
  readonly #asked = new Map<string, number>();
  readonly #prepared = new Map<string, PreparedAnswer>();

  /** `http://127.0.0.1:PORT`; the port is known after the first start. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Requests so far to any of the paths, counted as they arrive. */
  asked(...paths: readonly string[]): number {
    return paths.reduce((sum, path) => sum + (this.#asked.get(path) ?? 0), 0);
  }

  /** Makes every answer late by so much; 0 ends it. */
  delay(ms: number): void {
    this.#delayMs = ms;
  }

  /** A text is sent as it is, anything else as JSON. */
  answerWith(path: string, status: number, body: unknown, headers: OutgoingHttpHeaders = {}): void {
    this.#prepared.set(path, {
      status,
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  answerNormally(): void {
    this.#prepared.clear();
  }

  async start(): Promise<void> {
    if (this.#server) return;
    const server = createServer((request, response) => void this.#answer(request, response));
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Cuts off what runs; when it is done, a connection is refused. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
    // A client in this process has seen the end of its connections before a new one is refused.
    await once(connect(this.#port, '127.0.0.1'), 'error');
  }

  async #answer(...[request, response]: Parameters<RequestListener>): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.url);
    this.#asked.set(pathname, this.asked(pathname) + 1);
    if (this.#delayMs > 0) await wait(this.#delayMs, undefined, { ref: false });
    if (response.destroyed) return;
    const prepared = this.#prepared.get(pathname);
    if (prepared) response.writeHead(prepared.status, prepared.headers).end(prepared.body);
    else this.listener(request, response);
  }
}
