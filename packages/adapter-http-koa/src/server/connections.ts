import type { Socket } from 'node:net';
import type { LingeringResponse } from './lingering-response.js';
import { isHealth } from './request-cap.js';
import { RequestReads } from './request-reads.js';
import { RequestStarts } from './request-starts.js';

/** How many requests of one connection run before their answers are sent (decision 19); others wait. */
const MAX_PIPELINED = 16;

/** Once more of one connection wait than run, or so many turns in a row had a new one, all are read request by request for so long. */
const MANY_CONNECTIONS = 64;
const SINGLE_READS_MS = 60_000;

/** If so many wait for their turn, a new connection that is read so is turned away: dead ones would fill the memory. */
const MAX_WAITING = 1_000;

interface Connection {
  /** The unfinished answers, also of requests that wait, each with the time of the check that first saw it begun. */
  readonly running: Map<LingeringResponse, number | undefined>;
  /** Requests that were read together with those that run. No more are read while one waits. */
  readonly waiting: (() => void)[];
  /** The answer to the newest request. */
  last?: LingeringResponse;
  /** If it is read request by request. */
  reads?: RequestReads;
}

/** The open connections, and the requests that run on each. */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #starts = new RequestStarts();
  readonly #turnAway: (socket: Socket) => void;
  #singleReadsUntil = 0;

  /** Takes what answers a connection that is turned away. */
  constructor(turnAway: (socket: Socket) => void) {
    this.#turnAway = turnAway;
  }

  get count(): number {
    return this.#open.size;
  }

  add(socket: Socket): void {
    this.#open.set(socket, { running: new Map(), waiting: [] });
    socket.once('close', () => this.#forget(socket));
    if (this.#starts.accepted() === MANY_CONNECTIONS) this.#readAllSingly();
    if (performance.now() < this.#singleReadsUntil) this.#readSingly(socket);
  }

  /**
   * Runs a request, now or after others of its connection. It counts as running until its answer is done. Requests of a
   * connection that was not added are ignored.
   */
  begin(socket: Socket, response: LingeringResponse, run: () => void): void {
    const connection = this.#open.get(socket);
    if (!connection) return;
    const { reads, running, waiting } = connection;
    connection.last = response;
    const start = () => {
      if (socket.destroyed) return;
      response.on('close', () => {
        running.delete(response);
        const next = waiting.shift();
        // The last one that waits can have a body that is still to come.
        if (next && waiting.length === 0) socket.resume();
        if (next) this.#starts.startLater(next);
        connection.reads?.next();
      });
      // Of an answer in pieces each has its own time.
      response.on('progress', () => running.set(response, undefined));
      run();
    };
    running.set(response, undefined);
    if (running.size > MAX_PIPELINED) {
      waiting.push(start);
      if (waiting.length === MAX_PIPELINED) this.#readAllSingly();
      // Once all that was read together is parsed: until then, Node.js resumes the connection after each request.
      if (waiting.length === 1) process.nextTick(() => socket.pause());
      return;
    }
    // What is read singly has had its turn.
    if (reads || (running.size === 1 && isHealth(response.req.url ?? ''))) start();
    else this.#starts.start(start);
  }

  #readAllSingly(): void {
    this.#singleReadsUntil = performance.now() + SINGLE_READS_MS;
    for (const socket of this.#open.keys()) this.#readSingly(socket);
  }

  #readSingly(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (!connection) return;
    connection.reads ??= new RequestReads(socket, {
      newest: () => connection.last?.req,
      isFull: () => connection.running.size >= MAX_PIPELINED,
      start: (run, hasBegun) => this.#starts.start(run, hasBegun),
      turnAway: () => {
        if (this.#starts.waiting < MAX_WAITING) return false;
        this.#forget(socket);
        this.#turnAway(socket);
        return true;
      },
    });
  }

  /** What waits is not run for a client that is gone. */
  #forget(socket: Socket): void {
    this.#open.get(socket)?.waiting.splice(0);
    this.#open.delete(socket);
  }

  isBusy(socket: Socket): boolean {
    return (this.#open.get(socket)?.running.size ?? 0) > 0;
  }

  /** The answer to a request that has not arrived completely; it can be done already. */
  unfinishedOn(socket: Socket): LingeringResponse | undefined {
    const last = this.#open.get(socket)?.last;
    return last?.req.complete ? undefined : last;
  }

  /** Closes connections that have never sent anything; Node counts them as busy. */
  closeUnused(): void {
    for (const socket of this.#open.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  /** Closes connections whose client has not read an answer, or a piece of one in pieces, within this many milliseconds of its begin. */
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
