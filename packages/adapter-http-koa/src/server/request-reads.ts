import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { isHealth } from './request-cap.js';

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/** The least of a body whose length is not known: its end is looked for, and there can be many in it. */
const LEAST_OF_A_BODY = 1_024;

/** The longest target of a request for health. */
const HEALTH_BYTES = 32;

/**
 * Hands what a connection sends to its HTTP server request by request, each when it can start; no more is read meanwhile. Otherwise
 * Node.js parses all that it has read, up to 64 KiB and 2,500 requests at a time, before others have their turn. It costs each
 * request some microseconds.
 */
export class RequestReads {
  readonly #socket: Socket;
  readonly #newest: () => IncomingMessage | undefined;
  readonly #isFull: () => boolean;
  readonly #start: (run: () => void) => void;
  readonly #push: Socket['push'];
  readonly #rest: (Buffer | null)[] = [];
  #hasTurn = false;
  #bodyOf: IncomingMessage | undefined;
  #bodyBytes = 0;

  /**
   * Takes a connection that the server has: its newest request, whether more of it would have to wait for those before, and what
   * starts a request.
   */
  constructor(
    socket: Socket,
    newest: () => IncomingMessage | undefined,
    isFull: () => boolean,
    start: (run: () => void) => void,
  ) {
    this.#socket = socket;
    this.#newest = newest;
    this.#isFull = isFull;
    this.#start = start;
    this.#push = socket.push.bind(socket);
    const read = socket._read.bind(socket);
    socket._read = (bytes) => {
      if (this.#rest.length === 0) read(bytes);
    };
    socket.push = (chunk: Buffer | null) => {
      this.#rest.push(chunk);
      if (this.#isOfHealth(chunk)) this.#hand();
      this.next();
      return this.#rest.length === 0;
    };
    socket.on('resume', () => this.next());
    // With a listener for its data, the parser no longer reads from the connection by itself.
    const listener = () => {};
    socket.on('data', listener).off('data', listener);
  }

  /** Hands on what is left, as far as it goes. */
  next(): void {
    if (this.#hasTurn || !this.#canHand()) return;
    this.#hasTurn = true;
    this.#start(() => {
      this.#hasTurn = false;
      if (this.#canHand()) this.#hand();
      this.next();
    });
  }

  #canHand(): boolean {
    return this.#rest.length > 0 && !this.#isFull() && !this.#socket.isPaused() && !this.#socket.destroyed;
  }

  /** A check of health that is alone on its connection waits for nobody. */
  #isOfHealth(chunk: Buffer | null): boolean {
    if (chunk === null || this.#rest.length > 1 || this.#newest()) return false;
    const [method, target = ''] = chunk.toString('latin1', 0, HEALTH_BYTES).split(' ');
    return method === 'GET' && isHealth(target);
  }

  #hand(): void {
    const chunk = this.#rest.shift();
    if (!chunk) {
      this.#push(null);
      return;
    }
    const end = this.#endOfPiece(chunk);
    if (end < chunk.length) this.#rest.unshift(chunk.subarray(end));
    this.#push(end < chunk.length ? chunk.subarray(0, end) : chunk);
  }

  /** The end of the next request's head, or of the body that belongs to the newest. */
  #endOfPiece(chunk: Buffer): number {
    const newest = this.#newest();
    const isInBody = newest !== undefined && !newest.complete;
    const length = isInBody ? newest.headers['content-length'] : undefined;
    if (length !== undefined) {
      if (this.#bodyOf !== newest) this.#bodyBytes = Number(length);
      this.#bodyOf = newest;
      const end = Math.min(chunk.length, this.#bodyBytes);
      this.#bodyBytes -= end;
      return end;
    }
    const end = chunk.indexOf(END_OF_HEAD, isInBody ? LEAST_OF_A_BODY : 0);
    return end < 0 ? chunk.length : end + END_OF_HEAD.length;
  }
}
