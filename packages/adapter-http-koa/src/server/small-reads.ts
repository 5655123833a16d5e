import type { Socket } from 'node:net';

/** At most 40 requests, the shortest ones. */
const PIECE_BYTES = 1_024;

/**
 * Hands what a connection sends to its HTTP server in small pieces, while the server is not full. Otherwise Node.js parses all
 * that it has read, up to 64 KiB, before others have their turn. It costs each request some microseconds.
 */
export class SmallReads {
  readonly #socket: Socket;
  readonly #isFull: () => boolean;
  readonly #push: Socket['push'];
  readonly #rest: (Buffer | null)[] = [];

  /** Takes a connection that the server has. */
  constructor(socket: Socket, isFull: () => boolean) {
    this.#socket = socket;
    this.#isFull = isFull;
    this.#push = socket.push.bind(socket);
    socket.push = (chunk: Buffer | null) => {
      if (chunk === null) this.#rest.push(null);
      for (let at = 0; chunk && at < chunk.length; at += PIECE_BYTES) {
        this.#rest.push(chunk.subarray(at, at + PIECE_BYTES));
      }
      return this.next();
    };
    // With a listener for its data, the parser no longer reads from the connection by itself.
    const listener = () => {};
    socket.on('data', listener).off('data', listener);
  }

  /** Hands on what is left, as far as it goes. Whether more can be read. */
  next(): boolean {
    let wantsMore = true;
    while (this.#rest.length > 0 && !this.#isFull() && !this.#socket.destroyed) {
      wantsMore = this.#push(this.#rest.shift());
    }
    return wantsMore && this.#rest.length === 0;
  }
}
