import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  /** The unfinished answers, each with the time of the check that first saw it begun. */
  readonly running: Map<ServerResponse, number | undefined>;
  /** The answer to the newest request. */
  last?: ServerResponse;
}

/** The open connections, and the requests that run on each. */
export class Connections {
  readonly #open = new Map<Socket, Connection>();

  get count(): number {
    return this.#open.size;
  }

  add(socket: Socket): void {
    this.#open.set(socket, { running: new Map() });
    socket.once('close', () => this.#open.delete(socket));
  }

  /** Counts a request as running until its answer is done; returns whether its connection was added. */
  begin(socket: Socket, response: ServerResponse): boolean {
    const connection = this.#open.get(socket);
    if (!connection) return false;
    connection.last = response;
    connection.running.set(response, undefined);
    response.on('close', () => connection.running.delete(response));
    return true;
  }

  isBusy(socket: Socket): boolean {
    return (this.#open.get(socket)?.running.size ?? 0) > 0;
  }

  /** The answer to a request that has not arrived completely; it can be done already. */
  unfinishedOn(socket: Socket): ServerResponse | undefined {
    const last = this.#open.get(socket)?.last;
    return last?.req.complete ? undefined : last;
  }

  /** Closes connections that have never sent anything; Node counts them as busy. */
  closeUnused(): void {
    for (const socket of this.#open.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  /** Closes connections whose client has not read an answer within this many milliseconds of its begin. */
  closeUnread(milliseconds: number): void {
    const now = performance.now();
    for (const [socket, { running }] of this.#open) {
      for (const [response, begun] of running) {
        if (begun === undefined && response.headersSent) running.set(response, now);
        if (begun !== undefined && now - begun >= milliseconds) socket.destroy();
      }
    }
  }
}
