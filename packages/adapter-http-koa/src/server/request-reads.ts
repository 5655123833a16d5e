import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { isHealth } from './request-cap.js';

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/** The least of a body whose length is not known: its end is looked for, and there can be many in it. */
const LEAST_OF_A_BODY = 1_024;

/** The longest target of a request for health. */
const HEALTH_BYTES = 32;

/** What a connection is to its server. */
export interface ReadConnection {
  /** Its newest request. */
  newest(): IncomingMessage | undefined;
  /** Whether another request would have to wait for those before. */
  isFull(): boolean;
  /** Runs something once it is its turn. What belongs to a request that has begun comes first. */
  start(run: () => void, hasBegun: boolean): void;
  /** Whether a new connection is turned away: too many others wait. */
  turnAway(): boolean;
}

/**
 * Hands what a connection sends to its HTTP server request by request, each when it can start; no more is read meanwhile. Otherwise
 * Node.js parses all that it has read, up to 64 KiB and 2,500 requests at a time, before others have their turn. It costs each
 * request some microseconds.
 */
export class RequestReads {
  readonly #socket: Socket;
  readonly #connection: ReadConnection;
  readonly #push: Socket['push'];
  readonly #rest: (Buffer | null)[] = [];
  #hasTurn = false;
  #bodyOf: IncomingMessage | undefined;
  #bodyBytes = 0;

  /** Takes a connection that the server has. */
  constructor(socket: Socket, connection: ReadConnection) {
    this.#socket = socket;
    this.#connection = connection;
    this.#push = socket.push.bind(socket);
    const read = socket._read.bind(socket);
    socket._read = (bytes) => {
      if (this.#rest.length === 0) read(bytes);
    };
    readWith(socket, (chunk) => {
      const isFirst = chunk !== null && this.#rest.length === 0 && !connection.newest();
      // What such a one still sends is not read.
      if (isFirst && !isOfHealth(chunk) && connection.turnAway()) return false;
      this.#rest.push(chunk);
      // A check of health that is alone on its connection waits for nobody.
      if (isFirst && isOfHealth(chunk)) this.#hand();
      this.next();
      return this.#rest.length === 0;
    });
    socket.on('resume', () => {
      // A connection that the parser had paused is not read by itself again.
      if (!socket.destroyed) socket._read(0);
      this.next();
    });
  }

  /** Hands on what is left, as far as it goes. */
  next(): void {
    if (this.#hasTurn || !this.#canHand()) return;
    this.#hasTurn = true;
    const run = () => {
      this.#hasTurn = false;
      if (this.#canHand()) this.#hand();
      this.next();
    };
    this.#connection.start(run, this.#isInBody());
  }

  #canHand(): boolean {
    const { destroyed } = this.#socket;
    return this.#rest.length > 0 && !this.#connection.isFull() && !this.#socket.isPaused() && !destroyed;
  }

  #isInBody(): boolean {
    return this.#connection.newest()?.complete === false;
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
    const newest = this.#connection.newest();
    const isInBody = this.#isInBody();
    const length = isInBody ? newest?.headers['content-length'] : undefined;
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

/** Reads what a connection still sends, and does nothing with it. */
export function readInVain(socket: Socket): void {
  const push = socket.push.bind(socket);
  readWith(socket, (chunk) => chunk !== null || push(null));
}

function isOfHealth(chunk: Buffer): boolean {
  const [method, target = ''] = chunk.toString('latin1', 0, HEALTH_BYTES).split(' ');
  return method === 'GET' && isHealth(target);
}

/** Has all that a connection sends come by: false if no more is to be read. */
function readWith(socket: Socket, push: (chunk: Buffer | null) => boolean): void {
  socket.push = push;
  // With a listener for its data, the HTTP parser no longer reads from the connection by itself.
  const listener = () => {};
  socket.on('data', listener).off('data', listener);
}
